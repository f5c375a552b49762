// SPDX-License-Identifier: MIT
#include "run/journal_index.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exit_code.hpp"

namespace polhode::app {
namespace {

constexpr std::uint32_t bytes_of_owner = sizeof(std::uint64_t) * 2, bytes_of_row = sizeof(RawRow);
constexpr std::uint64_t bytes_of_stretch = std::uint64_t{1} << 20;

class Indexing {
 public:
  Indexing(const Journal& journal, const JournalShape& shape) : journal_(journal), shape_(shape) {}

  JournalIndex run() {
    index_.scanned = journal_.scan([this](RecordKind kind, const Journal::Place& place,
                                          std::string_view payload) { take(kind, place, payload); });
    return std::move(index_);
  }

 private:
  void take(RecordKind kind, const Journal::Place& place, std::string_view payload) {
    switch (kind) {
      case RecordKind::rows: {
        // Of a long journal only the owner is read.
        note(record_owner(payload), place);
        const auto count = rows_in(place);
        if (!count) refuse_journal(journal_);
        rows_ += *count;
        last_rows_ = place;
        return;
      }
      case RecordKind::event: {
        const EventRecord event = needed(event_record(payload), journal_);
        if (shape_.events && event.event >= *shape_.events) refuse_journal(journal_);
        note(event, place);
        ++events_;
        return;
      }
      case RecordKind::checkpoint:
        if (!checkpoint_record(payload)) refuse_journal(journal_);
        index_.checkpoint = place;
        index_.checkpoint_end = Journal::end_of(place);
        index_.rows_at_checkpoint = rows_;
        index_.events_at_checkpoint = events_;
        index_.rows_before_checkpoint = last_rows_;
        return;
      case RecordKind::end: {
        const EndRecord end = needed(end_record(payload), journal_);
        note(end, place);
        if (!index_.ended.add(end.run)) refuse_journal(journal_);
        if (const std::string why = failure_of(end); !why.empty() && ++index_.failed == 1)
          index_.first_failure = fmt::format("run {} failed: {}", end.run, why);
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

  /// An owner that the scenario has, and where its record stands.
  void note(const std::optional<RecordOwner>& owner, const Journal::Place& place) {
    if (!owner || !shape_.runs.contains(owner->run)) refuse_journal(journal_);
    index_.last_session = std::max(index_.last_session, owner->session);
    const std::uint64_t begin = Journal::begin_of(place), end = Journal::end_of(place);
    auto& all = index_.stretches;
    if (all.empty() || begin - all.back().begin >= bytes_of_stretch)
      all.push_back({begin, end, {owner->run, owner->run + 1}});
    all.back().end = end;
    all.back().runs.first = std::min(all.back().runs.first, owner->run);
    all.back().runs.last = std::max(all.back().runs.last, owner->run + 1);
  }

  const Journal& journal_;
  const JournalShape& shape_;
  JournalIndex index_;
  std::uint64_t rows_ = 0, events_ = 0;
  Journal::Place last_rows_;
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
