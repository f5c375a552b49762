// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What a simulation is asked for, checked.

#include <limits>
#include <polhode/free/method.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/time_sequence.hpp>

namespace polhode::simulation {

/// The value of a number that is not known.
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Why a motion is computed as it is, where that is said of motions alone and on lanes.
constexpr const char *no_torque = "no torque acts", *was_named = "it was named",
                     *step_was_given = "a step was given";

/// The free method that is used: exact where none is named.
inline const FreeMethod& method_of(const SimulationOptions& options) {
  return options.free_method ? *options.free_method : exact_method();
}

/// Refuses a tolerance that is not between 0 and 1, times that are not finite or not in order on one side of
/// the start, a step or a longest step that is no positive number, a step beyond the longest, and an event
/// without a function. Times of a run that is resumed were checked when it began.
void refuse_bad_input(const TimeSequence& times, double tolerance, const SimulationOptions& options);

/// Whether these are more than 1e8.
bool are_many_steps(double steps) noexcept;
/// Refuses a run that would take more than 1e8 steps, as far as its first step tells.
void refuse_many_steps(double steps, double tolerance);

}  // namespace polhode::simulation
