// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The two functions of the exact step, s and Q, by power series for short half steps.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Convention. s' = c d, s(0) = 0, c^2 = 1 - U s^2, d^2 = 1 - V s^2, Q = integral of W s^2 / (1 + W s^2), all
///             as functions of tau [docs/exact-step.md, (3)]. Arguments are the dimensionless u = U tau^2, v
///             = V tau^2, and us = U s^2, vs = V s^2, ws = W s^2.
/// Method.     s / tau is a polynomial in A = u + v and B = u v, from s'' = -(U+V) s + 2 U V s^3. Q = W s^3
///             sum H_n / (2n+3): G_n expands 1/sqrt((1-us)(1-vs)), H_n = G_n - ws H_(n-1). The number of
///             terms is selected by X = max(u, v, w): after `terms` terms of Q the remainder is about
///             X^(terms+1), see series_bound.
/// Accuracy.   s 0.5 eps, Q 3.4 eps (of which 1.4 by truncation at the bound), 1-c and 1-d 2.9 eps, each
///             relative to itself, within the bounds; tests/unit/exact_series_test.cpp.

#include <limits>
#include <polhode/core/branch.hpp>
#include <polhode/core/fused.hpp>
#include <polhode/core/polynomial.hpp>

namespace polhode::kernel {

/// The largest X for which `Terms` terms beyond the first suffice for T.
template <class T, int Terms>
constexpr T series_bound() noexcept {
  constexpr int digits = std::numeric_limits<T>::digits;
  // (digits - 3) / (Terms + 1), rounded; one more for four terms, because the series of Q in tau has a larger
  // remainder than that in s.
  constexpr int shift = (2 * (digits - 3) + Terms + 1) / (2 * (Terms + 1)) + (Terms == 4 ? 1 : 0);
  Element<T> bound = Element<T>(1);
  for (int i = 0; i < shift; ++i) bound = bound / Element<T>(2);
  return T(bound);
}

/// 1 - s / tau, for A = (U+V) tau^2 and B = U V tau^4. Terms = 4, 6, 8 extend to the powers 9, 13, 15 of tau.
template <class T, int Terms>
[[gnu::always_inline]] inline constexpr T series_s_deficit(const T& a, const T& b) noexcept {
  static_assert(Terms == 4 || Terms == 6 || Terms == 8);
  // Grouped by powers of B; the coefficients of 1/(2k+1)! are given in docs/exact-step.md, (7).
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

/// 1 - sqrt(1 - x), up to the power Terms + 1.
template <class T, int Terms>
[[gnu::always_inline]] inline constexpr T series_root_deficit(const T& x) noexcept {
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

namespace detail {

/// sum + H_n / (2n+3) + ... for n up to Terms, from G_(n-2), G_(n-1) and H_(n-1). A recursion rather than a
/// loop, so that every coefficient is a compile-time constant.
template <int n, int Terms, class T>
[[gnu::always_inline]] inline constexpr T series_q_from(const T& a, const T& b, const T& ws,
                                                        const T& g_before, const T& g, const T& h,
                                                        const T& sum) noexcept {
  if constexpr (n > Terms) {
    return sum;
  } else {
    const T up = ratio<T>(2 * n - 1, 2 * n), down = ratio<T>(2 - 2 * n, 2 * n),
            weight = ratio<T>(1, 2 * n + 3);
    const T g_next = fused_multiply_add(up * a, g, down * b * g_before);
    const T h_next = fused_multiply_add(-ws, h, g_next);
    return series_q_from<n + 1, Terms>(a, b, ws, g, g_next, h_next, fused_multiply_add(h_next, weight, sum));
  }
}

}  // namespace detail

/// Q / (W s^3) for us = U s^2, vs = V s^2, ws = W s^2.
template <class T, int Terms>
[[gnu::always_inline]] inline constexpr T series_q(const T& us, const T& vs, const T& ws) noexcept {
  const T a = us + vs, g = a * ratio<T>(1, 2), h = g - ws;
  return detail::series_q_from<2, Terms>(a, us * vs, ws, T(1), g, h,
                                         fused_multiply_add(h, ratio<T>(1, 5), ratio<T>(1, 3)));
}

/// Q / (W tau^3) for A = (U+V) tau^2, B = U V tau^4, w = W tau^2, up to the fourth power; does not depend on
/// s, so it can be evaluated in parallel with it.
template <class T>
[[gnu::always_inline]] inline constexpr T series_q_of_time(const T& a, const T& b, const T& w) noexcept {
  const T aa = a * a;
  const T p0 =
      fused_multiply_add(aa, polynomial(a, ratio<T>(2, 315), ratio<T>(-1, 2835), ratio<T>(2, 155925)),
                         fused_multiply_add(a, ratio<T>(-1, 15), ratio<T>(1, 3)));
  const T p0b = fused_multiply_add(b, ratio<T>(2, 825),
                                   polynomial(a, ratio<T>(1, 35), ratio<T>(-1, 105), ratio<T>(3, 1925)));
  const T p1 = polynomial(a, ratio<T>(-1, 5), ratio<T>(2, 21), ratio<T>(-1, 45), ratio<T>(34, 10395));
  const T p1b = fused_multiply_add(a, ratio<T>(32, 1155), ratio<T>(-2, 45));
  const T p2 = fused_multiply_add(b, ratio<T>(3, 55),
                                  polynomial(a, ratio<T>(1, 7), ratio<T>(-1, 9), ratio<T>(7, 165)));
  const T p3 =
      fused_multiply_add(w, ratio<T>(1, 11), fused_multiply_add(a, ratio<T>(4, 33), ratio<T>(-1, 9)));
  const T even = fused_multiply_add(b, p0b, p0), odd = fused_multiply_add(b, p1b, p1);
  return fused_multiply_add(w * w, fused_multiply_add(w, p3, p2), fused_multiply_add(w, odd, even));
}

}  // namespace polhode::kernel
