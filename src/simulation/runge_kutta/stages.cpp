// SPDX-License-Identifier: MIT
#include "simulation/runge_kutta/stages.hpp"

#include "core/instructions.hpp"

namespace polhode::simulation::runge_kutta {

const Functions& functions() noexcept {
#ifdef __x86_64__
  if (has_avx2()) return avx2_functions();
#endif
  return sse2_functions();
}

}  // namespace polhode::simulation::runge_kutta
