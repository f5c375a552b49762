// SPDX-License-Identifier: MIT
// Steps of several bodies at once, compiled as batch/target_avx512.cpp is.
#include "batch/instructions_avx512.hpp"
#include "simulation/runge_kutta/lane_steps.hpp"

namespace polhode::simulation::runge_kutta {

const LaneFunctions& avx512_lane_functions() noexcept {
  return lane_functions_on<batch::Lanes<double, OfUnits<batch::Avx512>>>;
}

}  // namespace polhode::simulation::runge_kutta
