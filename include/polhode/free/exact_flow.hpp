// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The exact free motion of one body as a function of initial state and time, with the body's constants
/// precomputed.
///
/// Convention. States in the user's body frame; the time has either sign.
/// Method.     The step is computed in the principal frame; its increments, not the state, are transformed to
///             the user's frame and added there (kernel/advance.hpp), so that the round-off of the
///             transformation is relative to the change.
/// Accuracy.   Within 2 eps of exact_flow (tests/unit/exact_flow_test.cpp). For many consecutive steps a
///             FreeStepper rounds less often.

#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>

namespace polhode {

struct MotionDerivative;

/// The exact flow of one body. Copies share the precomputed constants. May be used by several threads at
/// once.
class ExactFlow {
 public:
  /// @param body  any body; its constants are computed here
  explicit ExactFlow(const Inertia& body);

  /// @param start  the initial state
  /// @param t      the time elapsed, of either sign
  /// @return the state after t
  /// @throws InvalidInput as check() in body/state.hpp, if t is not finite, or if the body rotates by more
  ///   radians than double precision resolves
  State operator()(const State& start, double t) const;

  /// The state and its derivative (free/motion_derivative.hpp). For long times, or for many times from one
  /// start, use FreeMotionDerivative.
  /// @param start  the initial state
  /// @param t      the time elapsed, of either sign
  /// @throws InvalidInput as operator()
  MotionDerivative derivative(const State& start, double t) const;

  /// The body.
  const Inertia& body() const noexcept;

 private:
  struct Parts;
  std::shared_ptr<const Parts> parts_;
};

}  // namespace polhode
