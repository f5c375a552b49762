// SPDX-License-Identifier: MIT
#include "simulation/function_track.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/core/compensated.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/torque/direction.hpp>
#include <utility>

#include "core/number_text.hpp"
#include "simulation/series_track.hpp"

namespace polhode::simulation {

namespace {

namespace dp = dormand_prince;

constexpr double most_function_steps = 1e8, function_parts_per_radian = 2.5;

/// y + h sum of weights times stages.
template <class Numbers, class Stages>
Numbers combined(const Numbers& y, double h, const dp::Row& weights, const Stages& k, std::size_t count) {
  Numbers sum{};
  for (std::size_t j = 0; j < count; ++j)
    if (weights[j] != 0)
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weights[j] * k[j][i];
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = y[i] + h * sum[i];
  return sum;
}

}  // namespace

FunctionTrack::FunctionTrack(const SingleProblem& problem, PreparedTorque torque,
                             const FunctionAccuracy& accuracy, bool short_steps, double tolerance)
    : SingleTrack(problem),
      body_(problem.body),
      frame_(problem.body),
      inverse_(problem.body.moments()),
      torque_(std::move(torque)),
      torque_name_(problem.torque.name()),
      accuracy_(accuracy),
      direction_(problem.direction()),
      start_time_(problem.start_time),
      short_steps_(short_steps),
      time_(problem.start_time),
      step_end_(problem.start_time),
      has_breakpoints_(!problem.torque.breakpoints().empty()) {
  const Vec3<double> m = principal_momentum(problem.body, problem.start);
  const Quat<double> q = frame_.from_user(problem.start.attitude);
  const double span = std::abs(problem.end_time - problem.start_time);
  const double force = norm(torque_.torque({m, q}, problem.start_time)), i = body_.moments().z;
  const double turning =
      std::max(fastest_turning(body_, problem.start), std::isfinite(force) ? std::sqrt(force / i) : 0.0);
  const double momentum = std::max(norm(m), turning > 0 ? i * turning : span > 0 ? i / span : i);
  momentum_scale_ = std::isfinite(momentum) ? std::ldexp(1.0, std::ilogb(momentum)) : 1.0;
  h_ = turning > 0 ? 0.1 / turning : span > 0 ? span / 100 : 1.0;
  now_ = {q.w, q.x, q.y, q.z, m.x / momentum_scale_, m.y / momentum_scale_, m.z / momentum_scale_};
  asked_ = now_;
  find_step();
  const double steps = span / h_;
  if (!has_failed_ && steps > most_function_steps)
    throw InvalidInput("tolerance", number_text(tolerance),
                       "one that takes at most 1e8 steps: this would take some " + number_text(steps, 2) +
                           "; a larger tolerance or a shorter run does not");
}

FunctionAccuracy function_accuracy(double tolerance, const SingleProblem& problem) {
  const double span = std::abs(problem.end_time - problem.start_time);
  const double turning = fastest_turning(problem.body, problem.start);
  // The estimate of a step's error is of a lower order than the step, and less sure than that of a series.
  constexpr double part = 0.5;
  return {allowed_rate(part * tolerance, span, turning > 0 ? 1 / turning : std::max(span, 1.0)), 1e-16};
}

double FunctionTrack::error_from_companion(double difference, double stretch) const {
  if (difference > no_digit_left) return difference;
  const double ratio = std::pow(stretch, order), steps = static_cast<double>(steps_);
  const double truncation =
      ratio * std::max(accuracy_.error_rate * std::abs(time_ - start_time_), accuracy_.least_error * steps);
  const double rounding = 15 * std::numeric_limits<double>::epsilon() * std::sqrt(steps);
  return truncation > 0 ? difference * std::min(1.0, 1 / (ratio - 1) + rounding / truncation) : difference;
}

kernel::Phase<double> FunctionTrack::phase_of(const Numbers& y) const {
  return {{momentum_scale_ * y[4], momentum_scale_ * y[5], momentum_scale_ * y[6]}, {y[0], y[1], y[2], y[3]}};
}

FunctionTrack::Numbers FunctionTrack::rate(const Numbers& y, double time) {
  ++evaluations_;
  const kernel::Phase<double> p = phase_of(y);
  const Vec3<double> half = 0.5 * (inverse_ * p.m);
  const Vec3<double> dm = inverse_.cross_velocity(p.m) +
                          torque_.torque(p, std::clamp(time, earliest_, std::max(earliest_, latest_)));
  const Quat<double>& q = p.q;
  return {-(q.x * half.x + q.y * half.y + q.z * half.z),
          q.w * half.x + q.y * half.z - q.z * half.y,
          q.w * half.y + q.z * half.x - q.x * half.z,
          q.w * half.z + q.x * half.y - q.y * half.x,
          dm.x / momentum_scale_,
          dm.y / momentum_scale_,
          dm.z / momentum_scale_};
}

/// Does a step of h, with its sign; gives its error in units of what is allowed.
double FunctionTrack::try_step(double h) {
  for (std::size_t s = 1; s < dp::stages; ++s)
    k_[s] = rate(combined(now_, h, dp::weights[s], k_, s), time_ + dp::nodes[s] * h);
  end_numbers_ = combined(now_, h, dp::weights[dp::stages], k_, dp::stages);
  const double scale = std::max({largest_momentum_, std::abs(end_numbers_[4]), std::abs(end_numbers_[5]),
                                 std::abs(end_numbers_[6]), std::numeric_limits<double>::min()});
  double fifth = 0, third = 0;
  const Numbers none{}, e5 = combined(none, h, dp::error_of_order_5, k_, dp::stages),
                        e3 = combined(none, h, dp::error_of_order_3, k_, dp::stages);
  for (std::size_t i = 0; i < 7; ++i) {
    const double unit = i < 4 ? 1 : scale;
    fifth += e5[i] * e5[i] / (unit * unit);
    third += e3[i] * e3[i] / (unit * unit);
  }
  const double below = fifth + 0.01 * third, error = below > 0 ? fifth / std::sqrt(below) : 0;
  const double allowed = std::max(accuracy_.error_rate * std::abs(h), accuracy_.least_error);
  bool is_finite = std::isfinite(error);
  for (const double x : end_numbers_) is_finite = is_finite && std::isfinite(x);
  // Steps that are so many times as long have an error that is so many times as large, to the order.
  return is_finite ? error / (allowed * std::pow(accuracy_.stretch, order - 1))
                   : std::numeric_limits<double>::infinity();
}

/// A step that is accurate enough, from now.
void FunctionTrack::find_step() {
  begin_ = end_ = step_end_ = time_;
  begun_with_ = h_;
  part_ = 0;
  parts_ = 1;
  has_dense_ = false;
  if (is_done()) return;
  const double limit = cuts_[piece_].time;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (has_breakpoints_) {
    const double from = piece_ == 0 ? start_time_ : cuts_[piece_ - 1].time;
    earliest_ = std::nextafter(std::min(from, limit), infinity);
    latest_ = std::nextafter(std::max(from, limit), -infinity);
  }
  for (std::size_t i = 4; i < 7; ++i) largest_momentum_ = std::max(largest_momentum_, std::abs(now_[i]));
  has_failed_ = false;
  begun_with_ = h_;
  if (time_ == limit) return;
  if (!has_rate_) k_[0] = rate(now_, time_);
  has_rate_ = true;
  for (int trial = 0; trial < 200; ++trial) {
    const double rest = std::abs(limit - time_);
    const bool is_last = h_ >= rest;
    const double length = is_last ? rest : h_, error = try_step(direction_ * length);
    const double factor = std::isinf(error) ? 0.1 : std::clamp(0.9 * std::pow(error, -1.0 / 7), 0.333, 6.0);
    if (error <= 1) {
      step_end_ = is_last ? limit : time_ + direction_ * length;
      // A last step that was cut short says nothing of longer ones.
      if (!is_last || factor * length > h_) h_ = factor * length;
      if (short_steps_) {
        const double turn =
            std::max(norm(inverse_ * phase_of(now_).m), norm(inverse_ * phase_of(end_numbers_).m)) * length;
        parts_ = std::clamp(std::ceil(function_parts_per_radian * turn), 1.0, 1e6);
      }
      begin_part();
      return;
    }
    h_ = factor * length;
    if (time_ + direction_ * h_ == time_) break;
  }
  has_failed_ = true;
}

void FunctionTrack::begin_part() {
  begin_ = part_ == 0 ? time_ : end_;
  end_ = part_ + 1 >= parts_ ? step_end_ : time_ + (step_end_ - time_) * ((part_ + 1) / parts_);
}

bool FunctionTrack::end_piece() {
  const Cut& cut = cuts_[piece_++];
  for (const Impulse& i : cut.impulses) {
    Vec3<double> dm = i.in_space ? torques::in_body(phase_of(now_).q, from_eigen(i.momentum))
                                 : body_.to_principal(i.momentum);
    if (body_.is_linear()) dm.x = 0;
    compensated_add(now_[4], lost_[4], dm.x / momentum_scale_);
    compensated_add(now_[5], lost_[5], dm.y / momentum_scale_);
    compensated_add(now_[6], lost_[6], dm.z / momentum_scale_);
  }
  return !cut.impulses.empty();
}

bool FunctionTrack::next() {
  if (has_failed_)
    throw StepFailure("torque " + torque_name_ + " from time " + number_text(time_),
                      "no step that is accurate enough", "a torque that is finite and smooth", time_,
                      state_of(now_));
  if (part_ + 1 < parts_) {
    part_ += 1;
    begin_part();
    return false;
  }
  if (step_end_ != time_) {
    const double h = step_end_ - time_;
    const Numbers none{}, change = combined(none, h, dp::weights[dp::stages], k_, dp::stages);
    for (std::size_t i = 0; i < 7; ++i) compensated_add(now_[i], lost_[i], change[i]);
    const double mend =
        (1 - (now_[0] * now_[0] + now_[1] * now_[1] + now_[2] * now_[2] + now_[3] * now_[3])) / 2;
    for (std::size_t i = 0; i < 4; ++i) compensated_add(now_[i], lost_[i], mend * now_[i]);
    longest_step_ = std::max(longest_step_, std::abs(h));
    ++steps_;
    time_ = step_end_;
    has_rate_ = false;
  }
  bool is_hit = false;
  while (!is_done() && cuts_[piece_].time == time_) {
    is_hit = end_piece() || is_hit;
    has_rate_ = false;
  }
  find_step();
  return is_hit;
}

/// [Hairer, Norsett, Wanner 1993, section II.6]
void FunctionTrack::make_dense() {
  const double h = step_end_ - time_;
  k_[12] = rate(end_numbers_, step_end_);
  for (std::size_t s = 13; s < dp::all_stages; ++s)
    k_[s] = rate(combined(now_, h, dp::weights[s], k_, s), time_ + dp::nodes[s] * h);
  const Numbers none{};
  for (std::size_t i = 0; i < 7; ++i) {
    const double change = end_numbers_[i] - now_[i], bend = h * k_[0][i] - change;
    dense_[0][i] = 0;
    dense_[1][i] = change;
    dense_[2][i] = bend;
    dense_[3][i] = change - h * k_[12][i] - bend;
  }
  for (std::size_t j = 0; j < 4; ++j) dense_[4 + j] = combined(none, h, dp::dense[j], k_, dp::all_stages);
  has_dense_ = true;
}

FunctionTrack::Numbers FunctionTrack::numbers_at(double time) {
  if (time == time_) return now_;
  if (time == step_end_) return end_numbers_;
  if (!has_dense_) make_dense();
  const double s = (time - time_) / (step_end_ - time_), r = 1 - s;
  Numbers y{};
  for (std::size_t i = 0; i < 7; ++i) {
    const double inner = dense_[4][i] + s * (dense_[5][i] + r * (dense_[6][i] + s * dense_[7][i]));
    y[i] = now_[i] + (lost_[i] + s * (dense_[1][i] + r * (dense_[2][i] + s * (dense_[3][i] + r * inner))));
  }
  return y;
}

State FunctionTrack::state_of(const Numbers& y) const {
  const kernel::Phase<double> p = phase_of(y);
  return {frame_.to_user((1 / std::sqrt(dot(p.q, p.q))) * p.q), body_.from_principal(p.m)};
}

State FunctionTrack::at(double time) {
  asked_time_ = time;
  asked_ = numbers_at(time);
  return state_of(asked_);
}

double FunctionTrack::conserved() const {
  return torque_.conserved ? torque_.conserved(phase_of(asked_), asked_time_)
                           : std::numeric_limits<double>::quiet_NaN();
}

TrackInstant FunctionTrack::instant() const {
  TrackInstant i;
  i.at.phase = {{now_[4], now_[5], now_[6]},
                {lost_[4], lost_[5], lost_[6]},
                {now_[0], now_[1], now_[2], now_[3]},
                {lost_[0], lost_[1], lost_[2], lost_[3]}};
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
  now_ = {p.q.w, p.q.x, p.q.y, p.q.z, p.m.x, p.m.y, p.m.z};
  lost_ = {p.eq.w, p.eq.x, p.eq.y, p.eq.z, p.em.x, p.em.y, p.em.z};
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
