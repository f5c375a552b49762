// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A torque's formula with its changes by the body's moments and by the torque's own numbers; and the start
/// of motions with slopes.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <polhode/body/inertia.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/simulation/torqued_derivative.hpp>
#include <polhode/torque/torque.hpp>
#include <span>
#include <vector>

#include "body/wide_axes.hpp"
#include "rotation/value_of.hpp"
#include "simulation/tangent_series.hpp"

namespace polhode::simulation {

/// Relative changes of an input of the formula: multiples of 1/64.
inline constexpr double smallest_change = 1.0 / 64;
inline constexpr std::array<double, 4> difference_weights{4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};

/// A point of a motion.
struct MotionPoint {
  double time;
  kernel::Phase<double> phase;
};

/// A recorded torque, and its changes with each of its inputs.
class ChangingFormula {
 public:
  ChangingFormula(const Inertia& body, const Torque& torque) : body_(body) {
    torque_ = recorded(body, torque);
  }

  const series::Tape& tape() const noexcept { return tape_; }
  std::array<series::Form, 3> torque() const { return forms(torque_); }
  std::array<series::Form, 3> by_moment(const Torque& torque, int axis) {
    return difference(body_.moments()(axis) * smallest_change, [&](double change) {
      Eigen::Vector3d moments = body_.moments();
      moments(axis) += change;
      return recorded(body_.with_moments(moments), torque);
    });
  }
  /// `times` are those of the run: a rate of something that turns must change by little over it. `motion` has
  /// points of it, which show where a change moves a feature of the torque (a pulse, a peak) too far: some in
  /// each step of its series, which are short there. Without them only the start and the times are looked at.
  std::array<series::Form, 3> by_parameter(const TorqueFamily& family, std::size_t index,
                                           const kernel::Phase<double>& start,
                                           const std::array<double, 3>& times,
                                           std::span<const MotionPoint> motion = {}) {
    for (const TorqueFamily& term : family.terms) {
      if (index < term.parameters.size()) return by_parameter(term, index, start, times, motion);
      index -= term.parameters.size();
    }
    const auto changed = [&](double change) {
      std::vector<double> parameters = family.parameters;
      parameters[index] += change;
      return family.torque(parameters);
    };
    const double value = family.parameters[index];
    const double change =
        small_enough((value == 0 ? 1 : value) * smallest_change, start, times, motion, changed);
    return difference(change, [&](double by) { return recorded(body_, changed(by)); });
  }

 private:
  static std::array<series::Form, 3> forms(const Vec3<series::Symbol>& v) {
    return {v.x.form(), v.y.form(), v.z.form()};
  }

  /// In the principal frame of this body, whatever that of `body` is.
  Vec3<series::Symbol> recorded(const Inertia& body, const Torque& torque) {
    using namespace series::row;
    const auto row = [&](int k) { return series::Symbol(tape_, k); };
    kernel::Phase<series::Symbol> phase{
        {row(momentum), row(momentum + 1), row(momentum + 2)},
        {row(attitude), row(attitude + 1), row(attitude + 2), row(attitude + 3)}};
    const bool is_turned = body.axes() != body_.axes();
    const Quat<long double> between = wide_axes_attitude(body_).conjugate() * wide_axes_attitude(body);
    const Mat3<double> turn = convert<double>(to_matrix(between));  // from its frame to ours
    if (is_turned) {
      phase.q = phase.q * convert<series::Symbol>(convert<double>(between));
      phase.m = convert<series::Symbol>(turn).transpose() * phase.m;
    }
    const auto formula = torque.prepare(body).formula;
    const auto refused = [&] {
      return InvalidInput(
          "torque", torque.name(),
          "one whose formula is known and has no corners (docs/series.md): of others there is no derivative");
    };
    if (!formula) throw refused();
    const std::size_t before = tape_.all().size();
    const Vec3<series::Symbol> result = formula(phase, row(time));
    for (std::size_t i = before; i < tape_.all().size(); ++i) {
      const series::Maker maker = tape_.all()[i].maker;
      if (maker == series::Maker::parameter || maker == series::Maker::sign) throw refused();
    }
    if (tape_.has_failed()) throw refused();
    return is_turned ? convert<series::Symbol>(turn) * result : result;
  }

  using TorqueAt = std::function<Vec3<double>(const kernel::Phase<double>&, double)>;

  /// What differences of order 8 of the torque are, and how far those of order 6 are from them.
  struct Agreement {
    std::vector<Vec3<double>> differences{};  ///< at each point
    double size = 0, apart = 0;
    double torque = 0;      ///< the largest
    bool is_finite = true;  ///< everywhere; sizes leave out where it is not

    bool is_within(double part) const noexcept {
      constexpr double of_rounding = 2 * std::numeric_limits<double>::epsilon();
      return !(apart > std::max(part * size, of_rounding * torque));
    }
  };

  template <class Changed>
  Agreement agreement(double change, std::span<const MotionPoint> points, const Changed& changed) const {
    constexpr std::array<double, 4> sixth{3.0 / 4, -3.0 / 20, 1.0 / 60, 0};
    std::array<TorqueAt, 8> at;
    for (std::size_t k = 0; k < 4; ++k) {
      at[k] = changed(static_cast<double>(k + 1) * change).prepare(body_).torque;
      at[4 + k] = changed(-static_cast<double>(k + 1) * change).prepare(body_).torque;
    }
    Agreement a;
    a.differences.reserve(points.size());
    for (const MotionPoint& p : points) {
      Vec3<double> eighth{}, difference{};
      double torque = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        const Vec3<double> above = at[k](p.phase, p.time), below = at[4 + k](p.phase, p.time);
        const Vec3<double> d = above - below;
        eighth = eighth + difference_weights[k] * d;
        difference = difference + (difference_weights[k] - sixth[k]) * d;
        torque = std::max({torque, norm(above), norm(below)});
      }
      a.differences.push_back(eighth);
      const double apart = norm(difference);
      a.is_finite = a.is_finite && std::isfinite(apart);
      if (!std::isfinite(apart)) continue;
      a.torque = std::max(a.torque, torque);
      a.size = std::max(a.size, norm(eighth));
      a.apart = std::max(a.apart, apart);
    }
    return a;
  }

  /// The slope of the torque at points, by a change that is so small that only rounding counts; `part` is
  /// what it is good for.
  struct Slopes {
    std::vector<Vec3<double>> at{};
    double size = 0, rounding = 0, part = 0, change = 0;

    /// Whether differences by a much larger change have these slopes.
    bool are_of(const Agreement& a, double larger) const noexcept {
      // Below that these differences are no better.
      constexpr double much = 64;
      if (std::abs(larger) < much * std::abs(change)) return true;
      double apart = 0;
      for (std::size_t i = 0; i < at.size(); ++i)
        apart = std::max(apart, norm(at[i] - (1 / larger) * a.differences[i]));
      return !(apart > part * std::max(size, a.size / std::abs(larger)) + rounding);
    }
  };

  template <class Changed>
  Slopes slopes(double change, double part, double torque, std::span<const MotionPoint> points,
                const Changed& changed) const {
    const TorqueAt above = changed(change).prepare(body_).torque,
                   below = changed(-change).prepare(body_).torque;
    Slopes s;
    s.part = part;
    s.change = change;
    s.at.reserve(points.size());
    for (const MotionPoint& p : points) {
      s.at.push_back((0.5 / change) * (above(p.phase, p.time) - below(p.phase, p.time)));
      s.size = std::max(s.size, norm(s.at.back()));
    }
    s.rounding = 16 * std::numeric_limits<double>::epsilon() * torque / std::abs(change);
    return s;
  }

  /// The largest change, from the given one down, at which differences of order 8 and 6 of the torque agree:
  /// at the start and another attitude, then along the motion.
  template <class Changed>
  double small_enough(double change, const kernel::Phase<double>& start, const std::array<double, 3>& times,
                      std::span<const MotionPoint> motion, const Changed& changed) const {
    constexpr double enough = 1e-10, enough_along = 2e-10;
    constexpr int most_halvings = 30;
    const kernel::Phase<double> turned{start.m, start.q * Quat<double>{0.5, 0.5, -0.1, 0.7}};
    std::vector<MotionPoint> known;
    for (const double time : times)
      for (const kernel::Phase<double>& phase : {start, turned}) known.push_back({time, phase});
    const double first = change;
    Agreement here = agreement(change, known, changed);
    for (int halvings = 0; halvings < most_halvings && !here.is_within(enough); ++halvings)
      here = agreement(change /= 2, known, changed);
    if (motion.empty()) motion = known;
    Agreement along = agreement(change, motion, changed);
    // A change that moves a pulse away from the whole motion changes nothing there: two small ones show what
    // it would miss.
    const double torque = std::max(here.torque, along.torque);
    const std::array<Slopes, 2> small{slopes(std::ldexp(first, -20), 1e-3, torque, motion, changed),
                                      slopes(std::ldexp(first, -30), 5e-2, torque, motion, changed)};
    const double least = std::ldexp(std::abs(first), -most_halvings);
    double chosen = change, closest = std::numeric_limits<double>::infinity();
    while (true) {
      along.torque = torque;
      if (along.is_finite && small[0].are_of(along, change) && small[1].are_of(along, change)) {
        if (along.is_within(enough_along)) return change;
        if (const double ratio = along.apart / along.size; ratio < closest) {
          closest = ratio;
          chosen = change;
        }
      }
      if (std::abs(change) <= least) return chosen;
      along = agreement(change /= 2, motion, changed);
    }
  }

  template <class Changed>
  std::array<series::Form, 3> difference(double change, const Changed& changed) {
    Vec3<series::Symbol> sum{};
    for (std::size_t k = 0; k < difference_weights.size(); ++k) {
      const double far = static_cast<double>(k + 1) * change, weight = difference_weights[k] / change;
      const Vec3<series::Symbol> above = changed(far), below = changed(-far);
      sum = sum + series::Symbol(weight) * (above - below);
    }
    return forms(sum);
  }

  Inertia body_;
  series::Tape tape_;
  Vec3<series::Symbol> torque_;
};

/// The column of one direction, in the user's body frame.
inline StateChange column_of(const Inertia& body, const kernel::Phase<Tangent>& p, std::size_t i) {
  const Quat<double> q = value_of(p.q), dq{p.q.w.slope[i], p.q.x.slope[i], p.q.y.slope[i], p.q.z.slope[i]};
  const Vec3<double> turn = (2 / dot(q, q)) * (q.conjugate() * dq).vec();
  StateChange c;
  c << body.axes() * to_eigen(turn),
      body.axes() * Eigen::Vector3d(p.m.x.slope[i], p.m.y.slope[i], p.m.z.slope[i]);
  return c;
}

inline kernel::Phase<Tangent> constant_phase(const Vec3<double>& m, const Quat<double>& q) {
  return {{Tangent(m.x), Tangent(m.y), Tangent(m.z)},
          {Tangent(q.w), Tangent(q.x), Tangent(q.y), Tangent(q.z)}};
}

/// With slopes along rotations in the body and along the momentum.
inline kernel::Phase<Tangent> begun_tangent(const Vec3<double>& m, const Quat<double>& q, bool is_linear) {
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

}  // namespace polhode::simulation
