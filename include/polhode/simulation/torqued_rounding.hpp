// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What the rounding of the inputs does to a motion under torque: how many digits of its states can be known
/// at all, however well it is computed.
///
/// Convention. Errors as in free/rounding_effect.hpp, of the momentum relative to its greatest length so far.
///             The inputs are attitude and momentum of the start, the moments, the time, and the torque's own
///             numbers.
/// Method.     The derivative of the motion (simulation/torqued_derivative.hpp) times one unit in the last
///             place of each input, one at a time (of a momentum the unit of its length, or of the greatest
///             impulse where that is longer); half the root of the sum of the squares. A long motion is done
///             in parts, whose derivatives are multiplied. Times of impulses and breakpoints count as exact.

#include <cmath>
#include <functional>
#include <polhode/simulation/torqued_derivative.hpp>
#include <span>
#include <vector>

namespace polhode {

/// A state of a motion, with what rounding its inputs makes of it.
struct RoundedState {
  double time = 0;
  State state;       ///< without the errors of a method: those of rounding alone
  double error = 0;  ///< that rounding the inputs makes of it; 1 or more means that nothing is known of it
};

/// Where the motion begins, and how it is followed.
struct RoundingOptions {
  double start_time = 0;
  double longest_part = HUGE_VAL;  ///< a longer motion is done in parts not longer than this time
  /// The most that it may cost: rows of power series, each expanded once for a step. The motion itself
  /// counts as 30 of them. 1e6 take some seconds.
  double most_work = HUGE_VAL;
  std::function<void(double)>
      progress{};  ///< called before each step with the fraction that is done; may throw
};

/// The states at times that ascend from start_time, or descend. Ends after the first state of which nothing
/// is known. The family's numbers are changed by less than a part in ten thousand, and a number that is 0 not
/// at all. Refuses what simulate_derivative refuses, and a motion that takes more than the most work.
std::vector<RoundedState> rounded_motion(const Inertia& body, const State& start, const TorqueFamily& torque,
                                         std::span<const double> times, const RoundingOptions& options = {});

}  // namespace polhode
