// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Where things stand in a journal, and whether they fit together.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "files/claim.hpp"
#include "run/journal.hpp"

namespace polhode::app {

/// What a journal may hold.
struct JournalShape {
  std::uint64_t runs = 1;
  std::optional<std::size_t> events{};  ///< how many kinds the scenario watches for, where that is known
  bool keeps_all_states = true;         ///< or of each run the last one
};

struct JournalIndex {
  struct Entry : RecordOwner {
    Journal::Place place;
  };
  std::vector<Journal::Place> ends;     ///< by the number of the run; a size of 0 where it has not ended
  std::vector<std::uint64_t> sessions;  ///< in which it has
  std::vector<Entry> rows, events;      ///< in the order of the runs, then of writing
  std::uint64_t ended = 0;              ///< runs
  std::uint64_t last_session = 0;
  Journal::Scanned scanned;          ///< where the good part ends, and how
  Journal::Place checkpoint;         ///< the last one; a size of 0 where there is none
  std::uint64_t checkpoint_end = 0;  ///< where it ends in the file
  std::vector<FileId> placed;        ///< results that were about to get their names

  /// Whether there is anything that a run could go on with.
  bool is_worth_keeping() const noexcept { return ended > 0 || checkpoint.size > 0; }
};

/// How many rows a record of that size holds; none where it is no such size.
std::optional<std::uint64_t> rows_in(const Journal::Place& place) noexcept;

/// Throws FileError where a record is none that this program writes, or does not fit the others: a run or an
/// event that the scenario has not, numbers of rows and events that are not those that were counted.
JournalIndex index_of(const Journal& journal, const JournalShape& shape);

/// Says that what stands in a journal cannot be, and throws FileError.
[[noreturn]] void refuse_journal(const Journal& journal);

/// What was read from a record of the journal, which is refused where there is nothing.
template <class T>
T needed(std::optional<T> record, const Journal& journal) {
  if (!record) refuse_journal(journal);
  return *std::move(record);
}

}  // namespace polhode::app
