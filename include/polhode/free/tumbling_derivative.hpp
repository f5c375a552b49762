// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The derivatives of the periods, rates, nutation and next flip of a tumbling body with respect to its
/// momentum and moments.
///
/// Convention. As in free/tumbling.hpp and free/motion_derivative.hpp: momenta in the user's body frame,
///             principal moments ascending, partial derivatives; in_angular_velocity() holds the angular
///             velocity fixed instead of the momentum. Nothing depends on the attitude. Quantities without a
///             derivative are empty: in pure rotation and on the separatrix, periods, rates and nutation have
///             jumps or corners. Two exceptions: a flip that is still to come, and the precession of a sphere
///             or a linear body that stays one (of the columns of its equal moments only the sum is
///             meaningful). Two derivatives are one-sided: that of the nutation if two moments are equal, in
///             the direction in which the moments stay ascending; and that of the next flip at the instant of
///             a flip, in the direction in which that flip has passed.
/// Method.     The formulas of describe with dual numbers (core/dual.hpp), in extended precision. A flip is a
///             zero of g = m2: dt = -(dg/dx) / (dg/dt), from the derivative of the motion there.
/// Accuracy.   docs/derivatives.md

#include <Eigen/Core>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/tumbling.hpp>

namespace polhode {

/// The gradient of one number of a description.
struct TumblingGradient {
  Eigen::Vector3d by_momentum, by_moments;

  /// The gradient with respect to the angular velocity (user's body frame) and, with the angular velocity
  /// held fixed, to the moments.
  /// @param body   the body of this gradient
  /// @param state  the state of this gradient
  TumblingGradient in_angular_velocity(const Inertia& body, const State& state) const;
};

/// A description with the gradient of each of its numbers. A gradient is empty if it does not exist, if the
/// number itself is infinite, if the gradient is out of the range of double (for a flip: beyond 1e99 in
/// natural units), or if a flip is further away than a motion can be followed.
struct TumblingDerivative {
  TumblingDescription value;
  std::optional<TumblingGradient> polhode_period, precession_rate, precession_period, long_axis_rate,
      rotation_number, smallest_nutation, largest_nutation, next_flip;
};

/// The description of free/tumbling.hpp with its derivative. The gradient of a later flip is that of
/// next_flip, plus half that of polhode_period for each flip in between.
/// @param body   the body
/// @param state  its state
/// @throws InvalidInput as describe
TumblingDerivative describe_derivative(const Inertia& body, const State& state);

}  // namespace polhode
