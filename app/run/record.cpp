// SPDX-License-Identifier: MIT
#include "run/record.hpp"

#include "run/bytes.hpp"

namespace polhode::app {
namespace {

// One list of fields for both directions; T is const where they are written.

template <class A, class T>
void vector_fields(A& a, T& v) {
  a(v.x);
  a(v.y);
  a(v.z);
}

template <class A, class T>
void quat_fields(A& a, T& q) {
  a(q.w);
  a(q.x);
  a(q.y);
  a(q.z);
}

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

/// Whether there is one, and it.
template <class A, class T, class Fields>
void optional_fields(A& a, T& optional, const Fields& fields) {
  bool has = optional.has_value();
  a(has);
  if constexpr (!std::is_const_v<T>)
    if (has && !optional) optional.emplace();
  if (has) fields(a, *optional);
}

template <class A, class T>
void track_fields(A& a, T& t) {
  vector_fields(a, t.at.phase.m);
  vector_fields(a, t.at.phase.em);
  quat_fields(a, t.at.phase.q);
  quat_fields(a, t.at.phase.eq);
  a(t.at.time);
  a(t.at.lost_time);
  a(t.at.pending);
  a(t.at.has_torque);
  quat_fields(a, t.at.torque_attitude);
  a(t.at.torque_time);
  vector_fields(a, t.at.torque);
  a(t.begin);
  a(t.longest_step);
  a(t.piece);
  a(t.step);
  a(t.steps);
  a(t.evaluations);
  a(t.is_end_known);
}

template <class A, class T>
void run_fields(A& a, T& r) {
  track_fields(a, r.track);
  a(r.event_values);
  a(r.looked_at);
  a(r.conserved);
  a(r.steps);
  a(r.is_over);
}

template <class A, class T>
void checkpoint_fields(A& a, T& c) {
  a(c.next_time);
  run_fields(a, c.run);
  optional_fields(a, c.finer, [](A& to, auto& r) { run_fields(to, r); });
  optional_fields(a, c.to_compare, [](A& to, auto& s) { state_fields(to, s); });
  a(c.difference_scale);
  a(c.difference);
  a(c.conserved_start);
  a(c.conserved_excursion);
  a(c.splitting);
  a(c.step);
  a(c.error_estimate);
  a(c.search_evaluations);
  a(c.search_warnings);
}

template <class A, class T>
void report_fields(A& a, T& r) {
  a(r.splitting);
  a(r.drift);
  bool is_compensated = r.summation == Summation::compensated;
  a(is_compensated);
  if constexpr (!std::is_const_v<T>) r.summation = is_compensated ? Summation::compensated : Summation::plain;
  a(r.step);
  a(r.steps);
  a(r.torque_evaluations);
  a(r.search_evaluations);
  a(r.error_estimate);
  a(r.conserved_name);
  a(r.conserved_start);
  a(r.conserved_excursion);
  optional_fields(a, r.stopped, [](A& to, auto& s) {
    to(s.time);
    state_fields(to, s.state);
    to(s.reason);
  });
  a(r.warnings);
}

template <class A, class T>
void end_fields(A& a, T& e) {
  owner_fields(a, e);
  a(e.failure);
  report_fields(a, e.report);
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

std::string bytes_of(const Checkpoint& checkpoint) {
  ByteWriter writer;
  checkpoint_fields(writer, checkpoint);
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

std::optional<Checkpoint> checkpoint_record(std::string_view bytes) {
  ByteReader reader(bytes);
  Checkpoint record;
  checkpoint_fields(reader, record);
  return good(reader, record);
}

}  // namespace polhode::app
