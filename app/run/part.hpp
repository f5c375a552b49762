// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Parts of an ensemble, each computed without the others, and the results that are made from all of them.
///
/// Convention. NAME.part is a journal in which all of its runs have ended. Its header says to which ensemble
///             they belong (identity.hpp) and which they are.
/// Method.     The results of the whole are written from the parts as they are from one journal
///             (results.hpp), so that they are the same bytes.

#include <cstdint>
#include <string>
#include <vector>

#include "result/summary.hpp"
#include "run/run.hpp"
#include "run/runs.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

/// What run_part has done.
struct PartDone {
  std::string path;
  RunRange runs{};
  std::uint64_t of = 0;      ///< runs of the ensemble
  std::uint64_t failed = 0;  ///< of those of the part
  std::string first_failure{};
  bool was_there = false;  ///< complete already
};

/// Computes options.runs of an ensemble into the part NAME.part; NAME.journal holds what is done until then.
/// With options.resumes a part that is complete stays. Throws as run_scenario does.
PartDone run_part(const ScenarioFile& file, const RunOptions& options, const EnsembleWork& work);

/// Writes the results of an ensemble from its parts, by the paths of NAME.part or NAME alone; of the options
/// base and is_forced count. Throws RefusedResult where a run is in no part or in two, or a part is of
/// another scenario or version, is not complete or is damaged; and as run_scenario does.
Summary merge_parts(const std::vector<std::string>& parts, const RunOptions& options);

}  // namespace polhode::app
