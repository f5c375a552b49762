// SPDX-License-Identifier: MIT
#include "series/targets.hpp"

namespace polhode::series {

const Functions& functions() noexcept {
#ifdef __x86_64__
  static const Functions& best = []() -> const Functions& {
    if (!(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))) return sse2_functions();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") ? avx512_functions()
                                                                                   : avx2_functions();
  }();
  return best;
#else
  return sse2_functions();
#endif
}

}  // namespace polhode::series
