// SPDX-License-Identifier: MIT
#include <cmath>
#include <polhode/body/invariants.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>

namespace polhode {
namespace {

/// m^2 / (2 I).
double energy_about(double moment, double m) noexcept {
  if (m == 0 || moment == 0) return 0;
  int power = 0, moment_power = 0;
  const double f = std::frexp(m, &power), g = std::frexp(moment, &moment_power);
  return std::ldexp(f * f / g, 2 * power - moment_power - 1);
}

}  // namespace

double kinetic_energy(const Eigen::Vector3d& moments, const Eigen::Vector3d& principal_momentum) noexcept {
  return energy_about(moments.x(), principal_momentum.x()) +
         energy_about(moments.y(), principal_momentum.y()) +
         energy_about(moments.z(), principal_momentum.z());
}

double kinetic_energy(const Inertia& inertia, const State& state) noexcept {
  return kinetic_energy(inertia.moments(), inertia.to_principal(state.momentum));
}

double momentum_length(const State& state) noexcept { return norm(from_eigen(state.momentum)); }

Eigen::Vector3d spatial_momentum(const State& state) noexcept {
  return to_space(state.attitude, state.momentum);
}

}  // namespace polhode
