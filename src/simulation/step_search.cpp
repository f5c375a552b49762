// SPDX-License-Identifier: MIT
#include "simulation/step_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/body/principal_attitude.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/exponential.hpp>
#include <stdexcept>
#include <utility>

#include "core/number_text.hpp"
#include "simulation/driver.hpp"
#include "simulation/error_estimate.hpp"
#include "simulation/input.hpp"

namespace polhode::simulation {

namespace {

/// A difference above this says nothing of the order.
constexpr double saturated = 0.01;
/// A difference below this is rounding.
constexpr double rounding = 1e-14;
/// Turns of the short stretch, in radians.
constexpr double stretch_angle = 20;

/// What a torque says where the motion may never come: NaN where it refuses to be asked there. Any other
/// exception is the user's, and passed on.
template <class Ask>
double tried(const Ask& ask) {
  try {
    return ask();
  } catch (const InvalidInput&) {
  } catch (const std::domain_error&) {
  } catch (const std::out_of_range&) {
  }
  return std::numeric_limits<double>::quiet_NaN();
}

double length_of(const SingleProblem& p) { return std::abs(p.end_time - p.start_time); }

void refuse_many_steps(const Search& search, double h) {
  const double steps = length_of(search.problem) / h;
  simulation::refuse_many_steps(std::isnan(steps) ? HUGE_VAL : steps, search.tolerance);
}

/// Of splitting and free method together.
double formal_order(const SingleProblem& problem, const Splitting& splitting) {
  return SplitTrack(problem, splitting, length_of(problem), 1).stepper().order();
}

/// Steps, as they were taken, and their difference to steps of half the length.
struct Trial {
  double step, difference;
};

/// The order that two trials show if it is far below the formal one, but at least 1; else, and where they say
/// nothing, the formal one.
double shown_order(const Trial& before, const Trial& now, double formal) {
  if (!(before.step > 1.2 * now.step && before.difference < saturated && now.difference > 1e-12))
    return formal;
  const double seen = std::log(before.difference / now.difference) / std::log(before.step / now.step);
  return seen < formal / 2 ? std::max(1.0, seen) : formal;
}

}  // namespace

double fastest_rate(const SingleProblem& problem) {
  const Inertia& body = problem.body;
  const Torque::Kept kept = problem.torque.kept(body);
  const PreparedTorque& torque = *kept.prepared;
  const Vec3<double> m = principal_momentum(body, problem.start), i = body.moments();
  const Quat<double> q = PrincipalAttitude(body).from_user(problem.start.attitude);
  // Attitudes around the start, since a torque may vanish there, as that of a top upside down.
  double greatest = 0;
  for (const Vec3<double>& turn :
       {Vec3<double>{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 1, 0}, {0, 2, 1}})
    for (const double part : {0.0, 0.3, 1.0}) {
      const double time = problem.start_time + part * (problem.end_time - problem.start_time);
      const double size = tried([&] { return norm(torque.torque({m, q * exp_quat(turn)}, time)); });
      if (std::isfinite(size)) greatest = std::max(greatest, size);
    }
  return std::max(fastest_turning(body, problem.start), std::sqrt(greatest / (i.x > 0 ? i.x : i.y)));
}

namespace {

/// Times the rate, of a step that follows a decay.
constexpr double follows = 4;

}  // namespace

Decay::Decay(const SingleProblem& problem) {
  const Torque::Kept kept = problem.torque.kept(problem.body);
  const PreparedTorque& torque = *kept.prepared;
  const Vec3<double> m = principal_momentum(problem.body, problem.start), i = problem.body.moments();
  const double size = norm(m);
  if (!torque.depends_on_momentum || size == 0) return;
  const Quat<double> q = PrincipalAttitude(problem.body).from_user(problem.start.attitude);
  const std::array<Vec3<double>, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (std::size_t k = 0; k < 3; ++k) {
    if (dot(axes[k], i) == 0) continue;
    const double rate = tried([&] {
      return norm(torque.torque({m + size * axes[k], q}, problem.start_time) -
                  torque.torque({m, q}, problem.start_time)) /
             size;
    });
    if (!(rate > 0)) continue;
    rates[k] = rate;
    angles[k] = std::abs(dot(axes[k], m)) / dot(axes[k], i) / rate;
  }
}

double Decay::longest_step(double tolerance) const noexcept {
  double longest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k)
    if (angles[k] > tolerance / 20) longest = std::min(longest, follows / rates[k]);
  return longest;
}

double Decay::left_out(double h) const noexcept {
  double angle = 0;
  for (std::size_t k = 0; k < 3; ++k)
    if (h * rates[k] > follows * (1 + 1e-9)) angle += angles[k];
  return angle;
}

Comparison compare(const Search& search, const Splitting& splitting, double h) {
  const SingleProblem& p = search.problem;
  SplitTrack coarse_track(p, splitting, h, 1), fine_track(p, splitting, h, 2);
  const Run::Progress progress =
      search.goes_on ? Run::Progress([&](double) { return search.goes_on(); }) : nullptr;
  Run coarse(coarse_track, p.direction(), {}, {}, {}),
      fine(fine_track, p.direction(), search.stopping, {}, progress);
  RunDifference difference(p.start);
  Comparison result{};
  for (std::uint64_t k = 0; k < search.times.size(); ++k) {
    const double time = search.times[k];
    const bool b = fine.to(time), is_event = !b && fine.was_stopped_by_event();
    const bool a = (b || is_event) && coarse.to(b ? time : fine.stopped()->time);
    if (a) difference.add(coarse.state(), b ? fine.state() : fine.stopped()->state);
    if (a && b && difference.value() < 0.5) continue;
    result.was_cancelled = fine.was_cancelled();
    if (!is_event && !b) result.failed = fine.stopped();
    if (!a && (b || is_event)) result.failed = coarse.stopped();
    break;
  }
  result.difference = difference.value();
  result.evaluations = coarse_track.evaluations() + fine_track.evaluations();
  result.step = coarse_track.longest_step();
  return result;
}

FirstStep first_step(Search& whole, const Splitting& splitting) {
  const double length = length_of(whole.problem), rate = fastest_rate(whole.problem);
  const double stretch = rate * length > stretch_angle ? stretch_angle / rate : length;
  Search search = whole;
  search.problem.end_time = whole.problem.start_time + whole.problem.direction() * stretch;
  search.stopping.clear();
  search.times = std::span<const double>(&search.problem.end_time, 1);

  const double order = formal_order(whole.problem, splitting),
               longest = std::min(stretch, whole.longest_step);
  // Errors grow at least with the time. What is aimed at must stand out from rounding.
  const double target = whole.tolerance * (stretch / length), aim = std::max(target, 1e-11);
  const auto scaled = [order](double from, double to) { return std::pow(to / from, 1 / order); };
  double h = rate > 0 ? std::min(longest, 0.5 / rate) : longest, error = 0;
  Trial longest_trial{}, last{};  // of those that say something of the order
  for (int trial = 0, shorter = 0, failures = 0; trial < 20; ++trial) {
    const Comparison c = compare(search, splitting, h);
    whole.evaluations += c.evaluations;
    if (c.was_cancelled) return {h, order};
    error = error_of_coarser(c.difference, order);
    last = {c.step, c.difference};
    if (c.failed || !(c.difference <= saturated))
      longest_trial = {};
    else if (last.step > longest_trial.step)
      longest_trial = last;
    if (c.failed && ++failures % 2 == 0) {
      // The torque may end there: the stretch will.
      search.problem.end_time = 0.5 * (search.problem.start_time + c.failed->time);
      if (search.problem.end_time == search.problem.start_time) return {h, order};
    } else if (c.failed || !(c.difference <= saturated)) {
      h /= 4;
      ++shorter;
      refuse_many_steps(whole, h);
    } else if (error > aim) {
      h *= std::clamp(scaled(error, 0.5 * aim), 0.05, 0.7);
      ++shorter;
    } else if (error < aim / 100 && shorter == 0 && h < longest) {
      h = std::min(longest, h * (c.difference < rounding ? 4 : std::min(4.0, scaled(error, 0.3 * aim))));
    } else {
      break;
    }
  }
  return {error > target ? h * std::max(1e-3, scaled(error, 0.5 * target)) : h,
          shown_order(longest_trial, last, order)};
}

FoundStep find_step(Search& search, const Splitting& splitting, const FirstStep& first) {
  double h = first.h;
  refuse_many_steps(search, h);
  FoundStep best{h, std::numeric_limits<double>::infinity()};
  const double formal = formal_order(search.problem, splitting);
  // falling: the order while shorter steps still help. Where they do not, the last pair shows rounding.
  double order = formal, falling = first.order, failed_at = std::numeric_limits<double>::quiet_NaN();
  Trial last{};
  for (int saturations = 0, failures = 0;;) {
    refuse_many_steps(search, h);
    const Comparison c = compare(search, splitting, h);
    search.evaluations += c.evaluations;
    if (c.was_cancelled) return {h, c.difference, true};
    if (c.failed) {
      // A step that was too long fails elsewhere when it is shorter; a torque that is not finite does not.
      const bool is_again = std::abs(c.failed->time - failed_at) <= 4 * h;
      failed_at = c.failed->time;
      if (!is_again && ++failures < 12) {
        h /= 4;
        continue;
      }
    }
    const bool is_no_better =
        last.step > 0 && last.difference < saturated && c.difference > 0.7 * last.difference;
    if (last.step > 0) {
      order = shown_order(last, {c.step, c.difference}, formal);
      if (!is_no_better) falling = order;
    }
    const double error = error_of_coarser(c.difference, order);
    if (error < best.error_estimate) best = {h, error};
    if (std::isnan(error)) return {h, error};
    if (error <= search.tolerance) break;
    // Where no digit is left, more work is worth while up to some seconds only: a chaotic motion multiplies
    // rounding too.
    const bool is_hopeless = c.difference > saturated &&
                             (++saturations > 1 + 17 / formal || static_cast<double>(c.evaluations) > 3e6);
    if (is_no_better || is_hopeless) break;
    last = {c.step, c.difference};
    h *= c.difference > saturated
             ? 0.25
             : std::clamp(std::pow(0.5 * search.tolerance / error, 1 / order), 0.05, 0.6);
  }
  const bool is_smooth = falling == formal;
  if (!(best.error_estimate <= search.tolerance))
    best.warnings.push_back("The tolerance " + number_text(search.tolerance, 3) +
                            " was not reached: shorter steps do not reduce the error, which is some " +
                            number_text(best.error_estimate, 2) + ". Rounding, " +
                            (is_smooth ? "or a motion that multiplies it, is the limit."
                                       : "a motion that multiplies it, or a torque that is not smooth is the "
                                         "limit."));
  else if (!is_smooth)
    best.warnings.push_back(
        "The error falls with the step as if the order were " + number_text(falling, 2) + ", not " +
        number_text(formal, 2) +
        ": the torque may not be smooth (breakpoints at the times where it is not would help), or the motion "
        "multiplies rounding up to the tolerance.");
  return best;
}

}  // namespace polhode::simulation
