// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Steps of any free method with their derivative: how the state after them changes with the start, the body
/// and the length of the steps. It is the derivative of the method's own map, not of the motion that it
/// approximates.
///
/// Convention. That of free/motion_derivative.hpp. The column of the time is by the time that all steps take
///             together, of which each takes the same part: of one step its length.
/// Method.     The kernels are called with numbers that carry a derivative (core/dual.hpp), once for each of
///             momentum, moments and step; what a kernel finds by iteration is iterated until its slope is
///             there too (core/slopes.hpp). The exact step has its own way (docs/derivatives.md), and on it
///             methods whose momentum is exact have theirs. Several steps are the product of their
///             derivatives. A registered method brings its own (FreeMethod::prepare_slopes). Methods that
///             are exact all share the exact step's.
/// Accuracy.   docs/derivatives.md

#include <cstddef>
#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/motion_derivative.hpp>
#include <string_view>

namespace polhode {

/// Whether the derivative of this method's step is known: of all of the library's, of exact ones, and of
/// those that were registered with one. False of a name that is not known.
bool has_step_derivative(std::string_view method);

/// A body and a method that are prepared to give the derivative of steps. Calls may be made by several
/// threads at once.
class FreeStepDerivative {
 public:
  /// The method by its name (free/method.hpp). Refuses a name that is not known, and one of which there is no
  /// derivative.
  FreeStepDerivative(const Inertia& body, std::string_view method);

  /// The state of a FreeStepper after `steps` steps of length h from there, bit for bit, and its
  /// derivative. Refuses what a FreeStepper refuses, and less than one step. Throws StepFailure if the
  /// method fails or its derivative is not finite.
  MotionDerivative after(const State& start, double h, std::size_t steps = 1) const;

 private:
  struct Prepared;
  std::shared_ptr<const Prepared> prepared_;
};

}  // namespace polhode
