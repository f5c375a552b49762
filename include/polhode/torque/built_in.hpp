// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Built-in torques, as descriptions that are not bound to a body. They can be added: heavy_top(...) +
/// linear_damping(...).
///
/// Convention. Body vectors and matrices are in the user's body frame, space vectors in space. Every
///             parameter must be finite, and all functions throw InvalidInput otherwise. docs/torques.md
///             gives the formula of each torque and what it conserves.

#include <Eigen/Core>
#include <polhode/core/vector_function.hpp>
#include <polhode/torque/frame.hpp>
#include <polhode/torque/torque.hpp>
#include <vector>

namespace polhode {

using torques::Beyond;
using torques::TorqueFrame;

/// A heavy top: potential (Q^T a) . chi.
/// @param a    in space; for a weight, upwards. A small a gives the perturbed body of Celledoni and Zanna.
/// @param chi  in the body frame
Torque heavy_top(const Eigen::Vector3d& a, const Eigen::Vector3d& chi);

/// The plane of an orbit, spanned by two vectors of space; the motion is from the first towards the second.
struct Plane {
  Eigen::Vector3d first{1, 0, 0}, towards{0, 1, 0};
};

/// Gravity gradient for a fixed direction: 3 n^2 c x I c, with c the direction to the attracting mass in the
/// body frame.
/// @param n          mean motion, radians per unit of time
/// @param direction  to the attracting mass, in space; normalised
Torque gravity_gradient_fixed(double n, const Eigen::Vector3d& direction);
/// Gravity gradient on a circular orbit.
/// @param n      mean motion, radians per unit of time
/// @param plane  of the orbit; at time 0 the direction to the attracting mass is `first`
Torque gravity_gradient_circular(double n, const Plane& plane = {});
/// Gravity gradient on a Kepler ellipse.
/// @param n             mean motion, radians per unit of time
/// @param eccentricity  in [0, 1)
/// @param pericentre    time of a pericentre passage
/// @param plane         of the orbit; at the pericentre the direction to the attracting mass is `first`
Torque gravity_gradient_elliptic(double n, double eccentricity, double pericentre = 0,
                                 const Plane& plane = {});

/// The restoring torque of a floating vessel. The third axis of space is the vertical; the body's first axis
/// points along the vessel, its second across.
/// @param mass                 of the vessel
/// @param gravity              gravitational acceleration
/// @param longitudinal_height  metacentric height for pitch
/// @param transverse_height    metacentric height for roll
Torque vessel_restoring(double mass, double gravity, double longitudinal_height, double transverse_height);

/// Linear damping, -D omega.
/// @param d  D in the user's body frame; need be neither diagonal nor invertible
Torque linear_damping(const Eigen::Matrix3d& d);

/// Quadratic drag, -c_i |omega_i| omega_i about each axis of the body frame; these must be principal axes.
Torque quadratic_drag(const Eigen::Vector3d& c);

/// Internal dissipation, k m x (m x omega): keeps |m| while the rotation tends to the axis of greatest
/// inertia.
/// @param k  at least 0
Torque internal_dissipation(double k);

/// A rotor of constant momentum in the body, which the momentum of the state does not include.
/// @param wheel_momentum  in the user's body frame
Torque gyrostat(const Eigen::Vector3d& wheel_momentum);

/// A torque that is constant in the body frame or in space.
Torque steady_torque(const Eigen::Vector3d& torque, TorqueFrame frame);

/// A torque that is any function of time; it need not be pure (torque.hpp).
/// @param torque       as a function of time
/// @param frame        of its components
/// @param breakpoints  times at which it is not smooth; steps of a run end there
Torque control_torque(VectorFunction<double> torque, TorqueFrame frame, std::vector<double> breakpoints = {});

/// A torque by linear interpolation in a table.
/// @param times    strictly ascending
/// @param torques  one per time
/// @param frame    of their components
/// @param beyond   the torque outside the table
Torque tabulated_torque(const std::vector<double>& times, const std::vector<Eigen::Vector3d>& torques,
                        TorqueFrame frame, Beyond beyond);

/// Impulses only: jumps of the momentum.
Torque impulses(std::vector<Impulse> impulses);

}  // namespace polhode
