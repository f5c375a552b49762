// SPDX-License-Identifier: MIT
// Steps of several bodies at once, compiled as batch/target_avx2.cpp is.
#include "batch/instructions_avx2.hpp"
#include "simulation/runge_kutta/lane_steps.hpp"

namespace polhode::simulation::runge_kutta {

const LaneFunctions& avx2_lane_functions() noexcept {
  return lane_functions_on<batch::Lanes<double, OfUnits<batch::Avx2>>>;
}

}  // namespace polhode::simulation::runge_kutta
