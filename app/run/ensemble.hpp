// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The runs of an ensemble, computed by the library's driver in threads and written to the journal.
///
/// Convention. A run's numbers depend on the scenario alone: not on threads, on other runs or on what an earlier
///             session has done.

#include "run/journal.hpp"
#include "run/journal_index.hpp"
#include "run/progress.hpp"
#include "run/run.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

/// Computes the runs that have not ended in the journal, and writes their ends to it. A run whose scenario is
/// refused has failed; the others go on. Throws what run_scenario does.
void run_ensemble(const ScenarioFile& file, const RunOptions& options, const JournalIndex& index,
                  Journal& journal, RunProgress& progress);

}  // namespace polhode::app
