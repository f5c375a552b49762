// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Functions with corners and jumps for every number type: sign, absolute value, choice, minimum and maximum.
///
/// Convention. Values are compared. Types that record a formula (series/symbol.hpp) define their own
///             functions of these names. For numbers with derivatives the derivative is that of the side
///             taken. At a corner it is that of neither side: sign_of(0) is 0.

#include <cstddef>
#include <polhode/core/dual.hpp>

namespace polhode {

/// 1, -1, or 0 at zero; NaN for NaN.
template <class T>
constexpr T sign_of(const T& x) {
  return x < T(0) ? T(-1) : x > T(0) ? T(1) : x;
}
template <class T, int N>
constexpr Dual<T, N> sign_of(const Dual<T, N>& x) {
  return chain(x, sign_of(x.value), T(0));
}

/// |x|
template <class T>
constexpr T absolute(const T& x) {
  return x < T(0) ? -x : x;
}
template <class T, int N>
constexpr Dual<T, N> absolute(const Dual<T, N>& x) {
  return chain(x, absolute(x.value), sign_of(x.value));
}

/// a if d >= 0, otherwise b.
template <class T>
constexpr T choose(const T& d, const T& a, const T& b) {
  return d < T(0) ? b : a;
}
template <class T, int N>
constexpr Dual<T, N> choose(const Dual<T, N>& d, const Dual<T, N>& a, const Dual<T, N>& b) {
  Dual<T, N> r;
  r.value = choose(d.value, a.value, b.value);
  for (std::size_t i = 0; i < r.slope.size(); ++i) r.slope[i] = choose(d.value, a.slope[i], b.slope[i]);
  return r;
}

/// The lesser and the greater of two numbers.
template <class T>
constexpr T lesser_of(const T& a, const T& b) {
  return choose(b - a, a, b);
}
template <class T>
constexpr T greater_of(const T& a, const T& b) {
  return choose(a - b, a, b);
}

}  // namespace polhode
