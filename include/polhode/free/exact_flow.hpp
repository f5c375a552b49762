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

#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>

namespace polhode {

struct MotionDerivative;

/// A body that is prepared for exact steps. A value: copies share what was computed. Calls may be made by
/// several threads at once.
class ExactFlow {
 public:
  /// Computes the constants of a body.
  /// @param body any one
  explicit ExactFlow(const Inertia& body);

  /// The state after a time.
  /// @param start the state before, in the body frame
  /// @param t a time of either sign
  /// @return the state, in the body frame
  /// @throws InvalidInput for a state that check() in body/state.hpp does not accept, and a t that is not
  ///         finite or turns the body by more radians than a double can resolve
  State operator()(const State& start, double t) const;

  /// The same with its derivative (free/motion_derivative.hpp). For long times, or many of one start,
  /// construct a FreeMotionDerivative.
  /// @param start the state before, in the body frame
  /// @param t a time of either sign
  /// @return the state and its derivative
  /// @throws InvalidInput as above
  MotionDerivative derivative(const State& start, double t) const;

  /// @return what turns
  const Inertia& body() const noexcept;

 private:
  struct Parts;
  std::shared_ptr<const Parts> parts_;
};

}  // namespace polhode
