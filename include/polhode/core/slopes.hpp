// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Whether a number carries derivatives (core/dual.hpp), and rarer functions of such numbers.
///
/// Method.     What is found by iteration has its derivative one iteration later than its value: at the root
///             x of F(x, p) a step of Newton's method with slopes, dx = -F_x^-1 F_p, needs a value that is
///             there already. Kernels ask has_slopes and iterate once more, or as often again where an
///             iteration gains a factor.

#include <cmath>

namespace polhode {

/// @cond It is documented in dual.hpp.
template <class T, int N>
struct Dual;
/// @endcond

/// Whether T is a number with slopes.
template <class T>
inline constexpr bool has_slopes = false;
template <class T, int N>
inline constexpr bool has_slopes<Dual<T, N>> = true;

/// a b + c, its value rounded once.
template <class T, int N>
Dual<T, N> fma(const Dual<T, N>& a, const Dual<T, N>& b, const Dual<T, N>& c) {
  using std::fma;
  Dual<T, N> r = a * b + c;
  r.value = fma(a.value, b.value, c.value);
  return r;
}

/// exp(a) - 1, without loss of digits near 0.
template <class T, int N>
Dual<T, N> expm1(const Dual<T, N>& a) {
  using std::exp;
  using std::expm1;
  return chain(a, expm1(a.value), exp(a.value));
}

}  // namespace polhode
