// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The invariants of the free motion: kinetic energy, |m| and the angular momentum in space.
///
/// Convention. Frames as in body/state.hpp; kinetic energy T = sum m_k^2 / (2 I_k) over the principal axes.
/// Method.     Mantissas and exponents are handled separately: nothing overflows or underflows unless the
///             result does.
/// Accuracy.   docs/accuracy.md

#include <Eigen/Core>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>

namespace polhode {

/// Kinetic energy from principal moments and momentum.
/// @param moments             principal moments; a zero moment contributes nothing (a linear body has no
///   momentum about its axis)
/// @param principal_momentum  angular momentum in the principal frame
double kinetic_energy(const Eigen::Vector3d& moments, const Eigen::Vector3d& principal_momentum) noexcept;

/// Kinetic energy.
/// @param inertia  of the body
/// @param state    of the body
/// @return the energy, 0 at rest
double kinetic_energy(const Inertia& inertia, const State& state) noexcept;

/// |m|, which is the same in the body frame and in space.
double momentum_length(const State& state) noexcept;

/// The angular momentum in space, q (0, m) q^-1.
/// @param state  its attitude must be a unit quaternion
Eigen::Vector3d spatial_momentum(const State& state) noexcept;

}  // namespace polhode
