// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Steps of free methods with their derivative with respect to the initial state, the body and the step size.
/// This is the derivative of the numerical map, not of the motion that it approximates.
///
/// Convention. As in free/motion_derivative.hpp. The time column is the derivative with respect to the total
///             time of equal steps; for one step, its step size.
/// Method.     Automatic differentiation of the kernels (core/dual.hpp), once for each of momentum, moments
///             and step size; iterations continue until the slope has converged too (core/slopes.hpp). The
///             exact step, and methods whose momentum is exact, have formulas of their own
///             (docs/derivatives.md); all exact methods share those of the exact step. The derivative of
///             several steps is the product of theirs. Registered methods provide their own derivative
///             (FreeMethod::prepare_slopes).
/// Accuracy.   docs/derivatives.md

#include <cstddef>
#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/motion_derivative.hpp>
#include <string_view>

namespace polhode {

/// Whether the derivative of a method's step is available.
/// @param method  name of a free method
/// @return true for all built-in and all exact methods, and for those registered with a derivative; false for
///   unknown names
bool has_step_derivative(std::string_view method);

/// Computes steps of one body and one method with their derivative. Const member functions may be called from
/// several threads at once.
class FreeStepDerivative {
 public:
  /// @param body    the body
  /// @param method  name of a free method (free/method.hpp)
  /// @throws InvalidInput if the name is unknown or the method has no derivative
  FreeStepDerivative(const Inertia& body, std::string_view method);

  /// The state of a FreeStepper after some steps, bit for bit, and its derivative.
  /// @param start  the initial state
  /// @param h      step size, of either sign
  /// @param steps  at least 1
  /// @throws InvalidInput as FreeStepper, or if `steps` is 0
  MotionDerivative after(const State& start, double h, std::size_t steps = 1) const;

 private:
  struct Prepared;
  std::shared_ptr<const Prepared> prepared_;
};

}  // namespace polhode
