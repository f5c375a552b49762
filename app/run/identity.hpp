// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The run to which a journal belongs: only the same version with the same scenario may continue it.

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
  std::string instructions;   ///< of the SIMD lanes (polhode/batch/target.hpp); may differ too
  bool trajectories = false;
  bool is_part = false;           ///< of an ensemble
  RunRange runs{};                ///< all, or those of the part
  std::vector<double> numbers;    ///< body, start and times, as computed from the scenario
  std::vector<FileDigest> files;  ///< that were read: the scenario, meshes, tables

  JournalIdentity() = default;
  /// `first` is the scenario of the first run; none if that is refused.
  JournalIdentity(const ScenarioFile& file, const std::optional<Scenario>& first, const RunOptions& options);
  /// From a journal's header; none if it is not one.
  static std::optional<JournalIdentity> from_header(const std::string& header);

  std::string header() const;
  /// How `other` differs, as "it has ..."; empty if it does not.
  std::string difference_from(const JournalIdentity& other) const;
  /// The same without comparing the runs: whether both belong to one ensemble.
  std::string difference_of_ensemble(const JournalIdentity& other) const;
};

}  // namespace polhode::app
