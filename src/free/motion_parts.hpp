// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What a FreeMotion computes once, and the exact step that it makes from it.

#include <polhode/body/inertia.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>

#include "body/principal_attitude.hpp"

namespace polhode {

struct FreeMotion::Parts {
  Parts(const Inertia& of, const State& at_start, double time);

  State at(double t) const;
  /// What is left of a step of scaled length h without whole periods and turns.
  kernel::Reduced<long double> left_of(long double h) const noexcept;
  /// The remainder, which for most angles is the angle itself.
  static long double without_whole_turns(long double angle) noexcept;
  bool is_near_separatrix() const noexcept;
  /// At start_time + since, in the principal frame; |since| at most longest_time, the momentum not 0.
  kernel::Phase<double> phase_after(long double since) const noexcept;

  Inertia body;
  PrincipalAttitude frame;
  double start_time, longest_time = 0;
  kernel::Phase<double> start;  ///< principal frame
  int exponent = 0;             ///< momenta below are scaled by 2^-exponent
  Vec3<double> m;
  kernel::ExactConstants<double> constants{};
  kernel::Orbit<double> orbit{};
  kernel::Side<double> side{};
  Vec3<long double> wide_m;
  kernel::ExactConstants<long double> wide_constants{};
  kernel::Orbit<long double> wide_orbit{};
  kernel::Side<long double> wide_side{};
  long double g = 0;           ///< |m|
  long double time_scale = 0;  ///< scaled time = time * time_scale
  double momentum_scale = 0;   ///< momentum = scaled momentum * this; 0 where that is no double
  kernel::QuarterPeriod<long double> quarter{};
};

}  // namespace polhode
