// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// From the journal of a finished run, or from several that are parts of it, to its result files.

#include <cstdint>
#include <optional>
#include <vector>

#include "exit_code.hpp"
#include "result/summary.hpp"
#include "run/journal.hpp"
#include "run/progress.hpp"
#include "run/result_places.hpp"
#include "run/run.hpp"
#include "run/run_reader.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

/// Of an ensemble, no run has a result.
struct AllRunsFailed : RefusedScenario {
  using RefusedScenario::RefusedScenario;
};

/// Writes the files and puts them in place, from what `runs` reads. `first` is the scenario of the first run, none where that one is
/// refused. A summary's events beyond the first hundred stand in a table of their own. Which files get their
/// names is noted in the journal before they do.
Summary write_results(Journal& journal, RunReader& runs, const ScenarioFile& file,
                      const std::optional<Scenario>& first, const RunOptions& options,
                      const ResultPlaces& places, RunProgress& progress);

/// The columns of an ensemble's table: the run, its last state, how it went, what was drawn for it and, of free
/// bodies, its periods.
std::vector<Column> columns_of_runs(const std::vector<Column>& of_state, const Scenario& scenario);

}  // namespace polhode::app
