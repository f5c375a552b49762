// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The result files of a run, claimed before any work: which it may write, and which of an earlier run it
/// removes because it does not write them.
///
/// Convention. An earlier result belongs to the same scenario if its summary says so: the same text, or a
///             file of the same name that is not another one. A table counts as ours if that summary lists it
///             and its first line is what we wrote; HDF5 has a summary of its own.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "files/claim.hpp"
#include "result/output_choice.hpp"
#include "run/run.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

class ResultPlaces {
 public:
  /// `choice` is what the scenario wants to have written; none where that is not known, which claims all.
  /// `placed` are files that this very run was giving their names when it was killed, `reads` what is read
  /// beside the scenario and its files. Throws FileError.
  ResultPlaces(const ScenarioFile& file, const std::optional<OutputChoice>& choice, bool has_events,
               const RunOptions& options, const std::vector<FileId>& placed,
               const std::vector<std::string>& reads = {});

  /// Of the file NAME + ending: ".json", ".events.csv" or that of a table (result/format.hpp), which must be
  /// among those that were claimed.
  const OutputPlace& at(const std::string& ending) const { return places_.at(ending); }

  /// Removes those of the earlier run that are not among `written`, which are names without a folder; returns
  /// their paths.
  std::vector<std::string> remove_outdated(const std::vector<std::string>& written) const;

  /// Removes what earlier runs that were killed have left beside the results, unless it is being written or
  /// read.
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
