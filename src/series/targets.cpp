// SPDX-License-Identifier: MIT
#include "series/targets.hpp"

#include "core/instructions.hpp"

namespace polhode::series {

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
