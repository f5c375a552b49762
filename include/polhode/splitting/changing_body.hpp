// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A body with time-dependent moments of inertia: a satellite that unfolds, a figure skater.
///
/// Convention. The principal axes are fixed in the user's body frame and the moments along them are I(t), in
///             any order, which may change with time. The momentum is the total one: m' = m x I(t)^-1 m +
///             torque. Internal motion must therefore carry no angular momentum of its own, for example parts
///             that move along lines through the centre.
/// Method.     The drift uses I at its midpoint and is exact for that body, in ascending order by a proper
///             permutation of the axes: if the permutation P is odd, -P [Celledoni, Zanna 2008, section 3.1
///             and figure 3, which lack the sign and undo the permutation by itself instead of its inverse].
///             Half a kick, such a drift and half a kick are symmetric and of order 2, so compositions of
///             this step keep their orders. Other splittings do not, because their drifts are no longer
///             flows, nor do compositions that start with a drift, because these merge halves of different
///             bodies.
/// Conserves.  |m| and Q m by each drift, to rounding. The energy is not conserved, nor is it by the exact
///             motion.
/// Accuracy.   Orders 2, 4, 6, 8, measured against an independent integration (changing_body_test.cpp).

#include <Eigen/Core>
#include <memory>
#include <polhode/body/state.hpp>
#include <polhode/core/vector_function.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/torque.hpp>

namespace polhode {

/// Options for the integration of a changing body.
struct ChangingBodyOptions {
  Summation summation = Summation::plain;
  double start_time = 0;  ///< initial time
};

/// Time stepping of a changing body under torque. A torque that depends on the moments, such as a gravity
/// gradient, is prepared again at each kick, which takes four times as long as the rest of the step. Torques
/// with impulses are rejected, and so are steps across a breakpoint: end a step there.
class ChangingBodyStepper {
 public:
  /// The three moments along the axes of the user's body frame as a function of time.
  using Moments = VectorFunction<double>;

  /// @param moments    as a function of time
  /// @param start      the initial state
  /// @param torque     without impulses
  /// @param splitting  a composition of Strang steps that start with a kick
  /// @param options    summation, initial time
  /// @throws InvalidInput as check() in body/state.hpp, or if the initial moments are not positive and finite
  ///   or the splitting does not suit
  ChangingBodyStepper(Moments moments, const State& start, const Torque& torque, const Splitting& splitting,
                      const ChangingBodyOptions& options = {});
  ChangingBodyStepper(ChangingBodyStepper&&) noexcept;
  ChangingBodyStepper& operator=(ChangingBodyStepper&&) noexcept;
  ~ChangingBodyStepper();

  /// Advances by one step. After an exception, time and state are unchanged.
  /// @param h  step size, of either sign
  /// @throws StepFailure if moments or torque are invalid. Exceptions of their functions are passed on.
  void step(double h);

  /// The current time.
  double time() const noexcept;
  /// The current state. Evaluates the last kick of a step.
  /// @throws StepFailure as step
  State state() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace polhode
