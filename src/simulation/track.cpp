// SPDX-License-Identifier: MIT
#include "simulation/track.hpp"

#include <polhode/body/invariants.hpp>
#include <polhode/torque/direction.hpp>

#include "core/number_text.hpp"
#include "free/stepper_access.hpp"
#include "splitting/stepper_access.hpp"

namespace polhode::simulation {

namespace {

/// Forwards, the impulses in (from, to]; backwards, those in (to, from], reversed in order and sign.
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

std::vector<Cut> cuts_of(const Problem& p) {
  std::vector<Cut> cuts;
  const double start = p.options.start_time, end = end_time_of(p);
  for (const Impulse& i : impulses_of(p.torque, start, end)) {
    if (cuts.empty() || cuts.back().time != i.time) cuts.push_back({i.time, {}});
    cuts.back().impulses.push_back(i);
  }
  const auto [low, high] = std::minmax(start, end);
  for (const double time : p.torque.breakpoints())
    if (low < time && time < high) cuts.push_back({time, {}});
  const double direction = direction_of(p);
  std::stable_sort(cuts.begin(), cuts.end(),
                   [&](const Cut& a, const Cut& b) { return direction * a.time < direction * b.time; });
  // Of several cuts at one time, the first is the one with impulses, if any.
  cuts.erase(
      std::unique(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) { return a.time == b.time; }),
      cuts.end());
  if (cuts.empty() || cuts.back().time != end) cuts.push_back({end, {}});
  return cuts;
}

namespace {

/// The momentum after an impulse; that of a linear body keeps no component along its axis.
Eigen::Vector3d momentum_after(const Inertia& body, const State& before, const Impulse& i) {
  const Eigen::Vector3d whole =
      before.momentum + (i.frame == TorqueFrame::space ? to_body(before.attitude, i.momentum) : i.momentum);
  if (!body.is_linear()) return whole;
  const Vec3<double> m = from_eigen(body.to_principal(whole));
  return body.from_principal({0, m.y, m.z});
}

}  // namespace

Vec3<double> change_by(const Impulse& i, const Inertia& body, const Quat<double>& q) noexcept {
  Vec3<double> dm = i.frame == TorqueFrame::space ? torques::in_body(q, from_eigen(i.momentum))
                                                  : from_eigen(body.to_principal(i.momentum));
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

Summation possible_summation(const Problem& p) {
  return p.options.summation == Summation::compensated && can_be_compensated(method_of(p.options), p.body)
             ? Summation::compensated
             : Summation::plain;
}

}  // namespace

SplitTrack::SplitTrack(const Problem& problem, const Splitting& splitting, double h, unsigned division)
    : Track(problem),
      has_breakpoints_(!problem.torque.breakpoints().empty()),
      h_(h),
      division_(division),
      stepper_(problem.body, problem.start, counted(problem), splitting,
               {possible_summation(problem), problem.options.start_time, method_of(problem.options)}),
      output_(stepper_),
      start_time_(problem.options.start_time),
      piece_begin_(problem.options.start_time) {
  begin_piece();
}

Torque SplitTrack::counted(const Problem& problem) const {
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
  // Also applies the pending kick, with the torque of the previous piece.
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
  output_is_end_ = false;
}

/// Applies the impulses at the end of the piece. True if there were any.
bool SplitTrack::end_piece() {
  const Cut& cut = cuts_[piece_];
  for (const Impulse& i : cut.impulses) stepper_.add_momentum(i.momentum, i.frame);
  ++piece_;
  return !cut.impulses.empty();
}

bool SplitTrack::next() {
  bool is_hit = false;
  if (steps_of_piece_.size() > 0) {
    if (output_is_end_) {
      std::swap(stepper_, output_);
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
  output_is_end_ = false;
  return is_hit;
}

State SplitTrack::at(double time) {
  output_ = stepper_;
  output_is_end_ = false;
  if (time == end_ && !is_done() && steps_of_piece_.size() > 0) {
    output_.step(length_);
    output_is_end_ = true;
  } else if (time != begin_) {
    // Subdivided as whole steps are: otherwise two divisions would agree within their first steps.
    const double part = (time - stepper_.time()) / division_;
    for (unsigned k = 0; k < division_; ++k) output_.step(part);
  }
  return output_.state();
}

Snapshot SplitTrack::snapshot() const {
  Snapshot s;
  s.stepper = SplittingStepperAccess::instant(stepper_);
  s.begin = begin_;
  s.longest_step = longest_step_;
  s.piece = piece_;
  s.step = step_;
  s.steps = steps_;
  s.evaluations = *evaluations_;
  s.is_end_known = output_is_end_;
  return s;
}

void SplitTrack::restore(const Snapshot& s) {
  // A kick that is pending at the end of the run belongs to the last piece.
  piece_ = std::min(static_cast<std::size_t>(s.piece), cuts_.size() - 1);
  piece_begin_ = piece_ == 0 ? start_time_ : cuts_[piece_ - 1].time;
  if (has_breakpoints_) ask_torque_in_piece();
  divide_piece();
  piece_ = static_cast<std::size_t>(s.piece);
  step_ = s.step;
  steps_ = s.steps;
  begin_ = end_ = s.begin;
  SplittingStepperAccess::back_to(stepper_, s.stepper);
  if (!is_done()) begin_step();
  output_ = stepper_;
  if (s.is_end_known) {
    output_.step(length_);
    output_is_end_ = true;
    // The evaluations of the copy have already been counted.
    SplittingStepperAccess::back_to(stepper_, s.stepper);
  }
  longest_step_ = s.longest_step;
  *evaluations_ = s.evaluations;
}

// ------------------------------------------------------------------------------------------- free, in steps

FreeStepTrack::FreeStepTrack(const Problem& problem, double h)
    : Track(problem),
      body_(problem.body),
      h_(direction_of(problem) * h),
      summation_(possible_summation(problem)),
      stepper_(problem.body, problem.start, method_of(problem.options), summation_),
      output_(stepper_),
      steps_of_piece_(problem.options.start_time, cuts_[0].time, h_) {
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
  output_is_end_ = false;
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
    stepper_.add_momentum(i.frame == TorqueFrame::space ? to_body(stepper_.state().attitude, i.momentum)
                                                        : i.momentum);
  if (!is_done()) begin_piece(cut.time);
  return !cut.impulses.empty();
}

bool FreeStepTrack::next() {
  if (steps_of_piece_.size() > 0) {
    if (output_is_end_)
      std::swap(stepper_, output_);
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
  output_is_end_ = false;
  return is_hit;
}

State FreeStepTrack::at(double time) {
  output_ = stepper_;
  output_is_end_ = false;
  if (is_done() || steps_of_piece_.are_the_same(time, begin_)) return output_.state();
  const bool is_end = steps_of_piece_.are_the_same(time, end_);
  advance(output_, is_end ? length_ : time - begin_);
  output_is_end_ = is_end;
  return output_.state();
}

double FreeStepTrack::conserved() const { return kinetic_energy(body_, output_.state()); }

Snapshot FreeStepTrack::snapshot() const {
  Snapshot s;
  s.stepper.phase = FreeStepperAccess::instant(stepper_).phase;
  s.stepper.time = steps_of_piece_.from();
  s.begin = begin_;
  s.longest_step = longest_step_;
  s.piece = piece_;
  s.step = step_;
  s.steps = steps_;
  return s;
}

void FreeStepTrack::restore(const Snapshot& s) {
  FreeStepperAccess::back_to(stepper_, {s.stepper.phase, s.steps});
  output_ = stepper_;
  output_is_end_ = false;
  piece_ = static_cast<std::size_t>(s.piece);
  step_ = s.step;
  steps_ = s.steps;
  longest_step_ = s.longest_step;
  begin_ = end_ = s.begin;
  if (is_done()) return;
  steps_of_piece_ = FixedSteps(s.stepper.time, cuts_[piece_].time, h_);
  begin_step();
}

// ---------------------------------------------------------------------------------------------------- free

FreeTrack::FreeTrack(const Problem& problem, bool short_steps)
    : Track(problem),
      body_(problem.body),
      short_steps_(short_steps),
      output_(problem.start),
      piece_start_(problem.start) {
  has_steps_ = false;
  begin_piece(problem.start, problem.options.start_time);
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

State FreeTrack::at(double time) { return output_ = motion_->at(time); }

double FreeTrack::conserved() const { return kinetic_energy(body_, output_); }

Snapshot FreeTrack::snapshot() const {
  Snapshot s;
  s.stepper.phase.m = from_eigen(piece_start_.momentum);
  s.stepper.phase.q = from_eigen(piece_start_.attitude);
  s.stepper.time = piece_begin_;
  s.begin = begin_;
  s.piece = piece_;
  s.step = static_cast<std::uint64_t>(step_);
  return s;
}

void FreeTrack::restore(const Snapshot& s) {
  const State state{to_eigen(s.stepper.phase.q), to_eigen(s.stepper.phase.m)};
  piece_ = static_cast<std::size_t>(s.piece);
  if (is_done()) {
    motion_.emplace(body_, state, s.stepper.time);
    piece_start_ = state;
    piece_begin_ = s.stepper.time;
    begin_ = end_ = s.begin;
    return;
  }
  begin_piece(state, s.stepper.time);
  step_ = static_cast<double>(s.step);
  begin_ = s.begin;
  begin_step();
}

}  // namespace polhode::simulation
