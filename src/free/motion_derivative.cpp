// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <polhode/core/error.hpp>
#include <polhode/free/motion_derivative.hpp>
#include <polhode/rotation/convention.hpp>
#include <string>

#include "free/flow_derivative.hpp"

namespace polhode {

using flow_derivative::Both;
using kernel::Increment;

/// One direction of the momentum, and c1, followed from the start.
template <class T>
struct Followed {
  kernel::ExactConstants<Both<T>> k;
  Vec3<Both<T>> m;
  kernel::Orbit<Both<T>> o;
  kernel::Side<Both<T>> side;

  Followed(const kernel::ExactConstants<T>& constants, const Vec3<T>& momentum, const Vec3<double>& direction) noexcept
      : k(flow_derivative::constants_along(constants)),
        m(flow_derivative::momentum_along(momentum, direction)),
        o(kernel::orbit_of(k, m)),
        side(kernel::side_of(k, m, o)) {}
};

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

FreeMotionDerivative::FreeMotionDerivative(const Inertia& body, const State& start, double t0)
    : motion_(body, start, t0), start_{normalise_attitude(start.attitude).q, start.momentum} {
  const flow_derivative::Body own(body);
  auto prepared = std::make_shared<Prepared>(Prepared{own, {own, motion_.m_}, {}});
  for (std::size_t i = 0; i < static_cast<std::size_t>(prepared->start.unknown); ++i) {
    const Vec3<double>& direction = prepared->start.across[i];
    const Followed<long double> wide(motion_.wide_constants_, motion_.wide_m_, direction);
    prepared->directions.push_back({Followed<double>(motion_.constants_, motion_.m_, direction), wide,
                                    kernel::quarter_period(wide.o, wide.side.mc)});
  }
  prepared_ = std::move(prepared);
}

MotionDerivative FreeMotionDerivative::at(double t) const {
  const FreeMotion& f = motion_;
  const long double since = static_cast<long double>(t) - static_cast<long double>(f.t0_);
  MotionDerivative result{start_, f.at(t), {}};
  const Prepared& p = *prepared_;
  const long double h = since * f.time_scale_;
  flow_derivative::Computed step{};
  if (p.start.unknown == 0) {
    const double angle = static_cast<double>(f.without_whole_turns(f.g_ * f.wide_constants_.half_inv_i3 * h));
    if (f.g_ > 0) {
      const double sine = std::sin(angle), half = std::sin(angle / 2);
      const Vec3<double> v = sine * p.start.along;
      step.increment.dr = {-2 * half * half, v.x, v.y, v.z};
    }
  }
  const long double tau = f.wide_constants_.half_a2 * h;
  const kernel::Reduced<long double> left = f.left_of(h);
  for (std::size_t i = 0; i < p.directions.size(); ++i) {
    const Prepared::Direction& d = p.directions[i];
    // What was taken out were so many half periods of s, which have slopes of their own.
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
      take(kernel::short_step(d.own.k, d.own.m, d.own.o, own.tau, own.base, x), p.start, i, step);
    else if (f.is_near_separatrix())
      take(kernel::reduced_step(d.wide.k, d.wide.m, d.wide.o, d.wide.side, wide), p.start, i, step);
    else
      take(kernel::reduced_step(d.own.k, d.own.m, d.own.o, d.own.side, own), p.start, i, step);
  }
  result.jacobian = of_user(f.body_, p.body, assembled(p.body, p.start, step, static_cast<double>(h)), f.exponent_);
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
  const auto& i = body.moments();
  const Eigen::Vector3d inverse(body.is_linear() ? 0 : 1 / i.x, 1 / i.y, 1 / i.z);
  // m = I omega at the start: with omega held, a moment changes m by a_k omega_k.
  const Eigen::Vector3d start_omega = axes.transpose() * body.angular_velocity(start.momentum),
                        end_omega = axes.transpose() * body.angular_velocity(state.momentum);
  for (Eigen::Index k = 0; k < 3; ++k)
    j.col(block::moments + k) +=
        jacobian.middleCols<3>(block::momentum) * (axes.col(k) * start_omega(k));
  j.middleCols<3>(block::momentum) = jacobian.middleCols<3>(block::momentum) * tensor;
  // omega = I^-1 m at the end.
  for (Eigen::Index k = 0; k < 3; ++k)
    j.block<3, 1>(block::momentum, block::moments + k) -= axes.col(k) * end_omega(k);
  j.middleRows<3>(block::momentum) =
      (axes * inverse.asDiagonal() * axes.transpose() * j.middleRows<3>(block::momentum)).eval();
  return j;
}

}  // namespace polhode
