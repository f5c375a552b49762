// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/free/motion_derivative.hpp>
#include <polhode/rotation/convention.hpp>
#include <string>

#include "free/flow_derivative.hpp"
#include "free/motion_parts.hpp"

namespace polhode {

using flow_derivative::Both;
using flow_derivative::Followed;

struct FreeMotionDerivative::Prepared {
  struct Direction {
    Followed<double> own;
    Followed<long double> wide;
    kernel::QuarterPeriod<Both<long double>> quarter;
  };

  flow_derivative::Body body;
  flow_derivative::Start start;
  std::vector<Direction> directions;
};

FreeMotionDerivative::FreeMotionDerivative(const Inertia& body, const State& start, double start_time)
    : motion_(body, start, start_time), start_{normalise_attitude(start.attitude).q, start.momentum} {
  const FreeMotion::Parts& f = *motion_.parts_;
  const flow_derivative::Body own(body, f.constants);
  auto prepared = std::make_shared<Prepared>(Prepared{own, {own, f.m}, {}});
  for (std::size_t i = 0; i < static_cast<std::size_t>(prepared->start.unknown); ++i) {
    const Vec3<double>& direction = prepared->start.across[i];
    const Followed<long double> wide(f.wide_constants, f.wide_m, direction);
    prepared->directions.push_back(
        {Followed<double>(f.constants, f.m, direction), wide, flow_derivative::quarter_period(wide)});
  }
  prepared_ = std::move(prepared);
}

MotionDerivative FreeMotionDerivative::at(double t) const {
  const FreeMotion::Parts& f = *motion_.parts_;
  const long double since = static_cast<long double>(t) - static_cast<long double>(f.start_time);
  MotionDerivative result{start_, f.at(t), {}};
  const Prepared& p = *prepared_;
  const long double h = since * f.time_scale;
  flow_derivative::Computed step{};
  if (p.start.unknown == 0) {
    const double angle = static_cast<double>(f.without_whole_turns(f.g * f.wide_constants.half_inv_i3 * h));
    if (f.g > 0) {
      const double sine = std::sin(angle), half = std::sin(angle / 2);
      const Vec3<double> v = sine * p.start.along;
      step.increment.dr = {-2 * half * half, v.x, v.y, v.z};
    }
  }
  const long double tau = f.wide_constants.half_a2 * h;
  const kernel::Reduced<long double> left = f.left_of(h);
  for (std::size_t i = 0; i < p.directions.size(); ++i) {
    const Prepared::Direction& d = p.directions[i];
    // So many half periods of s were subtracted, and these have slopes of their own.
    const long double halves = std::rint((tau - left.tau) / (2 * d.quarter.tau.value));
    const auto with_slopes = [&](long double value, const Both<long double>& quarter, long double factor) {
      return factor == 0 ? Both<long double>(value)
                         : Both<long double>(value, {factor * quarter.slope[0], factor * quarter.slope[1]});
    };
    const kernel::Reduced<Both<long double>> wide{with_slopes(left.tau, d.quarter.tau, -2 * halves),
                                                  with_slopes(left.base, d.quarter.q, 2 * halves), left.odd};
    const kernel::Reduced<Both<double>> own{Both<double>(wide.tau), Both<double>(wide.base), left.odd};
    const Both<double> x = kernel::fastest_rate(d.own.o) * own.tau * own.tau;
    if (x <= kernel::short_bound<Both<double>>() && !left.odd)
      take(short_step(d.own, own.tau, own.base, x), p.start, i, step);
    else if (f.is_near_separatrix())
      take(reduced_step(d.wide, wide), p.start, i, step);
    else
      take(reduced_step(d.own, own), p.start, i, step);
  }
  result.jacobian =
      of_user(f.body, p.body, assembled(p.body, p.start, step, static_cast<double>(h)), f.exponent);
  return result;
}

std::vector<MotionDerivative> FreeMotionDerivative::at(std::span<const double> times) const {
  std::vector<MotionDerivative> results(times.size());
  at(times, results);
  return results;
}

void FreeMotionDerivative::at(std::span<const double> times, std::span<MotionDerivative> results) const {
  if (results.size() != times.size())
    throw InvalidInput("number of results", std::to_string(results.size()),
                       std::to_string(times.size()) + ", as many as times");
  for (std::size_t i = 0; i < times.size(); ++i) results[i] = at(times[i]);
}

namespace {

/// The column of an off-diagonal tensor entry between axes i and j, for a body aligned with the user's frame:
/// the entry is equivalent to a rotation of the axes by 1 / gap about the third axis, gap = I_i - I_j.
StateChange by_rotated_axes(const Eigen::Vector3d& moments, const Eigen::Vector3d& momentum, double t,
                            Eigen::Index i, Eigen::Index j, double gap) {
  const MotionDerivative d =
      FreeMotionDerivative(Inertia::from_moments(moments), {Attitude::Identity(), momentum}).at(t);
  Eigen::Vector3d turn = Eigen::Vector3d::Zero();
  turn(3 - i - j) = ((i + 1) % 3 == j ? 1 : -1) / gap;
  // In the rotated axes the start is rotated back, and the result is rotated again.
  StateChange column;
  column << d.attitude_by_attitude() * turn - d.attitude_by_momentum() * turn.cross(momentum) - turn,
      turn.cross(d.state.momentum) - d.momentum_by_momentum() * turn.cross(momentum);
  return column;
}

/// If the moments are equal, or so close that the formula above loses its digits, the column is interpolated
/// from bodies with more distinct moments by a polynomial in the gap, in which it has no singularity.
StateChange off_diagonal(const Eigen::Vector3d& moments, const Eigen::Vector3d& momentum, double t,
                         Eigen::Index i, Eigen::Index j) {
  const double mean = (moments(i) + moments(j)) / 2, gap = moments(i) - moments(j);
  const double far = 0.02 * mean / (1 + std::abs(t) * momentum.stableNorm() / mean);
  if (std::abs(gap) >= far) return by_rotated_axes(moments, momentum, t, i, j, gap);
  constexpr std::size_t count = 8;
  std::array<double, count> node{};
  for (std::size_t k = 0; k < count; ++k)
    node[k] = far * std::cos(static_cast<double>(2 * k + 1) * std::numbers::pi / (2 * count));
  StateChange sum = StateChange::Zero();
  for (std::size_t k = 0; k < count; ++k) {
    double weight = 1;
    for (std::size_t l = 0; l < count; ++l)
      if (l != k) weight *= (gap - node[l]) / (node[k] - node[l]);
    Eigen::Vector3d apart = moments;
    apart(i) = mean + node[k] / 2;
    apart(j) = mean - node[k] / 2;
    sum += weight * by_rotated_axes(apart, momentum, t, i, j, apart(i) - apart(j));
  }
  return sum;
}

}  // namespace

TransitionMatrix FreeMotionDerivative::by_tensor(double t) const {
  const Inertia& body = motion_.body();
  if (body.is_linear())
    throw InvalidInput("body", "a linear one",
                       "a body whose tensor can vary freely (that of a linear body has equal moments)");
  const MotionJacobian j = at(t).jacobian;
  const Eigen::Matrix3d& axes = body.axes();
  const Eigen::Vector3d& moments = body.moments();
  const Eigen::Vector3d momentum = to_eigen(motion_.parts_->start.m);
  // With respect to the six entries of the tensor in the principal frame, with rows in the user's frame.
  TransitionMatrix own;
  own.leftCols<3>() = j.middleCols<3>(block::moments);
  constexpr std::array<std::array<Eigen::Index, 2>, 3> pairs{{{0, 1}, {0, 2}, {1, 2}}};
  for (std::size_t k = 0; k < 3; ++k) {
    const StateChange column =
        off_diagonal(moments, momentum, t - motion_.start_time(), pairs[k][0], pairs[k][1]);
    own.col(3 + static_cast<Eigen::Index>(k)) << axes * column.head<3>(), axes * column.tail<3>();
  }
  // A change of the user's tensor is that of A^T dT A.
  TransitionMatrix result = TransitionMatrix::Zero();
  for (Eigen::Index n = 0; n < 6; ++n) {
    const auto at = n < 3 ? std::array<Eigen::Index, 2>{n, n} : pairs[static_cast<std::size_t>(n - 3)];
    Eigen::Matrix3d change = Eigen::Matrix3d::Zero();
    change(at[0], at[1]) = change(at[1], at[0]) = 1;
    const Eigen::Matrix3d principal = axes.transpose() * change * axes;
    result.col(n) = own.leftCols<3>() * principal.diagonal();
    for (std::size_t k = 0; k < 3; ++k)
      result.col(n) += own.col(3 + static_cast<Eigen::Index>(k)) * principal(pairs[k][0], pairs[k][1]);
  }
  return result;
}

MotionGradient MotionDerivative::gradient(const Eigen::Vector3d& by_end_attitude,
                                          const Eigen::Vector3d& by_end_momentum) const {
  const auto of = [&](Eigen::Index column) -> Eigen::Vector3d {
    return part(block::attitude, column).transpose() * by_end_attitude +
           part(block::momentum, column).transpose() * by_end_momentum;
  };
  return {of(block::attitude), of(block::momentum), of(block::moments),
          attitude_by_time().dot(by_end_attitude) + momentum_by_time().dot(by_end_momentum)};
}

MotionJacobian MotionDerivative::in_space() const {
  MotionJacobian j = jacobian;
  const Eigen::Matrix3d end = state.attitude.toRotationMatrix(), begin = start.attitude.toRotationMatrix();
  j.topRows<3>() = end * jacobian.topRows<3>();
  j.leftCols<3>() = (j.leftCols<3>() * begin.transpose()).eval();
  return j;
}

MotionJacobian MotionDerivative::in_angular_velocity(const Inertia& body) const {
  MotionJacobian j = jacobian;
  const Eigen::Matrix3d tensor = body.tensor(), axes = body.axes();
  const Vec3<double> i = from_eigen(body.moments());
  const Eigen::Vector3d inverse(body.is_linear() ? 0 : 1 / i.x, 1 / i.y, 1 / i.z);
  // m = I omega at the start: with omega fixed, a moment changes m by a_k omega_k.
  const Eigen::Vector3d start_omega = axes.transpose() * body.angular_velocity(start.momentum),
                        end_omega = axes.transpose() * body.angular_velocity(state.momentum);
  for (Eigen::Index k = 0; k < 3; ++k)
    j.col(block::moments + k) += jacobian.middleCols<3>(block::momentum) * (axes.col(k) * start_omega(k));
  j.middleCols<3>(block::momentum) = jacobian.middleCols<3>(block::momentum) * tensor;
  // omega = I^-1 m at the end.
  for (Eigen::Index k = 0; k < 3; ++k)
    j.block<3, 1>(block::momentum, block::moments + k) -= axes.col(k) * end_omega(k);
  j.middleRows<3>(block::momentum) =
      (axes * inverse.asDiagonal() * axes.transpose() * j.middleRows<3>(block::momentum)).eval();
  return j;
}

}  // namespace polhode
