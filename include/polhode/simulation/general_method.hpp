// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// General methods for ordinary differential equations, applied to the equations of motion: what one would
/// use without this library. They are baselines for comparisons; simulate() is more accurate and faster.
///
/// Convention. The equations are q' = q (0, omega) / 2 and m' = m x omega + torque in principal axes, seven
///             numbers. |q| is not led back to 1 between steps: the torque and the results see q / |q|.
///             Impulses, breakpoints of the torque and the end divide the run into pieces, in each of which
///             the method begins anew, as a careful user would do it; a torque with breakpoints is asked on
///             the inner side of each piece.
/// Method.     classical_rk4: each piece is divided into equal steps, the longest that are not above h. A
///             requested time inside a step is reached by a shorter step, after which the run goes on as if
///             nobody had asked.
///             dop853: the program DOP853 [Hairer, Norsett, Wanner 1993, sections II.5 and II.6] with its own
///             first step, error estimate and step-size control (safety factor 0.9, factors 1/3 to 6) and its
///             dense output of order 7. Relative and absolute tolerances are the same number; the unit of the
///             absolute one is 1 for q and, for m, |m| at the start. From rest the unit is the momentum that
///             the torque gives in the time in which it turns the body by about a radian.

#include <functional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/torque/torque.hpp>
#include <span>
#include <string>
#include <vector>

namespace polhode {

/// A general method.
struct GeneralMethod {
  std::string name;
  int order;
  bool controls_steps;  ///< by a tolerance; else the length of the steps is given
  std::string summary, reference;
};

/// All of them: classical_rk4, dop853.
const std::vector<GeneralMethod>& general_methods();

/// The general method of that name. Throws InvalidInput if there is none.
const GeneralMethod& general_method(const std::string& name);

/// What is asked of a general method besides the states. Times are in the user's units.
struct GeneralOptions {
  double start_time = 0;
  /// Called now and then with the fraction of the run that is done. If it returns false the run stops; what
  /// was computed is kept.
  std::function<bool(double fraction)> progress{};
};

/// The motion at the given times, on one side of the start and in order.
/// @param method             one of general_methods()
/// @param body               what turns
/// @param start              its state at the start
/// @param torque             what acts on it
/// @param times              at which states are wanted
/// @param step_or_tolerance  the longest step, positive; of a method that controls its steps, the tolerance,
///                           between 0 and 1
/// @param options            the start's time, and progress
/// @return states, steps (rejected ones are not counted), evaluations of the torque and the longest step;
///         there is no error estimate. The run stops early, as `stopped` says, where a step gives numbers
///         that are not finite or the step that the tolerance wants is below rounding.
/// @throws InvalidInput for bad times, a bad step or tolerance, more than 2^53 steps, and a state that is not
///         finite. What a user's function throws is passed on.
Simulation simulate_by(const GeneralMethod& method, const Inertia& body, const State& start,
                       const Torque& torque, std::span<const double> times, double step_or_tolerance,
                       const GeneralOptions& options = {});

}  // namespace polhode
