// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Runs a scenario: first into a journal, then from the journal into files, which get their names when all of
/// them are complete.
///
/// Method.     The journal NAME.journal takes raw states, events and checkpoints (journal.hpp); each run of
///             an ensemble that is finished is in it as well. At the end it is turned into the table, the
///             events and the summary, and removed. A run that was killed, or found the disk full, is taken
///             up from its last good checkpoint: the library's checkpoints make that the same run to the last
///             bit, and everything in the files comes from the journal.
/// Threads.    Runs of an ensemble are shared among threads and written in order of their number: the files
///             do not depend on how many there are.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "result/summary.hpp"
#include "run/runs.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

class Journal;
class RunProgress;
struct JournalIndex;

struct RunOptions {
  std::string base;                ///< path and name of the results without extension
  bool resumes = false;            ///< goes on with a journal that exists
  bool restarts = false;           ///< discards a journal that exists
  bool is_forced = false;          ///< replaces files that no run of this scenario has written
  bool trajectories = false;       ///< of an ensemble
  std::optional<RunRange> runs{};  ///< of an ensemble: these alone, which make a part (part.hpp)
  int threads = 0;                 ///< of an ensemble; 0: as many as there are
  double seconds_between_checkpoints = 10;
};

/// The runs that are asked for.
RunRange runs_of(const ScenarioFile& file, const RunOptions& options) noexcept;

/// Computes the runs that the index of the journal does not have, into the journal: run_ensemble, or the
/// function that shares the runs among processes.
using EnsembleWork = std::function<void(const ScenarioFile& file, const RunOptions& options,
                                        const JournalIndex& index, Journal& journal, RunProgress& progress)>;

/// Runs and writes; returns what was written. Throws FileError, RefusedScenario, InvalidInput, Interrupted.
Summary run_scenario(const ScenarioFile& file, const RunOptions& options, const EnsembleWork& work);
Summary run_scenario(const ScenarioFile& file, const RunOptions& options);

/// What a person wants to see at the end, some lines.
std::string summary_text(const Summary& summary, const std::string& base);

}  // namespace polhode::app
