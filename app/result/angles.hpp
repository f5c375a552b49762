// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Angles of a motion that columns and events share, in radians.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/torque/orbit_frame.hpp>

namespace polhode::app {

/// The angle between two vectors, from 0 to pi; 0 where one of them is zero.
double angle_between(const Eigen::Vector3d& a, const Eigen::Vector3d& b);

/// The axis to which the nutation angle is measured: the principal axis that the momentum circles, or turns
/// about, at the start, in its direction that is nearer to the momentum there; in the body's frame. Where
/// none is distinguished, the third axis of the body.
Eigen::Vector3d nutation_axis(const Inertia& body, const State& start);

/// The attitude as seen from the orbit's frame at a time: it takes vectors of the body to that frame.
Eigen::Quaterniond attitude_in_orbit(const OrbitFrame& orbit, const State& state, double time);

/// Roll, pitch and yaw of it: the turns about x, y and z of the sequence ZYX, yaw first.
Eigen::Vector3d roll_pitch_yaw(const Eigen::Quaterniond& in_orbit);

}  // namespace polhode::app
