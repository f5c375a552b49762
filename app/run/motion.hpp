// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The motion of a scenario, computed: the scenario's wishes as those of the library.

#include <functional>
#include <optional>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <span>
#include <string>
#include <vector>

#include "scenario/scenario.hpp"

namespace polhode::app {

/// What someone who watches a motion wants; each may be empty but `state`.
struct MotionWatch {
  SimulationSink sink;
  std::function<bool(double fraction)> progress{};
  std::function<bool()> wants_checkpoint{};
  const Checkpoint* resume_from = nullptr;
};

SimulationReport compute_motion(const Scenario& scenario, const MotionWatch& watch);

/// Whether this motion can be computed side by side with others of its kind: in given steps, with a free method that batches have, without
/// events, and under a torque without impulses, breakpoints and random numbers, or none.
bool can_go_together(const Scenario& scenario);

/// Whether two such motions of one file can: their times, steps and methods are the same.
bool go_together(const Scenario& a, const Scenario& b);

/// The motions of scenarios all of which go together, as simulate_many (polhode/simulation/simulate_many.hpp) gives them.
std::vector<std::optional<SimulationReport>> compute_motions(std::span<const Scenario* const> scenarios,
                                                             const ManyStates& states,
                                                             const std::function<bool(double)>& progress);

/// How it was computed, in words.
std::string method_words(const SimulationReport& report);

}  // namespace polhode::app
