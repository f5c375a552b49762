// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What the free motion conserves: kinetic energy, the length of the momentum, and the momentum in space.
///
/// Convention. User's frames, as in body/state.hpp; energy T = sum m_k^2 / (2 I_k) over the principal
///             axes.
/// Method.     Mantissas and exponents apart: nothing overflows or underflows unless the result does.
/// Accuracy.   docs/accuracy.md

#include <Eigen/Core>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>

namespace polhode {

/// Kinetic energy. A zero moment takes no part: a linear body has no momentum about it.
/// @param moments the principal moments
/// @param principal_momentum in the principal frame
/// @return T = sum m_k^2 / (2 I_k)
double kinetic_energy(const Eigen::Vector3d& moments, const Eigen::Vector3d& principal_momentum) noexcept;

/// Kinetic energy.
/// @param inertia of the body
/// @param state of the body
/// @return the energy, 0 at rest
double kinetic_energy(const Inertia& inertia, const State& state) noexcept;

/// |m|, the same in the body and in space.
double momentum_length(const State& state) noexcept;

/// The angular momentum in space, q (0, m) q^-1, for a unit attitude.
Eigen::Vector3d spatial_momentum(const State& state) noexcept;

}  // namespace polhode
