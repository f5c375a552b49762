// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Whether a number type carries derivatives (core/dual.hpp), and the less common functions of such numbers.
///
/// Method.     In an iteration, the derivative converges one iteration after the value: at a root x of F(x,
///             p), a Newton step with slopes, dx = -F_x^-1 F_p, requires a converged value. Kernels test
///             has_slopes and iterate once more; linearly convergent iterations run twice as long.

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

/// a b + c; the value is rounded once.
template <class T, int N>
Dual<T, N> fma(const Dual<T, N>& a, const Dual<T, N>& b, const Dual<T, N>& c) {
  using std::fma;
  Dual<T, N> r = a * b + c;
  r.value = fma(a.value, b.value, c.value);
  return r;
}

/// exp(a) - 1 without loss of digits near 0.
template <class T, int N>
Dual<T, N> expm1(const Dual<T, N>& a) {
  using std::exp;
  using std::expm1;
  return chain(a, expm1(a.value), exp(a.value));
}

}  // namespace polhode
