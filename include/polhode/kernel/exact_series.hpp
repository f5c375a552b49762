// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The two functions of the exact step, s and Q, by power series for short half steps.
///
/// Convention. s' = c d, s(0) = 0, c^2 = 1 - U s^2, d^2 = 1 - V s^2, Q = integral of W s^2 / (1 + W s^2), all as
///             functions of tau [docs/exact-step.md, (3)]. Arguments enter as the dimensionless
///             u = U tau^2, v = V tau^2, and then us = U s^2, vs = V s^2, ws = W s^2.
/// Method.     s / tau is a polynomial in A = u + v and B = u v, from s'' = -(U+V) s + 2 U V s^3.
///             Q = W s^3 sum H_n / (2n+3): G_n expands 1/sqrt((1-us)(1-vs)), H_n = G_n - ws H_(n-1).
///             The number of terms is chosen by X = max(u, v, w): after `terms` terms of Q the remainder is
///             about X^(terms+1), see series_bound.
/// Accuracy.   s 0.5 eps, Q 3.8 eps (1.9 of it left out at the bound), 1-c and 1-d 2.9 eps, each relative to itself, within the
///             bounds; tests/unit/exact_series_test.cpp.

#include <limits>
#include <polhode/core/polynomial.hpp>

namespace polhode::kernel {

/// The largest X for which `Terms` terms beyond the first are enough for T.
template <class T, int Terms>
constexpr T series_bound() noexcept {
  constexpr int digits = std::numeric_limits<T>::digits;
  constexpr int shift =
      (2 * (digits - 3) + Terms + 1) / (2 * (Terms + 1));  // rounded (digits - 3) / (Terms + 1)
  T bound = T(1);
  for (int i = 0; i < shift; ++i) bound = bound / T(2);
  return bound;
}

/// 1 - s / tau, for A = (U+V) tau^2 and B = U V tau^4. Terms = 4, 6, 8 go to the powers 9, 13, 15 of tau.
template <class T, int Terms>
constexpr T series_s_deficit(const T& a, const T& b) noexcept {
  static_assert(Terms == 4 || Terms == 6 || Terms == 8);
  // Grouped by the power of B; the coefficients of 1/(2k+1)! stand in docs/exact-step.md, (7).
  if constexpr (Terms == 4) {
    const T p0 =
        a * polynomial(a, ratio<T>(1, 6), ratio<T>(-1, 120), ratio<T>(1, 5040), ratio<T>(-1, 362880));
    const T p1 = polynomial(a, ratio<T>(-12, 120), ratio<T>(132, 5040), ratio<T>(-1224, 362880));
    return fused_multiply_add(b, fused_multiply_add(b, ratio<T>(-3024, 362880), p1), p0);
  } else if constexpr (Terms == 6) {
    const T p0 = a * polynomial(a, ratio<T>(1, 6), ratio<T>(-1, 120), ratio<T>(1, 5040), ratio<T>(-1, 362880),
                                ratio<T>(1, 39916800), ratio<T>(-1, 6227020800));
    const T p1 = polynomial(a, ratio<T>(-12, 120), ratio<T>(132, 5040), ratio<T>(-1224, 362880),
                            ratio<T>(11064, 39916800), ratio<T>(-99636, 6227020800));
    const T p2 =
        polynomial(a, ratio<T>(-3024, 362880), ratio<T>(132624, 39916800), ratio<T>(-4095792, 6227020800));
    return fused_multiply_add(b, polynomial(b, p1, p2, ratio<T>(-4390848, 6227020800)), p0);
  } else {
    const T p0 = a * polynomial(a, ratio<T>(1, 6), ratio<T>(-1, 120), ratio<T>(1, 5040), ratio<T>(-1, 362880),
                                ratio<T>(1, 39916800), ratio<T>(-1, 6227020800), ratio<T>(1, 1307674368000));
    const T p1 =
        polynomial(a, ratio<T>(-12, 120), ratio<T>(132, 5040), ratio<T>(-1224, 362880),
                   ratio<T>(11064, 39916800), ratio<T>(-99636, 6227020800), ratio<T>(896796, 1307674368000));
    const T p2 = polynomial(a, ratio<T>(-3024, 362880), ratio<T>(132624, 39916800),
                            ratio<T>(-4095792, 6227020800), ratio<T>(111810672, 1307674368000));
    const T p3 = polynomial(a, ratio<T>(-4390848, 6227020800), ratio<T>(490287168, 1307674368000));
    return fused_multiply_add(b, polynomial(b, p1, p2, p3), p0);
  }
}

/// 1 - sqrt(1 - x), to the power Terms + 1.
template <class T, int Terms>
constexpr T series_root_deficit(const T& x) noexcept {
  static_assert(Terms == 4 || Terms == 6 || Terms == 8);
  if constexpr (Terms == 4)
    return x *
           polynomial(x, ratio<T>(1, 2), ratio<T>(1, 8), ratio<T>(1, 16), ratio<T>(5, 128), ratio<T>(7, 256));
  else if constexpr (Terms == 6)
    return x * polynomial(x, ratio<T>(1, 2), ratio<T>(1, 8), ratio<T>(1, 16), ratio<T>(5, 128),
                          ratio<T>(7, 256), ratio<T>(21, 1024), ratio<T>(33, 2048));
  else
    return x * polynomial(x, ratio<T>(1, 2), ratio<T>(1, 8), ratio<T>(1, 16), ratio<T>(5, 128),
                          ratio<T>(7, 256), ratio<T>(21, 1024), ratio<T>(33, 2048), ratio<T>(429, 32768),
                          ratio<T>(715, 65536));
}

/// Q / (W s^3) for us = U s^2, vs = V s^2, ws = W s^2.
template <class T, int Terms>
constexpr T series_q(const T& us, const T& vs, const T& ws) noexcept {
  const T a = us + vs, b = us * vs;
  T g_before = T(1), g = a * ratio<T>(1, 2), h = g - ws;
  T sum = fused_multiply_add(h, ratio<T>(1, 5), ratio<T>(1, 3));
  for (int n = 2; n <= Terms; ++n) {
    const T g_next =
        fused_multiply_add(ratio<T>(2 * n - 1, 2 * n) * a, g, ratio<T>(2 - 2 * n, 2 * n) * b * g_before);
    g_before = g;
    g = g_next;
    h = fused_multiply_add(-ws, h, g);
    sum = fused_multiply_add(h, ratio<T>(1, 2 * n + 3), sum);
  }
  return sum;
}

}  // namespace polhode::kernel
