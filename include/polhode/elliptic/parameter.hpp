// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The parameter of elliptic functions, stored together with its complement so that no digits are lost near 0
/// or 1.
///
/// Convention. m = k^2 is the parameter, k the modulus, mc = 1 - m the complementary parameter. Every
///             function of this folder takes the pair; near m = 1 the information is in mc, near m = 0 in m.
///             The domain is mc >= 0, so m <= 1; m may be negative. Outside it the functions return NaN.
/// Accuracy.   Each of the two numbers within 1.5 eps of itself if the given one is exact.

namespace polhode::elliptic {

/// m and mc with m + mc = 1, each to full relative accuracy.
template <class T>
struct Parameter {
  T m, mc;
};

/// From the parameter m; near 1, use from_mc instead.
template <class T>
constexpr Parameter<T> from_m(T m) noexcept {
  return {m, T(1) - m};
}

/// From the complementary parameter mc = 1 - m.
template <class T>
constexpr Parameter<T> from_mc(T mc) noexcept {
  return {T(1) - mc, mc};
}

/// From the modulus k = sqrt(m); 1 - k is exact for k near 1.
template <class T>
constexpr Parameter<T> from_modulus(T k) noexcept {
  return {k * k, (T(1) - k) * (T(1) + k)};
}

}  // namespace polhode::elliptic
