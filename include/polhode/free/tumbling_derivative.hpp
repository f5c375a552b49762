// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How periods, rates, nutation and the next flip of a tumbling body change with its momentum and its
/// moments.
///
/// Convention. As free/tumbling.hpp and free/motion_derivative.hpp: momenta in the user's body frame, the
///             principal moments ascending, each input alone; in_angular_velocity() holds the angular
///             velocity instead of the momentum. Nothing here depends on the attitude.
///             What has no derivative is left empty. In pure rotation and on the separatrix periods, rates
///             and nutation jump, or have a corner. There only two things have a derivative: a flip that is
///             still to come; and the precession of a sphere or of a linear body, as long as it stays one: of
///             the columns of its equal moments only the sum means anything.
///             Two derivatives are one-sided: that of the nutation where two moments are equal, in the
///             direction in which the moments stay ascending (the two extremes of the nutation move apart
///             there, either way); and that of the next flip at the moment of a flip, in the direction in
///             which that flip has passed.
/// Method.     The formulas of describe with numbers that carry slopes (core/dual.hpp), in extended
///             precision. The flip is where g = m2 passes through zero: dt = -(dg/dx) / (dg/dt), from the
///             derivative of the motion there.
/// Accuracy.   docs/derivatives.md

#include <Eigen/Core>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/tumbling.hpp>

namespace polhode {

/// How one number of a description changes.
struct TumblingGradient {
  Eigen::Vector3d by_momentum, by_moments;

  /// The same by the angular velocity (user's body frame; it takes the place of the momentum) and by the
  /// moments with the angular velocity held. Body and state are those of which this is the gradient.
  TumblingGradient in_angular_velocity(const Inertia& body, const State& state) const;
};

/// A description with the gradient of each of its numbers; empty where it has none, where the number itself
/// is infinite, where the gradient is beyond the range of double (of a flip: beyond 1e99 in units of the
/// motion's own) and for a flip that is farther away than a motion can be followed.
struct TumblingDerivative {
  TumblingDescription value;
  std::optional<TumblingGradient> polhode_period, precession_rate, precession_period, long_axis_rate,
      rotation_number, smallest_nutation, largest_nutation, next_flip;
};

/// The description of free/tumbling.hpp with its derivative. The gradient of a later flip is that of
/// next_flip, plus half that of polhode_period for each flip in between. Refuses what describe refuses.
TumblingDerivative describe_derivative(const Inertia& body, const State& state);

}  // namespace polhode
