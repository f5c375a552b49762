// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What a journal holds: which runs have ended in it, and in which stretch of it a run has its records.
///
/// Memory.     Some 40 bytes for each stretch of a MiB, and what a RunSet takes: the number of runs does not
///             matter.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "files/claim.hpp"
#include "run/journal.hpp"
#include "run/runs.hpp"

namespace polhode::app {

/// What a journal may hold.
struct JournalShape {
  RunRange runs{};
  std::optional<std::size_t> events{};  ///< how many kinds the scenario watches for, where that is known
};

struct JournalIndex {
  /// Whole records, from the end of one to the end of another, and the runs to which they belong.
  struct Stretch {
    std::uint64_t begin = 0, end = 0;
    RunRange runs{};
  };
  std::vector<Stretch> stretches;
  RunSet ended;
  std::uint64_t failed = 0;   ///< of these
  std::string first_failure;  ///< in the order of writing, with the number of its run
  std::uint64_t last_session = 0;
  Journal::Scanned scanned;          ///< where the good part ends, and how
  Journal::Place checkpoint;         ///< the last one; a size of 0 where there is none
  std::uint64_t checkpoint_end = 0;  ///< where it ends in the file
  /// What stands before the checkpoint: how many rows and events, and the last record of rows.
  std::uint64_t rows_at_checkpoint = 0, events_at_checkpoint = 0;
  Journal::Place rows_before_checkpoint;
  std::vector<FileId> placed;  ///< results that were about to get their names

  /// Whether there is anything that a run could go on with.
  bool is_worth_keeping() const noexcept { return ended.size() > 0 || checkpoint.size > 0; }
};

/// How many rows a record of that size holds; none where it is no such size.
std::optional<std::uint64_t> rows_in(const Journal::Place& place) noexcept;

/// Throws FileError where a record is none that this program writes, or is of a run or an event that the
/// scenario has not. That the records of a run fit each other is checked where they are read
/// (run_reader.hpp).
JournalIndex index_of(const Journal& journal, const JournalShape& shape);

/// Throws FileError, which says that the content of a journal is not possible.
[[noreturn]] void refuse_journal(const Journal& journal);

/// What was read from a record of the journal, which is refused where there is nothing.
template <class T>
T needed(std::optional<T> record, const Journal& journal) {
  if (!record) refuse_journal(journal);
  return *std::move(record);
}

}  // namespace polhode::app
