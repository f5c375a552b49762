// SPDX-License-Identifier: MIT
#include "series/targets.hpp"

namespace polhode::series {

namespace {

bool has_avx2() noexcept {
#ifdef __x86_64__
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has;
#else
  return false;
#endif
}

}  // namespace

const Functions& functions() noexcept {
#ifdef __x86_64__
  if (has_avx2()) return avx2_functions();
#endif
  return sse2_functions();
}

LaneCoefficients lane_coefficients() noexcept {
#ifdef __x86_64__
  if (has_avx2()) return avx2_lane_coefficients();
#endif
  return sse2_lane_coefficients();
}

}  // namespace polhode::series
