// SPDX-License-Identifier: MIT
#include "simulation/function_track.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <exception>
#include <limits>
#include <numbers>
#include <polhode/core/compensated.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <utility>

#include "core/number_text.hpp"
#include "simulation/input.hpp"
#include "simulation/runge_kutta/step_control.hpp"
#include "simulation/stiffness.hpp"

namespace polhode::simulation {

namespace {

/// A step turns the body by at most so many radians: a quarter turn.
constexpr double longest_turn = std::numbers::pi / 2;
/// How far the derivative of the dense output may be from the torque, in units of the error allowed in the
/// step: of smooth motions it was 4 in the median, and above 100 in one step of a hundred.
constexpr double allowed_defect = 100, least_defect = 1e-13, not_smooth = 30;
/// Between two neighbouring nodes that are farther apart than this part of a step, the torque is probed.
constexpr double longest_gap_of_nodes = 0.15;
/// Between two neighbouring nodes.
constexpr double most_probes = 64;
/// When the method evaluates the torque, dense output included, as fractions of a step.
constexpr std::array<double, 15> sorted_nodes{0.0,
                                              0.0526001519587677318785587544488,
                                              0.0789002279381515978178381316732,
                                              0.1,
                                              0.11835034190722739672675719751,
                                              0.2,
                                              0.25,
                                              0.28164965809277260327324280249,
                                              0.307692307692307692307692307692,
                                              0.333333333333333333333333333333,
                                              0.6,
                                              0.651282051282051282051282051282,
                                              0.777777777777777777777777777778,
                                              0.857142857142857142857142857142,
                                              1.0};
constexpr const char* finite_and_smooth = "a torque that is finite and smooth";
/// Of a body at rest: so small that its square is no 0.
constexpr double least_function_momentum = 1e-150;
using runge_kutta::accepted;
using runge_kutta::prudence;

double norm_of_momentum(const double* state) noexcept {
  return std::sqrt(state[4] * state[4] + state[5] * state[5] + state[6] * state[6]);
}

}  // namespace

FunctionTrack::FunctionTrack(const Problem& problem, std::shared_ptr<const PreparedTorque> torque,
                             const FunctionAccuracy& accuracy, double tolerance)
    : Track(problem),
      body_(problem.body),
      frame_(problem.body),
      torque_(std::move(torque)),
      torque_name_(problem.torque.name()),
      accuracy_(accuracy),
      functions_(runge_kutta::functions()),
      at_stage_(problem.start),
      of_attitude_(torque_->torque.target<torques::FunctionOfAttitude>()),
      of_state_(torque_->torque.target<torques::FunctionOfState>()),
      direction_(direction_of(problem)),
      start_time_(problem.options.start_time),
      span_(std::abs(end_time_of(problem) - problem.options.start_time)),
      time_(problem.options.start_time),
      step_end_(problem.options.start_time),
      has_breakpoints_(!problem.torque.breakpoints().empty()) {
  const Vec3<double> m = from_eigen(principal_momentum(problem.body, problem.start));
  const Quat<double> q = frame_.from_user(problem.start.attitude);
  const double span = span_;
  const double force = norm(torque_->torque({m, q}, problem.options.start_time)), i = body_.moments().z();
  start_torque_ = force;
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
  const torques::InverseInertia<double> inverse(from_eigen(body_.moments()));
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
  output_ = {m, q};
  control_.counted_from = time_;
  h_ *= accuracy_.stretch;
  const double guess = h_;
  find_step();
  first_step_ = std::abs(step_end_ - time_);
  // If the torque jumps at the start, the first step says nothing about the others.
  constexpr double much_shorter = 1e-3;
  const bool jumps = control_.breaks > 0 || h_ < much_shorter * guess;
  if (!has_failed_)
    refuse_many_steps(span / std::max(h_, jumps ? guess : 0.0), tolerance,
                      {body_, *torque_, torque_name_, {m, q}, start_time_}, span);
}

FunctionAccuracy function_accuracy(double tolerance, const Problem& problem) {
  // The torque is sampled at least this often in the run, whatever times are requested.
  constexpr double looks = 160;
  const double span = std::abs(end_time_of(problem) - problem.options.start_time);
  FunctionAccuracy accuracy{span > 0 ? tolerance / span : tolerance, runge_kutta::least_error};
  accuracy.longest_step = max_step_of(problem);
  accuracy.longest_gap = span / looks;
  accuracy.probes_every_step = true;
  return accuracy;
}

namespace {

/// Ratio of the companion's steps to those of the run, for many steps and for few.
constexpr double companion_longer = 1.3, companion_shorter = 1 / 1.4;
/// Up to this many steps are few.
constexpr double few = 16;

}  // namespace

FunctionAccuracy FunctionTrack::companion_accuracy() const {
  // Of one or two steps a companion with other steps needs two or three.
  constexpr double part_of_run = 0.6, nearly = 0.9;
  FunctionAccuracy other = accuracy_;
  // Steps that a limit keeps short, the first or later ones, could not be longer.
  const bool is_shorter = accuracy_.error_rate * span_ >= 1e-4 || first_step_ * few > span_ ||
                          std::isfinite(accuracy_.longest_step) ||
                          (!cuts_.empty() && first_step_ > nearly * std::abs(cuts_[0].time - start_time_));
  other.stretch = is_shorter ? companion_shorter : companion_longer;
  if (is_shorter) other.longest_step = std::min(companion_shorter * other.longest_step, part_of_run * span_);
  // A pulse that only the companion misses raises the estimate: it is not a silent error.
  other.longest_gap *= 2;
  other.probes_every_step = false;
  return other;
}

double FunctionTrack::error_from_companion(double difference, const FunctionTrack& companion) const {
  if (difference > no_digit_left) return difference;
  const double steps = static_cast<double>(steps_to(step_end_)), stretch = companion.accuracy_.stretch;
  if (stretch < 1) {
    const double ratio = std::pow(1 / stretch, order);
    return difference * (ratio / (ratio - 1));
  }
  // Steps that were to be longer may turn out to be as long, where they are cut short.
  const double of_companion = static_cast<double>(companion.steps_to(companion.step_end_));
  const double taken = steps / std::max(1.0, of_companion),
               ratio = std::pow(std::clamp(taken, 1.0, stretch), order);
  if (control_.breaks > 0 || companion.control_.breaks > 0) return difference / std::sqrt(ratio);
  const double allowed =
      std::max(accuracy_.error_rate * std::abs(step_end_ - start_time_), accuracy_.least_error * steps);
  const double rounding = 40 * std::numeric_limits<double>::epsilon() * std::sqrt(steps);
  return allowed > 0 ? difference * std::min(1.0, 1 / (ratio - 1) + rounding / (ratio * allowed))
                     : difference;
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
  const double scale = std::max({largest_momentum_, norm_of_momentum(step_.end), least_function_momentum});
  const double per_square = 1 / (scale * scale);
  const double fifth = e.attitude_5 + e.momentum_5 * per_square,
               below = fifth + 0.01 * (e.attitude_3 + e.momentum_3 * per_square);
  if (!std::isfinite(below + finite)) return 0;
  if (fifth == 0) return 1 / prudence;
  const double allowed = std::max(accuracy_.error_rate * std::abs(h), accuracy_.least_error);
  // Steps that are so many times as long have an error that is so many times as large, to the order.
  return accuracy_.stretch * runge_kutta::part_allowed(fifth, below, allowed);
}

/// The longest step that may be tried: by what was asked for, by the turning, and where a longer one was
/// found not to be smooth.
double FunctionTrack::longest_from_here() const {
  double longest = accuracy_.longest_step;
  const torques::InverseInertia<double> inverse(from_eigen(body_.moments()));
  const double turning = norm(inverse * phase_of(step_.now).m);
  // That of a companion has other steps too.
  if (turning > 0) longest = std::min(longest, accuracy_.stretch * longest_turn / turning);
  // A piece between breakpoints or impulses may be one step of the run: that of a companion is divided.
  if (accuracy_.stretch < 1 && !is_done()) {
    constexpr double part_of_piece = 0.6;
    const double from = piece_ == 0 ? start_time_ : cuts_[piece_ - 1].time;
    longest = std::min(longest, part_of_piece * std::abs(cuts_[piece_].time - from));
  }
  if (direction_ * time_ < direction_ * control_.cautious_until)
    longest = std::min(longest, control_.cautious_step);
  return longest;
}

/// A step that is accurate enough, from now.
void FunctionTrack::find_step() {
  begin_ = end_ = step_end_ = time_;
  begun_with_ = h_;
  begun_control_ = control_;
  has_dense_ = has_failed_ = false;
  failure_ = {"no step that is accurate enough", finite_and_smooth};
  if (is_done()) return;
  const double cut = cuts_[piece_].time;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (has_breakpoints_) {
    const double from = piece_ == 0 ? start_time_ : cuts_[piece_ - 1].time;
    earliest_ = std::nextafter(std::min(from, cut), infinity);
    latest_ = std::nextafter(std::max(from, cut), -infinity);
  }
  largest_momentum_ = std::max(largest_momentum_, norm_of_momentum(step_.now));
  if (time_ == cut) return;
  if (!has_rate_) functions_.rate(turning_body_, step_.now, time_, step_.k[0]);
  has_rate_ = true;
  const double shortest =
      8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(time_), std::abs(cut));
  double longest = longest_from_here();
  for (int trial = 0; trial < 200; ++trial) {
    if (is_stalled()) {
      has_failed_ = true;
      return;
    }
    const bool is_before_barrier = direction_ * time_ < direction_ * control_.barrier &&
                                   direction_ * control_.barrier < direction_ * cut;
    const double limit = is_before_barrier ? control_.barrier : cut, rest = std::abs(limit - time_),
                 wanted = std::min(h_, longest);
    // A little longer rather than a short one after it.
    const bool is_last = runge_kutta::nearly_all * wanted >= rest && rest <= longest;
    // The step is what the time changes by: else roundings of the time would add up.
    const double to = is_last ? limit : time_ + direction_ * wanted, part = try_step(to - time_),
                 length = std::abs(to - time_);
    const double next =
        std::clamp(prudence * part, part == 0 ? runge_kutta::part_if_not_finite : runge_kutta::least_part,
                   runge_kutta::most_part) *
        length;
    // After one that was too long, as at a corner of the torque, no more than what is allowed; at a jump, a
    // step that is as short as the time's digits allow, unless it matters.
    const bool is_accurate = part >= (trial == 0 ? accepted : prudence),
               is_shortest = length <= 1.25 * shortest;
    if (is_accurate || (is_shortest && part > 0 && changes_little())) {
      step_end_ = to;
      add_change();
      if (const std::optional<double> elsewhere = is_shortest ? std::nullopt : disagreement()) {
        control_.barrier = time_ + *elsewhere * (to - time_);
        h_ = std::abs(control_.barrier - time_);
        be_cautious_until(to);
        longest = longest_from_here();
        step_end_ = time_;
        has_dense_ = false;
        continue;
      }
      // A last step that was cut short says nothing of longer ones.
      if (!is_last || next > h_) h_ = next;
      end_ = step_end_;
      return;
    }
    if (part < runge_kutta::least_part) {
      if (trial > 0) ++control_.breaks;
      be_cautious_until(to);
      longest = longest_from_here();
    }
    // At a corner the error does not fall with the step as the order says.
    const double shorter_step = trial < 2 ? next : std::min(next, 0.5 * length);
    h_ = part > 0 ? std::max(shorter_step, prudence * shortest) : next;
    if (is_shortest && part > 0) {
      failure_ = diagnosis();
      break;
    }
    if (time_ + direction_ * h_ == time_) break;
  }
  has_failed_ = true;
}

/// A step that ends there was found not to be smooth: those before its end are shorter, lest they pass over
/// what it has seen.
void FunctionTrack::be_cautious_until(double time) {
  if (direction_ * time <= direction_ * control_.cautious_until) return;
  constexpr double part = 0.25;
  control_.cautious_until = time;
  control_.cautious_step = part * std::abs(time - time_);
}

/// Whether a step as short as the time's digits allow changes the momentum by little: at a jump of the torque
/// it does, at a pole it does not.
bool FunctionTrack::changes_little() const {
  constexpr double little = 1e-5;
  return norm_of_momentum(step_.change) <= little * std::max(1.0, largest_momentum_);
}

/// How far the derivative of the dense output is from a rate at this fraction of the step, as a part of the
/// momentum.
double FunctionTrack::defect(double s, const double* rate) const {
  const double r = 1 - s, h = step_end_ - time_;
  double square = 0;
  for (int i = 4; i < 7; ++i) {
    double value = step_.dense[6][i], slope = 0;
    for (int k = 5; k >= 0; --k) {
      const bool is_rising = k % 2 == 1;
      slope = (is_rising ? value : -value) + (is_rising ? s : r) * slope;
      value = step_.dense[k][i] + (is_rising ? s : r) * value;
    }
    const double difference = value + s * slope - h * rate[i];
    square += difference * difference;
  }
  return std::sqrt(square) /
         std::max({largest_momentum_, norm_of_momentum(step_.end), least_function_momentum});
}

/// Compares the torque with the dense output of a step where the method has not asked for it. None if they
/// agree; else the fraction of the step at which they differ most.
std::optional<double> FunctionTrack::disagreement() {
  const double length = std::abs(step_end_ - time_);
  if (!accuracy_.probes_every_step && !(longest_gap_of_nodes * length > accuracy_.longest_gap))
    return std::nullopt;
  make_dense();
  const double allowed = std::max(accuracy_.error_rate * length, accuracy_.least_error);
  const double most_allowed = allowed_defect * allowed + least_defect;
  double most = most_allowed;
  std::optional<double> worst;
  for (std::size_t i = 1; i < sorted_nodes.size(); ++i) {
    const double from = sorted_nodes[i - 1], gap = sorted_nodes[i] - from;
    const double needed = std::ceil(gap * length / accuracy_.longest_gap) - 1;
    const int probes =
        static_cast<int>(std::clamp(needed, gap > longest_gap_of_nodes ? 1.0 : 0.0, most_probes));
    for (int k = 1; k <= probes; ++k) {
      const double s = from + gap * k / (probes + 1);
      double y[8], rate[8];
      functions_.state(step_, s, y);
      functions_.rate(turning_body_, y, time_ + s * (step_end_ - time_), rate);
      const double found = defect(s, rate);
      if (found <= most) continue;
      most = std::isnan(found) ? HUGE_VAL : found;
      worst = s;
    }
  }
  // One that is a little too large comes with a smooth motion too.
  if (worst && most > not_smooth * most_allowed) ++control_.breaks;
  return worst;
}

/// Whether the steps have become so short that the run would not end. Judged from time to time, by the steps
/// that were tried; a short stretch may be slow.
bool FunctionTrack::is_stalled() {
  constexpr double trials_of_a_count = 1000, most_trials = 2e8, most_slow_counts = 10;
  if (++control_.trials < trials_of_a_count) return false;
  const double rest = std::abs(cuts_.back().time - time_), done = std::abs(time_ - control_.counted_from);
  const bool is_slow = rest * trials_of_a_count > most_trials * done;
  control_.slow_counts = is_slow ? control_.slow_counts + 1 : 0;
  control_.trials = 0;
  control_.counted_from = time_;
  if (control_.slow_counts < most_slow_counts) return false;
  failure_ = diagnosis();
  return true;
}

/// What the torque does where steps are too short to go on.
FunctionTrack::Failure FunctionTrack::diagnosis() const {
  constexpr double little = 1e-6, much = 1e4;
  const Phase now = phase_of(step_.now);
  const double size = momentum_scale_ * std::max(largest_momentum_, norm_of_momentum(step_.now));
  const std::array<Vec3<double>, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  try {
    for (std::size_t k = 0; k < 3; ++k) {
      // A jump is as large close by; a steep slope is not.
      const auto about_axis = [&](double distance) {
        return dot(axes[k], torque_->torque({now.m + (distance * size) * axes[k], now.q}, time_));
      };
      const double above = about_axis(little), below = about_axis(-little);
      if (above < 0 && below > 0 && about_axis(little / 100) < 0.5 * above &&
          about_axis(-little / 100) > 0.5 * below)
        return {"chattering: the torque about principal axis " + std::to_string(k + 1) +
                    " switches its sign at every step and holds the motion where it switches (sliding)",
                "a smooth function such as tanh(x / width) in place of sign(x), or a dead band"};
    }
    if (const auto decay = stiff_decay({body_, *torque_, torque_name_, now, time_}, h_))
      return {in_words(*decay) + ": steps that follow it are too short for the rest of the run",
              gentler_damping};
    const double force = norm(torque_->torque(now, time_));
    if (!(force <= much * std::max(start_torque_, size / span_)))
      return {"a torque of size " + number_text(force, 2) + " that grows without limit", finite_and_smooth};
  } catch (const std::exception&) {
    // Not to be asked beside the motion: then no more is said of it.
  }
  return {"a torque that jumps or oscillates ever faster", finite_and_smooth};
}

/// The end of a step, |q| led back to 1.
void FunctionTrack::add_change() {
  double* end = step_.end;
  std::copy_n(step_.now, 8, end);
  std::copy_n(step_.lost, 8, end_lost_);
  for (int i = 0; i < 7; ++i) compensated_add(end[i], end_lost_[i], step_.change[i]);
  const double mend = (1 - (end[0] * end[0] + end[1] * end[1] + end[2] * end[2] + end[3] * end[3])) / 2;
  for (int i = 0; i < 4; ++i) compensated_add(end[i], end_lost_[i], mend * end[i]);
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
    throw StepFailure("torque " + torque_name_ + " from time " + number_text(time_), failure_.found,
                      failure_.expected, time_, state_of(phase_of(step_.now)));
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
  return {frame_.to_user(normalised(p.q)), body_.from_principal(to_eigen(p.m))};
}

State FunctionTrack::at(double time) {
  output_time_ = time;
  output_ = phase_at(time);
  return state_of(output_);
}

double FunctionTrack::conserved() const {
  return torque_->conserved ? torque_->conserved(output_, output_time_) : nan;
}

Snapshot FunctionTrack::snapshot() const {
  Snapshot s;
  const double *y = step_.now, *e = step_.lost;
  s.stepper.phase = {
      {y[4], y[5], y[6]}, {e[4], e[5], e[6]}, {y[0], y[1], y[2], y[3]}, {e[0], e[1], e[2], e[3]}};
  s.stepper.time = time_;
  s.begin = begin_;
  s.longest_step = longest_step_;
  s.unit = begun_with_;
  s.largest_momentum = largest_momentum_;
  s.piece = piece_;
  s.steps = steps_;
  s.evaluations = evaluations_;
  s.is_end_known = has_dense_;
  const Control& c = begun_control_;
  s.step_control = {c.barrier, c.cautious_until, c.cautious_step, c.breaks,
                    c.trials,  c.counted_from,   c.slow_counts};
  return s;
}

void FunctionTrack::restore(const Snapshot& s) {
  const auto& p = s.stepper.phase;
  const double now[8] = {p.q.w, p.q.x, p.q.y, p.q.z, p.m.x, p.m.y, p.m.z, 0},
               lost[8] = {p.eq.w, p.eq.x, p.eq.y, p.eq.z, p.em.x, p.em.y, p.em.z, 0};
  std::copy_n(now, 8, step_.now);
  std::copy_n(lost, 8, step_.lost);
  time_ = s.stepper.time;
  h_ = s.unit;
  largest_momentum_ = s.largest_momentum;
  piece_ = static_cast<std::size_t>(s.piece);
  has_rate_ = false;
  if (const std::vector<double>& c = s.step_control; c.size() == 7)
    control_ = {c[0], c[1], c[2], c[3], c[4], c[5], c[6]};
  find_step();
  if (s.is_end_known && !has_failed_ && !has_dense_) make_dense();
  steps_ = s.steps;
  longest_step_ = s.longest_step;
  // What was asked on the way here was counted before.
  evaluations_ = s.evaluations;
}

}  // namespace polhode::simulation
