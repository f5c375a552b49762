// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Checks of the input of a simulation, and what follows from it.

#include <cstdint>
#include <limits>
#include <polhode/free/method.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <polhode/simulation/time_sequence.hpp>

namespace polhode::simulation {

/// An unknown number.
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Why a motion is computed as it is, where that is said of motions alone and on lanes.
constexpr const char *no_torque = "no torque acts", *was_named = "it was named",
                     *step_was_given = "a step was given";

/// The free method; exact if none is named.
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

/// @throws InvalidInput  for a tolerance outside (0, 1), times that are not finite or not in order on one
///                       side of the start, a step or max_step that is not positive, a step above
///                       max_step, and an event without a function. The times of a resumed run were
///                       checked before.
void refuse_bad_input(const TimeSequence& times, double tolerance, const SimulationOptions& options);

/// Whether there are more than 1e8.
bool are_many_steps(double steps) noexcept;
/// @throws InvalidInput  if a run would take more than 1e8 steps
void refuse_many_steps(double steps, double tolerance);

}  // namespace polhode::simulation
