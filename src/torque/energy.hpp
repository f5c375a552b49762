// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The kinetic energy in a principal frame, for torque kernels of any number type.
///
/// Convention. T = sum m_k^2 / (2 I_k) in P; about the axis of a linear body there is none. (For doubles,
///             body/invariants.hpp does the same of the moments.)
/// Accuracy.   A few eps. m (m / I), not m^2 / I: nothing overflows where neither the velocity nor the energy
///             does.

#include <polhode/core/vec3.hpp>
#include <polhode/torque/inverse_inertia.hpp>

namespace polhode::torques {

template <class T>
constexpr T kinetic_energy(const InverseInertia<T>& inverse_inertia, const Vec3<T>& m) noexcept {
  return dot(m, inverse_inertia * m) / T(2);
}

}  // namespace polhode::torques
