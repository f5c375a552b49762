// SPDX-License-Identifier: MIT
// Steps on pairs of numbers, without fused operations: what every x86-64 has.
#include "simulation/runge_kutta/stage_kernel.hpp"

namespace polhode::simulation::runge_kutta {

const Functions& sse2_functions() noexcept { return here; }

}  // namespace polhode::simulation::runge_kutta
