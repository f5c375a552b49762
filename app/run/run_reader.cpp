// SPDX-License-Identifier: MIT
#include "run/run_reader.hpp"

#include <algorithm>
#include <utility>

#include "files/interrupt.hpp"

namespace polhode::app {
namespace {

constexpr std::uint64_t most_runs_of_window = 1 << 16;
constexpr std::size_t longest_kept_payload = 1 << 12, bytes_of_an_entry = 128;

}  // namespace

RunReader::RunReader(std::vector<RunSource> sources, bool keeps_all_states, std::size_t most_bytes)
    : sources_(std::move(sources)), keeps_all_states_(keeps_all_states), most_bytes_(most_bytes) {}

const RunSource& RunReader::source_of(std::uint64_t run) const {
  return *std::prev(std::upper_bound(sources_.begin(), sources_.end(), run,
                                     [](std::uint64_t r, const RunSource& s) { return r < s.runs.first; }));
}

const Journal& RunReader::opened(const RunSource& source) {
  if (source.open) return *source.open;
  if (opened_source_ != &source) {
    opened_source_ = nullptr;
    opened_ = std::make_unique<Journal>(source.path, Journal::Use::reading);
    if (opened_->found() != Journal::Found::journal) refuse_journal(*opened_);
    opened_source_ = &source;
  }
  return *opened_;
}

const Journal& RunReader::journal_of(std::uint64_t run) { return opened(source_of(run)); }

/// A window that follows the previous one may be twice as large; elsewhere it has one run.
void RunReader::load(std::uint64_t run) {
  const std::uint64_t size =
      run == window_.last ? std::clamp<std::uint64_t>(2 * window_.size(), 1, most_runs_of_window) : 1;
  window_ = {run, std::min(run + size, source_of(run).runs.last)};
  runs_.clear();
  runs_.resize(static_cast<std::size_t>(window_.size()));
  read_window();
  for (std::uint64_t each = window_.first; each < window_.last; ++each) check(each);
}

void RunReader::read_window() {
  const RunSource& source = source_of(window_.first);
  const Journal& journal = opened(source);
  std::size_t bytes = 0;
  /// If there is too much, the window becomes smaller, in the end one run without its records.
  const auto make_room = [&] {
    while (bytes > most_bytes_ && window_.size() > 1) {
      window_.last = window_.first + window_.size() / 2;
      runs_.resize(static_cast<std::size_t>(window_.size()));
      bytes = 0;
      for (const HeldRun& run : runs_) {
        bytes += run.end.size();
        for (const Held& record : run.records) bytes += record.payload.size() + bytes_of_an_entry;
      }
    }
    if (bytes <= most_bytes_) return;
    runs_.front().records = {};
    runs_.front().is_held = false;
    bytes = 0;
  };
  for (const JournalIndex::Stretch& stretch : source.stretches) {
    if (stretch.runs.first >= window_.last || stretch.runs.last <= window_.first) continue;
    stop_if_interrupted();
    const Journal::Scanned scanned = journal.scan(
        stretch.begin, stretch.end,
        [&](RecordKind kind, const Journal::Place& place, std::string_view payload) {
          if (kind != RecordKind::rows && kind != RecordKind::event && kind != RecordKind::end) return;
          const RecordOwner owner = needed(record_owner(payload), journal);
          if (!window_.contains(owner.run)) return;
          HeldRun& run = held(owner.run);
          if (kind == RecordKind::end) {
            run.end = payload;
            run.session = owner.session;
            bytes += payload.size();
          } else if (run.is_held) {
            const bool is_kept = payload.size() <= longest_kept_payload;
            run.records.push_back({kind, owner.session, place, std::string(is_kept ? payload : "")});
            bytes += bytes_of_an_entry + run.records.back().payload.size();
          }
          make_room();
        });
    if (scanned.how != Journal::End::whole) refuse_journal(journal);
  }
}

RunReader::HeldRun& RunReader::held(std::uint64_t run) {
  return runs_[static_cast<std::size_t>(run - window_.first)];
}

/// The end of a run has the numbers of its records.
void RunReader::check(std::uint64_t run) {
  const Journal& journal = journal_of(run);
  if (held(run).end.empty()) refuse_journal(journal);
  std::uint64_t rows = 0, events = 0;
  const EndRecord end = needed(from_bytes<EndRecord>(held(run).end), journal);
  const auto count = [&](RecordKind kind, const Journal::Place& place) {
    if (kind == RecordKind::rows) rows += rows_in(place).value_or(0);
    if (kind == RecordKind::event) ++events;
  };
  if (held(run).is_held) {
    for (const Held& record : held(run).records)
      if (record.session == end.session) count(record.kind, record.place);
  } else {
    const auto add_rows = [&](std::string_view payload) {
      rows += rows_in({0, static_cast<std::uint32_t>(payload.size())}).value_or(0);
    };
    for_each(run, RecordKind::rows, add_rows);
    for_each(run, RecordKind::event, [&](std::string_view) { ++events; });
  }
  const bool fits = end.events == events && (end.rows == rows || (!keeps_all_states_ && rows == 0));
  if (end.failure.empty() && !fits) refuse_journal(journal);
}

EndRecord RunReader::end(std::uint64_t run) {
  if (!window_.contains(run)) load(run);
  return needed(from_bytes<EndRecord>(held(run).end), journal_of(run));
}

void RunReader::for_each(std::uint64_t run, RecordKind kind,
                         const std::function<void(std::string_view)>& use) {
  if (!window_.contains(run)) load(run);
  const RunSource& source = source_of(run);
  const Journal& journal = opened(source);
  const HeldRun& one = held(run);
  if (one.is_held) {
    for (const Held& record : one.records)
      if (record.kind == kind && record.session == one.session)
        use(record.payload.empty() ? journal.read(record.place) : record.payload);
    return;
  }
  for (const JournalIndex::Stretch& stretch : source.stretches) {
    if (!stretch.runs.contains(run)) continue;
    journal.scan(stretch.begin, stretch.end,
                 [&](RecordKind found, const Journal::Place&, std::string_view payload) {
                   if (found != kind) return;
                   const RecordOwner owner = needed(record_owner(payload), journal);
                   if (owner.run == run && owner.session == one.session) use(payload);
                 });
  }
}

void RunReader::for_each_rows(std::uint64_t run, const std::function<void(const RowsRecord&)>& use) {
  for_each(run, RecordKind::rows, [&](std::string_view payload) {
    stop_if_interrupted();
    use(needed(from_bytes<RowsRecord>(payload), journal_of(run)));
  });
}

void RunReader::for_each_event(std::uint64_t run, const std::function<void(const EventRecord&)>& use) {
  for_each(run, RecordKind::event,
           [&](std::string_view payload) { use(needed(from_bytes<EventRecord>(payload), journal_of(run))); });
}

}  // namespace polhode::app
