// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <polhode/batch/free_step.hpp>
#include <polhode/body/invariants.hpp>
#include <polhode/core/error.hpp>
#include <span>

#include "simulation/input.hpp"
#include "simulation/lane_track.hpp"

namespace polhode::simulation {

namespace {

template <class Spans>
std::array<std::span<double>, 7> arrays_of(const Spans& s) {
  return {s.mx, s.my, s.mz, s.qw, s.qx, s.qy, s.qz};
}

void copy(batch::States<double>& from, batch::States<double>& to) {
  const auto copy_arrays = [](const auto& a, const auto& b) {
    const auto arrays_a = arrays_of(a), arrays_b = arrays_of(b);
    for (std::size_t i = 0; i < arrays_a.size(); ++i)
      std::copy(arrays_a[i].begin(), arrays_a[i].end(), arrays_b[i].begin());
  };
  copy_arrays(from.spans(), to.spans());
  copy_arrays(from.compensation(), to.compensation());
}

}  // namespace

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
  copy(now_, asked_);
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
  const auto arrays = arrays_of(states.spans());
  for (std::size_t i = 0; i < has_failed_.size(); ++i) {
    const bool is_finite =
        std::all_of(arrays.begin(), arrays.end(), [i](const auto& a) { return std::isfinite(a[i]); });
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
