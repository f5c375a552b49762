// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Curves of a body's motion, computed by the library; principal frame P, momenta of length 1.

#include <Eigen/Core>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <vector>

namespace polhode::app {

using Curve = std::vector<Eigen::Vector3d>;

/// Closed paths of the free momentum about the ends of the long and of the short axis; empty for a linear
/// body or a sphere.
std::vector<Curve> free_paths(const Inertia& body);

/// The two great circles between long-axis and short-axis mode; none for a body with two equal moments.
std::vector<Curve> separatrix(const Inertia& body);

/// The point of the inertia ellipsoid that belongs to a momentum in P: its angular velocity, scaled to twice
/// the kinetic energy 1.
Eigen::Vector3d on_ellipsoid(const Inertia& body, const Eigen::Vector3d& principal_momentum);

/// The semi-axes of that ellipsoid. The body is not linear.
Eigen::Vector3d ellipsoid_axes(const Inertia& body);

/// The states of the free motion from a start over a duration, in equal steps.
std::vector<State> free_states(const Inertia& body, const State& start, double duration, int steps);

}  // namespace polhode::app
