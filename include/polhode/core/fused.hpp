// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// a * b + c, rounded once where the target does that in one instruction.
///
/// Convention. Polhode is compiled without contraction, so that the same source gives the same digits; this
///             is the only place where a fused operation may enter. Without the instruction std::fma is a
///             library call that costs more than a whole series, and the plain form is taken.

#include <cmath>

namespace polhode {

/// a * b + c for any number type.
template <class T>
[[gnu::always_inline]] inline constexpr T fused_multiply_add(const T& a, const T& b, const T& c) noexcept {
  return a * b + c;
}

#ifdef __FP_FAST_FMA
[[gnu::always_inline]] inline double fused_multiply_add(double a, double b, double c) noexcept {
  return std::fma(a, b, c);
}
#endif

}  // namespace polhode
