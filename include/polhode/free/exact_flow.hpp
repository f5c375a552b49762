// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The exact step of one body as a function from a state and a time to a state, prepared once.
///
/// Convention. States in the user's body frame; the time is of either sign.
/// Method.     The constants of the body are found when the flow is made. The step is made in the principal
///             frame; its increments, not the state, are turned into the user's (kernel/advance.hpp then adds
///             them), so that the rounding of the axes is that of the change and not of the whole.
/// Accuracy.   That of exact_flow, from which it differs by 2 eps: tests/unit/exact_flow_test.cpp. For many
///             steps in a row a FreeStepper rounds less often.

#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/kernel/exact_constants.hpp>

namespace polhode {

struct MotionDerivative;

/// A body that is prepared for exact steps. Calls may be made by several threads at once.
class ExactFlow {
 public:
  /// Any body; its constants are made once, here.
  explicit ExactFlow(const Inertia& body);

  /// The state after time t. Refuses what body/state.hpp's check refuses, and a t that is not finite or turns
  /// the body by more radians than a double can resolve.
  State operator()(const State& start, double t) const;

  /// The same with its derivative (free/motion_derivative.hpp). For long times, or many of one start,
  /// FreeMotionDerivative. Refuses what the above refuses.
  MotionDerivative derivative(const State& start, double t) const;

  const Inertia& body() const noexcept { return body_; }

 private:
  /// With the step itself, from the attitude and the principal momentum to an increment.
  template <class Step>
  State stepped(const State& start, double t, const Step& step) const;

  Inertia body_;
  kernel::ExactConstants<double> constants_;
  bool turns_;            // whether the user's axes are not the principal ones
  double largest_angle_;  // 2^53 times the least moment: |m| |t| may not exceed it
};

}  // namespace polhode
