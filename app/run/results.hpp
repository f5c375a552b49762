// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// From the journal of a finished run to its result files.

#include <cstdint>
#include <optional>
#include <vector>

#include "result/summary.hpp"
#include "run/journal.hpp"
#include "run/progress.hpp"
#include "run/run.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

/// Where things stand in a journal.
struct JournalIndex {
  struct Entry : RecordOwner {
    Journal::Place place;
  };
  std::vector<Journal::Place> ends;     ///< by the number of the run; a size of 0 where it has not ended
  std::vector<std::uint64_t> sessions;  ///< in which it has
  std::vector<Entry> rows, events;      ///< in the order of the runs, then of writing
  std::uint64_t ended = 0;              ///< runs
  std::uint64_t last_session = 0;
  std::uint64_t end = 0;             ///< of the good part
  Journal::Place checkpoint;         ///< the last one; a size of 0 where there is none
  std::uint64_t checkpoint_end = 0;  ///< where it ends in the file
};

/// Of a journal of so many runs. What cannot be understood ends it.
JournalIndex index_of(const Journal& journal, std::uint64_t runs);

/// Writes the files and puts them in place. `first` is the scenario of the first run, none where that one is
/// refused. A summary's events beyond the first hundred stand in a table of their own.
Summary write_results(const Journal& journal, const JournalIndex& index, const ScenarioFile& file,
                      const std::optional<Scenario>& first, const RunOptions& options, RunProgress& progress);

/// The columns of an ensemble's table: the run, its last state, how it went, what was drawn for it and, of free
/// bodies, its periods.
std::vector<Column> columns_of_runs(const std::vector<Column>& of_state, const Scenario& scenario);

/// Removes what earlier runs that were killed have left beside the results.
void remove_leftovers(const std::string& base);

}  // namespace polhode::app
