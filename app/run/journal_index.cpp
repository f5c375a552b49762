// SPDX-License-Identifier: MIT
#include "run/journal_index.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exit_code.hpp"

namespace polhode::app {
namespace {

constexpr std::uint32_t bytes_of_owner = sizeof(std::uint64_t) * 2, bytes_of_row = sizeof(RawRow);

class Indexing {
 public:
  Indexing(const Journal& journal, const JournalShape& shape) : journal_(journal), shape_(shape) {
    index_.ends.resize(static_cast<std::size_t>(shape.runs));
    index_.sessions.resize(static_cast<std::size_t>(shape.runs));
  }

  JournalIndex run() {
    index_.scanned = journal_.scan([this](RecordKind kind, const Journal::Place& place,
                                          std::string_view payload) { take(kind, place, payload); });
    const auto by_run = [](const JournalIndex::Entry& a, const JournalIndex::Entry& b) {
      return a.run < b.run;
    };
    std::stable_sort(index_.rows.begin(), index_.rows.end(), by_run);
    std::stable_sort(index_.events.begin(), index_.events.end(), by_run);
    check_counts();
    return std::move(index_);
  }

 private:
  void take(RecordKind kind, const Journal::Place& place, std::string_view payload) {
    switch (kind) {
      case RecordKind::rows: {
        // Of a long journal only the owner is read.
        const RecordOwner owner = known(record_owner(payload));
        if (!rows_in(place)) refuse_journal(journal_);
        index_.rows.push_back({owner, place});
        return;
      }
      case RecordKind::event: {
        const EventRecord event = needed(event_record(payload), journal_);
        if (shape_.events && event.event >= *shape_.events) refuse_journal(journal_);
        index_.events.push_back({known(std::optional<RecordOwner>(event)), place});
        return;
      }
      case RecordKind::checkpoint:
        if (!checkpoint_record(payload)) refuse_journal(journal_);
        index_.checkpoint = place;
        index_.checkpoint_end = Journal::end_of(place);
        return;
      case RecordKind::end: {
        const EndRecord end = needed(end_record(payload), journal_);
        known(std::optional<RecordOwner>(end));
        if (index_.ends[end.run].size != 0) refuse_journal(journal_);
        ++index_.ended;
        index_.ends[end.run] = place;
        index_.sessions[end.run] = end.session;
        return;
      }
      case RecordKind::placed:
        for (const auto& file : needed(placed_record(payload), journal_).files)
          index_.placed.push_back({static_cast<dev_t>(file.device), static_cast<ino_t>(file.inode)});
        return;
      case RecordKind::header:
        break;
    }
    refuse_journal(journal_);
  }

  /// An owner that the scenario has.
  RecordOwner known(const std::optional<RecordOwner>& owner) {
    if (!owner || owner->run >= shape_.runs) refuse_journal(journal_);
    index_.last_session = std::max(index_.last_session, owner->session);
    return *owner;
  }

  /// Each run that has ended says how much it has written.
  void check_counts() const {
    auto rows = index_.rows.begin(), events = index_.events.begin();
    for (std::uint64_t run = 0; run < shape_.runs; ++run) {
      std::uint64_t row_count = 0, event_count = 0;
      for (; rows != index_.rows.end() && rows->run == run; ++rows)
        if (rows->session == index_.sessions[run]) row_count += *rows_in(rows->place);
      for (; events != index_.events.end() && events->run == run; ++events)
        if (events->session == index_.sessions[run]) ++event_count;
      if (index_.ends[run].size == 0) continue;
      const EndRecord end = needed(end_record(journal_.read(index_.ends[run])), journal_);
      const bool fits = end.events == event_count &&
                        (end.rows == row_count || (!shape_.keeps_all_states && row_count == 0));
      if (end.failure.empty() && !fits) refuse_journal(journal_);
    }
  }

  const Journal& journal_;
  const JournalShape& shape_;
  JournalIndex index_;
};

}  // namespace

std::optional<std::uint64_t> rows_in(const Journal::Place& place) noexcept {
  if (place.size <= bytes_of_owner || (place.size - bytes_of_owner) % bytes_of_row != 0) return std::nullopt;
  return (place.size - bytes_of_owner) / bytes_of_row;
}

JournalIndex index_of(const Journal& journal, const JournalShape& shape) {
  return Indexing(journal, shape).run();
}

void refuse_journal(const Journal& journal) {
  throw FileError(
      fmt::format("cannot use {}: what stands in it was not written by this run. Keep it elsewhere if it is "
                  "needed, and begin again with --restart",
                  journal.path()));
}

}  // namespace polhode::app
