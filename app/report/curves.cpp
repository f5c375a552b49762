// SPDX-License-Identifier: MIT
#include "report/curves.hpp"

#include <cmath>
#include <numbers>
#include <polhode/body/invariants.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/kernel/exact_constants.hpp>
#include <polhode/rotation/convention.hpp>

namespace polhode::app {
namespace {

constexpr double pi = std::numbers::pi;

/// The same body in its principal frame.
Inertia along_its_axes(const Inertia& body) {
  const auto& [i1, i2, i3] = from_eigen(body.moments());
  return Inertia::from_moments(i1, i2, i3);
}

}  // namespace

std::vector<Curve> free_paths(const Inertia& body) {
  std::vector<Curve> paths;
  if (body.is_linear()) return paths;
  const Inertia principal = along_its_axes(body);
  for (const double degrees : {18.0, 36.0, 54.0, 72.0}) {
    const double off = std::sin(degrees * pi / 180), along = std::cos(degrees * pi / 180);
    for (const Eigen::Vector3d& m : {Eigen::Vector3d{along, off, 0}, Eigen::Vector3d{-along, off, 0},
                                     Eigen::Vector3d{0, off, along}, Eigen::Vector3d{0, off, -along}}) {
      const State start = state_from_momentum(Eigen::Quaterniond::Identity(), m);
      const double period = describe(principal, start).polhode_period;
      if (!std::isfinite(period)) continue;
      Curve& path = paths.emplace_back();
      for (const State& state : free_states(principal, start, period, 160)) path.push_back(state.momentum);
    }
  }
  return paths;
}

std::vector<Curve> separatrix(const Inertia& body) {
  const auto& [i1, i2, i3] = from_eigen(body.moments());
  if (i1 == i2 || i2 == i3) return {};
  // |m|^2 = 2 T I2 where c1 m3^2 = c2 m1^2, and c1 + c2 = 1.
  const auto constants = kernel::exact_constants<double>(from_eigen(body.moments()));
  const double along_1 = std::sqrt(constants.c1(1.0)), along_3 = std::sqrt(constants.c2(1.0));
  std::vector<Curve> circles;
  for (const double side : {1.0, -1.0}) {
    Curve& circle = circles.emplace_back();
    constexpr int steps = 240;
    for (int k = 0; k <= steps; ++k) {
      const double angle = 2 * pi * k / steps;
      circle.emplace_back(along_1 * std::cos(angle), std::sin(angle), side * along_3 * std::cos(angle));
    }
  }
  return circles;
}

Eigen::Vector3d on_ellipsoid(const Inertia& body, const Eigen::Vector3d& principal_momentum) {
  const Inertia principal = along_its_axes(body);
  const double energy = kinetic_energy(body.moments(), principal_momentum);
  return principal.angular_velocity(principal_momentum) / std::sqrt(2 * energy);
}

Eigen::Vector3d ellipsoid_axes(const Inertia& body) {
  return {on_ellipsoid(body, {1, 0, 0}).norm(), on_ellipsoid(body, {0, 1, 0}).norm(),
          on_ellipsoid(body, {0, 0, 1}).norm()};
}

std::vector<State> free_states(const Inertia& body, const State& start, double duration, int steps) {
  const FreeMotion motion(body, start);
  std::vector<State> states;
  for (int k = 0; k <= steps; ++k) states.push_back(motion.at(duration * k / steps));
  return states;
}

}  // namespace polhode::app
