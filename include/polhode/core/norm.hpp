// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Euclidean norm without intermediate overflow or underflow.
///
/// Convention. T is a scalar with sqrt, frexp and ldexp, from std or found by argument-dependent lookup.
/// Method.     The square root of the sum of squares if no square leaves the range; otherwise the components
///             are first scaled by a power of two, which is exact.
/// Accuracy.   At most 2 eps; infinite if the norm is not representable.

#include <cmath>
#include <limits>
#include <polhode/core/vec3.hpp>

namespace polhode {

/// The largest |component|; 0 for a zero vector.
template <class T>
T largest(const Vec3<T>& a) noexcept {
  using std::abs;
  T s = abs(a.x);
  if (abs(a.y) > s) s = abs(a.y);
  if (abs(a.z) > s) s = abs(a.z);
  return s;
}

/// The binary exponent e with 2^(e-1) <= s < 2^e, for a finite s > 0.
template <class T>
int binary_exponent(const T& s) noexcept {
  using std::frexp;
  int e = 0;
  static_cast<void>(frexp(s, &e));
  return e;
}

/// a 2^e.
template <class T>
Vec3<T> scaled(const Vec3<T>& a, int e) noexcept {
  using std::ldexp;
  return {ldexp(a.x, e), ldexp(a.y, e), ldexp(a.z, e)};
}

/// Whether squares of numbers as large as 2^e neither overflow nor underflow so far that their sum loses
/// digits.
template <class T>
constexpr bool squares_are_safe(int e) noexcept {
  using limits = std::numeric_limits<T>;
  return e > limits::min_exponent / 2 + limits::digits && e < limits::max_exponent / 2 - 2;
}

/// The Euclidean norm |a|.
template <class T>
T norm(const Vec3<T>& a) noexcept {
  using std::ldexp;
  using std::sqrt;
  const T s = largest(a);
  if (!(s > T(0) && s <= std::numeric_limits<T>::max())) return s + dot(a, a);  // 0, infinity or NaN
  const int e = binary_exponent(s);
  if (squares_are_safe<T>(e)) return sqrt(dot(a, a));
  const Vec3<T> b = scaled(a, -e);
  return ldexp(sqrt(dot(b, b)), e);
}

}  // namespace polhode
