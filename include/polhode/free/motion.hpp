// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The free motion as a function of time: constructed once, then evaluated at any time at a cost that does
/// not grow with the time.
///
/// Convention. Body and initial state are taken as exact numbers. The time may be before the start.
///             The sign of the attitude quaternion is continuous in time.
/// Method.     The period of the momentum and the rotation in one period are computed once, in extended
///             precision, and so are phase and rotation in the remaining time; the rest is one exact step
///             from the initial state [docs/exact-step.md, section 5]. Nothing accumulates.
/// Accuracy.   docs/accuracy.md: the error at 1e9 periods is below that of rounding the inputs.

#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <span>
#include <vector>

namespace polhode {

/// A free motion. Copies share the precomputed constants. May be used by several threads at once.
class FreeMotion {
 public:
  /// @param body        the body
  /// @param start       the initial state, in the user's body frame
  /// @param start_time  the time of the initial state
  /// @throws InvalidInput as check() in body/state.hpp, or if the time is not finite
  FreeMotion(const Inertia& body, const State& start, double start_time = 0);

  /// The state at a time.
  /// @param t  before or after the start
  /// @return the state, in the user's body frame
  /// @throws InvalidInput if t is not finite or farther from the start than longest_time (free/stepper.hpp)
  State at(double t) const;
  /// The states at many times, in any order. If the times are close enough, they come from polynomials about
  /// times at which the state is that of at(t): some ten times as fast, and within 4 eps (1 + conditioning)
  /// of at(t).
  /// @param times  before or after the start
  /// @return one state per time
  /// @throws InvalidInput as at(t)
  std::vector<State> at(std::span<const double> times) const;
  /// The same into memory of the caller.
  /// @param times   before or after the start
  /// @param states  as many as times; overwritten
  /// @throws InvalidInput as at(t), or if the lengths differ
  void at(std::span<const double> times, std::span<State> states) const;

  /// The body.
  const Inertia& body() const noexcept;
  /// The time of the initial state.
  double start_time() const noexcept;

 private:
  friend class FreeMotionDerivative;
  struct Parts;
  class Pieces;

  std::shared_ptr<const Parts> parts_;
};

}  // namespace polhode
