// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <polhode/batch/bodies.hpp>
#include <polhode/batch/free_stepper.hpp>
#include <polhode/core/compensated.hpp>
#include <polhode/core/error.hpp>
#include <utility>

#include "batch/change_body.hpp"
#include "batch/padded_block.hpp"
#include "batch/refusals.hpp"
#include "batch/splitting_bodies.hpp"
#include "batch/state_arrays.hpp"
#include "batch/state_at.hpp"
#include "core/checkpoint_bytes.hpp"
#include "core/number_text.hpp"

namespace polhode::batch {

namespace {

constexpr const char* checkpoint_name = "batch of free bodies";

template <class Real>
struct Instant {
  double time = 0, lost_time = 0;
  std::vector<std::vector<Real>> numbers{};
};

constexpr auto instant_fields = [](auto& bytes, auto& i) {
  bytes(i.time);
  bytes(i.lost_time);
  bytes(i.numbers);
};

double checked_time(double start_time) {
  if (!std::isfinite(start_time))
    throw InvalidInput("start_time", number_text(start_time), "a finite number");
  return start_time;
}

}  // namespace

template <class Real>
struct FreeStepper<Real>::Parts {
  SplittingBodies bodies;
  Bodies<Real> table;
  mutable States<Real> states;  // its spans are mutable
  Options options;
  double time = 0, lost_time = 0;

  StatePointers<Real> state() const noexcept { return pointers_of(states.spans()); }
  StatePointers<Real> lost() const noexcept { return pointers_of(states.compensation()); }

  /// A checksum of everything from which the stepper is constructed.
  std::uint64_t origin() const {
    ByteWriter bytes;
    bytes(static_cast<std::uint64_t>(states.size()));
    for (const Inertia& body : bodies.kinds) body_fields(bytes, body);
    bytes(bodies.which);
    bytes(std::string(polhode::name(options.free_method)));
    bytes(static_cast<std::uint64_t>(sizeof(Real)));
    bytes(lost().mx != nullptr);
    return checksum(bytes.bytes());
  }

  /// Sets a state and resets its compensation.
  void put(std::size_t i, const State& given) {
    States<Real> one = States<Real>::from_user(std::span(&given, 1), bodies[i]);
    const StatePointers<Real> from = pointers_of(one.spans());
    set(state(), i, momentum_at(from, 0), attitude_at(from, 0));
    if (lost().mx) set(lost(), i, Vec3<Real>{}, Quat<Real>{});
  }
};

template <class Real>
FreeStepper<Real>::FreeStepper(const Inertia& body, std::span<const State> starts,
                               const FreeStepperOptions& options)
    : parts_(new Parts{{Form::one, {body}, {}},
                       Bodies<Real>::one(body),
                       States<Real>::from_user(starts, body, options.summation),
                       {options.free_method, options.target, options.threads},
                       checked_time(options.start_time)}) {}

template <class Real>
FreeStepper<Real>::FreeStepper(std::span<const Inertia> bodies, std::span<const State> starts,
                               const FreeStepperOptions& options)
    : parts_(new Parts{{Form::each, {bodies.begin(), bodies.end()}, {}},
                       Bodies<Real>::each(bodies, options.free_method),
                       States<Real>::from_user(starts, bodies, options.summation),
                       {options.free_method, options.target, options.threads},
                       checked_time(options.start_time)}) {}

template <class Real>
FreeStepper<Real>::FreeStepper(std::span<const Inertia> kinds, std::vector<std::uint32_t> which,
                               std::span<const State> starts, const FreeStepperOptions& options)
    : parts_(new Parts{{Form::kinds, {kinds.begin(), kinds.end()}, which},
                       Bodies<Real>::kinds(kinds, which),
                       States<Real>::from_user(starts, kinds, which, options.summation),
                       {options.free_method, options.target, options.threads},
                       checked_time(options.start_time)}) {}

template <class Real>
FreeStepper<Real>::FreeStepper(FreeStepper&&) noexcept = default;
template <class Real>
FreeStepper<Real>& FreeStepper<Real>::operator=(FreeStepper&&) noexcept = default;
template <class Real>
FreeStepper<Real>::~FreeStepper() = default;

template <class Real>
Outcome FreeStepper<Real>::step(const std::type_identity_t<StepLengths<Real>>& h) {
  const Outcome outcome = batch::step(parts_->table, parts_->states, h, parts_->options);
  if (h.is_common()) compensated_add(parts_->time, parts_->lost_time, static_cast<double>(h.common()));
  return outcome;
}

template <class Real>
std::size_t FreeStepper<Real>::size() const noexcept {
  return parts_->states.size();
}
template <class Real>
double FreeStepper<Real>::time() const noexcept {
  return parts_->time;
}

template <class Real>
State FreeStepper<Real>::state(std::size_t body) const {
  refuse_body(body, size());
  return user_state(parts_->state(), body, parts_->bodies[body]);
}
template <class Real>
std::vector<State> FreeStepper<Real>::states() const {
  std::vector<State> all(size());
  read(all);
  return all;
}
template <class Real>
void FreeStepper<Real>::read(std::span<State> states) const {
  refuse_length("number of states", "", states.size(), size(), "many as bodies");
  const StatePointers<Real> from = parts_->state();
  for (std::size_t i = 0; i < states.size(); ++i) states[i] = user_state(from, i, parts_->bodies[i]);
}
template <class Real>
void FreeStepper<Real>::read_attitudes(std::span<Attitude> attitudes) const {
  refuse_length("number of attitudes", "", attitudes.size(), size(), "many as bodies");
  const StatePointers<Real> from = parts_->state();
  for (std::size_t i = 0; i < attitudes.size(); ++i) attitudes[i] = user_attitude(from, i, parts_->bodies[i]);
}
template <class Real>
Eigen::Vector3d FreeStepper<Real>::spatial_angular_velocity(std::size_t body) const {
  return polhode::spatial_angular_velocity(parts_->bodies[body], state(body));
}

template <class Real>
void FreeStepper<Real>::set_state(std::size_t body, const State& state) {
  refuse_body(body, size());
  parts_->put(body, state);
}
template <class Real>
void FreeStepper<Real>::set_spatial_angular_velocity(std::size_t body,
                                                     const Eigen::Vector3d& angular_velocity) {
  const Attitude attitude = state(body).attitude;
  parts_->put(body, state_from_spatial_angular_velocity(parts_->bodies[body], attitude, angular_velocity));
}
template <class Real>
void FreeStepper<Real>::add_momentum(std::size_t body, const Eigen::Vector3d& jump, TorqueFrame frame) {
  refuse_body(body, size());
  refuse_jump(body, jump);
  batch::add_momentum(parts_->state(), parts_->lost(), body, parts_->bodies[body], jump, frame);
}

template <class Real>
Checkpoint FreeStepper<Real>::checkpoint() const {
  Instant<Real> now{parts_->time, parts_->lost_time};
  for (const std::span<Real> array : arrays_of(parts_->states))
    now.numbers.emplace_back(array.begin(), array.end());
  return made_checkpoint(checkpoint_name, parts_->origin(), now, instant_fields);
}

template <class Real>
void FreeStepper<Real>::resume(const Checkpoint& checkpoint) {
  const auto then =
      open_checkpoint<Instant<Real>>(checkpoint_name, parts_->origin(), checkpoint, instant_fields);
  const std::vector<std::span<Real>> here = arrays_of(parts_->states);
  for (std::size_t i = 0; i < here.size(); ++i) std::ranges::copy(then.numbers[i], here[i].begin());
  parts_->time = then.time;
  parts_->lost_time = then.lost_time;
}

template class FreeStepper<double>;
template class FreeStepper<float>;

}  // namespace polhode::batch
