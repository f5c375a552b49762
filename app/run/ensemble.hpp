// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The runs of an ensemble, shared among threads.

#include "run/conversion.hpp"
#include "run/journal.hpp"
#include "run/progress.hpp"
#include "run/run.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

/// Does the runs that have not ended in the journal, each by itself, and writes their ends to it. A run whose scenario is refused has failed; the
/// others go on. Throws what run_scenario does.
void run_ensemble(const ScenarioFile& file, const RunOptions& options, const JournalIndex& index,
                  Journal& journal, RunProgress& progress);

}  // namespace polhode::app
