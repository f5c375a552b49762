// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// An index of a journal: which runs have ended in it, and which stretches of it hold the records of a run.
///
/// Memory.     Some 40 bytes for each stretch of a MiB, and that of a RunSet: independent of the number of
///             runs.

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
  std::optional<std::size_t> events{};  ///< number of kinds in the scenario, if that is known
};

struct JournalIndex {
  /// Complete records, from the end of one to the end of another, and the range of their runs.
  struct Stretch {
    std::uint64_t begin = 0, end = 0;
    RunRange runs{};
  };
  std::vector<Stretch> stretches;
  RunSet ended;
  std::uint64_t failed = 0;   ///< of these
  std::string first_failure;  ///< in the order of writing, with the number of its run
  std::uint64_t last_session = 0;
  Journal::Scanned scanned;   ///< where the valid part ends, and how
  Journal::Place checkpoint;  ///< the last one; of size 0 if there is none
  /// Before the checkpoint: numbers of rows and events, and the last record of rows.
  std::uint64_t rows_at_checkpoint = 0, events_at_checkpoint = 0;
  Journal::Place rows_before_checkpoint;
  std::vector<FileId> placed;  ///< results that were about to get their names

  /// Whether a run could be continued from it.
  bool is_worth_keeping() const noexcept { return ended.size() > 0 || checkpoint.size > 0; }
};

/// The number of rows in a record of that size; none if there is no such size.
std::optional<std::uint64_t> rows_in(const Journal::Place& place) noexcept;

/// Throws FileError if a record is not one that this program writes, or belongs to a run or an event that the
/// scenario does not have. RunReader checks that the records of a run fit each other.
JournalIndex index_of(const Journal& journal, const JournalShape& shape);

/// Throws FileError: the journal has records that a run cannot have written.
[[noreturn]] void refuse_journal(const Journal& journal);

/// A record that was read; the journal is refused if there is none.
template <class T>
T needed(std::optional<T> record, const Journal& journal) {
  if (!record) refuse_journal(journal);
  return *std::move(record);
}

}  // namespace polhode::app
