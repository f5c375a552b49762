// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Curves for pictures of a body's motion, asked of the library; principal frame P, momenta of length 1.

#include <Eigen/Core>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <vector>

namespace polhode::app {

using Curve = std::vector<Eigen::Vector3d>;

/// Closed paths of the free momentum about the ends of the long and of the short axis; none for a body
/// without such.
std::vector<Curve> free_paths(const Inertia& body);

/// The two great circles between long-axis and short-axis mode; none for a body with two equal moments.
std::vector<Curve> separatrix(const Inertia& body);

/// Where a momentum of P meets the inertia ellipsoid: the angular velocity that it gives, at twice the
/// kinetic energy 1.
Eigen::Vector3d on_ellipsoid(const Inertia& body, const Eigen::Vector3d& principal_momentum);

/// The semi-axes of that ellipsoid. The body is not linear.
Eigen::Vector3d ellipsoid_axes(const Inertia& body);

/// The free motion from a start through a time, at so many equal steps.
std::vector<State> free_states(const Inertia& body, const State& start, double duration, int steps);

}  // namespace polhode::app
