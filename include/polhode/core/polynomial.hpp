// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Polynomial evaluation, coefficients in ascending order.
///
/// Method.     Estrin's scheme: p(x) = low(x) + x^n high(x), whose halves are evaluated in parallel. Half the
///             latency of Horner's scheme, one more rounding.

#include <polhode/core/branch.hpp>
#include <polhode/core/fused.hpp>

namespace polhode {

/// numerator / denominator as a coefficient; evaluated at compile time, also for lanes.
template <class T>
constexpr T ratio(long long numerator, long long denominator) noexcept {
  return T(Element<T>(numerator) / Element<T>(denominator));
}

/// c0 + c1 x + c2 x^2 + ...
template <class T>
[[gnu::always_inline]] inline constexpr T polynomial(const T&, const T& c0) noexcept {
  return c0;
}

/// With two coefficients.
template <class T>
[[gnu::always_inline]] inline constexpr T polynomial(const T& x, const T& c0, const T& c1) noexcept {
  return fused_multiply_add(x, c1, c0);
}

/// With three coefficients.
template <class T>
[[gnu::always_inline]] inline constexpr T polynomial(const T& x, const T& c0, const T& c1,
                                                     const T& c2) noexcept {
  return fused_multiply_add(x * x, c2, fused_multiply_add(x, c1, c0));
}

/// With four or more coefficients.
template <class T, class... Rest>
[[gnu::always_inline]] inline constexpr T polynomial(const T& x, const T& c0, const T& c1, const T& c2,
                                                     const T& c3, const Rest&... rest) noexcept {
  const T xx = x * x;
  const T low = fused_multiply_add(xx, fused_multiply_add(x, c3, c2), fused_multiply_add(x, c1, c0));
  if constexpr (sizeof...(rest) == 0)
    return low;
  else
    return fused_multiply_add(xx * xx, polynomial(x, rest...), low);
}

}  // namespace polhode
