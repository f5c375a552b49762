// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Parts of an ensemble, which are computed independently and merged into one result.
///
/// Convention. NAME.part is a journal in which all of its runs have ended. Its header identifies the ensemble
///             (identity.hpp) and the runs.
/// Method.     The result is written from the parts as from one journal (results.hpp), to the same bytes.

#include <cstdint>
#include <string>
#include <vector>

#include "result/summary.hpp"
#include "run/run.hpp"
#include "run/runs.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

/// What run_part() has done.
struct PartDone {
  std::string path;
  RunRange runs{};
  std::uint64_t of = 0;      ///< runs of the ensemble
  std::uint64_t failed = 0;  ///< of those of the part
  std::string first_failure{};
  bool was_there = false;  ///< already complete
};

/// Computes options.runs of an ensemble into NAME.part; until then NAME.journal holds the results so far.
/// With options.resumes a complete part is kept. Throws as run_scenario does.
PartDone run_part(const ScenarioFile& file, const RunOptions& options, const EnsembleWork& work);

/// Writes the results of an ensemble from its parts, given as NAME.part or NAME; of the options, base and
/// is_forced are used. Throws RefusedResult if a run is in no part or in two, or if a part belongs to another
/// scenario or version, is incomplete or is damaged; and as run_scenario does.
Summary merge_parts(const std::vector<std::string>& parts, const RunOptions& options);

}  // namespace polhode::app
