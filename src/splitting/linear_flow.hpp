// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// phi_1(A) = (e^A - 1) A^-1 = sum A^n / (n+1)! for a 3x3 matrix: the flow of m' = L m + f over h changes m
/// by h phi_1(h L) (L m + f).
///
/// Convention. Any number type with frexp and ldexp, and expm1 for diagonal matrices. A may be singular or
///             zero.
/// Method.     A diagonal A by expm1(x)/x. Others are scaled by 2^-s to a norm (largest row sum) below 1/2;
///             there by Taylor series, followed by s doublings, with F(A) = e^A - 1, F(2A) = 2 F + F^2 and
///             phi_1(2A) = phi_1 + F phi_1 / 2. (Computing F(2A) as 2A phi_1(2A) would fail where one
///             direction decays fast and another does not: each time A would amplify the round-off of the
///             slow one. Squaring e^A would lose the slow rates relative to 1.)
/// Accuracy.   Diagonal: 2 eps, entry by entry. Others against 50 digits, largest error relative to the
///             largest entry, 20000 random matrices: 3.6 eps for norms below 1, 2.7 eps (1 + |A|) up to norms
///             of 300; 1.3 eps (1 + |A|) for negative semidefinite ones up to 3e4. This is the conditioning:
///             rounding A changes e^A by as much. Similar rates keep their digits (2 eps at 1e6 and at 1e12);
///             with (1e6, 1, 0) in oblique directions 0.25 eps |A| = 3e-10 is lost, so from |A| = 1/eps on no
///             digits remain, and the result may be infinite or NaN. An axis that is not coupled to the
///             others is not affected by them. (tests/unit/linear_flow_test.cpp)

#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/core/norm.hpp>
#include <polhode/core/slopes.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/matrix.hpp>

namespace polhode {

/// (e^x - 1) / x, 1 at x = 0.
template <class T>
T phi_1(const T& x) noexcept {
  using std::expm1;
  return x == T(0) ? T(1) : expm1(x) / x;
}

namespace detail {

template <class T>
constexpr Mat3<T> times(const T& s, Mat3<T> a) noexcept {
  for (T& entry : a.entries) entry = s * entry;
  return a;
}

/// a + s b.
template <class T>
constexpr Mat3<T> plus_times(Mat3<T> a, const T& s, const Mat3<T>& b) noexcept {
  for (std::size_t i = 0; i < 9; ++i) a.entries[i] = a.entries[i] + s * b.entries[i];
  return a;
}

template <class T>
constexpr bool is_diagonal(const Mat3<T>& a) noexcept {
  // Off-diagonal numbers may be zero and still have slopes.
  return !has_slopes<T> && a(0, 1) == T(0) && a(0, 2) == T(0) && a(1, 0) == T(0) && a(1, 2) == T(0) &&
         a(2, 0) == T(0) && a(2, 1) == T(0);
}

/// The largest row sum of absolute values.
template <class T>
T row_norm(const Mat3<T>& a) noexcept {
  using std::abs;
  Vec3<T> sums{abs(a(0, 0)) + abs(a(0, 1)) + abs(a(0, 2)), abs(a(1, 0)) + abs(a(1, 1)) + abs(a(1, 2)),
               abs(a(2, 0)) + abs(a(2, 1)) + abs(a(2, 2))};
  return largest(sums);
}

/// phi_1 by Taylor series for a norm of at most 1/2, with as many terms as that norm needs.
template <class T>
Mat3<T> small_phi_1(const Mat3<T>& a) noexcept {
  Mat3<T> sum = Mat3<T>::identity(), term = sum;
  T bound = T(1);
  for (int n = 2; bound > std::numeric_limits<T>::epsilon() / T(4); ++n) {
    term = times(T(1) / T(n), term * a);
    sum = plus_times(sum, T(1), term);
    bound = bound / T(2 * n);
  }
  return sum;
}

}  // namespace detail

template <class T>
Mat3<T> phi_1(const Mat3<T>& a) noexcept {
  using std::ldexp;
  if (detail::is_diagonal(a))
    return {{phi_1(a(0, 0)), T(0), T(0), T(0), phi_1(a(1, 1)), T(0), T(0), T(0), phi_1(a(2, 2))}};
  const T size = detail::row_norm(a);
  if (!(size - size == T(0))) return detail::times(std::numeric_limits<T>::quiet_NaN(), a);
  const int excess = binary_exponent(size) + 1, doublings = excess > 0 ? excess : 0;
  const Mat3<T> scaled_down = detail::times(T(ldexp(T(1), -doublings)), a);
  Mat3<T> phi = detail::small_phi_1(scaled_down), f = scaled_down * phi;
  for (int n = 0; n < doublings; ++n) {
    phi = detail::plus_times(phi, T(0.5), f * phi);
    f = detail::plus_times(f * f, T(2), f);
  }
  return phi;
}

/// m(h) - m(0) for m' = L m + f, where phi = phi_1(h L).
template <class T>
constexpr Vec3<T> linear_increment(const Mat3<T>& rate, const Mat3<T>& phi, const Vec3<T>& m,
                                   const Vec3<T>& forcing, const T& h) noexcept {
  return h * (phi * (rate * m + forcing));
}

}  // namespace polhode
