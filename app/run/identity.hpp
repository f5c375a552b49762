// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Which run a journal belongs to: only the same program with the same scenario goes on with it.

#include <optional>
#include <string>
#include <vector>

#include "files/digest.hpp"
#include "run/run.hpp"
#include "run/runs.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

struct JournalIdentity {
  std::string version, scenario_text;
  std::string scenario_name;  ///< as it was given; may differ between journals of one run
  std::string instructions;   ///< that lanes are computed with (polhode/batch/target.hpp); may differ too
  bool trajectories = false;
  bool is_part = false;           ///< of an ensemble
  RunRange runs{};                ///< all, or those of the part
  std::vector<double> numbers;    ///< body, start and times, as this program makes them
  std::vector<FileDigest> files;  ///< that were read: the scenario, meshes, tables

  JournalIdentity() = default;
  /// `first` is the scenario of the first run; null where that one is refused.
  JournalIdentity(const ScenarioFile& file, const Scenario* first, const RunOptions& options);
  /// From a journal's header; none where it is no such text.
  static std::optional<JournalIdentity> from_header(const std::string& header);

  std::string header() const;
  /// What is different in the journal of `other`; empty if nothing is.
  std::string difference_from(const JournalIdentity& other) const;
  /// The same, but for the runs: whether both are of one ensemble.
  std::string difference_of_ensemble(const JournalIdentity& other) const;
};

}  // namespace polhode::app
