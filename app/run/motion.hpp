// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The motion of a scenario, computed: the scenario's wishes as those of the library.

#include <functional>
#include <polhode/simulation/simulate.hpp>

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

/// How it was computed, in words.
std::string method_words(const SimulationReport& report);

}  // namespace polhode::app
