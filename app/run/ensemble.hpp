// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The runs of an ensemble, computed by the library's driver in threads and written to the journal.
///
/// Convention. A run's numbers depend on the scenario alone: not on threads, other runs, the process that
///             computes it or earlier sessions.
/// Memory.     Of the runs that are being computed only, however many there are in all.

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "console/progress_line.hpp"
#include "run/journal.hpp"
#include "run/journal_index.hpp"
#include "run/run.hpp"
#include "run/runs.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

/// Computes these runs and writes their records to the sink, with the number of the session after
/// `last_session`. A run whose scenario is refused has failed; the others go on. `note_done` is called when a
/// run has ended, by any thread. Throws what run_scenario does.
void compute_runs(const ScenarioFile& file, const RunOptions& options, const std::vector<RunRange>& runs,
                  std::uint64_t last_session, RecordSink& sink, const std::function<void()>& note_done);

/// Shows progress when a run has ended, and syncs the journal to the disk now and then.
class EnsembleProgress {
 public:
  /// `done` of the runs `all` have ended already.
  EnsembleProgress(const RunOptions& options, const RunRange& all, std::uint64_t done, Journal& journal,
                   ProgressLine& progress);
  /// May be called by many threads.
  void note_done(std::uint64_t runs = 1);

 private:
  const double seconds_between_syncs_;
  const std::uint64_t all_;
  std::uint64_t done_;
  Journal& journal_;
  ProgressLine& progress_;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point last_sync_ = std::chrono::steady_clock::now();
};

/// Computes the runs that have not ended in the journal, and writes their ends to it.
void run_ensemble(const ScenarioFile& file, const RunOptions& options, const JournalIndex& index,
                  Journal& journal, ProgressLine& progress);

}  // namespace polhode::app
