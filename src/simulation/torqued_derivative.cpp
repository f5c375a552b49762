// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/torqued_derivative.hpp>
#include <polhode/torque/direction.hpp>
#include <string>
#include <vector>

#include "body/principal_attitude.hpp"
#include "core/number_text.hpp"
#include "rotation/value_of.hpp"
#include "simulation/changing_formula.hpp"
#include "simulation/derivative_work.hpp"
#include "simulation/tangent_series.hpp"

namespace polhode {
namespace {

using simulation::begun_tangent;
using simulation::ChangingFormula;
using simulation::column_of;
using simulation::constant_phase;
using simulation::DerivativeWork;
using simulation::MotionPoint;
using simulation::Tangent;
using simulation::tangent_directions;
using simulation::TangentSeries;
using simulation::TangentTorque;

constexpr std::size_t directions = tangent_directions;

/// An impulse, and how its momentum changes with what the directions of a run stand for.
struct Kick {
  Impulse impulse;
  std::array<Eigen::Vector3d, directions> by = [] {
    std::array<Eigen::Vector3d, directions> none;
    none.fill(Eigen::Vector3d::Zero());
    return none;
  }();
};

/// A time at which the motion is not smooth.
struct Interruption {
  double time;
  std::vector<Kick> kicks;
};

std::vector<Interruption> interruptions(const std::vector<double>& breakpoints,
                                        const std::vector<Kick>& kicks, double from, double to) {
  const bool is_backward = to < from;
  std::vector<Interruption> all;
  const auto is_within = [&](double t) { return is_backward ? t <= from && t > to : t > from && t <= to; };
  for (const double t : breakpoints)
    if (is_within(t)) all.push_back({t, {}});
  for (const Kick& kick : kicks)
    if (is_within(kick.impulse.time)) all.push_back({kick.impulse.time, {kick}});
  std::stable_sort(all.begin(), all.end(), [&](const Interruption& a, const Interruption& b) {
    return is_backward ? a.time > b.time : a.time < b.time;
  });
  return all;
}

std::vector<Kick> kicks_of(const Torque& torque) {
  std::vector<Kick> kicks;
  for (const Impulse& i : torque.impulses()) kicks.push_back({.impulse = i});
  return kicks;
}

/// The family of the terms that a parameter belongs to.
struct OwnFamily {
  const TorqueFamily* family;
  std::size_t index;

  Torque changed(double change) const {
    std::vector<double> parameters = family->parameters;
    parameters[index] += change;
    return family->torque(parameters);
  }
};

OwnFamily own_family(const TorqueFamily& family, std::size_t index) {
  for (const TorqueFamily& term : family.terms) {
    if (index < term.parameters.size()) return own_family(term, index);
    index -= term.parameters.size();
  }
  return {&family, index};
}

bool has_moments_of(const Torque& a, const Torque& b) {
  const std::vector<Impulse>&first = a.impulses(), &second = b.impulses();
  return a.breakpoints() == b.breakpoints() &&
         std::equal(
             first.begin(), first.end(), second.begin(), second.end(),
             [](const Impulse& x, const Impulse& y) { return x.time == y.time && x.frame == y.frame; });
}

/// How the momenta of the impulses change with a parameter.
/// @throws InvalidInput  if the parameter moves their times, or those at which the torque is not smooth
std::vector<Eigen::Vector3d> impulses_by_parameter(const TorqueFamily& family, std::size_t index,
                                                   const Torque& torque) {
  std::vector<Eigen::Vector3d> by(torque.impulses().size(), Eigen::Vector3d::Zero());
  if (torque.impulses().empty() && torque.breakpoints().empty()) return by;
  const auto momenta = [](const Torque& of) {
    std::vector<Eigen::Vector3d> all;
    for (const Impulse& i : of.impulses()) all.push_back(i.momentum);
    return all;
  };
  const OwnFamily own = own_family(family, index);
  const double value = family.parameters[index],
               change = (value == 0 ? 1 : value) * simulation::smallest_change;
  const Torque here = own.changed(0);
  bool is_moved = false, is_changed = false;
  for (std::size_t k = 1; k <= simulation::difference_weights.size(); ++k)
    for (const double sign : {1.0, -1.0}) {
      const Torque there = own.changed(sign * static_cast<double>(k) * change);
      is_moved = is_moved || !has_moments_of(here, there);
      is_changed = is_changed || momenta(here) != momenta(there);
    }
  if (is_moved)
    throw InvalidInput("parameter " + std::to_string(index), number_text(value),
                       "one that moves no impulse and no breakpoint (a row of a table, its ends) of the "
                       "torque: by these times there is no derivative");
  if (!is_changed) return by;
  const OwnFamily whole{&family, index};
  for (std::size_t k = 0; k < simulation::difference_weights.size(); ++k) {
    const double far = static_cast<double>(k + 1) * change,
                 weight = simulation::difference_weights[k] / change;
    const std::vector<Eigen::Vector3d> above = momenta(whole.changed(far)),
                                       below = momenta(whole.changed(-far));
    for (std::size_t i = 0; i < by.size(); ++i) by[i] += weight * (above[i] - below[i]);
  }
  return by;
}

/// One motion with nine directions, from time to time.
class TangentRun {
 public:
  TangentRun(const Inertia& body, const TangentTorque& torque, const std::vector<Interruption>& interruptions,
             const kernel::Phase<Tangent>& start, bool with_moments, double time, double direction,
             double unit, DerivativeWork& work)
      : body_(body),
        work_(work),
        interruptions_(interruptions),
        series_(torque, moments(body, with_moments), direction, unit),
        direction_(direction) {
    series_.begin(start, time);
    expand();
  }

  /// Calls goes_on() before each step.
  template <class GoesOn>
  kernel::Phase<Tangent> at(double time, const GoesOn& goes_on) {
    while (true) {
      const double limit = next_ < interruptions_.size() ? interruptions_[next_].time : direction_ * HUGE_VAL;
      // A state at the time of an impulse is the one after it in the order of time, as simulate has it.
      const bool is_within = direction_ > 0 ? time < limit : time >= limit;
      if (is_before_or_at(time, series_.reach()) && is_within) {
        refuse_turning_root(time);
        return series_.at(time);
      }
      goes_on(series_.time());
      refuse_turning_root(is_before_or_at(limit, series_.reach()) ? limit : series_.reach());
      if (is_before_or_at(limit, series_.reach())) {
        series_.advance(limit);
        for (const Kick& k : interruptions_[next_].kicks) kick(k);
        ++next_;
      } else {
        series_.advance(series_.reach());
      }
      expand();
    }
  }

  /// Adds points of the motion within the step that is expanded now, not beyond a time.
  void add_points(double until, std::vector<MotionPoint>& points) const {
    const double begin = series_.time();
    double end = is_before_or_at(until, series_.reach()) ? until : series_.reach();
    if (next_ < interruptions_.size() && is_before_or_at(interruptions_[next_].time, end))
      end = interruptions_[next_].time;
    constexpr int in_a_step = 3;
    for (int k = 0; k < in_a_step; ++k) {
      const double time = begin + (end - begin) * (k + 0.5) / in_a_step;
      const kernel::Phase<Tangent> p = series_.at(time);
      points.push_back({time, {value_of(p.m), normalised(value_of(p.q))}});
    }
  }

 private:
  static Vec3<Tangent> moments(const Inertia& body, bool with_slopes) {
    const Vec3<double> i = from_eigen(body.moments());
    Vec3<Tangent> result{Tangent(i.x), Tangent(i.y), Tangent(i.z)};
    if (with_slopes) {
      result.x.slope[6] = 1;
      result.y.slope[7] = 1;
      result.z.slope[8] = 1;
    }
    return result;
  }

  bool is_before_or_at(double a, double b) const noexcept { return direction_ > 0 ? a <= b : a >= b; }

  void kick(const Kick& kick) {
    const Impulse& i = kick.impulse;
    kernel::Phase<Tangent> p = series_.at(series_.time());
    const auto own = [&](const Eigen::Vector3d& v) {
      return i.frame == TorqueFrame::space ? from_eigen(v) : from_eigen(body_.to_principal(v));
    };
    const Vec3<double> given = own(i.momentum);
    Vec3<Tangent> dm{Tangent(given.x), Tangent(given.y), Tangent(given.z)};
    for (std::size_t d = 0; d < directions; ++d) {
      const Vec3<double> by = own(kick.by[d]);
      dm.x.slope[d] = by.x;
      dm.y.slope[d] = by.y;
      dm.z.slope[d] = by.z;
    }
    if (i.frame == TorqueFrame::space) dm = rotate(p.q.conjugate(), dm);
    if (direction_ < 0) dm = -dm;
    if (body_.is_linear()) dm.x = Tangent();
    p.m = p.m + dm;
    series_.begin(p, series_.time());
  }

  void refuse_turning_root(double until) const {
    if (series_.root_turns_before(until))
      fail("motion after time ", "a square root of the torque's formula that comes to zero",
           "roots that stay above it: beyond such a moment the derivative is not known");
  }

  void expand() {
    work_.take(series_.work());
    if (!series_.expand()) fail("motion at time ", "not finite", "a torque that is finite and smooth there");
  }

  /// In the step that begins now.
  [[noreturn]] void fail(const char* what, const char* found, const char* expected) const {
    const kernel::Phase<Tangent> p = series_.at(series_.time());
    throw StepFailure(what + number_text(series_.time()), found, expected, series_.time(),
                      {PrincipalAttitude(body_).to_user(normalised(value_of(p.q))),
                       body_.from_principal(to_eigen(value_of(p.m)))});
  }

  Inertia body_;
  DerivativeWork& work_;
  const std::vector<Interruption>& interruptions_;
  TangentSeries series_;
  std::size_t next_ = 0;
  double direction_;
};

void check_order(std::span<const double> times, double start_time) {
  if (!std::isfinite(start_time))
    throw InvalidInput("start time", number_text(start_time), "a finite number");
  double before = start_time;
  const bool is_backward = !times.empty() && times.back() < start_time;
  for (const double t : times) {
    if (!std::isfinite(t)) throw InvalidInput("time", number_text(t), "a finite number");
    if (is_backward ? t > before : t < before)
      throw InvalidInput(
          "time", number_text(t),
          "a time in ascending or descending order from the start; the one before is " + number_text(before));
    before = t;
  }
}

/// Of very many, every second.
void bound(std::vector<MotionPoint>& points) {
  constexpr std::size_t very_many = 1 << 16;
  if (points.size() < very_many) return;
  for (std::size_t k = 0; 2 * k < points.size(); ++k) points[k] = points[2 * k];
  points.resize((points.size() + 1) / 2);
}

/// Some of them, from every part of the motion.
void thin_out(std::vector<MotionPoint>& points) {
  constexpr std::size_t enough = 120;
  const std::size_t count = points.size();
  if (count <= enough) return;
  for (std::size_t k = 0; k < enough; ++k) points[k] = points[k * (count - 1) / (enough - 1)];
  points.resize(enough);
}

/// A length of time in which the body turns by a radian or the torque counts.
double first_unit(const Inertia& body, const PreparedTorque& prepared, const kernel::Phase<double>& p,
                  double time, double span) {
  const Vec3<double> i = from_eigen(body.moments()),
                     omega{i.x > 0 ? p.m.x / i.x : 0, p.m.y / i.y, p.m.z / i.z};
  const double force = norm(prepared.torque(p, time)), least = i.x > 0 ? i.x : i.y;
  const double rate = std::max(norm(omega), std::isfinite(force) ? std::sqrt(force / least) : 0);
  const double unit = rate > 0 ? 1 / rate : span;
  return unit > 0 && std::isfinite(unit) ? std::ldexp(1.0, std::ilogb(unit)) : 1;
}

/// The steps of the derivative are chosen by its coefficients alone, so they may miss a narrow feature of a
/// formula, which simulate locates (series/features.hpp).
void refuse_other_motion(const Inertia& body, const State& start, const Torque& torque, double start_time,
                         const std::vector<TorquedDerivative>& results) {
  constexpr double tolerance = 1e-9, far = 1e-6;
  std::vector<double> times;
  for (const TorquedDerivative& r : results) times.push_back(r.time);
  SimulationOptions options;
  options.start_time = start_time;
  options.estimate_error = false;
  const Simulation motion = simulate(body, start, torque, times, tolerance, options);
  double size = start.momentum.norm();
  for (std::size_t n = 0; n < motion.states.size(); ++n) {
    const State &a = results[n].motion.state, &b = motion.states[n];
    size = std::max(size, b.momentum.norm());
    const double apart = std::max((a.momentum - b.momentum).norm() / size,
                                  std::min((a.attitude.coeffs() - b.attitude.coeffs()).norm(),
                                           (a.attitude.coeffs() + b.attitude.coeffs()).norm()));
    if (apart > far * (1 + results[n].motion.jacobian.norm()))
      throw StepFailure("derivative at time " + number_text(times[n]),
                        "a motion that differs by " + number_text(apart, 2) + " from that of simulate",
                        "a formula without features that are narrow in time or in the state", times[n], b);
  }
}

}  // namespace

namespace simulation {

void DerivativeWork::need(double rows) const {
  if (rows > left)
    throw InvalidInput("derivative of the motion", "more work than was allowed",
                       "a shorter motion, or fewer numbers of the torque");
}

void DerivativeWork::take(double rows) {
  need(rows);
  left -= rows;
}

std::vector<TorquedDerivative> simulate_derivative(const Inertia& body, const State& start,
                                                   const TorqueFamily& family, std::span<const double> times,
                                                   double start_time,
                                                   const std::function<void(double part)>& goes_on,
                                                   DerivativeWork& work) {
  check_order(times, start_time);
  const kernel::Phase<double> own{from_eigen(principal_momentum(body, start)),
                                  PrincipalAttitude(body).from_user(start.attitude)};
  const State begin{normalise_attitude(start.attitude).q, start.momentum};
  std::vector<TorquedDerivative> results(times.size());
  if (times.empty()) return results;
  const Torque torque = family.torque(family.parameters);
  const double end_time = times.back(), direction = end_time < start_time ? -1 : 1;
  const PreparedTorque prepared = torque.prepare(body);
  const double unit = first_unit(body, prepared, own, start_time, std::abs(end_time - start_time));
  const std::vector<Kick> kicks = kicks_of(torque);
  const std::vector<double>& breakpoints = torque.breakpoints();

  ChangingFormula formula(body, torque);
  TangentTorque base{&formula.tape(), formula.torque(), {}}, first = base;
  const bool is_linear = body.is_linear();
  for (int axis = is_linear ? 1 : 0; axis < 3; ++axis)
    if (!torque.is_none() && !is_linear)
      first.change[static_cast<std::size_t>(6 + axis)] = formula.by_moment(torque, axis);
  const std::size_t count = family.parameters.size();
  std::vector<TangentTorque> others;
  std::vector<std::vector<Kick>> others_kicks;
  for (std::size_t p = 0; p < count; ++p) {
    if (p % directions == 0) {
      others.push_back(base);
      others_kicks.push_back(kicks);
    }
    const std::vector<Eigen::Vector3d> by = impulses_by_parameter(family, p, torque);
    for (std::size_t i = 0; i < by.size(); ++i) others_kicks.back()[i].by[p % directions] = by[i];
  }

  // The runs one after the other: that of the motion, then those of the parameters.
  double runs_done = 0;
  const auto tell = [&](double time) {
    if (goes_on)
      goes_on((runs_done + (time - start_time) / (end_time - start_time)) /
              static_cast<double>(1 + others.size()));
  };
  const PrincipalAttitude frame(body);
  const double work_before = work.left;
  const std::vector<Interruption> own_interruptions = interruptions(breakpoints, kicks, start_time, end_time);
  TangentRun run(body, first, own_interruptions, begun_tangent(own.m, own.q, is_linear), !is_linear,
                 start_time, direction, unit, work);
  std::vector<MotionPoint> points;
  const auto tell_and_keep = [&](double time) {
    tell(time);
    if (count == 0) return;
    run.add_points(end_time, points);
    bound(points);
  };
  for (std::size_t n = 0; n < times.size(); ++n) {
    const kernel::Phase<Tangent> p = run.at(times[n], tell_and_keep);
    TorquedDerivative& r = results[n];
    const kernel::Phase<double> now{value_of(p.m), normalised(value_of(p.q))};
    r.time = times[n];
    r.motion.start = begin;
    r.motion.state = {frame.to_user(now.q), body.from_principal(to_eigen(now.m))};
    MotionJacobian& j = r.motion.jacobian;
    for (std::size_t i = 0; i < directions; ++i) j.col(static_cast<Eigen::Index>(i)) = column_of(body, p, i);
    // Attitude and momentum of the start in the user's frame too.
    for (const Eigen::Index block : {block::attitude, block::momentum})
      j.middleCols<3>(block) = (j.middleCols<3>(block) * body.axes().transpose()).eval();
    const Eigen::Vector3d omega = body.angular_velocity(r.motion.state.momentum);
    j.col(block::time) << omega,
        r.motion.state.momentum.cross(omega) + body.from_principal(to_eigen(prepared.torque(now, times[n])));
    r.by_parameters.resize(count);
  }
  if (!prepared.formula.is_built_in()) refuse_other_motion(body, begin, torque, start_time, results);
  // The parameters' runs take as many steps, of more rows.
  work.need((work_before - work.left) * static_cast<double>(others.size()));
  if (count > 0) run.add_points(end_time, points);
  thin_out(points);
  for (std::size_t p = 0; p < count; ++p)
    others[p / directions].change[p % directions] =
        formula.by_parameter(family, p, own, {start_time, (start_time + end_time) / 2, end_time}, points);
  for (std::size_t block = 0; block < others.size(); ++block) {
    const std::vector<Interruption> others_interruptions =
        interruptions(breakpoints, others_kicks[block], start_time, end_time);
    TangentRun more(body, others[block], others_interruptions, constant_phase(own.m, own.q), false,
                    start_time, direction, unit, work);
    runs_done = static_cast<double>(block + 1);
    for (std::size_t n = 0; n < times.size(); ++n) {
      const kernel::Phase<Tangent> p = more.at(times[n], tell);
      for (std::size_t i = 0; i < directions && block * directions + i < count; ++i)
        results[n].by_parameters[block * directions + i] = column_of(body, p, i);
    }
  }
  return results;
}

}  // namespace simulation

std::vector<TorquedDerivative> simulate_derivative(const Inertia& body, const State& start,
                                                   const TorqueFamily& family, std::span<const double> times,
                                                   double start_time,
                                                   const std::function<void(double part)>& goes_on) {
  DerivativeWork unlimited{std::numeric_limits<double>::infinity()};
  return simulation::simulate_derivative(body, start, family, times, start_time, goes_on, unlimited);
}

std::vector<TorquedDerivative> simulate_derivative(const Inertia& body, const State& start,
                                                   const Torque& torque, std::span<const double> times,
                                                   double start_time,
                                                   const std::function<void(double part)>& goes_on) {
  return simulate_derivative(body, start, TorqueFamily{[&](std::span<const double>) { return torque; }, {}},
                             times, start_time, goes_on);
}

Divergence divergence(const Inertia& body, const State& start, const Torque& torque, double end_time,
                      double start_time, const std::function<void(double part)>& goes_on) {
  const std::array<double, 1> end{end_time};
  check_order(end, start_time);
  Divergence result;
  result.at = end_time;
  result.horizon = std::numeric_limits<double>::infinity();
  kernel::Phase<double> own{from_eigen(principal_momentum(body, start)),
                            PrincipalAttitude(body).from_user(start.attitude)};
  const double span = std::abs(end_time - start_time), direction = end_time < start_time ? -1 : 1;
  if (span == 0) return result;
  const PreparedTorque prepared = torque.prepare(body);
  const double unit = first_unit(body, prepared, own, start_time, span);
  const std::vector<Interruption> all_interruptions =
      interruptions(torque.breakpoints(), kicks_of(torque), start_time, end_time);
  ChangingFormula formula(body, torque);
  const TangentTorque base{&formula.tape(), formula.torque(), {}};

  // Six changes of the start, told apart again at each part of the run so that none outgrows the others.
  using Changes = Eigen::Matrix<double, 6, 6, Eigen::DontAlign>;
  Changes changes = Changes::Identity();
  double length = norm(own.m), log_growth = 0, time = start_time;
  DerivativeWork unlimited{std::numeric_limits<double>::infinity()};
  constexpr int parts = 600;
  std::vector<double> logs{0};
  for (int part = 1; part <= parts; ++part) {
    const double next = part == parts ? end_time : start_time + (end_time - start_time) * part / parts;
    std::vector<Interruption> own_interruptions;
    for (const Interruption& s : all_interruptions)
      if (direction > 0 ? s.time > time && s.time <= next : s.time <= time && s.time > next)
        own_interruptions.push_back(s);
    TangentRun run(body, base, own_interruptions, begun_tangent(own.m, own.q, body.is_linear()), false, time,
                   direction, unit, unlimited);
    const kernel::Phase<Tangent> p = run.at(next, [&](double) {
      if (goes_on) goes_on(static_cast<double>(part - 1) / parts);
    });
    if (goes_on) goes_on(static_cast<double>(part) / parts);
    if (!(length > 0)) length = norm(value_of(p.m));
    Changes transition;
    for (std::size_t i = 0; i < 6; ++i) {
      StateChange c = column_of(body, p, i);
      c.head<3>() = (body.axes().transpose() * c.head<3>()).eval();
      c.tail<3>() = (body.axes().transpose() * c.tail<3>()).eval();
      transition.col(static_cast<Eigen::Index>(i)) = c;
    }
    if (length > 0) {
      transition.topRightCorner<3, 3>() *= length;
      transition.bottomLeftCorner<3, 3>() /= length;
    }
    changes = (transition * changes).eval();
    const double largest = changes.norm();
    if (!(largest > 0 && std::isfinite(largest))) break;
    changes /= largest;
    log_growth += std::log(largest);
    logs.push_back(log_growth);
    const double error = std::log(std::numeric_limits<double>::epsilon() / 2) + log_growth;
    if (error >= std::log(0.1) && !std::isfinite(result.horizon)) result.horizon = next;
    own = {value_of(p.m), normalised(value_of(p.q))};
    time = next;
  }
  const std::size_t last = logs.size() - 1, first = last / 10;
  const auto rate = [&](std::size_t from, std::size_t to) {
    return to > from ? (logs[to] - logs[from]) / (span * static_cast<double>(to - from) / parts) : 0;
  };
  result.exponent = rate(first, last);
  for (std::size_t third = 0; third < 3; ++third) {
    const std::size_t width = (last - first) / 3;
    result.spread = std::max(
        result.spread, std::abs(rate(first + third * width, first + (third + 1) * width) - result.exponent));
  }
  result.growth = std::exp(log_growth);
  result.at = time;
  return result;
}

}  // namespace polhode
