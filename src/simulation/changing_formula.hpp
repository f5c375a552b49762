// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A torque's formula with its changes by the body's moments and by the torque's own numbers; and the start
/// of motions with slopes.

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <polhode/body/inertia.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/simulation/torqued_derivative.hpp>
#include <polhode/torque/torque.hpp>
#include <vector>

#include "rotation/value_of.hpp"
#include "simulation/tangent_series.hpp"

namespace polhode::simulation {

/// Relative changes of an input of the formula: multiples of 1/64.
inline constexpr double smallest_change = 1.0 / 64;
inline constexpr std::array<double, 4> difference_weights{4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};

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
      return recorded(body_.with_moments(moments), torque);
    });
  }
  /// `times` are those of the run: a rate of something that turns must change by little over it.
  std::array<series::Form, 3> by_parameter(const TorqueFamily& family, std::size_t index,
                                           const kernel::Phase<double>& start,
                                           const std::array<double, 3>& times) {
    for (const TorqueFamily& term : family.terms) {
      if (index < term.parameters.size()) return by_parameter(term, index, start, times);
      index -= term.parameters.size();
    }
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
  static std::array<series::Form, 3> forms(const Vec3<series::Symbol>& v) {
    return {v.x.form(), v.y.form(), v.z.form()};
  }

  /// As this body's principal frame has it, whatever that of `body` is.
  Vec3<series::Symbol> recorded(const Inertia& body, const Torque& torque) {
    using namespace series::row;
    const auto row = [&](int k) { return series::Symbol(tape_, k); };
    kernel::Phase<series::Symbol> phase{
        {row(momentum), row(momentum + 1), row(momentum + 2)},
        {row(attitude), row(attitude + 1), row(attitude + 2), row(attitude + 3)}};
    const bool is_turned = body.axes() != body_.axes();
    const Quat<long double> between = body_.axes_attitude().conjugate() * body.axes_attitude();
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
