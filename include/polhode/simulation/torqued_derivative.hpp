// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A motion under torque with its derivative: how the state at each time changes with the start, the body and
/// the torque's own numbers; and how fast neighbouring motions move apart.
///
/// Convention. As free/motion_derivative.hpp. The column of the time is the rate at the end; the start's time
///             is held. A parameter may change the momentum of an impulse, but move neither impulses nor
///             breakpoints; at the time of an impulse the state is that of simulate.
/// Method.     The torque's recorded formula (series/tape.hpp) and the equations of motion as power series of
///             numbers with derivatives, in steps that keep the rounding; there is no tolerance. How the
///             formula changes with a moment or a parameter is found by differences of the formula, not of
///             the motion: of order 8, with relative changes of 1/64 to 1/16 (less where the torque asks for
///             it, as the rate of something that turns does), all recorded on one tape.
/// Accuracy.   docs/derivatives.md

#include <functional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/motion_derivative.hpp>
#include <polhode/torque/torque.hpp>
#include <span>
#include <vector>

namespace polhode {

/// A torque that depends on numbers, for derivatives by them.
struct TorqueFamily {
  /// Called with numbers up to a sixteenth of themselves (of 1, where they are 0) away from `parameters`.
  std::function<Torque(std::span<const double>)> torque;
  std::vector<double> parameters;
  /// If the torque is a sum whose terms have their own parameters, in this order: those terms, so that the
  /// derivative by a parameter is that of one term. May be left empty.
  std::vector<TorqueFamily> terms{};
};

/// A state under torque with its derivative.
struct TorquedDerivative {
  double time = 0;
  MotionDerivative motion;
  std::vector<StateChange> by_parameters;  ///< one for each
};

/// The states, with their derivatives, at times that ascend from start_time, or descend. Refuses what
/// simulate refuses of body, start and times; a torque that is only a function, or whose formula takes a
/// parameter of a control loop; and a parameter that moves an impulse or a breakpoint, as a row of a table.
/// Throws StepFailure where the motion is not finite, its steps pass over a narrow feature of the formula,
/// or a square root of the formula has come to zero, as that of a speed which changes its sign does: what
/// follows is not known. `goes_on` is called now and then with the part that is done, and may throw.
std::vector<TorquedDerivative> simulate_derivative(const Inertia& body, const State& start,
                                                   const Torque& torque, std::span<const double> times,
                                                   double start_time = 0,
                                                   const std::function<void(double part)>& goes_on = {});
std::vector<TorquedDerivative> simulate_derivative(const Inertia& body, const State& start,
                                                   const TorqueFamily& family, std::span<const double> times,
                                                   double start_time = 0,
                                                   const std::function<void(double part)>& goes_on = {});

/// How fast neighbouring motions move apart.
struct Divergence {
  double exponent = 0;  ///< the largest Lyapunov exponent as far as the run shows it, per time
  double spread = 0;    ///< the largest difference between `exponent` and that of a third of the run
  double growth = 1;    ///< by how much the largest change of the start has grown at the end
  /// When a rounding of the start (half an eps of each number) has grown to 0.1; infinite where it has not.
  double horizon = 0;
  double at = 0;  ///< the end of the run
};

/// The divergence of a run from start_time to end_time. Changes of the momentum are counted relative to the
/// length of the momentum at the start (of the largest so far, from rest), those of the attitude in radians.
/// The exponent is the mean rate at which the logarithm of the longest vector of changes grows, after the
/// first tenth of the run; of a regular motion it falls as log(t) / t. `goes_on` is called now and then with
/// the part that is done, and may throw. Refuses what simulate_derivative refuses.
Divergence divergence(const Inertia& body, const State& start, const Torque& torque, double end_time,
                      double start_time = 0, const std::function<void(double part)>& goes_on = {});

}  // namespace polhode
