// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Built-in torques, as descriptions that are not bound to a body. They can be added: heavy_top(...) +
/// linear_damping(...).
///
/// Convention. Body vectors and matrices are in the user's body frame, space vectors in space. Every
///             parameter must be finite; all functions throw InvalidInput if a parameter is not finite or not
///             as described. Scenarios and Python use the same names of torques and parameters.
///             docs/torques.md gives the formula of each torque and what it conserves.

#include <Eigen/Core>
#include <polhode/core/vector_function.hpp>
#include <polhode/torque/frame.hpp>
#include <polhode/torque/torque.hpp>
#include <vector>

namespace polhode {

/// A heavy top: the weight of a body with a fixed point, the pivot; potential (Q^T weight) . centre_of_mass.
/// A small weight gives the perturbed body of Celledoni and Zanna.
/// @param weight          in space, directed upwards, of length mass times gravity
/// @param centre_of_mass  in the user's body frame, from the pivot
Torque heavy_top(const Eigen::Vector3d& weight, const Eigen::Vector3d& centre_of_mass);

/// A magnetic moment of the body in a constant field: torque moment x field.
/// @param moment  in the user's body frame
/// @param field   in space; moment times field is a torque
Torque dipole(const Eigen::Vector3d& moment, const Eigen::Vector3d& field);

/// The plane of an orbit, spanned by two vectors of space; the motion is from the first towards the second.
struct Plane {
  Eigen::Vector3d first{1, 0, 0}, towards{0, 1, 0};
};

/// Gravity gradient for a fixed direction: 3 n^2 c x I c, with c the direction to the attracting mass in the
/// body frame.
/// @param mean_motion  n, radians per unit of time
/// @param direction    to the attracting mass, in space; normalised
Torque gravity_gradient_fixed(double mean_motion, const Eigen::Vector3d& direction);
/// Gravity gradient on a circular orbit.
/// @param mean_motion  radians per unit of time
/// @param plane        of the orbit; at time 0 the direction to the attracting mass is `first`
Torque gravity_gradient_circular(double mean_motion, const Plane& plane = {});
/// Gravity gradient on a Kepler ellipse.
/// @param mean_motion      radians per unit of time
/// @param eccentricity     in [0, 1)
/// @param pericentre_time  time of a pericentre passage
/// @param plane            of the orbit; at the pericentre the direction to the attracting mass is `first`
Torque gravity_gradient_elliptic(double mean_motion, double eccentricity, double pericentre_time = 0,
                                 const Plane& plane = {});

/// The restoring torque of a floating vessel. The third axis of space is the vertical; the body's first axis
/// points along the vessel, its second across.
/// @param mass                 of the vessel
/// @param gravity              gravitational acceleration
/// @param longitudinal_height  metacentric height for pitch
/// @param transverse_height    metacentric height for roll
Torque vessel_restoring(double mass, double gravity, double longitudinal_height, double transverse_height);

/// Linear damping, -D omega.
/// @param matrix  D, in the user's body frame; need be neither diagonal nor invertible
Torque linear_damping(const Eigen::Matrix3d& matrix);

/// Quadratic drag, -c_i |omega_i| omega_i about each axis of the body frame; these must be principal axes.
/// @param coefficients  c, none negative
Torque quadratic_drag(const Eigen::Vector3d& coefficients);

/// Internal dissipation, k m x (m x omega): keeps |m| while the rotation tends to the axis of greatest
/// inertia.
/// @param strength  k, at least 0
Torque internal_dissipation(double strength);

/// A rotor of constant momentum in the body, which the momentum of the state does not include.
/// @param momentum  of the rotor, in the user's body frame
Torque gyrostat(const Eigen::Vector3d& momentum);

/// A torque that is constant in the body frame or in space.
/// @param torque  its components
/// @param frame   in which they are constant
Torque steady_torque(const Eigen::Vector3d& torque, TorqueFrame frame = TorqueFrame::body);

/// A sinusoidal torque: amplitude sin(rate t + phase).
/// @param amplitude  its components
/// @param rate       radians per unit of time
/// @param phase      radians, at time 0
/// @param frame      of the components
Torque sine_torque(const Eigen::Vector3d& amplitude, double rate, double phase = 0,
                   TorqueFrame frame = TorqueFrame::body);

/// A torque that is any function of time; it need not be pure (torque.hpp).
/// @param torque       as a function of time
/// @param frame        of its components
/// @param breakpoints  times at which it is not smooth; steps of a run end there
Torque control_torque(VectorFunction<double> torque, TorqueFrame frame = TorqueFrame::body,
                      std::vector<double> breakpoints = {});

/// A torque by linear interpolation in a table.
/// @param times    strictly ascending
/// @param torques  one per time
/// @param frame    of their components
/// @param beyond   the torque outside the table
Torque tabulated_torque(const std::vector<double>& times, const std::vector<Eigen::Vector3d>& torques,
                        TorqueFrame frame = TorqueFrame::body, Beyond beyond = Beyond::zero);

/// An impulse: a jump of the momentum at one time, without any other torque.
/// @param time      of the jump
/// @param momentum  added to the momentum of the body
/// @param frame     of the components of `momentum`
Torque impulse(double time, const Eigen::Vector3d& momentum, TorqueFrame frame = TorqueFrame::body);
/// Several impulses, without any other torque.
/// @param impulses  in any order
Torque impulses(std::vector<Impulse> impulses);

}  // namespace polhode
