// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The result files of a run, claimed before any work: those that it may write, and those of an earlier run
/// that it removes because it does not write them.
///
/// Convention. An earlier result belongs to the same scenario if its summary has the same scenario text, or
///             the same file name and no other file of that name exists. A table was written by polhode if
///             that summary lists it and its first line has the expected columns; HDF5 has a summary of its
///             own.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "files/claim.hpp"
#include "run/run.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

class ResultPlaces {
 public:
  /// `first` is the scenario of the first run; none if that is refused, which claims all files that there may
  /// be. `placed` are files to which this run was giving their names when it was killed, `reads` what is read
  /// besides the scenario and its files. Throws FileError.
  ResultPlaces(const ScenarioFile& file, const std::optional<Scenario>& first, const RunOptions& options,
               const std::vector<FileId>& placed, const std::vector<std::string>& reads = {});

  /// The place of NAME + ending, which must have been claimed: ".json", ".events.csv" or that of a table
  /// (result/format.hpp).
  const OutputPlace& at(const std::string& ending) const { return places_.at(ending); }

  /// Removes the files of the earlier run that are not among `written`, which are names without a folder;
  /// returns their paths.
  std::vector<std::string> remove_outdated(const std::vector<std::string>& written) const;

  /// Removes temporary files of the results that killed runs have left, unless they are being read.
  void remove_leftovers() const;

 private:
  struct Earlier {
    std::string name;  ///< without a folder
    std::string path;
    FileId file;
  };

  std::string base_;
  OutputClaim claim_;
  std::map<std::string, OutputPlace> places_;  ///< by ending
  std::vector<Earlier> earlier_;
};

}  // namespace polhode::app
