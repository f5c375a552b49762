// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Runs a scenario: computes into a journal, then writes the result files from it, which get their names when
/// all of them are complete.
///
/// Method.     NAME.journal takes raw states, events, checkpoints and the end of each run (journal.hpp). At
///             the end the table, the events and the summary are written from it, and it is removed. A run
///             that was killed, or stopped by a full disk, is continued from its last valid checkpoint, bit
///             for bit.
/// Threads.    Runs of an ensemble are shared among threads and written in order of their number: the files
///             do not depend on the number of threads.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "result/summary.hpp"
#include "run/runs.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

class JournaledRun;
struct JournalIndex;

struct RunOptions {
  std::string base;                ///< path and name of the results without extension
  bool resumes = false;            ///< continues from an existing journal
  bool restarts = false;           ///< discards an existing journal
  bool is_forced = false;          ///< overwrites files that no run of this scenario has written
  bool trajectories = false;       ///< of an ensemble
  std::optional<RunRange> runs{};  ///< of an ensemble: only these, as a part (part.hpp)
  int threads = 0;                 ///< of an ensemble; 0: all cores
  double seconds_between_checkpoints = 10;
};

/// The runs to be computed.
RunRange runs_of(const ScenarioFile& file, const RunOptions& options) noexcept;

/// Computes the runs that have not ended in the journal: run_ensemble, or a function that shares them among
/// processes.
using EnsembleWork = std::function<void(JournaledRun& run, const JournalIndex& index)>;

/// Runs and writes; returns what was written. Throws FileError, RefusedScenario, InvalidInput, Interrupted.
Summary run_scenario(const ScenarioFile& file, const RunOptions& options, const EnsembleWork& work);

/// Some lines about the result for the terminal.
std::string summary_text(const Summary& summary, const std::string& base);

}  // namespace polhode::app
