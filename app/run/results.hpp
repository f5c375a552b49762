// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Writes the result files from the journal of a finished run, or from its parts.

#include <cstdint>
#include <optional>
#include <vector>

#include "console/progress_line.hpp"
#include "exit_code.hpp"
#include "result/summary.hpp"
#include "run/journal.hpp"
#include "run/result_places.hpp"
#include "run/run.hpp"
#include "run/run_reader.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

/// No run of an ensemble has a result.
struct AllRunsFailed : RefusedScenario {
  using RefusedScenario::RefusedScenario;
};

/// Writes the files from what `runs` reads. `first` is the scenario of the first run, none if that is
/// refused. Events beyond the first hundred are written to a table of their own. The files are noted in the
/// journal before they get their names.
Summary write_results(Journal& journal, RunReader& runs, const ScenarioFile& file,
                      const std::optional<Scenario>& first, const RunOptions& options,
                      const ResultPlaces& places, ProgressLine& progress);

/// The columns of an ensemble's table: the run, its last state, its report, the drawn values and, of free
/// bodies, its periods.
std::vector<Column> columns_of_runs(const std::vector<Column>& of_state, const Scenario& scenario);

}  // namespace polhode::app
