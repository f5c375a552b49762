// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Angles commonly extracted from a motion: nutation, tilt and precession of an axis, libration on an orbit,
/// roll and pitch, and the period and logarithmic decrement of an oscillation.
///
/// Convention. Angles are in radians. Attitudes take body vectors to space or, where stated, to the orbit
///             frame (torque/orbit_frame.hpp). An attitude of NaN gives angles of NaN.
/// Accuracy.   Single angles: a few eps. Rates and periods are those of the samples: sample the motion at
///             least ten times per turn.

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
/// @param a  any length
/// @param b  any length
/// @return in [0, pi]; 0 if one of the vectors is zero
double angle_between(const Eigen::Vector3d& a, const Eigen::Vector3d& b);

/// The axis with respect to which the nutation angle is measured.
/// @param body   the body
/// @param start  a state of the free motion
/// @return a unit vector in the body frame: the principal axis that the momentum circles, or about which the
///   body rotates, pointing towards the momentum at the start; the third axis of the body if no axis is
///   distinguished
Eigen::Vector3d nutation_axis(const Inertia& body, const State& start);

/// Roll, pitch and yaw: the angles about x, y and z of the sequence ZYX, in which yaw comes first.
Eigen::Vector3d roll_pitch_yaw(const Attitude& attitude);

/// The direction of a body axis relative to the vertical.
struct AxisLean {
  std::vector<double> tilt;     ///< angle from the vertical to the axis, in [0, pi]
  std::vector<double> azimuth;  ///< about the vertical, continuous beyond a full turn
  /// False if the axis passes through the vertical between two samples, as that of a planar pendulum does:
  /// the number of turns is then undetermined.
  bool azimuth_is_known = true;
};

/// The direction of a body axis over time.
/// @param attitudes  in chronological order
/// @param body_axis  in the body frame, of any length but zero
/// @param vertical   upwards, in space, of any length but zero
/// @return one tilt and azimuth per attitude
AxisLean axis_lean(std::span<const Attitude> attitudes, const Eigen::Vector3d& body_axis,
                   const Eigen::Vector3d& vertical);

/// The mean period of the precession of an axis about the vertical.
/// @param times  of the attitudes from which `lean` was computed
/// @param lean   result of axis_lean
/// @return positive; empty if the azimuth is unknown or the axis does not go round
std::optional<double> precession_period(std::span<const double> times, const AxisLean& lean);

/// The libration of a satellite's axis about the direction to the attracting mass.
struct Libration {
  std::vector<double> angle;     ///< from that direction to the nearer end of the axis, in [0, pi/2]
  std::vector<double> in_plane;  ///< its component in the orbital plane, positive in the direction of flight
};

/// The libration of a body axis over time.
/// @param attitudes_in_orbit  from the body frame to the orbit frame
/// @param body_axis           in the body frame: for a gravity-stabilised satellite the axis of least inertia
/// @return one angle per attitude
Libration libration(std::span<const Attitude> attitudes_in_orbit, const Eigen::Vector3d& body_axis);

/// An oscillation about zero, damped or undamped.
struct Oscillation {
  double period;  ///< the mean time between upward zero crossings, positive
  /// The logarithmic decrement: the mean logarithm of the ratio of successive maxima. NaN if there are fewer
  /// than two maxima.
  double decrement;
};

/// The period and decrement of a sampled oscillation.
/// @param times   ascending or descending
/// @param values  one per time
/// @return empty if there are fewer than three upward zero crossings
std::optional<Oscillation> oscillation(std::span<const double> times, std::span<const double> values);

}  // namespace polhode
