// SPDX-License-Identifier: MIT
// Steps of several bodies at once, compiled as batch/target_sse2.cpp is.
#include "batch/instructions_sse2.hpp"
#include "simulation/runge_kutta/lane_steps.hpp"

namespace polhode::simulation::runge_kutta {

const LaneFunctions& sse2_lane_functions() noexcept {
  return lane_functions_on<batch::Lanes<double, OfUnits<batch::Sse2>>>;
}

}  // namespace polhode::simulation::runge_kutta
