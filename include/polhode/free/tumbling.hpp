// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Quantities that describe a tumbling body: regime, periods, mean rates, nutation and the next flip.
///
/// Convention. As in asteroid astronomy [docs/conventions.md, "Periods of a tumbling body"]: the circled axis
///             is the principal axis that the momentum circles in the body: in long-axis mode the long axis
///             (least moment), in short-axis mode the short axis (greatest moment). Rotation period: the
///             period of the momentum on its polhode. Precession: the mean rotation of the circled axis about
///             the angular momentum.
/// Method.     Quarter period and complete Q by one AGM iteration in extended precision [docs/exact-step.md,
///             (10)-(13)].

#include <Eigen/Core>
#include <polhode/body/inertia.hpp>
#include <polhode/body/regime.hpp>
#include <polhode/body/state.hpp>
#include <vector>

namespace polhode {

/// Times and rates in the user's units. A time that does not exist (a period on the separatrix, a flip that
/// never occurs) is infinite; the corresponding rate is 0.
struct TumblingDescription {
  Regime regime;
  BodyAxis axis;             ///< of rotation, circled by the momentum or, on the separatrix, its limit
  double polhode_period;     ///< rotation period P_psi of the momentum in the body frame
  double precession_rate;    ///< mean rate of the circled axis about the angular momentum, radians per time
  double precession_period;  ///< P_phi = 2 pi / precession_rate
  double long_axis_rate;     ///< mean rate of the long axis about the angular momentum, in either mode
  double rotation_number;    ///< P_psi / P_phi: turns of the circled axis in one polhode period
  /// Extremes of the angle between the angular momentum and the nearer end of the circled axis: radians in
  /// [0, pi/2].
  double smallest_nutation, largest_nutation;
  double next_flip;  ///< time until the momentum along the intermediate axis next passes through zero
};

/// Describes a tumbling body.
/// @param body   the body
/// @param state  its state; the attitude has no effect
/// @throws InvalidInput as check() in body/state.hpp
TumblingDescription describe(const Inertia& body, const State& state);

/// The angular momentum for which a body tumbles with given periods: the inverse of describe(). The ratio of
/// the periods depends only on the polhode and increases from small circles to the separatrix; it is solved
/// by bisection, and |m| follows. Away from the separatrix, where they grow without bound, both periods are
/// reproduced within 1e-12.
/// @param body               neither linear nor spherical
/// @param mode               long_axis_mode or short_axis_mode
/// @param polhode_period     rotation period P_psi, positive
/// @param precession_period  P_phi, positive
/// @param phase              the position on the polhode, as the fraction of a rotation period since the
///   momentum crossed the plane of the long and the short axis between their positive ends
/// @return in the user's body frame
/// @throws InvalidInput if a period is not positive and finite, the body is linear or spherical or does not
///   have the mode, or the mode does not allow the ratio of the periods; the message gives the allowed range
Eigen::Vector3d momentum_from_periods(const Inertia& body, Regime mode, double polhode_period,
                                      double precession_period, double phase = 0);

/// All flips, the times at which the momentum along the intermediate axis passes through zero. Each is as
/// accurate as describe().next_flip, relative to its own size.
/// @param body      the body
/// @param state     the state at time 0; a flip at that instant is not included
/// @param duration  end of the interval; if negative, flips before the state are returned
/// @return times in order of increasing |t|
/// @throws InvalidInput as describe, or if the duration is not finite or contains more than a hundred million
///   flips
std::vector<double> flip_times(const Inertia& body, const State& state, double duration);

}  // namespace polhode
