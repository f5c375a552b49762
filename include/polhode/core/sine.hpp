// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Sine and cosine of an angle; for double, bit-identical on every machine.
///
/// Convention. Angles are in radians.
/// Method.     For double with |angle| <= 1e6, our own implementation (src/core/sine.cpp), which uses only
///             additions and multiplications: the last bits of the C library's sine differ with and without
///             fused instructions, and in browsers. For other types and larger angles, the type's own
///             functions.
/// Accuracy.   Within 0.5003 ulp: correctly rounded in all but 1 of 20,000 cases (glibc 2.36: all but 1 of
///             700). Both together take 20 ns, twice as long as with glibc.

#include <cmath>

namespace polhode {

/// Sine and cosine of one angle.
template <class T>
struct SineCosine {
  T sine, cosine;
};

/// Sine and cosine for any number type with sin and cos.
template <class T>
[[gnu::always_inline]] inline SineCosine<T> sine_and_cosine(const T& angle) noexcept {
  using std::cos;
  using std::sin;
  return {sin(angle), cos(angle)};
}

/// Sine and cosine of a double; NaN if the angle is not finite.
SineCosine<double> sine_and_cosine(double angle) noexcept;

}  // namespace polhode
