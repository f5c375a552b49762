// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The angles that people read off a motion: nutation, lean and precession of an axis, libration on an orbit,
/// roll and pitch, and the period and logarithmic decrement of an oscillation.
///
/// Convention. Angles are in radians. Attitudes take vectors of the body to space or, where it says so, to
///             the orbit's frame (torque/orbit_frame.hpp). An attitude of NaN has angles of NaN.
/// Accuracy.   Single angles to some eps. Rates and periods are those of the samples: follow the motion with
///             at least some ten samples a turn.

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/rotation/attitude.hpp>
#include <span>
#include <vector>

namespace polhode {

/// The angle between two vectors.
/// @param a one of them, of any length
/// @param b the other
/// @return from 0 to pi; 0 if one of the vectors is zero
double angle_between(const Eigen::Vector3d& a, const Eigen::Vector3d& b);

/// The axis to which the nutation angle is measured.
/// @param body the body
/// @param start a state of the free motion
/// @return a unit vector of the body frame: the principal axis that the momentum circles, or turns about, at
///   the start, in the direction nearer to the momentum there; the third axis of the body if no axis is
///   distinguished
Eigen::Vector3d nutation_axis(const Inertia& body, const State& start);

/// Roll, pitch and yaw: the turns about x, y and z of the sequence ZYX, yaw first.
Eigen::Vector3d roll_pitch_yaw(const Attitude& attitude);

/// Where an axis of a body points, seen from the vertical.
struct AxisLean {
  std::vector<double> tilt;     ///< angle from the vertical to the axis, from 0 to pi
  std::vector<double> azimuth;  ///< about the vertical, continued beyond a full turn
  /// False if the axis passes the vertical between two samples, as that of a pendulum in a plane does: then
  /// the azimuth does not tell how often it went round.
  bool azimuth_is_known = true;
};

/// @param attitudes in the order of their times
/// @param body_axis the axis, in the body frame, of any length but zero
/// @param vertical upwards, in space, of any length but zero
/// @return for each attitude
AxisLean axis_lean(std::span<const Attitude> attitudes, const Eigen::Vector3d& body_axis,
                   const Eigen::Vector3d& vertical);

/// The mean time of one turn of the axis about the vertical, positive.
/// @param times of the attitudes from which `lean` was made
/// @param lean what axis_lean has found
/// @return nothing if the azimuth is not known or the axis does not go round at all
std::optional<double> precession_period(std::span<const double> times, const AxisLean& lean);

/// How a satellite's axis swings about the direction to the attracting mass.
struct Libration {
  std::vector<double> angle;     ///< from that direction to the nearer end of the axis, from 0 to pi/2
  std::vector<double> in_plane;  ///< its part in the plane of the orbit, positive in the direction of flight
};

/// @param attitudes_in_orbit from the body frame to the orbit's frame
/// @param body_axis in the body frame: the axis of least inertia, for a satellite held by gravity
/// @return for each attitude
Libration libration(std::span<const Attitude> attitudes_in_orbit, const Eigen::Vector3d& body_axis);

/// An oscillation about zero, damped or not.
struct Oscillation {
  double period;  ///< the mean time between passages of zero upwards, positive
  /// The logarithmic decrement: the mean logarithm of the ratio of one maximum to the next. NaN if there are
  /// fewer than two maxima.
  double decrement;
};

/// @param times ascending or descending
/// @param values as many
/// @return nothing if there are fewer than three passages of zero upwards
std::optional<Oscillation> oscillation(std::span<const double> times, std::span<const double> values);

}  // namespace polhode
