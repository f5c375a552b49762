// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The orbit frame, for the attitude of a satellite relative to its orbit.
///
/// Convention. Local vertical, local horizontal: the third axis points to the attracting mass (nadir), the
///             second opposite to the orbital angular momentum; the first completes them and on a circular
///             orbit is the direction of flight. The orbits are those of the gravity gradient in
///             built_in.hpp, in which the attracting mass is seen to go round.

#include <Eigen/Core>
#include <functional>
#include <polhode/body/state.hpp>
#include <polhode/rotation/attitude.hpp>
#include <polhode/torque/built_in.hpp>

namespace polhode {

/// The rotation from the orbit frame to space at a time; its columns are the axes of the orbit frame.
using OrbitFrame = std::function<Eigen::Matrix3d(double time)>;

/// The frame of a circular orbit; parameters and exceptions as gravity_gradient_circular.
OrbitFrame circular_orbit_frame(double mean_motion, const Plane& plane = {});
/// The frame of an elliptic orbit; parameters and exceptions as gravity_gradient_elliptic.
OrbitFrame elliptic_orbit_frame(double mean_motion, double eccentricity, double pericentre_time = 0,
                                const Plane& plane = {});

/// The attitude relative to the orbit.
/// @param orbit  the orbit frame as a function of time
/// @param state  its attitude takes the body frame to space
/// @param time   of the state
/// @return takes the body frame to the orbit frame; w >= 0
Attitude attitude_in_orbit(const OrbitFrame& orbit, const State& state, double time);

}  // namespace polhode
