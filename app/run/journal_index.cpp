// SPDX-License-Identifier: MIT
#include "run/journal_index.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exit_code.hpp"

namespace polhode::app {
namespace {

constexpr std::uint32_t bytes_of_owner = sizeof(std::uint64_t) * 2, bytes_of_row = sizeof(RawRow);
constexpr std::uint64_t bytes_of_stretch = std::uint64_t{1} << 20;

}  // namespace

std::optional<std::uint64_t> rows_in(const Journal::Place& place) noexcept {
  if (place.size <= bytes_of_owner || (place.size - bytes_of_owner) % bytes_of_row != 0) return std::nullopt;
  return (place.size - bytes_of_owner) / bytes_of_row;
}

JournalIndex index_of(const Journal& journal, const JournalShape& shape) {
  JournalIndex index;
  std::uint64_t rows = 0, events = 0;
  Journal::Place last_rows;
  const auto require = [&](bool is_possible) {
    if (!is_possible) refuse_journal(journal);
  };
  /// Notes the owner of a record, which must be a run of the scenario, and its place.
  const auto note = [&](const RecordOwner& owner, const Journal::Place& place) {
    require(shape.runs.contains(owner.run));
    index.last_session = std::max(index.last_session, owner.session);
    const std::uint64_t begin = Journal::begin_of(place);
    auto& all = index.stretches;
    if (all.empty() || begin - all.back().begin >= bytes_of_stretch)
      all.push_back({begin, begin, {owner.run, owner.run + 1}});
    all.back().end = Journal::end_of(place);
    all.back().runs.first = std::min(all.back().runs.first, owner.run);
    all.back().runs.last = std::max(all.back().runs.last, owner.run + 1);
  };
  const auto take = [&](RecordKind kind, const Journal::Place& place, std::string_view payload) {
    switch (kind) {
      case RecordKind::rows:
        // Only the owner is read, since journals are long.
        note(needed(record_owner(payload), journal), place);
        rows += needed(rows_in(place), journal);
        last_rows = place;
        return;
      case RecordKind::event: {
        const EventRecord event = needed(from_bytes<EventRecord>(payload), journal);
        require(!shape.events || event.event < *shape.events);
        note(event, place);
        ++events;
        return;
      }
      case RecordKind::checkpoint:
        require(checkpoint_record(payload).has_value());
        index.checkpoint = place;
        index.rows_at_checkpoint = rows;
        index.events_at_checkpoint = events;
        index.rows_before_checkpoint = last_rows;
        return;
      case RecordKind::end: {
        const EndRecord end = needed(from_bytes<EndRecord>(payload), journal);
        note(end, place);
        require(index.ended.add(end.run));
        if (const std::string why = failure_of(end); !why.empty() && ++index.failed == 1)
          index.first_failure = fmt::format("run {} failed: {}", end.run, why);
        return;
      }
      case RecordKind::placed: {
        const PlacedRecord placed = needed(from_bytes<PlacedRecord>(payload), journal);
        index.placed.insert(index.placed.end(), placed.files.begin(), placed.files.end());
        return;
      }
      case RecordKind::header:
        break;
    }
    refuse_journal(journal);
  };
  index.scanned = journal.scan(take);
  return index;
}

void refuse_journal(const Journal& journal) {
  throw FileError(
      fmt::format("cannot use {}: its content was not written by this run. Move it away if it is "
                  "needed, and begin again with --restart",
                  journal.path()));
}

}  // namespace polhode::app
