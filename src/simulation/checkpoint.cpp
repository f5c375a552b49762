// SPDX-License-Identifier: MIT
#include <polhode/simulation/simulate.hpp>
#include <utility>

#include "core/checkpoint_bytes.hpp"
#include "simulation/checkpoint_data.hpp"

namespace polhode {

namespace simulation {

namespace {

// One list of fields for both directions; T is const where they are written.

template <class B, class T>
void state_fields(B& bytes, T& s) {
  for (int i = 0; i < 4; ++i) bytes(s.attitude.coeffs()(i));
  for (int i = 0; i < 3; ++i) bytes(s.momentum(i));
}

template <class B, class T>
void snapshot_fields(B& bytes, T& t) {
  vector_fields(bytes, t.stepper.phase.m);
  vector_fields(bytes, t.stepper.phase.em);
  quat_fields(bytes, t.stepper.phase.q);
  quat_fields(bytes, t.stepper.phase.eq);
  bytes(t.stepper.time);
  bytes(t.stepper.lost_time);
  bytes(t.stepper.pending);
  bytes(t.stepper.has_torque);
  quat_fields(bytes, t.stepper.torque_attitude);
  bytes(t.stepper.torque_time);
  vector_fields(bytes, t.stepper.torque);
  bytes(t.begin);
  bytes(t.longest_step);
  bytes(t.unit);
  bytes(t.largest_momentum);
  bytes(t.error);
  bytes(t.piece);
  bytes(t.step);
  bytes(t.steps);
  bytes(t.evaluations);
  bytes(t.is_end_known);
  bytes(t.step_control);
  bytes(t.event_values);
  bytes(t.earlier_looks);
  bytes(t.is_searched);
  bytes(t.looked_at);
  bytes(t.conserved);
  bytes(t.steps_of_run);
  bytes(t.is_over);
  bytes(t.event_marks);
}

template <class B, class T>
void checkpoint_fields(B& bytes, T& c) {
  bytes(c.next_time);
  snapshot_fields(bytes, c.run);
  optional_fields(bytes, c.companion, [](B& to, auto& r) { snapshot_fields(to, r); });
  optional_fields(bytes, c.to_compare, [](B& to, auto& s) { state_fields(to, s); });
  bytes(c.difference_scale);
  bytes(c.difference);
  bytes(c.conserved_start);
  bytes(c.conserved_excursion);
  bytes(c.splitting);
  bytes(c.step);
  bytes(c.error_estimate);
  bytes(c.search_evaluations);
  bytes(c.search_warnings);
}

constexpr const char* checkpoint_name = "simulation";

constexpr auto all_fields = [](auto& bytes, auto& data) { checkpoint_fields(bytes, data); };

}  // namespace

Checkpoint checkpoint_of(const CheckpointData& data) {
  return made_checkpoint(checkpoint_name, data.origin, data, all_fields);
}

CheckpointData data_of(const Checkpoint& checkpoint) {
  auto opened = open_checkpoint<CheckpointData>(checkpoint_name, checkpoint, all_fields);
  opened.data.origin = opened.origin;
  return std::move(opened.data);
}

}  // namespace simulation

std::uint64_t next_time(const Checkpoint& checkpoint) { return simulation::data_of(checkpoint).next_time; }

}  // namespace polhode
