// SPDX-License-Identifier: MIT
#include "simulation/track.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/body/invariants.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/torque/direction.hpp>
#include <utility>

#include "core/number_text.hpp"
#include "free/stepper_instant.hpp"

namespace polhode::simulation {

namespace {

/// Forwards the impulses after `from` up to `to` act; backwards those up to `from` and after `to` are taken
/// back, the last first.
std::vector<Impulse> impulses_of(const Torque& torque, double from, double to) {
  std::vector<Impulse> all;
  for (const Impulse& i : torque.impulses())
    if (from <= to ? from < i.time && i.time <= to : to < i.time && i.time <= from) all.push_back(i);
  if (to < from) {
    std::reverse(all.begin(), all.end());
    for (Impulse& i : all) i.momentum = -i.momentum;
  }
  return all;
}

}  // namespace

std::vector<Cut> cuts_of(const SingleProblem& p) {
  std::vector<Cut> cuts;
  for (const Impulse& i : impulses_of(p.torque, p.start_time, p.end_time)) {
    if (cuts.empty() || cuts.back().time != i.time) cuts.push_back({i.time, {}});
    cuts.back().impulses.push_back(i);
  }
  const auto [low, high] = std::minmax(p.start_time, p.end_time);
  for (const double time : p.torque.breakpoints())
    if (low < time && time < high) cuts.push_back({time, {}});
  const double direction = p.direction();
  std::stable_sort(cuts.begin(), cuts.end(),
                   [&](const Cut& a, const Cut& b) { return direction * a.time < direction * b.time; });
  // Of those at one time the first is the one with impulses, if there are any.
  cuts.erase(
      std::unique(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) { return a.time == b.time; }),
      cuts.end());
  if (cuts.empty() || cuts.back().time != p.end_time) cuts.push_back({p.end_time, {}});
  return cuts;
}

namespace {

/// The momentum after an impulse; that of a linear body still has no part about its axis.
Eigen::Vector3d momentum_after(const Inertia& body, const State& before, const Impulse& i) {
  const Eigen::Vector3d whole =
      before.momentum + (i.in_space ? to_body(before.attitude, i.momentum) : i.momentum);
  if (!body.is_linear()) return whole;
  const Vec3<double> m = from_eigen(body.to_principal(whole));
  return body.from_principal({0, m.y, m.z});
}

}  // namespace

Vec3<double> change_by(const Impulse& i, const Inertia& body, const Quat<double>& q) noexcept {
  Vec3<double> dm =
      i.in_space ? torques::in_body(q, from_eigen(i.momentum)) : from_eigen(body.to_principal(i.momentum));
  if (body.is_linear()) dm.x = 0;
  return dm;
}

double fastest_turning(const Inertia& body, const State& state) {
  const Vec3<double> i = from_eigen(body.moments()), m = from_eigen(body.to_principal(state.momentum));
  // A linear body has no momentum about its axis.
  const double least = i.x > 0 ? i.x : i.y, along = i.x > 0 ? m.x / std::sqrt(i.x) : 0;
  return norm(Vec3<double>{along, m.y / std::sqrt(i.y), m.z / std::sqrt(i.z)}) / std::sqrt(least);
}

// ---------------------------------------------------------------------------------------------- under torque

namespace {

Summation possible_summation(const SingleProblem& p) {
  return p.summation == Summation::compensated && can_be_compensated(p.free_method, p.body)
             ? Summation::compensated
             : Summation::plain;
}

}  // namespace

SplitTrack::SplitTrack(const SingleProblem& problem, const Splitting& splitting, double h, unsigned division)
    : SingleTrack(problem),
      has_breakpoints_(!problem.torque.breakpoints().empty()),
      h_(h),
      division_(division),
      stepper_(problem.body, problem.start, counted(problem), splitting,
               {possible_summation(problem), problem.start_time, problem.free_method}),
      asked_(stepper_),
      start_time_(problem.start_time),
      piece_begin_(problem.start_time) {
  begin_piece();
}

Torque SplitTrack::counted(const SingleProblem& problem) const {
  const auto prepare = [torque = problem.torque, count = evaluations_](const Inertia& body) {
    PreparedTorque t = torque.prepare(body);
    t.is_pure = true;  // for a simulation every torque is (torque.hpp)
    const auto watch = [&](auto& function) {
      if (!function) return;
      function = [inner = std::move(function), count](const auto& p, double time, auto... length) {
        ++*count;
        return inner(p, time, length...);
      };
    };
    watch(t.torque);
    watch(t.gradient);
    watch(t.forcing);
    watch(t.flow);
    return t;
  };
  return Torque(problem.torque.name(), prepare);
}

void SplitTrack::begin_piece() {
  piece_begin_ = begin_;
  // Also does what is pending, still with the torque of the piece before.
  if (has_breakpoints_) ask_torque_in_piece();
  divide_piece();
  step_ = 0;
  begin_step();
}

void SplitTrack::ask_torque_in_piece() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double to = cuts_[piece_].time;
  stepper_.ask_torque_within(std::nextafter(std::min(piece_begin_, to), infinity),
                             std::nextafter(std::max(piece_begin_, to), -infinity));
}

void SplitTrack::divide_piece() {
  steps_of_piece_ = EqualSteps(piece_begin_, cuts_[piece_].time, h_, division_);
  longest_step_ = std::max(longest_step_, std::abs(steps_of_piece_.length()));
}

void SplitTrack::begin_step() {
  const EqualSteps::Step now = steps_of_piece_.step(step_, stepper_.time());
  length_ = now.length;
  end_ = now.end;
  asked_is_end_ = false;
}

/// Impulses included. True if there were any.
bool SplitTrack::end_piece() {
  const Cut& cut = cuts_[piece_];
  for (const Impulse& i : cut.impulses) stepper_.apply(i);
  ++piece_;
  return !cut.impulses.empty();
}

bool SplitTrack::next() {
  bool is_hit = false;
  if (steps_of_piece_.size() > 0) {
    if (asked_is_end_) {
      std::swap(stepper_, asked_);
    } else {
      stepper_.step(length_);
    }
    ++step_;
    ++steps_;
    begin_ = end_;
  }
  if (step_ < steps_of_piece_.size()) {
    begin_step();
    return is_hit;
  }
  do {
    is_hit = end_piece() || is_hit;
    if (is_done()) break;
    begin_piece();
  } while (steps_of_piece_.size() == 0);
  if (is_done()) end_ = begin_;
  asked_is_end_ = false;
  return is_hit;
}

State SplitTrack::at(double time) {
  asked_ = stepper_;
  asked_is_end_ = false;
  if (time == end_ && !is_done() && steps_of_piece_.size() > 0) {
    asked_.step(length_);
    asked_is_end_ = true;
  } else if (time != begin_) {
    // Divided as whole steps are: else two divisions would have the same states within their first steps.
    const double part = (time - stepper_.time()) / division_;
    for (unsigned k = 0; k < division_; ++k) asked_.step(part);
  }
  return asked_.state();
}

TrackInstant SplitTrack::instant() const {
  return {stepper_.instant(), begin_, longest_step_, 0, 0, piece_, step_, steps_, *evaluations_,
          asked_is_end_,      {}};
}

void SplitTrack::back_to(const TrackInstant& i) {
  // What is pending at the end of the run is asked for within the last piece.
  piece_ = std::min(static_cast<std::size_t>(i.piece), cuts_.size() - 1);
  piece_begin_ = piece_ == 0 ? start_time_ : cuts_[piece_ - 1].time;
  if (has_breakpoints_) ask_torque_in_piece();
  divide_piece();
  piece_ = static_cast<std::size_t>(i.piece);
  step_ = i.step;
  steps_ = i.steps;
  begin_ = end_ = i.begin;
  stepper_.back_to(i.at);
  if (!is_done()) begin_step();
  asked_ = stepper_;
  if (i.is_end_known) {
    asked_.step(length_);
    asked_is_end_ = true;
    // What the copy has asked was counted, and remembered, before.
    stepper_.back_to(i.at);
  }
  longest_step_ = i.longest_step;
  *evaluations_ = i.evaluations;
}

// ------------------------------------------------------------------------------------------- free, in steps

FreeStepTrack::FreeStepTrack(const SingleProblem& problem, double h)
    : SingleTrack(problem),
      body_(problem.body),
      h_(problem.direction() * h),
      summation_(possible_summation(problem)),
      stepper_(problem.body, problem.start, problem.free_method, summation_),
      asked_(stepper_),
      steps_of_piece_(problem.start_time, cuts_[0].time, h_) {
  begin_step();
}

void FreeStepTrack::begin_piece(double time) {
  steps_of_piece_ = FixedSteps(time, cuts_[piece_].time, h_);
  begin_ = time;
  step_ = 0;
  begin_step();
}

void FreeStepTrack::begin_step() {
  const FixedSteps::Step now = steps_of_piece_[step_];
  end_ = now.end;
  length_ = now.length;
  asked_is_end_ = false;
}

void FreeStepTrack::advance(FreeStepper& stepper, double length) const {
  try {
    stepper.step(length);
  } catch (const StepFailure& failure) {
    throw StepFailure(failure.quantity() + ", from time " + number_text(begin_), failure.found(),
                      failure.expected(), begin_, stepper_.state());
  }
}

bool FreeStepTrack::end_piece() {
  const Cut& cut = cuts_[piece_++];
  for (const Impulse& i : cut.impulses)
    stepper_.add_momentum(i.in_space ? to_body(stepper_.state().attitude, i.momentum) : i.momentum);
  if (!is_done()) begin_piece(cut.time);
  return !cut.impulses.empty();
}

bool FreeStepTrack::next() {
  if (steps_of_piece_.size() > 0) {
    if (asked_is_end_)
      std::swap(stepper_, asked_);
    else
      advance(stepper_, length_);
    longest_step_ = std::max(longest_step_, std::abs(length_));
    ++step_;
    ++steps_;
    begin_ = end_;
  }
  if (step_ < steps_of_piece_.size()) {
    begin_step();
    return false;
  }
  bool is_hit = end_piece();
  while (!is_done() && steps_of_piece_.size() == 0) is_hit = end_piece() || is_hit;
  if (is_done()) end_ = begin_;
  asked_is_end_ = false;
  return is_hit;
}

State FreeStepTrack::at(double time) {
  asked_ = stepper_;
  asked_is_end_ = false;
  if (is_done() || steps_of_piece_.are_the_same(time, begin_)) return asked_.state();
  const bool is_end = steps_of_piece_.are_the_same(time, end_);
  advance(asked_, is_end ? length_ : time - begin_);
  asked_is_end_ = is_end;
  return asked_.state();
}

double FreeStepTrack::conserved() const { return kinetic_energy(body_, asked_.state()); }

TrackInstant FreeStepTrack::instant() const {
  TrackInstant i;
  i.at.phase = stepper_.instant().phase;
  i.at.time = steps_of_piece_.from();
  i.begin = begin_;
  i.longest_step = longest_step_;
  i.piece = piece_;
  i.step = step_;
  i.steps = steps_;
  return i;
}

void FreeStepTrack::back_to(const TrackInstant& i) {
  stepper_.back_to({i.at.phase, i.steps});
  asked_ = stepper_;
  asked_is_end_ = false;
  piece_ = static_cast<std::size_t>(i.piece);
  step_ = i.step;
  steps_ = i.steps;
  longest_step_ = i.longest_step;
  begin_ = end_ = i.begin;
  if (is_done()) return;
  steps_of_piece_ = FixedSteps(i.at.time, cuts_[piece_].time, h_);
  begin_step();
}

// ---------------------------------------------------------------------------------------------------- free

FreeTrack::FreeTrack(const SingleProblem& problem, bool short_steps)
    : SingleTrack(problem),
      body_(problem.body),
      short_steps_(short_steps),
      asked_(problem.start),
      piece_start_(problem.start) {
  has_steps_ = false;
  begin_piece(problem.start, problem.start_time);
}

void FreeTrack::begin_piece(const State& state, double time) {
  motion_.emplace(body_, state, time);
  piece_start_ = state;
  const double length = cuts_[piece_].time - time;
  constexpr double steps_per_turn = 4;
  const double steps =
      std::abs(length) * fastest_turning(body_, state) * (steps_per_turn / (2 * std::numbers::pi));
  steps_in_piece_ = length == 0 ? 0 : short_steps_ ? std::max(1.0, std::ceil(steps)) : 1;
  piece_begin_ = begin_ = time;
  step_ = 0;
  begin_step();
}

void FreeTrack::begin_step() {
  const double to = cuts_[piece_].time;
  end_ = step_ + 1 >= steps_in_piece_ ? to
                                      : piece_begin_ + (to - piece_begin_) * ((step_ + 1) / steps_in_piece_);
}

bool FreeTrack::end_piece() {
  const Cut& cut = cuts_[piece_++];
  State state = motion_->at(cut.time);
  for (const Impulse& i : cut.impulses) state.momentum = momentum_after(body_, state, i);
  if (!is_done()) {
    begin_piece(state, cut.time);
  } else {
    if (!cut.impulses.empty()) {
      motion_.emplace(body_, state, cut.time);
      piece_start_ = state;
      piece_begin_ = cut.time;
    }
    begin_ = end_ = cut.time;
  }
  return !cut.impulses.empty();
}

bool FreeTrack::next() {
  begin_ = end_;
  step_ += 1;
  if (step_ < steps_in_piece_) {
    begin_step();
    return false;
  }
  bool is_hit = end_piece();
  while (!is_done() && steps_in_piece_ == 0) is_hit = end_piece() || is_hit;
  return is_hit;
}

State FreeTrack::at(double time) { return asked_ = motion_->at(time); }

double FreeTrack::conserved() const { return kinetic_energy(body_, asked_); }

TrackInstant FreeTrack::instant() const {
  TrackInstant i;
  i.at.phase.m = from_eigen(piece_start_.momentum);
  i.at.phase.q = from_eigen(piece_start_.attitude);
  i.at.time = piece_begin_;
  i.begin = begin_;
  i.piece = piece_;
  i.step = static_cast<std::uint64_t>(step_);
  return i;
}

void FreeTrack::back_to(const TrackInstant& i) {
  const State state{to_eigen(i.at.phase.q), to_eigen(i.at.phase.m)};
  piece_ = static_cast<std::size_t>(i.piece);
  if (is_done()) {
    motion_.emplace(body_, state, i.at.time);
    piece_start_ = state;
    piece_begin_ = i.at.time;
    begin_ = end_ = i.begin;
    return;
  }
  begin_piece(state, i.at.time);
  step_ = static_cast<double>(i.step);
  begin_ = i.begin;
  begin_step();
}

}  // namespace polhode::simulation
