// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The kinetic energy in the principal frame, for torque kernels of any number type.
///
/// Convention. T = sum m_k^2 / (2 I_k) in P, without a term for the axis of a linear body. (For doubles see
///             body/invariants.hpp.)
/// Accuracy.   A few eps. m (m / I), not m^2 / I: nothing overflows unless the velocity or the energy does.

#include <polhode/core/vec3.hpp>
#include <polhode/torque/inverse_inertia.hpp>

namespace polhode::torques {

template <class T>
constexpr T kinetic_energy(const InverseInertia<T>& inverse_inertia, const Vec3<T>& m) noexcept {
  return dot(m, inverse_inertia * m) / T(2);
}

}  // namespace polhode::torques
