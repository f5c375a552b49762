// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/batch/free_step.hpp>
#include <polhode/body/invariants.hpp>
#include <polhode/core/error.hpp>

#include "batch/state_arrays.hpp"
#include "simulation/input.hpp"
#include "simulation/lane_track.hpp"

namespace polhode::simulation {

FreeLaneTrack::FreeLaneTrack(const LaneProblem& problem)
    : LaneTrack(problem),
      cut_(problem.start_time, problem.end_time, problem.direction() * problem.step),
      bodies_(batch::Bodies<double>::each(problem.bodies, problem.free_method)),
      now_(batch::States<double>::from_user(problem.starts, problem.bodies, problem.summation)),
      asked_(problem.bodies.size(), problem.summation) {
  begin_step();
}

void FreeLaneTrack::begin_step() {
  const FixedSteps::Step now = cut_[steps_];
  begin_ = now.begin;
  end_ = now.end;
  length_ = now.length;
}

bool FreeLaneTrack::next() {
  advance(now_, length_);
  longest_step_ = std::max(longest_step_, std::abs(length_));
  ++steps_;
  begin_step();
  return false;
}

void FreeLaneTrack::ask(double time) {
  batch::copy_bodies(now_, asked_, batch::same_place);
  if (!is_done() && !cut_.are_the_same(time, begin_))
    advance(asked_, cut_.are_the_same(time, end_) ? length_ : time - begin_);
  states_ = asked_.to_user(problem_.bodies);
  for (std::size_t i = 0; i < states_.size(); ++i)
    conserved_[i] = kinetic_energy(problem_.bodies[i], states_[i]);
}

void FreeLaneTrack::advance(batch::States<double>& states, double length) {
  const batch::Outcome outcome = batch::step(bodies_, states, length, {.free_method = problem_.free_method});
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

FreeMotionsTrack::FreeMotionsTrack(const LaneProblem& problem)
    : LaneTrack(problem), motions_(problem.bodies.size()) {
  end_ = problem.end_time;
  for (std::size_t i = 0; i < motions_.size(); ++i) try {
      motions_[i].emplace(problem.bodies[i], problem.starts[i], problem.start_time);
    } catch (const InvalidInput&) {
      has_failed_[i] = true;
    }
}

void FreeMotionsTrack::ask(double time) {
  for (std::size_t i = 0; i < motions_.size(); ++i) try {
      if (!has_failed_[i]) states_[i] = motions_[i]->at(time);
    } catch (const InvalidInput&) {
      has_failed_[i] = true;
    }
}

}  // namespace polhode::simulation
