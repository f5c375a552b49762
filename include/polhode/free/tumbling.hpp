// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What people ask of a tumbling body: regime, periods, mean rates, nutation, the next flip.
///
/// Convention. As asteroid astronomers have it [docs/conventions.md, "Periods of a tumbling body"]: the
///             circled axis is the principal axis that the momentum circles in the body: the long one (least
///             moment) in long-axis mode, the short one (greatest moment) in short-axis mode. Rotation
///             period: time in which the momentum goes once round its polhode. Precession: the mean turning
///             of the circled axis about the angular momentum.
/// Method.     Quarter period and complete Q by one AGM loop in extended precision [docs/exact-step.md,
///             (10)-(13)].

#include <Eigen/Core>
#include <polhode/body/inertia.hpp>
#include <polhode/body/regime.hpp>
#include <polhode/body/state.hpp>
#include <vector>

namespace polhode {

/// Times and rates in the user's units. What does not exist (a period on the separatrix, a flip that never
/// comes) is infinite; a rate of it is 0.
struct TumblingDescription {
  Regime regime;
  BodyAxis axis;             ///< turned about, circled or, on the separatrix, tended to
  double polhode_period;     ///< rotation period P_psi: the momentum in the body returns
  double precession_rate;    ///< mean rate of the circled axis about the angular momentum, radians per time
  double precession_period;  ///< P_phi = 2 pi / precession_rate
  double long_axis_rate;     ///< mean rate of the long axis about the angular momentum, in either mode
  double rotation_number;    ///< P_psi / P_phi: turns of the circled axis in one polhode period
  double
      smallest_nutation;    ///< extremes of the angle from the angular momentum to the circled axis, radians,
  double largest_nutation;  ///<   measured from the nearer end of the axis: 0 to pi/2
  double next_flip;         ///< time until the momentum along the intermediate axis next passes through zero
};

/// Refuses what body/state.hpp's check refuses.
TumblingDescription describe(const Inertia& body, const State& state);

/// The way back: the angular momentum, in the user's body frame, of a body in a mode (long_axis_mode or
/// short_axis_mode) that has these two periods. Body, mode and periods leave the place on the polhode open,
/// and which end of the circled axis it is about: `phase` is the part of a rotation period that has passed
/// since the momentum crossed the plane of the long and the short axis, between the positive ends of both.
/// The ratio of the periods depends on the mode's polhode alone and grows from small circles to the
/// separatrix; it is solved by bisection, and the length of the momentum follows. Both periods come back
/// within 1e-12 (away from the separatrix, where they change without bound). Refuses periods that are not
/// positive and finite, a linear or a spherical body, a body that does not have the mode, and a ratio that
/// the mode does not have; the refusal names the range.
Eigen::Vector3d momentum_from_periods(const Inertia& body, Regime mode, double polhode_period,
                                      double precession_period, double phase = 0);

/// All flips, the times at which the momentum along the intermediate axis passes through zero, from the state
/// to a time later, or earlier where `duration` is negative; in the order in which they are met, without that
/// at the state itself. The rounding of each is that of describe().next_flip and of its own size. Refuses
/// what describe refuses, a duration that is not finite, and one with more than a hundred million flips.
std::vector<double> flip_times(const Inertia& body, const State& state, double duration);

}  // namespace polhode
