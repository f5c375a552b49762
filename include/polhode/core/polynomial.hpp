// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Polynomials with the coefficients written lowest first, evaluated in halves so that the halves run at
/// once.
///
/// Method.     Estrin's scheme: p(x) = low(x) + x^n high(x). Half the latency of Horner's, one rounding more.

#include <polhode/core/branch.hpp>
#include <polhode/core/fused.hpp>

namespace polhode {

/// numerator / denominator, for coefficients; folded by the compiler, for lanes too.
template <class T>
constexpr T ratio(long long numerator, long long denominator) noexcept {
  return T(Element<T>(numerator) / Element<T>(denominator));
}

/// c0 + c1 x + ...; the last coefficient belongs to the highest power.
template <class T>
[[gnu::always_inline]] inline constexpr T polynomial(const T&, const T& c0) noexcept {
  return c0;
}

/// The same with two coefficients.
template <class T>
[[gnu::always_inline]] inline constexpr T polynomial(const T& x, const T& c0, const T& c1) noexcept {
  return fused_multiply_add(x, c1, c0);
}

/// The same with three.
template <class T>
[[gnu::always_inline]] inline constexpr T polynomial(const T& x, const T& c0, const T& c1,
                                                     const T& c2) noexcept {
  return fused_multiply_add(x * x, c2, fused_multiply_add(x, c1, c0));
}

/// Four coefficients or more.
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
