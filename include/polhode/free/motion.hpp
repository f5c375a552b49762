// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The free motion as a function of time: begun once, then asked for any t at a cost that does not grow with
/// t.
///
/// Convention. The state at start_time and the body are taken as exact numbers. t may lie before start_time.
///             The sign of the attitude quaternion is continuous in t.
/// Method.     The period of the momentum and the turn in one period are computed once, in extended
///             precision, and so are the phase and the turn that remain of t - start_time; the rest is one
///             exact step from the initial state [docs/exact-step.md, section 5]. Nothing accumulates.
/// Accuracy.   docs/accuracy.md: the error at 1e9 periods is below that of rounding the inputs.

#include <polhode/body/inertia.hpp>
#include <polhode/body/principal_attitude.hpp>
#include <polhode/body/state.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <span>
#include <vector>

namespace polhode {

/// A free motion, made once from a body and a start; at(t) gives its state at any time.
class FreeMotion {
 public:
  /// Refuses what body/state.hpp's check refuses, and a start_time that is not finite.
  FreeMotion(const Inertia& body, const State& start, double start_time = 0);

  /// The state at time t. Refuses a t that is not finite or farther from start_time than longest_time.
  State at(double t) const;
  /// The states at many times, in any order. Where they lie closely enough they come from polynomials about
  /// times at which the state is that of at(t): some ten times as fast, and within 4 eps (1 + conditioning)
  /// of at(t). The second form writes them where the caller has room, and refuses lists of different lengths.
  /// Refuses what at(t) refuses.
  std::vector<State> at(std::span<const double> times) const;
  void at(std::span<const double> times, std::span<State> states) const;

  const Inertia& body() const noexcept { return body_; }
  double start_time() const noexcept { return start_time_; }

 private:
  friend class FreeMotionDerivative;
  class Pieces;

  /// What is left of a step of scaled length h without whole periods and turns.
  kernel::Reduced<long double> left_of(long double h) const noexcept;
  /// The remainder, which for most angles is the angle itself.
  static long double without_whole_turns(long double angle) noexcept;
  bool is_near_separatrix() const noexcept;
  /// At start_time + since, in the principal frame; |since| at most longest_time_, the momentum not 0.
  kernel::Phase<double> phase_after(long double since) const noexcept;

  Inertia body_;
  PrincipalAttitude frame_;
  double start_time_, longest_time_ = 0;
  kernel::Phase<double> start_;  // principal frame
  int exponent_ = 0;             // momenta below are scaled by 2^-exponent_
  Vec3<double> m_;
  kernel::ExactConstants<double> constants_{};
  kernel::Orbit<double> orbit_{};
  kernel::Side<double> side_{};
  Vec3<long double> wide_m_;
  kernel::ExactConstants<long double> wide_constants_{};
  kernel::Orbit<long double> wide_orbit_{};
  kernel::Side<long double> wide_side_{};
  long double g_ = 0;           // |m|
  long double time_scale_ = 0;  // scaled time = time * time_scale_
  double momentum_scale_ = 0;   // momentum = scaled momentum * this; 0 where that is no double
  kernel::QuarterPeriod<long double> quarter_{};
};

}  // namespace polhode
