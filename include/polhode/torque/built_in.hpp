// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The torques that Polhode has, as descriptions that belong to no body yet. They add: heavy_top(...) +
/// linear_damping(...).
///
/// Convention. Body vectors and matrices in the user's body frame, space vectors in space. Every parameter
///             must be finite. docs/torques.md has the formula of each and what it conserves.

#include <Eigen/Core>
#include <polhode/core/vector_function.hpp>
#include <polhode/torque/frame.hpp>
#include <polhode/torque/torque.hpp>
#include <vector>

namespace polhode {

using torques::Beyond;
using torques::TorqueFrame;

/// Potential (Q^T a) . chi, a in space (a weight: upwards), chi in the body. With a small a
/// the perturbed body of Celledoni and Zanna.
Torque heavy_top(const Eigen::Vector3d& a, const Eigen::Vector3d& chi);

/// The plane of an orbit: from the first vector towards the second.
struct Plane {
  Eigen::Vector3d first{1, 0, 0}, towards{0, 1, 0};
};

/// 3 n^2 c x I c, c the direction to the attracting mass in the body. A direction that
/// stands still (it is made a unit vector), one that turns with the rate n, and one on a Kepler ellipse of
/// mean motion n, which passes its pericentre at a given time.
Torque gravity_gradient_fixed(double n, const Eigen::Vector3d& direction);
Torque gravity_gradient_circular(double n, const Plane& plane = {});
Torque gravity_gradient_elliptic(double n, double eccentricity, double pericentre = 0,
                                 const Plane& plane = {});

/// A floating vessel is righted by its weight. Space's third axis is the vertical, the
/// body's first axis points along the vessel, its second across. The heights are those of the metacentres.
Torque vessel_restoring(double mass, double gravity, double longitudinal_height, double transverse_height);

/// -D omega; D need not be diagonal, nor regular.
Torque linear_damping(const Eigen::Matrix3d& d);

/// -c_i |omega_i| omega_i about each axis of the body frame, which must be principal axes.
Torque quadratic_drag(const Eigen::Vector3d& c);

/// k m x (m x omega), k >= 0: keeps |m| while the rotation tends to the axis of greatest inertia.
Torque internal_dissipation(double k);

/// A wheel of constant momentum inside the body, which the state's momentum does not contain.
Torque gyrostat(const Eigen::Vector3d& wheel_momentum);

/// A torque that does not change, in the body or in space.
Torque steady_torque(const Eigen::Vector3d& torque, TorqueFrame frame);

/// Any function of time, which need not be pure (torque.hpp). `breakpoints` are the times at which it is not
/// smooth: a run ends a step there.
Torque control_torque(VectorFunction<double> torque, TorqueFrame frame, std::vector<double> breakpoints = {});

/// Linear between the rows of a table.
Torque tabulated_torque(const std::vector<double>& times, const std::vector<Eigen::Vector3d>& torques,
                        TorqueFrame frame, Beyond beyond);

/// Nothing but jumps of the momentum.
Torque impulses(std::vector<Impulse> impulses);

}  // namespace polhode
