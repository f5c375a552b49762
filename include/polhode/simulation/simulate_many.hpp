// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The motions of many free bodies at the same times, side by side: what simulate() gives for each, computed on SIMD lanes.
///
/// Convention. As in simulate.hpp. Given is a step; all steps and requested times are the same for all bodies.
/// Method.     That of simulate() for a free body in steps, with the steps of batch/free_step.hpp; a requested time inside a step is reached
///             by a shorter step on a copy of all states. One thread: whoever has more bodies than some hundred gives them out in parts.
/// Accuracy.   A body differs from its run by simulate() by the rounding of fused operations at each step. On one machine its results are the
///             same to the last bit whatever its place and its neighbours.

#include <cstddef>
#include <functional>
#include <optional>
#include <polhode/batch/method.hpp>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/method.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/time_sequence.hpp>
#include <span>
#include <vector>

namespace polhode {

/// Whether simulate_many takes these: a step is given, and neither a splitting, nor events, nor checkpoints; and batches have the method.
bool can_simulate_many(const SimulationOptions& options);

/// Called for each body in turn, for one requested time after the other.
using ManyStates = std::function<void(std::size_t body, double time, const State& state)>;

/// A report for each body; none for a body that the method could not step, that does not suit a batch, or whose start or length of step is
/// refused: simulate() does it, or says why not. What has been given out of such a body does not count. Refuses what can_simulate_many refuses, lengths that differ, and times as
/// simulate() does; what `states` and the options' progress throw is passed on.
std::vector<std::optional<SimulationReport>> simulate_many(std::span<const Inertia> bodies,
                                                           std::span<const State> starts,
                                                           const TimeSequence& times,
                                                           const ManyStates& states,
                                                           const SimulationOptions& options);

}  // namespace polhode
