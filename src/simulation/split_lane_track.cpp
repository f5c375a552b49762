// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "batch/stepper_access.hpp"
#include "simulation/lane_track.hpp"

namespace polhode::simulation {

namespace {

/// 0, 1, ..., count - 1.
std::vector<std::size_t> first_numbers(std::size_t count) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

/// What a step of the batch evaluates for each body. Where a step begins with the kick that ended the one
/// before, it is evaluated once for both.
std::uint64_t evaluations_of_step(const Splitting& s) {
  const auto modified = std::ranges::count_if(s.gradients, [](auto g) { return g != 0; });
  return s.kicks.size() + static_cast<std::uint64_t>(modified) - (s.starts_with_kick ? 1 : 0);
}

}  // namespace

SplitLaneTrack::SplitLaneTrack(const LaneGroup& group, unsigned division)
    : LaneTrack(group),
      places_(first_numbers(group.size())),
      bodies_(group.bodies),
      division_(division),
      cut_(begin_, end_time_of(group.common()), *group.common().options.step, division),
      evaluations_of_step_(evaluations_of_step(*group.splitting)),
      evaluations_(group.splitting->starts_with_kick ? 1 : 0),
      now_(new_stepper()),
      output_(new_stepper()) {
  longest_step_ = std::abs(cut_.length());
  begin_step();
}

SplitLaneTrack::Stepper SplitLaneTrack::new_stepper() const {
  const SimulationOptions& options = group_.common().options;
  std::vector<State> starts;
  starts.reserve(places_.size());
  for (const std::size_t place : places_) starts.push_back(group_.starts[place]);
  return {bodies_, batch::States<double>::from_user(starts, bodies_, options.summation),
          Torque(group_.common().torque).pure(), *group_.splitting,
          batch::StepperOptions{.start_time = options.start_time, .free_method = group_.free_method()}};
}

void SplitLaneTrack::begin_step() {
  output_is_end_ = false;
  if (is_done()) {
    end_ = begin_;
    return;
  }
  const EqualSteps::Step now = cut_.step(steps_, now_.time());
  length_ = now.length;
  end_ = now.end;
}

void SplitLaneTrack::next() {
  if (output_is_end_) {
    std::swap(now_, output_);
  } else {
    if (!places_.empty()) drop_failed(now_.step(length_), now_);
    evaluations_ += evaluations_of_step_;
  }
  ++steps_;
  begin_ = end_;
  begin_step();
}

void SplitLaneTrack::ask(double time) {
  output_is_end_ = false;
  if (places_.empty()) return;
  // The stepper sums its times with more digits than begin_ has.
  if (is_done() || time == begin_ || time == now_.time()) {
    read(now_);
    return;
  }
  const bool is_end = time == end_;
  step_copy(is_end ? length_ : time - now_.time(), is_end ? 1 : division_);
  if (places_.empty()) return;
  output_is_end_ = is_end;
  read(output_);
}

/// In as many equal steps as whole ones are divided into, as SplitTrack does.
void SplitLaneTrack::step_copy(double length, unsigned parts) {
  batch::SplittingStepperAccess::go_to(output_, now_);
  batch::Outcome outcome;
  for (unsigned k = 0; k < parts; ++k) outcome = output_.step(length / parts);
  drop_failed(outcome, output_);
  evaluations_ += parts * evaluations_of_step_;
}

void SplitLaneTrack::read(const Stepper& stepper) {
  batch::States<double> all = stepper.states();
  const std::vector<State> in_user_frame = all.to_user(bodies_);
  const batch::StateSpans<double> s = all.spans();
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const std::size_t place = places_[i];
    states_[place] = in_user_frame[i];
    const auto& conserved = group_.prepared[place].conserved;
    conserved_[place] =
        conserved
            ? conserved({{s.mx[i], s.my[i], s.mz[i]}, {s.qw[i], s.qx[i], s.qy[i], s.qz[i]}}, stepper.time())
            : std::numeric_limits<double>::quiet_NaN();
  }
}

void SplitLaneTrack::drop_failed(const batch::Outcome& outcome, const Stepper& stepper) {
  if (outcome.failed == 0) return;
  batch::States<double> all = stepper.states();
  std::vector<std::size_t> kept, places;
  std::vector<Inertia> bodies;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (std::isnan(all.spans().qw[i])) {
      has_failed_[places_[i]] = true;
      continue;
    }
    kept.push_back(i);
    places.push_back(places_[i]);
    bodies.push_back(bodies_[i]);
  }
  places_ = std::move(places);
  bodies_ = std::move(bodies);
  if (places_.empty()) return;
  for (Stepper* const one : {&now_, &output_}) {
    Stepper fewer = new_stepper();
    batch::SplittingStepperAccess::go_to(fewer, *one, std::span<const std::size_t>(kept));
    *one = std::move(fewer);
  }
}

}  // namespace polhode::simulation
