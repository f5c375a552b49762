// SPDX-License-Identifier: MIT
#include "simulation/function_track.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/core/compensated.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <utility>

#include "core/number_text.hpp"
#include "simulation/input.hpp"
#include "simulation/runge_kutta/step_control.hpp"

namespace polhode::simulation {

namespace {

constexpr double function_parts_per_radian = 2.5;
using runge_kutta::accepted;
using runge_kutta::prudence;

double norm_of_momentum(const double* state) noexcept {
  return std::sqrt(state[4] * state[4] + state[5] * state[5] + state[6] * state[6]);
}

}  // namespace

FunctionTrack::FunctionTrack(const SingleProblem& problem, std::shared_ptr<const PreparedTorque> torque,
                             const FunctionAccuracy& accuracy, bool short_steps, double tolerance)
    : SingleTrack(problem),
      body_(problem.body),
      frame_(problem.body),
      torque_(std::move(torque)),
      torque_name_(problem.torque.name()),
      accuracy_(accuracy),
      functions_(runge_kutta::functions()),
      at_stage_(problem.start),
      of_attitude_(torque_->torque.target<torques::FunctionOfAttitude>()),
      of_state_(torque_->torque.target<torques::FunctionOfState>()),
      direction_(problem.direction()),
      start_time_(problem.start_time),
      short_steps_(short_steps),
      time_(problem.start_time),
      step_end_(problem.start_time),
      has_breakpoints_(!problem.torque.breakpoints().empty()) {
  const Vec3<double> m = principal_momentum(problem.body, problem.start);
  const Quat<double> q = frame_.from_user(problem.start.attitude);
  const double span = std::abs(problem.end_time - problem.start_time);
  const double force = norm(torque_->torque({m, q}, problem.start_time)), i = body_.moments().z;
  const double turning =
      std::max(fastest_turning(body_, problem.start), std::isfinite(force) ? std::sqrt(force / i) : 0.0);
  const double momentum = std::max(norm(m), turning > 0 ? i * turning : span > 0 ? i / span : i);
  if (momentum > 0 && std::isfinite(momentum)) {
    constexpr int far = 1000;
    const int exponent = std::clamp(std::ilogb(momentum), -far, far);
    momentum_scale_ = std::ldexp(1.0, exponent);
    per_scale_ = std::ldexp(1.0, -exponent);
  }
  // The step that a motion of this rate takes, or somewhat less.
  using runge_kutta::first_part, runge_kutta::first_power;
  h_ = turning > 0
           ? first_part *
                 std::pow(std::max(accuracy_.error_rate / turning, accuracy_.least_error), first_power) /
                 turning
       : span > 0 ? span / 100
                  : 1.0;
  const torques::InverseInertia<double> inverse(body_.moments());
  const Vec3<double> half = (0.5 * momentum_scale_) * inverse.inverse(),
                     gap = momentum_scale_ * inverse.gap();
  turning_body_ = {{half.x, half.y, half.z, 0},
                   {gap.x, gap.y, gap.z, 0},
                   momentum_scale_,
                   at_stage_.attitude.coeffs().data(),
                   at_stage_.momentum.data(),
                   give_torque,
                   this};
  const Vec3<double> scaled = per_scale_ * m;
  const double start[8] = {q.w, q.x, q.y, q.z, scaled.x, scaled.y, scaled.z, 0};
  std::copy_n(start, 8, step_.now);
  asked_ = {m, q};
  find_step();
  if (!has_failed_) refuse_many_steps(span / h_, tolerance);
}

FunctionAccuracy function_accuracy(double tolerance, const SingleProblem& problem) {
  const double span = std::abs(problem.end_time - problem.start_time);
  return {span > 0 ? tolerance / span : tolerance, runge_kutta::least_error};
}

double FunctionTrack::error_from_companion(double difference, double stretch) const {
  constexpr double few = 40, part_of_a_few = 0.3;
  if (difference > no_digit_left) return difference;
  const double ratio = std::pow(stretch, order), steps = static_cast<double>(steps_);
  const double allowed =
      std::max(accuracy_.error_rate * std::abs(time_ - start_time_), accuracy_.least_error * steps);
  const double rounding = 40 * std::numeric_limits<double>::epsilon() * std::sqrt(steps);
  const double shown =
      allowed > 0 ? difference * std::min(1.0, 1 / (ratio - 1) + rounding / (ratio * allowed)) : difference;
  return steps < few && difference > 0 ? std::max(shown, part_of_a_few * allowed) : shown;
}

FunctionTrack::Phase FunctionTrack::phase_of(const double* y) const noexcept {
  return {{momentum_scale_ * y[4], momentum_scale_ * y[5], momentum_scale_ * y[6]}, {y[0], y[1], y[2], y[3]}};
}

void FunctionTrack::give_torque(void* self, double time, double* torque) {
  auto& t = *static_cast<FunctionTrack*>(self);
  ++t.evaluations_;
  if (t.has_breakpoints_) time = std::clamp(time, t.earliest_, std::max(t.earliest_, t.latest_));
  const State& s = t.at_stage_;
  const Vec3<double> found = t.of_attitude_ ? from_eigen(t.of_attitude_->function(s.attitude, time))
                             : t.of_state_
                                 ? from_eigen(t.of_state_->function(s, time))
                                 : t.torque_->torque({from_eigen(s.momentum), from_eigen(s.attitude)}, time);
  torque[0] = t.per_scale_ * found.x;
  torque[1] = t.per_scale_ * found.y;
  torque[2] = t.per_scale_ * found.z;
}

/// Does a step of h, with its sign; gives the part of it that would have had the error that is allowed: 0
/// where something is not finite; where nothing moves, what keeps the length, since that says nothing of
/// later.
double FunctionTrack::try_step(double h) {
  const runge_kutta::Errors e = functions_.stages(turning_body_, step_, time_, h);
  double finite = 0;
  for (int i = 0; i < 8; ++i) {
    step_.end[i] = step_.now[i] + step_.change[i];
    finite += 0 * step_.end[i];
  }
  // Of a body at rest: so small that its square is no 0.
  constexpr double least_momentum = 1e-150;
  const double scale = std::max({largest_momentum_, norm_of_momentum(step_.end), least_momentum});
  const double per_square = 1 / (scale * scale);
  const double fifth = e.attitude_5 + e.momentum_5 * per_square,
               below = fifth + 0.01 * (e.attitude_3 + e.momentum_3 * per_square);
  if (!std::isfinite(below + finite)) return 0;
  if (fifth == 0) return 1 / prudence;
  const double allowed = std::max(accuracy_.error_rate * std::abs(h), accuracy_.least_error);
  // Steps that are so many times as long have an error that is so many times as large, to the order.
  return accuracy_.stretch * runge_kutta::part_allowed(fifth, below, allowed);
}

/// A step that is accurate enough, from now.
void FunctionTrack::find_step() {
  begin_ = end_ = step_end_ = time_;
  begun_with_ = h_;
  part_ = 0;
  parts_ = 1;
  has_dense_ = has_failed_ = false;
  if (is_done()) return;
  const double limit = cuts_[piece_].time;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (has_breakpoints_) {
    const double from = piece_ == 0 ? start_time_ : cuts_[piece_ - 1].time;
    earliest_ = std::nextafter(std::min(from, limit), infinity);
    latest_ = std::nextafter(std::max(from, limit), -infinity);
  }
  largest_momentum_ = std::max(largest_momentum_, norm_of_momentum(step_.now));
  if (time_ == limit) return;
  if (!has_rate_) functions_.rate(turning_body_, step_.now, time_, step_.k[0]);
  has_rate_ = true;
  const double shortest =
      8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(time_), std::abs(limit));
  for (int trial = 0; trial < 200; ++trial) {
    const double rest = std::abs(limit - time_);
    // A little longer rather than a short one after it.
    const bool is_last = runge_kutta::nearly_all * h_ >= rest;
    // The step is what the time changes by: else roundings of the time would add up.
    const double to = is_last ? limit : time_ + direction_ * h_, part = try_step(to - time_),
                 length = std::abs(to - time_);
    const double next =
        std::clamp(prudence * part, part == 0 ? runge_kutta::part_if_not_finite : runge_kutta::least_part,
                   runge_kutta::most_part) *
        length;
    // After one that was too long, as at a corner of the torque, no more than what is allowed; at a jump, a
    // step that is as short as the time's digits allow.
    if (part >= (trial == 0 ? accepted : prudence) || (part > 0 && length <= shortest)) {
      step_end_ = to;
      // A last step that was cut short says nothing of longer ones.
      if (!is_last || next > h_) h_ = next;
      end_step();
      return;
    }
    h_ = part > 0 ? std::max(next, prudence * shortest) : next;
    if (time_ + direction_ * h_ == time_) break;
  }
  has_failed_ = true;
}

/// Of a step that is accepted: its end, |q| led back to 1, and how it is looked at.
void FunctionTrack::end_step() {
  double* end = step_.end;
  std::copy_n(step_.now, 8, end);
  std::copy_n(step_.lost, 8, end_lost_);
  for (int i = 0; i < 7; ++i) compensated_add(end[i], end_lost_[i], step_.change[i]);
  const double mend = (1 - (end[0] * end[0] + end[1] * end[1] + end[2] * end[2] + end[3] * end[3])) / 2;
  for (int i = 0; i < 4; ++i) compensated_add(end[i], end_lost_[i], mend * end[i]);
  if (short_steps_) {
    const torques::InverseInertia<double> inverse(body_.moments());
    const double turn = std::max(norm(inverse * phase_of(step_.now).m), norm(inverse * phase_of(end).m)) *
                        std::abs(step_end_ - time_);
    parts_ = std::clamp(std::ceil(function_parts_per_radian * turn), 1.0, 1e6);
  }
  begin_part();
}

void FunctionTrack::begin_part() {
  begin_ = part_ == 0 ? time_ : end_;
  end_ = part_ + 1 >= parts_ ? step_end_ : time_ + (step_end_ - time_) * ((part_ + 1) / parts_);
}

bool FunctionTrack::end_piece() {
  const Cut& cut = cuts_[piece_++];
  for (const Impulse& i : cut.impulses) {
    const Vec3<double> dm = change_by(i, body_, phase_of(step_.now).q);
    compensated_add(step_.now[4], step_.lost[4], per_scale_ * dm.x);
    compensated_add(step_.now[5], step_.lost[5], per_scale_ * dm.y);
    compensated_add(step_.now[6], step_.lost[6], per_scale_ * dm.z);
  }
  return !cut.impulses.empty();
}

bool FunctionTrack::next() {
  if (has_failed_)
    throw StepFailure("torque " + torque_name_ + " from time " + number_text(time_),
                      "no step that is accurate enough", "a torque that is finite and smooth", time_,
                      state_of(phase_of(step_.now)));
  if (part_ + 1 < parts_) {
    part_ += 1;
    begin_part();
    return false;
  }
  if (step_end_ != time_) {
    std::copy_n(step_.end, 8, step_.now);
    std::copy_n(end_lost_, 8, step_.lost);
    longest_step_ = std::max(longest_step_, std::abs(step_end_ - time_));
    ++steps_;
    time_ = step_end_;
    // The rate at the end is known where someone has looked into the step.
    if (has_dense_) std::copy_n(step_.k[12], 8, step_.k[0]);
    has_rate_ = has_dense_;
  }
  bool is_hit = false;
  while (!is_done() && cuts_[piece_].time == time_) {
    is_hit = end_piece() || is_hit;
    has_rate_ = false;
  }
  find_step();
  return is_hit;
}

void FunctionTrack::make_dense() {
  const double h = step_end_ - time_;
  functions_.rate(turning_body_, step_.end, step_end_, step_.k[12]);
  functions_.dense(turning_body_, step_, time_, h);
  has_dense_ = true;
}

FunctionTrack::Phase FunctionTrack::phase_at(double time) {
  if (time == time_) return phase_of(step_.now);
  if (time == step_end_) return phase_of(step_.end);
  if (!has_dense_) make_dense();
  double y[8];
  functions_.state(step_, (time - time_) / (step_end_ - time_), y);
  return phase_of(y);
}

State FunctionTrack::state_of(const Phase& p) const {
  return {frame_.to_user(normalised(p.q)), body_.from_principal(p.m)};
}

State FunctionTrack::at(double time) {
  asked_time_ = time;
  asked_ = phase_at(time);
  return state_of(asked_);
}

double FunctionTrack::conserved() const {
  return torque_->conserved ? torque_->conserved(asked_, asked_time_) : nan;
}

TrackInstant FunctionTrack::instant() const {
  TrackInstant i;
  const double *y = step_.now, *e = step_.lost;
  i.at.phase = {{y[4], y[5], y[6]}, {e[4], e[5], e[6]}, {y[0], y[1], y[2], y[3]}, {e[0], e[1], e[2], e[3]}};
  i.at.time = time_;
  i.begin = begin_;
  i.longest_step = longest_step_;
  i.unit = begun_with_;
  i.largest_momentum = largest_momentum_;
  i.piece = piece_;
  i.step = static_cast<std::uint64_t>(part_);
  i.steps = steps_;
  i.evaluations = evaluations_;
  i.is_end_known = has_dense_;
  return i;
}

void FunctionTrack::back_to(const TrackInstant& i) {
  const auto& p = i.at.phase;
  const double now[8] = {p.q.w, p.q.x, p.q.y, p.q.z, p.m.x, p.m.y, p.m.z, 0},
               lost[8] = {p.eq.w, p.eq.x, p.eq.y, p.eq.z, p.em.x, p.em.y, p.em.z, 0};
  std::copy_n(now, 8, step_.now);
  std::copy_n(lost, 8, step_.lost);
  time_ = i.at.time;
  h_ = i.unit;
  largest_momentum_ = i.largest_momentum;
  piece_ = static_cast<std::size_t>(i.piece);
  has_rate_ = false;
  find_step();
  for (std::uint64_t k = 0; k < i.step && !has_failed_; ++k) {
    part_ += 1;
    begin_part();
  }
  if (i.is_end_known && !has_failed_) make_dense();
  steps_ = i.steps;
  longest_step_ = i.longest_step;
  // What was asked on the way here was counted before.
  evaluations_ = i.evaluations;
}

}  // namespace polhode::simulation
