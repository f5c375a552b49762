// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A torque kernel with its type forgotten: every member that it has becomes a function of PreparedTorque.

#include <polhode/body/invariants.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/torque/torque.hpp>
#include <polhode/torque/torque_kernel.hpp>
#include <string>

namespace polhode {

/// What is conserved has the name that is given; a kernel that names no quantity of its own but has a potential conserves the
/// energy, if the name is "energy". An empty name: nothing is conserved.
template <class K>
requires torques::TorqueKernel<K, double> PreparedTorque prepared(const K& kernel,
                                                                  const Vec3<double>& moments,
                                                                  std::string conserved_name = {}) {
  using Phase = PreparedTorque::Phase;
  PreparedTorque t;
  t.torque = [kernel](const Phase& p, double time) { return kernel(p, time); };
  t.depends_on_momentum = K::depends_on_momentum;
  t.is_dissipative = K::is_dissipative;
  if constexpr (torques::HasPotential<K, double>)
    t.potential = [kernel](const Quat<double>& q, double time) { return kernel.potential(q, time); };
  if constexpr (torques::HasGradient<K, double>)
    t.gradient = [kernel](const Quat<double>& q, double time) { return kernel.gradient(q, time); };
  if constexpr (torques::IsLinear<K, double>) {
    t.rate = kernel.rate();
    t.forcing = [kernel](const Quat<double>& q, double time) { return kernel.forcing(q, time); };
  }
  if constexpr (torques::HasFlow<K, double>)
    t.flow = [kernel](const Phase& p, double time, double length) { return kernel.flow(p, time, length); };
  if (!conserved_name.empty()) {
    if constexpr (torques::HasConserved<K, double>)
      t.conserved = [kernel](const Phase& p, double time) { return kernel.conserved(p, time); };
    else if constexpr (torques::HasPotential<K, double>)
      t.conserved = [kernel, moments](const Phase& p, double time) {
        return kinetic_energy(moments, p.m) + kernel.potential(p.q, time);
      };
  }
  if (t.conserved) t.conserved_name = std::move(conserved_name);
  return t;
}

}  // namespace polhode
