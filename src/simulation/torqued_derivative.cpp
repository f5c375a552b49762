// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <polhode/body/principal_attitude.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/simulation/torqued_derivative.hpp>
#include <polhode/torque/direction.hpp>
#include <string>
#include <vector>

#include "core/number_text.hpp"
#include "simulation/tangent_series.hpp"

namespace polhode {
namespace {

using series::Symbol;
using simulation::Tangent;
using simulation::tangent_directions;
using simulation::TangentSeries;
using simulation::TangentTorque;

constexpr std::size_t directions = tangent_directions;
/// Relative changes of an input of the formula: multiples of 1/64.
constexpr double smallest_change = 1.0 / 64;
constexpr std::array<double, 4> difference_weights{4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};

/// The torque on symbols, and its changes with one input after the other.
class ChangingFormula {
 public:
  ChangingFormula(const Inertia& body, const Torque& torque) : body_(body) {
    torque_ = recorded(body, torque);
  }

  const series::Tape& tape() const noexcept { return tape_; }
  std::array<series::Form, 3> torque() const { return forms(torque_); }
  std::array<series::Form, 3> by_moment(const Torque& torque, int axis) {
    const Vec3<double> i = body_.moments();
    const double value = axis == 0 ? i.x : axis == 1 ? i.y : i.z;
    return difference(value * smallest_change, [&](double change) {
      Vec3<double> moments = i;
      (axis == 0 ? moments.x : axis == 1 ? moments.y : moments.z) += change;
      return recorded(with_moments(moments), torque);
    });
  }
  /// `times` are those of the run: a rate of something that turns must change by little over it.
  std::array<series::Form, 3> by_parameter(const TorqueFamily& family, std::size_t index,
                                           const kernel::Phase<double>& start,
                                           const std::array<double, 3>& times) {
    const auto changed = [&](double change) {
      std::vector<double> parameters = family.parameters;
      parameters[index] += change;
      return family.torque(parameters);
    };
    const double value = family.parameters[index];
    const double change = small_enough((value == 0 ? 1 : value) * smallest_change, start, times, changed);
    return difference(change, [&](double by) { return recorded(body_, changed(by)); });
  }

 private:
  static std::array<series::Form, 3> forms(const Vec3<Symbol>& v) {
    return {v.x.form(), v.y.form(), v.z.form()};
  }

  /// The body with other moments about the same axes, as its tensor says. Its own order of the axes may be another.
  Inertia with_moments(const Vec3<double>& moments) const {
    const Eigen::Matrix3d& a = body_.axes();
    const Eigen::Vector3d i = to_eigen(moments);
    // Axes along the user's: nothing is rounded.
    if ((a.array() * (1 - a.array().square()) == 0).all()) return Inertia::from_moments(a.cwiseAbs2() * i);
    const Eigen::Matrix3d tensor = a * i.asDiagonal() * a.transpose();
    return Inertia::from_tensor((tensor + tensor.transpose()) / 2);
  }

  /// As this body's principal frame has it, whatever that of `body` is.
  Vec3<Symbol> recorded(const Inertia& body, const Torque& torque) {
    using namespace series::row;
    const auto row = [&](int k) { return Symbol(tape_, k); };
    kernel::Phase<Symbol> phase{{row(momentum), row(momentum + 1), row(momentum + 2)},
                                {row(attitude), row(attitude + 1), row(attitude + 2), row(attitude + 3)}};
    const bool is_turned = body.axes() != body_.axes();
    const Quat<long double> between = body_.axes_attitude().conjugate() * body.axes_attitude();
    const Mat3<double> turn = convert<double>(to_matrix(between));  // from its frame to ours
    if (is_turned) {
      phase.q = phase.q * convert<Symbol>(convert<double>(between));
      phase.m = convert<Symbol>(turn).transpose() * phase.m;
    }
    const auto formula = torque.prepare(body).formula;
    const auto refused = [&] {
      return InvalidInput(
          "torque", torque.name(),
          "one whose formula is known (docs/series.md): of a function alone there is no derivative");
    };
    if (!formula) throw refused();
    const Vec3<Symbol> result = formula(phase, row(time));
    for (const series::Row& made : tape_.all())
      if (made.maker == series::Maker::parameter) throw refused();
    if (tape_.has_failed()) throw refused();
    return is_turned ? convert<Symbol>(turn) * result : result;
  }

  /// The largest change, from the given one down, at which differences of order 8 and 6 of the torque agree.
  template <class Changed>
  double small_enough(double change, const kernel::Phase<double>& start, const std::array<double, 3>& times,
                      const Changed& changed) const {
    constexpr std::array<double, 4> sixth{3.0 / 4, -3.0 / 20, 1.0 / 60, 0};
    constexpr double enough = 1e-10;
    const kernel::Phase<double> turned{start.m, start.q * Quat<double>{0.5, 0.5, -0.1, 0.7}};
    for (int halvings = 0; halvings < 30; ++halvings, change /= 2) {
      double size = 0, apart = 0;
      std::array<std::function<Vec3<double>(const kernel::Phase<double>&, double)>, 8> at;
      for (std::size_t k = 0; k < 4; ++k) {
        at[k] = changed(static_cast<double>(k + 1) * change).prepare(body_).torque;
        at[4 + k] = changed(-static_cast<double>(k + 1) * change).prepare(body_).torque;
      }
      for (const double time : times)
        for (const kernel::Phase<double>& phase : {start, turned}) {
          Vec3<double> eighth{}, difference{};
          for (std::size_t k = 0; k < 4; ++k) {
            const Vec3<double> d = at[k](phase, time) - at[4 + k](phase, time);
            eighth = eighth + difference_weights[k] * d;
            difference = difference + (difference_weights[k] - sixth[k]) * d;
          }
          size = std::max(size, norm(eighth));
          apart = std::max(apart, norm(difference));
        }
      if (!(apart > enough * size)) break;
    }
    return change;
  }

  template <class Changed>
  std::array<series::Form, 3> difference(double change, const Changed& changed) {
    Vec3<Symbol> sum{};
    for (std::size_t k = 0; k < difference_weights.size(); ++k) {
      const double far = static_cast<double>(k + 1) * change, weight = difference_weights[k] / change;
      const Vec3<Symbol> above = changed(far), below = changed(-far);
      sum = sum + Symbol(weight) * (above - below);
    }
    return forms(sum);
  }

  Inertia body_;
  series::Tape tape_;
  Vec3<Symbol> torque_;
};

/// A time at which the motion is not smooth.
struct Interruption {
  double time;
  std::vector<Impulse> impulses;
};

std::vector<Interruption> interruptions(const Torque& torque, double from, double to) {
  const bool is_backward = to < from;
  std::vector<Interruption> all;
  const auto is_within = [&](double t) { return is_backward ? t <= from && t > to : t > from && t <= to; };
  for (const double t : torque.breakpoints())
    if (is_within(t)) all.push_back({t, {}});
  for (const Impulse& i : torque.impulses()) {
    if (!is_within(i.time)) continue;
    all.push_back({i.time, {i}});
  }
  std::stable_sort(all.begin(), all.end(), [&](const Interruption& a, const Interruption& b) {
    return is_backward ? a.time > b.time : a.time < b.time;
  });
  return all;
}

/// One motion with nine directions, from time to time.
class TangentRun {
 public:
  TangentRun(const Inertia& body, const TangentTorque& torque, const std::vector<Interruption>& interruptions,
             const kernel::Phase<Tangent>& start, bool with_moments, double time, double direction,
             double unit)
      : body_(body),
        interruptions_(interruptions),
        series_(torque, moments(body, with_moments), direction, unit),
        direction_(direction) {
    series_.begin(start, time);
    expand();
  }

  kernel::Phase<Tangent> at(double time) {
    while (true) {
      const double limit = next_ < interruptions_.size() ? interruptions_[next_].time : direction_ * HUGE_VAL;
      // A state at the time of an impulse is the one after it in the order of time, as simulate has it.
      const bool is_within = direction_ > 0 ? time < limit : time >= limit;
      if (is_before_or_at(time, series_.reach()) && is_within) return series_.at(time);
      if (is_before_or_at(limit, series_.reach())) {
        series_.advance(limit);
        for (const Impulse& i : interruptions_[next_].impulses) kick(i);
        ++next_;
      } else {
        series_.advance(series_.reach());
      }
      expand();
    }
  }

 private:
  static Vec3<Tangent> moments(const Inertia& body, bool with_slopes) {
    const Vec3<double> i = body.moments();
    Vec3<Tangent> result{Tangent(i.x), Tangent(i.y), Tangent(i.z)};
    if (with_slopes) {
      result.x.slope[6] = 1;
      result.y.slope[7] = 1;
      result.z.slope[8] = 1;
    }
    return result;
  }

  bool is_before_or_at(double a, double b) const noexcept { return direction_ > 0 ? a <= b : a >= b; }

  void kick(const Impulse& i) {
    kernel::Phase<Tangent> p = series_.at(series_.time());
    const Vec3<double> given = i.in_space ? from_eigen(i.momentum) : body_.to_principal(i.momentum);
    Vec3<Tangent> dm{Tangent(given.x), Tangent(given.y), Tangent(given.z)};
    if (i.in_space) dm = rotate(p.q.conjugate(), dm);
    if (direction_ < 0) dm = -dm;
    if (body_.is_linear()) dm.x = Tangent();
    p.m = p.m + dm;
    series_.begin(p, series_.time());
  }

  void expand() {
    if (!series_.expand())
      throw InvalidInput("motion at time " + number_text(series_.time()), "not finite",
                         "a torque that is finite and smooth there");
  }

  Inertia body_;
  const std::vector<Interruption>& interruptions_;
  TangentSeries series_;
  std::size_t next_ = 0;
  double direction_;
};

/// The column of one direction, in the user's body frame.
StateChange column_of(const Inertia& body, const kernel::Phase<Tangent>& p, std::size_t i) {
  const Quat<double> q{p.q.w.value, p.q.x.value, p.q.y.value, p.q.z.value},
      dq{p.q.w.slope[i], p.q.x.slope[i], p.q.y.slope[i], p.q.z.slope[i]};
  const Vec3<double> turn = (2 / dot(q, q)) * (q.conjugate() * dq).vec();
  StateChange c;
  c << body.axes() * to_eigen(turn),
      body.axes() * Eigen::Vector3d(p.m.x.slope[i], p.m.y.slope[i], p.m.z.slope[i]);
  return c;
}

kernel::Phase<Tangent> constant_phase(const Vec3<double>& m, const Quat<double>& q) {
  return {{Tangent(m.x), Tangent(m.y), Tangent(m.z)},
          {Tangent(q.w), Tangent(q.x), Tangent(q.y), Tangent(q.z)}};
}

/// With slopes along rotations in the body and along the momentum.
kernel::Phase<Tangent> begun_tangent(const Vec3<double>& m, const Quat<double>& q, bool is_linear) {
  kernel::Phase<Tangent> p = constant_phase(m, q);
  for (std::size_t k = 0; k < 3; ++k) {
    const Quat<double> turn{0, k == 0 ? 0.5 : 0, k == 1 ? 0.5 : 0, k == 2 ? 0.5 : 0}, d = q * turn;
    p.q.w.slope[k] = d.w;
    p.q.x.slope[k] = d.x;
    p.q.y.slope[k] = d.y;
    p.q.z.slope[k] = d.z;
  }
  if (!is_linear) p.m.x.slope[3] = 1;
  p.m.y.slope[4] = 1;
  p.m.z.slope[5] = 1;
  return p;
}

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
          "times that ascend from the start's, or descend; before it stands " + number_text(before));
    before = t;
  }
}

/// A length of time in which the body turns by a radian or the torque counts.
double first_unit(const Inertia& body, const PreparedTorque& prepared, const kernel::Phase<double>& p,
                  double time, double span) {
  const Vec3<double> i = body.moments(), omega{i.x > 0 ? p.m.x / i.x : 0, p.m.y / i.y, p.m.z / i.z};
  const double force = norm(prepared.torque(p, time)), least = i.x > 0 ? i.x : i.y;
  const double rate = std::max(norm(omega), std::isfinite(force) ? std::sqrt(force / least) : 0);
  const double unit = rate > 0 ? 1 / rate : span;
  return unit > 0 && std::isfinite(unit) ? std::ldexp(1.0, std::ilogb(unit)) : 1;
}

}  // namespace

std::vector<TorquedDerivative> simulate_derivative(const Inertia& body, const State& start,
                                                   const TorqueFamily& family, std::span<const double> times,
                                                   double start_time) {
  check_order(times, start_time);
  const kernel::Phase<double> own{principal_momentum(body, start),
                                  PrincipalAttitude(body).from_user(start.attitude)};
  const State begin{normalise_attitude(start.attitude).q, start.momentum};
  std::vector<TorquedDerivative> results(times.size());
  if (times.empty()) return results;
  const Torque torque = family.torque(family.parameters);
  const double end_time = times.back(), direction = end_time < start_time ? -1 : 1;
  const PreparedTorque prepared = torque.prepare(body);
  const double unit = first_unit(body, prepared, own, start_time, std::abs(end_time - start_time));
  const std::vector<Interruption> all_interruptions = interruptions(torque, start_time, end_time);

  ChangingFormula formula(body, torque);
  TangentTorque base{&formula.tape(), formula.torque(), {}}, first = base;
  const bool is_linear = body.is_linear();
  for (int axis = is_linear ? 1 : 0; axis < 3; ++axis)
    if (!torque.is_none() && !is_linear)
      first.change[static_cast<std::size_t>(6 + axis)] = formula.by_moment(torque, axis);
  const std::size_t count = family.parameters.size();
  std::vector<TangentTorque> others;
  for (std::size_t p = 0; p < count; ++p) {
    if (p % directions == 0) others.push_back(base);
    others.back().change[p % directions] =
        formula.by_parameter(family, p, own, {start_time, (start_time + end_time) / 2, end_time});
  }

  const PrincipalAttitude frame(body);
  TangentRun run(body, first, all_interruptions, begun_tangent(own.m, own.q, is_linear), !is_linear,
                 start_time, direction, unit);
  for (std::size_t n = 0; n < times.size(); ++n) {
    const kernel::Phase<Tangent> p = run.at(times[n]);
    TorquedDerivative& r = results[n];
    const Quat<double> q{p.q.w.value, p.q.x.value, p.q.y.value, p.q.z.value};
    const kernel::Phase<double> now{{p.m.x.value, p.m.y.value, p.m.z.value}, (1 / std::sqrt(dot(q, q))) * q};
    r.time = times[n];
    r.motion.start = begin;
    r.motion.state = {frame.to_user(now.q), body.from_principal(now.m)};
    MotionJacobian& j = r.motion.jacobian;
    for (std::size_t i = 0; i < directions; ++i) j.col(static_cast<Eigen::Index>(i)) = column_of(body, p, i);
    // Attitude and momentum of the start in the user's frame too.
    for (const Eigen::Index block : {block::attitude, block::momentum})
      j.middleCols<3>(block) = (j.middleCols<3>(block) * body.axes().transpose()).eval();
    const Eigen::Vector3d omega = body.angular_velocity(r.motion.state.momentum);
    j.col(block::time) << omega,
        r.motion.state.momentum.cross(omega) + body.from_principal(prepared.torque(now, times[n]));
    r.by_parameters.resize(count);
  }
  for (std::size_t block = 0; block < others.size(); ++block) {
    TangentRun more(body, others[block], all_interruptions, constant_phase(own.m, own.q), false, start_time,
                    direction, unit);
    for (std::size_t n = 0; n < times.size(); ++n) {
      const kernel::Phase<Tangent> p = more.at(times[n]);
      for (std::size_t i = 0; i < directions && block * directions + i < count; ++i)
        results[n].by_parameters[block * directions + i] = column_of(body, p, i);
    }
  }
  return results;
}

std::vector<TorquedDerivative> simulate_derivative(const Inertia& body, const State& start,
                                                   const Torque& torque, std::span<const double> times,
                                                   double start_time) {
  return simulate_derivative(body, start, TorqueFamily{[&](std::span<const double>) { return torque; }, {}},
                             times, start_time);
}

Divergence divergence(const Inertia& body, const State& start, const Torque& torque, double end_time,
                      double start_time, const std::function<void(double part)>& goes_on) {
  const std::array<double, 1> end{end_time};
  check_order(end, start_time);
  Divergence result;
  result.at = end_time;
  result.horizon = std::numeric_limits<double>::infinity();
  kernel::Phase<double> own{principal_momentum(body, start),
                            PrincipalAttitude(body).from_user(start.attitude)};
  const double span = std::abs(end_time - start_time), direction = end_time < start_time ? -1 : 1;
  if (span == 0) return result;
  const PreparedTorque prepared = torque.prepare(body);
  const double unit = first_unit(body, prepared, own, start_time, span);
  const std::vector<Interruption> all_interruptions = interruptions(torque, start_time, end_time);
  ChangingFormula formula(body, torque);
  const TangentTorque base{&formula.tape(), formula.torque(), {}};

  // Six changes of the start, told apart again at each part of the run so that none outgrows the others.
  using Changes = Eigen::Matrix<double, 6, 6, Eigen::DontAlign>;
  Changes changes = Changes::Identity();
  double length = norm(own.m), log_growth = 0, time = start_time;
  constexpr int parts = 600;
  std::vector<double> logs{0};
  for (int part = 1; part <= parts; ++part) {
    const double next = part == parts ? end_time : start_time + (end_time - start_time) * part / parts;
    std::vector<Interruption> own_interruptions;
    for (const Interruption& s : all_interruptions)
      if (direction > 0 ? s.time > time && s.time <= next : s.time <= time && s.time > next)
        own_interruptions.push_back(s);
    TangentRun run(body, base, own_interruptions, begun_tangent(own.m, own.q, body.is_linear()), false, time,
                   direction, unit);
    const kernel::Phase<Tangent> p = run.at(next);
    if (goes_on) goes_on(static_cast<double>(part) / parts);
    if (!(length > 0)) length = norm(Vec3<double>{p.m.x.value, p.m.y.value, p.m.z.value});
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
    own = {{p.m.x.value, p.m.y.value, p.m.z.value}, {p.q.w.value, p.q.x.value, p.q.y.value, p.q.z.value}};
    own.q = (1 / std::sqrt(dot(own.q, own.q))) * own.q;
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
