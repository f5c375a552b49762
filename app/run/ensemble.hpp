// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The runs of an ensemble, shared among threads.
///
/// Method.     Free bodies, and bodies under a torque that is the same for all, in given steps go side by side, some hundred at once
///             (run/motion.hpp), where their times, steps and methods are those of the first run; all others each by itself.
///             Which way a run goes, and its numbers, depend on nothing but the scenario: not on threads, on its neighbours or on
///             what an earlier session has done.

#include "run/conversion.hpp"
#include "run/journal.hpp"
#include "run/progress.hpp"
#include "run/run.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

/// Does the runs that have not ended in the journal, and writes their ends to it. A run whose scenario is refused has failed; the
/// others go on. Throws what run_scenario does.
void run_ensemble(const ScenarioFile& file, const RunOptions& options, const JournalIndex& index,
                  Journal& journal, RunProgress& progress);

}  // namespace polhode::app
