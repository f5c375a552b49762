// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The free motion as a function of time: begun once, then asked for any t at a cost that does not grow with
/// t.
///
/// Convention. The state at t0 and the body are taken as exact numbers. t may lie before t0. The sign of the
///             attitude quaternion is continuous in t.
/// Method.     The period of the momentum and the turn in one period are computed once, in extended
///             precision, and so are the phase and the turn that remain of t - t0; the rest is one exact step
///             from the initial state [docs/exact-step.md, section 5]. Nothing accumulates.
/// Accuracy.   docs/accuracy.md: the error at 1e9 periods is below that of rounding the inputs.

#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <span>
#include <vector>

namespace polhode {

/// A free motion, made once from a body and a start; at(t) gives its state at any time. A value: copies share
/// what was computed. Calls may be made by several threads at once.
class FreeMotion {
 public:
  /// Begins at a state.
  /// @param body what turns
  /// @param start its state, in the body frame
  /// @param t0 the time of that state
  /// @throws InvalidInput for a state that check() in body/state.hpp does not accept, and a t0 that is not
  ///         finite
  FreeMotion(const Inertia& body, const State& start, double t0 = 0);

  /// The state at a time.
  /// @param t before or after t0
  /// @return the state, in the body frame
  /// @throws InvalidInput if t is not finite or farther from t0 than longest_time (free/stepper.hpp)
  State at(double t) const;
  /// The states at many times, in any order. Where they lie closely enough they come from polynomials about
  /// times at which the state is that of at(t): some ten times as fast, and within 4 eps (1 + conditioning)
  /// of at(t).
  /// @param times before or after t0
  /// @return a state for each
  /// @throws InvalidInput as at(t) does
  std::vector<State> at(std::span<const double> times) const;
  /// The same into memory of the caller's.
  /// @param times before or after t0
  /// @param states as many; they are overwritten
  /// @throws InvalidInput as at(t) does, and for lists of different lengths
  void at(std::span<const double> times, std::span<State> states) const;

  /// @return what turns
  const Inertia& body() const noexcept;
  /// @return the time of the start
  double t0() const noexcept;

 private:
  friend class FreeMotionDerivative;
  struct Parts;
  class Pieces;

  std::shared_ptr<const Parts> parts_;
};

}  // namespace polhode
