// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Where one of many motions ended, and how it went.

#include <polhode/body/state.hpp>
#include <polhode/simulation/simulate.hpp>

namespace polhode::simulation {

struct MotionEnd {
  State state;
  SimulationReport report;
};

}  // namespace polhode::simulation
