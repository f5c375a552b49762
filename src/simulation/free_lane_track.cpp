// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <polhode/batch/free_step.hpp>
#include <polhode/body/invariants.hpp>

#include "batch/state_arrays.hpp"
#include "simulation/input.hpp"
#include "simulation/lane_track.hpp"

namespace polhode::simulation {

FreeLaneTrack::FreeLaneTrack(const LaneGroup& group)
    : LaneTrack(group),
      cut_(begin_, end_time_of(group.common()), direction_of(group.common()) * *group.common().options.step),
      bodies_(batch::Bodies<double>::each(group.bodies, group.free_method())),
      now_(batch::States<double>::from_user(group.starts, group.bodies, group.common().options.summation)),
      output_(group.size(), group.common().options.summation) {
  begin_step();
}

void FreeLaneTrack::begin_step() {
  const FixedSteps::Step now = cut_[steps_];
  begin_ = now.begin;
  end_ = now.end;
  length_ = now.length;
}

void FreeLaneTrack::next() {
  advance(now_, length_);
  longest_step_ = std::max(longest_step_, std::abs(length_));
  ++steps_;
  begin_step();
}

void FreeLaneTrack::ask(double time) {
  batch::copy_bodies(now_, output_, batch::same_place);
  if (!is_done() && !cut_.are_the_same(time, begin_))
    advance(output_, cut_.are_the_same(time, end_) ? length_ : time - begin_);
  states_ = output_.to_user(group_.bodies);
  for (std::size_t i = 0; i < states_.size(); ++i)
    conserved_[i] = kinetic_energy(group_.bodies[i], states_[i]);
}

void FreeLaneTrack::advance(batch::States<double>& states, double length) {
  const batch::Outcome outcome = batch::step(bodies_, states, length, {.free_method = group_.free_method()});
  if (outcome.failed > 0) note_failures(states);
}

/// Their numbers stay NaN from here on.
void FreeLaneTrack::note_failures(batch::States<double>& states) {
  const auto arrays = arrays_of(states);
  for (std::size_t i = 0; i < has_failed_.size(); ++i) {
    const bool is_finite = std::all_of(arrays.begin(), arrays.begin() + batch::components,
                                       [i](const auto& a) { return std::isfinite(a[i]); });
    if (is_finite || has_failed_[i]) continue;
    has_failed_[i] = true;
    // Also where it was a step on the copy that failed.
    const auto kept = now_.spans();
    kept.mx[i] = kept.qw[i] = nan;
  }
}

}  // namespace polhode::simulation
