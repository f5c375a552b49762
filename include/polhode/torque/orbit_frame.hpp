// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The frame that goes round with an orbit, for the attitude of a satellite relative to its orbit.
///
/// Convention. Local vertical, local horizontal: the third axis points to the attracting mass (nadir), the
///             second against the orbit's angular momentum, the first completes them and is the direction of
///             flight on a circle. The orbits are those of the gravity gradient in built_in.hpp, in which the
///             attracting mass is seen to go round.

#include <Eigen/Core>
#include <functional>
#include <polhode/body/state.hpp>
#include <polhode/rotation/attitude.hpp>
#include <polhode/torque/built_in.hpp>

namespace polhode {

/// At a time, the rotation that takes vectors of the orbit's frame to space: its columns are the frame's
/// axes.
using OrbitFrame = std::function<Eigen::Matrix3d(double time)>;

/// Each refuses what the torque of that orbit refuses.
OrbitFrame circular_orbit_frame(double mean_motion, const Plane& plane = {});
OrbitFrame elliptic_orbit_frame(double mean_motion, double eccentricity, double pericentre_time = 0,
                                const Plane& plane = {});

/// The attitude as seen from the orbit's frame at a time.
/// @return takes vectors of the body frame to the orbit's frame; w >= 0
Attitude attitude_in_orbit(const OrbitFrame& orbit, const State& state, double time);

}  // namespace polhode
