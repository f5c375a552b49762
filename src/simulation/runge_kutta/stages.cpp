// SPDX-License-Identifier: MIT
#include "simulation/runge_kutta/stages.hpp"

namespace polhode::simulation::runge_kutta {

const Functions& functions() noexcept {
#ifdef __x86_64__
  static const bool is_wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (is_wide) return avx2_functions();
#endif
  return sse2_functions();
}

}  // namespace polhode::simulation::runge_kutta
