// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What a simulation is asked for, checked.

#include <cstdint>
#include <limits>
#include <polhode/free/method.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/simulate_many.hpp>
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

/// The last requested time; of a motion without any, the start.
inline double end_time_of(const Problem& p) {
  return p.times.is_empty() ? p.options.start_time : p.times.back();
}
/// 1 forwards, -1 backwards.
inline double direction_of(const Problem& p) { return end_time_of(p) < p.options.start_time ? -1.0 : 1.0; }
/// The longest step that the method may choose.
inline double max_step_of(const Problem& p) {
  return p.options.max_step.value_or(std::numeric_limits<double>::infinity());
}
/// A single requested time.
inline TimeSequence one_time(double time) {
  return {1, [time](std::uint64_t) { return time; }};
}

/// The start with a unit attitude.
/// @throws InvalidInput if body or start are refused (body/state.hpp)
State checked_start(const Inertia& body, const State& start);

/// Refuses a tolerance that is not between 0 and 1, times that are not finite or not in order on one side of
/// the start, a step or a longest step that is no positive number, a step beyond the longest, and an event
/// without a function. Times of a run that is resumed were checked when it began.
void refuse_bad_input(const TimeSequence& times, double tolerance, const SimulationOptions& options);

/// Whether these are more than 1e8.
bool are_many_steps(double steps) noexcept;
/// Refuses a run that would take more than 1e8 steps, as far as its first step tells.
void refuse_many_steps(double steps, double tolerance);

}  // namespace polhode::simulation
