// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Fused multiply-add where the target has the instruction.
///
/// Convention. Polhode is compiled without contraction, so that the same source gives the same digits; fused
///             operations enter only here. On targets without the instruction, std::fma would be a library
///             call that costs more than a whole series, so the plain form is used.

#include <cmath>

namespace polhode {

/// a * b + c, rounded once if T is double and the target has FMA instructions, otherwise twice.
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
