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

#include "run/journal_index.hpp"
#include "run/resume.hpp"
#include "run/run.hpp"
#include "run/runs.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

/// Computes these runs and writes their records to the sink, with the number of the session after
/// `last_session`. A run whose scenario is refused has failed; the others continue. `note_done` is called by
/// any thread when a run has ended. Throws what run_scenario does.
void compute_runs(const ScenarioFile& file, const RunOptions& options, const std::vector<RunRange>& runs,
                  std::uint64_t last_session, RecordSink& sink, const std::function<void()>& note_done);

/// Shows progress when a run has ended, and syncs the journal to the disk now and then.
class EnsembleProgress {
 public:
  /// `done` runs have already ended.
  EnsembleProgress(JournaledRun& run, std::uint64_t done);
  /// May be called by many threads.
  void note_done(std::uint64_t runs = 1);

 private:
  const double seconds_between_syncs_;
  JournaledRun& run_;
  std::uint64_t done_;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point last_sync_ = std::chrono::steady_clock::now();
};

/// Computes the runs that have not ended in the journal, and writes their records to it.
void run_ensemble(JournaledRun& run, const JournalIndex& index);

}  // namespace polhode::app
