// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Continuing a run from the journal of an earlier one, and what is kept when a run ends early.

#include <functional>
#include <optional>
#include <string>

#include "run/identity.hpp"
#include "run/journal.hpp"
#include "run/journal_index.hpp"
#include "run/progress.hpp"
#include "run/run.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

/// The scenario of the first run, which is made once for all that need it; none where an ensemble's first run
/// is refused.
std::optional<Scenario> first_scenario(const ScenarioFile& file);

/// The command by which a run goes on.
std::string how_to_resume(const ScenarioFile& file, const RunOptions& options);

/// What a journal holds from which the run can be continued; none where the run begins at its start. Refuses
/// a file that is no journal, one of another run, one that is damaged, and any journal without --resume.
std::optional<JournalIndex> index_to_resume(const Journal& journal, const JournalIdentity& ours,
                                            const JournalShape& shape, const ScenarioFile& file,
                                            const RunOptions& options, RunProgress& progress);

/// Runs `work`; the journal is kept if it can be continued, however that ends. A journal that this process
/// has begun and that holds nothing is removed.
void run_keeping_journal(Journal& journal, bool is_begun_here, const ScenarioFile& file,
                         const RunOptions& options, RunProgress& progress, const std::function<void()>& work);

}  // namespace polhode::app
