// SPDX-License-Identifier: MIT
#include "run/record.hpp"

#include <fmt/format.h>

#include <polhode/core/error.hpp>
#include <type_traits>

#include "core/bytes.hpp"
#include "result/summary.hpp"

namespace polhode::app {
namespace {

// One list of fields for both directions; T is const where they are written.

template <class A, class T>
void state_fields(A& a, T& s) {
  a(s.attitude.w());
  for (int i = 0; i < 3; ++i) a(s.attitude.vec()(i));
  for (int i = 0; i < 3; ++i) a(s.momentum(i));
}

template <class A, class T>
void row_fields(A& a, T& row) {
  for (auto& number : row) a(number);
}

template <class A, class T>
void owner_fields(A& a, T& o) {
  a(o.run);
  a(o.session);
}

/// A field of a report.
template <class A, class T>
void report_field(A& a, T& field) {
  using Field = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Field, Summation>) {
    bool is_compensated = field == Summation::compensated;
    a(is_compensated);
    if constexpr (!std::is_const_v<T>) field = is_compensated ? Summation::compensated : Summation::plain;
  } else if constexpr (std::is_same_v<Field, std::optional<Stop>>) {
    optional_fields(a, field, [](A& to, auto& stop) {
      to(stop.time);
      state_fields(to, stop.state);
      to(stop.reason);
      optional_fields(to, stop.event, [](A& index, auto& event) { index(event); });
    });
  } else {
    a(field);
  }
}

template <class A, class T>
void end_fields(A& a, T& e) {
  owner_fields(a, e);
  a(e.failure);
  visit_fields(e.report, [&a](const char*, auto& field) { report_field(a, field); });
  a(e.rows);
  a(e.events);
  row_fields(a, e.last);
  a(e.last_row);
}

template <class A, class T>
void event_fields(A& a, T& e) {
  owner_fields(a, e);
  a(e.event);
  row_fields(a, e.row);
}

template <class A, class T>
void file_fields(A& a, T& f) {
  a(f.device);
  a(f.inode);
}

template <class T>
std::optional<T> good(const ByteReader& reader, T& record) {
  return reader.is_at_end() ? std::optional<T>(std::move(record)) : std::nullopt;
}

}  // namespace

RawRow raw_row(double time, const State& s) noexcept {
  return {time,           s.momentum.x(), s.momentum.y(), s.momentum.z(),
          s.attitude.w(), s.attitude.x(), s.attitude.y(), s.attitude.z()};
}

State state_of(const RawRow& r) noexcept {
  return {Eigen::Quaterniond(r[4], r[5], r[6], r[7]), Eigen::Vector3d(r[1], r[2], r[3])};
}

std::string failure_of(const EndRecord& end) {
  const SimulationReport& report = end.report;
  if (!end.failure.empty()) return end.failure;
  if (report.stopped && !report.stopped->event)
    return fmt::format("stopped at t = {:.9g}: {}", report.stopped->time, report.stopped->reason);
  if (trusted_digits(report.error_estimate) == 0)
    return fmt::format("no digit can be trusted (estimated error {:.2g})", report.error_estimate);
  return "";
}

std::string bytes_of(const RowsRecord& record) {
  ByteWriter writer;
  owner_fields(writer, record);
  for (const RawRow& row : record.rows) row_fields(writer, row);
  return writer.bytes();
}

std::string bytes_of(const EventRecord& record) {
  ByteWriter writer;
  event_fields(writer, record);
  return writer.bytes();
}

std::string bytes_of(const EndRecord& record) {
  ByteWriter writer;
  end_fields(writer, record);
  return writer.bytes();
}

std::string bytes_of(const PlacedRecord& record) {
  ByteWriter writer;
  for (const auto& file : record.files) file_fields(writer, file);
  return writer.bytes();
}

std::optional<RowsRecord> rows_record(std::string_view bytes) {
  ByteReader reader(bytes);
  RowsRecord record;
  owner_fields(reader, record);
  while (reader.is_good() && !reader.is_at_end()) {
    record.rows.emplace_back();
    row_fields(reader, record.rows.back());
  }
  return good(reader, record);
}

std::optional<RecordOwner> record_owner(std::string_view bytes) {
  ByteReader reader(bytes);
  RecordOwner owner;
  owner_fields(reader, owner);
  return reader.is_good() ? std::optional(owner) : std::nullopt;
}

std::optional<EventRecord> event_record(std::string_view bytes) {
  ByteReader reader(bytes);
  EventRecord record;
  event_fields(reader, record);
  return good(reader, record);
}

std::optional<EndRecord> end_record(std::string_view bytes) {
  ByteReader reader(bytes);
  EndRecord record{};
  end_fields(reader, record);
  return good(reader, record);
}

std::optional<PlacedRecord> placed_record(std::string_view bytes) {
  ByteReader reader(bytes);
  PlacedRecord record;
  while (reader.is_good() && !reader.is_at_end()) file_fields(reader, record.files.emplace_back());
  return good(reader, record);
}

std::optional<Checkpoint> checkpoint_record(std::string_view bytes) {
  try {
    return Checkpoint(std::string(bytes));
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

}  // namespace polhode::app
