// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The torques that Polhode has, as descriptions that belong to no body yet. They add: heavy_top(...) +
/// linear_damping(...).
///
/// Convention. Body vectors and matrices in the user's body frame, space vectors in space. Scenarios and
///             Python have the same names of torques and of parameters (docs/torques.md#names). Each function
///             throws InvalidInput for a parameter that is not finite or not as it says.

#include <Eigen/Core>
#include <polhode/core/vector_function.hpp>
#include <polhode/torque/frame.hpp>
#include <polhode/torque/torque.hpp>
#include <vector>

namespace polhode {

/// The weight of a body on a fixed point, the pivot: potential (Q^T weight) . centre_of_mass. With a small
/// weight the perturbed body of Celledoni and Zanna.
/// @param weight          in space, upwards, of the length mass times gravity
/// @param centre_of_mass  in the body, from the pivot
Torque heavy_top(const Eigen::Vector3d& weight, const Eigen::Vector3d& centre_of_mass);

/// A magnetic moment of the body in a field that stands still, moment x field.
/// @param moment  in the body
/// @param field   in space; moment times field is a torque
Torque dipole(const Eigen::Vector3d& moment, const Eigen::Vector3d& field);

/// The plane of an orbit in space: from the first vector towards the second.
struct Plane {
  Eigen::Vector3d first{1, 0, 0}, towards{0, 1, 0};
};

/// 3 n^2 c x I c, n the mean motion, c the direction to the attracting mass in the body, which stands still.
/// @param mean_motion  radians per time
/// @param direction    of the attracting mass, in space, of any length
Torque gravity_gradient_fixed(double mean_motion, const Eigen::Vector3d& direction);
/// The same on a circular orbit.
/// @param mean_motion  radians per time
/// @param plane        of the orbit; at time 0 the mass is seen in the direction `first`
Torque gravity_gradient_circular(double mean_motion, const Plane& plane = {});
/// The same on a Kepler ellipse.
/// @param mean_motion      radians per time
/// @param eccentricity     from 0, less than 1
/// @param pericentre_time  a time at which the pericentre is passed
/// @param plane            of the orbit; `first` is the direction of the mass at the pericentre
Torque gravity_gradient_elliptic(double mean_motion, double eccentricity, double pericentre_time = 0,
                                 const Plane& plane = {});

/// A floating vessel is righted by its weight. Space's third axis is the vertical, the body's first axis
/// points along the vessel, its second across.
/// @param mass                 of the vessel
/// @param gravity              the acceleration
/// @param longitudinal_height  of the longitudinal metacentre
/// @param transverse_height    of the transverse metacentre
Torque vessel_restoring(double mass, double gravity, double longitudinal_height, double transverse_height);

/// -D omega.
/// @param matrix  D, in the user's body frame; need not be diagonal, nor regular
Torque linear_damping(const Eigen::Matrix3d& matrix);

/// -c_i |omega_i| omega_i about each axis of the body frame, which must be principal axes.
/// @param coefficients  c, none negative
Torque quadratic_drag(const Eigen::Vector3d& coefficients);

/// k m x (m x omega): keeps |m| while the rotation tends to the axis of greatest inertia.
/// @param strength  k, not negative
Torque internal_dissipation(double strength);

/// A wheel of constant momentum inside the body, which the state's momentum does not contain.
/// @param momentum  of the wheel, in the body
Torque gyrostat(const Eigen::Vector3d& momentum);

/// A torque that does not change.
/// @param torque  its components
/// @param frame   in which they are given and stay as they are
Torque steady_torque(const Eigen::Vector3d& torque, TorqueFrame frame = TorqueFrame::body);

/// A torque that goes to and fro: amplitude sin(rate t + phase).
/// @param amplitude  its components
/// @param rate       radians per time
/// @param phase      radians, at time 0
/// @param frame      of the components
Torque sine_torque(const Eigen::Vector3d& amplitude, double rate, double phase = 0,
                   TorqueFrame frame = TorqueFrame::body);

/// Any function of time, which need not be pure (torque.hpp).
/// @param torque       gives the components at a time
/// @param frame        of the components
/// @param breakpoints  the times at which it is not smooth: a run ends a step there
Torque control_torque(VectorFunction<double> torque, TorqueFrame frame = TorqueFrame::body,
                      std::vector<double> breakpoints = {});

/// Linear between the rows of a table.
/// @param times    increasing
/// @param torques  one for each time
/// @param frame    of the components
/// @param beyond   before the first and after the last row
Torque tabulated_torque(const std::vector<double>& times, const std::vector<Eigen::Vector3d>& torques,
                        TorqueFrame frame = TorqueFrame::body, Beyond beyond = Beyond::zero);

/// A jump of the momentum at a time, and nothing else.
/// @param time      at which it happens
/// @param momentum  what is added
/// @param frame     of the components of `momentum`
Torque impulse(double time, const Eigen::Vector3d& momentum, TorqueFrame frame = TorqueFrame::body);
/// Several of them.
Torque impulses(std::vector<Impulse> impulses);

}  // namespace polhode
