// SPDX-License-Identifier: MIT
// Steps on registers of 256 bits with fused operations. Compiled with -mavx2 -mfma.
#include "simulation/runge_kutta/stage_kernel.hpp"

namespace polhode::simulation::runge_kutta {

const Functions& avx2_functions() noexcept { return here; }

}  // namespace polhode::simulation::runge_kutta
