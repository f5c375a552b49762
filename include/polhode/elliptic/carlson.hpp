// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Carlson's symmetric elliptic integrals R_F, R_C, R_J, R_D for real arguments.
///
/// Convention. R_F(x,y,z) = 1/2 int_0^inf dt / sqrt((t+x)(t+y)(t+z)), R_C(x,y) = R_F(x,y,y), R_J(x,y,z,p) =
///             3/2 int_0^inf dt / ((t+p) sqrt((t+x)(t+y)(t+z))), R_D(x,y,z) = R_J(x,y,z,z). [DLMF 19.16]
///             Arguments x, y, z >= 0, at most one of them zero; y < 0 in R_C and p < 0 in R_J give the
///             Cauchy principal value. Two zeros, or p = 0, give +infinity (the integral diverges), an
///             infinite argument 0, a negative or NaN argument NaN.
/// Method.     R_F, R_C and R_D are Boost.Math's, without promotion and exceptions. R_J is our own:
///             duplication until the arguments agree to eps^(1/8), then the symmetric polynomial of degree 7
///             [Carlson, Numer. Algor. 10 (1995) 13; DLMF 19.36(i)], after an exchange p -> q if p is far
///             above x, y, z or negative [DLMF 19.21.12]. docs/accuracy.md explains why Boost's R_J is not
///             used.
/// Accuracy.   R_F 2.1, R_C 1.5, R_D 3.3 eps; R_J 3.6 eps, for p < 0 more where its terms cancel; arguments
///             of any scale from 1e-300 to 1e300. docs/accuracy.md.

#include <algorithm>
#include <boost/math/policies/policy.hpp>
#include <boost/math/special_functions/ellint_rc.hpp>
#include <boost/math/special_functions/ellint_rd.hpp>
#include <boost/math/special_functions/ellint_rf.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace polhode::elliptic {

namespace detail {

/// No promotion to a wider type and no exceptions: errors in Boost give NaN.
using QuietPolicy = boost::math::policies::policy<
    boost::math::policies::domain_error<boost::math::policies::ignore_error>,
    boost::math::policies::pole_error<boost::math::policies::ignore_error>,
    boost::math::policies::overflow_error<boost::math::policies::ignore_error>,
    boost::math::policies::evaluation_error<boost::math::policies::ignore_error>,
    boost::math::policies::promote_double<false>>;

/// Whether all arguments are at least 0 and none is NaN (for which Boost would iterate to its limit).
template <class... T>
bool none_negative(T... x) noexcept {
  return (... && (x >= 0));
}

template <class... T>
bool any_infinite(T... x) noexcept {
  return (... || std::isinf(x));
}

/// (eps / 4)^(1/8): the spread of the arguments, relative to their mean, at which the polynomials of degree 7
/// are exact to rounding.
template <class T>
inline constexpr T duplication_spread = std::numeric_limits<T>::digits <= 53 ? T(9.3e-3) : T(3.5e-3);

/// R_C(1, 1+e) = atan(sqrt e)/sqrt e = 1 - e/3 + e^2/5 - ... for e > -1.
/// @param e      the excess of the second argument over 1
/// @param whole  1 + e, as accurately as the caller knows it (it may be tiny)
template <class T>
T rc_one_plus(T e, T whole) noexcept {
  using std::abs;
  using std::atan;
  using std::atanh;
  using std::log;
  using std::sqrt;
  const T size = abs(e);
  if (size < T(1) / 4096)
    return 1 - e * (T(1) / 3 - e * (T(1) / 5 - e * (T(1) / 7 - e * (T(1) / 9 - e / 11))));
  if (size < T(1) / 64) {
    const T ee = e * e;
    const T even = 1 + ee * (T(1) / 5 + ee * (T(1) / 9 + ee * (T(1) / 13 + ee * (T(1) / 17 + ee / 21))));
    const T odd =
        T(1) / 3 + ee * (T(1) / 7 + ee * (T(1) / 11 + ee * (T(1) / 15 + ee * (T(1) / 19 + ee / 23))));
    return even - e * odd;
  }
  if (e > 0) {
    const T root = sqrt(e);
    return atan(root) / root;
  }
  const T root = sqrt(-e);
  return (whole > T(0.7) ? atanh(root) : log((1 + root) / sqrt(whole))) / root;
}

/// The polynomial of R_F. [DLMF 19.36.1]
template <class T>
T polynomial_f(T u, T v) noexcept {
  const T w = -(u + v);
  const T e2 = u * v - w * w, e3 = u * v * w;
  return 1 + (e2 * (T(-1) / 10 + e2 * (T(1) / 24 - e2 * T(5) / 208)) +
              e3 * (T(1) / 14 + e3 * T(3) / 104 + e2 * (T(-3) / 44 + e2 / 16)));
}

/// The polynomial of R_J. [DLMF 19.36.2]
template <class T>
T polynomial_j(T e2, T e3, T e4, T e5) noexcept {
  return 1 + (e2 * (T(-3) / 14 + e2 * (T(9) / 88 - e2 / 16) - e3 * T(9) / 52 + e4 * T(3) / 20) +
              e3 * (T(1) / 6 + e3 * T(3) / 40 + e2 * e2 * T(45) / 272 - e4 * T(9) / 68) - e4 * T(3) / 22 +
              e5 * (T(3) / 26 - e2 * T(9) / 68));
}

}  // namespace detail

/// R_F(x, y, z), symmetric.
template <class T>
T rf(T x, T y, T z) noexcept {
  if (!detail::none_negative(x, y, z)) return std::numeric_limits<T>::quiet_NaN();
  if ((x == 0) + (y == 0) + (z == 0) > 1) return std::numeric_limits<T>::infinity();
  if (detail::any_infinite(x, y, z)) return 0;
  return boost::math::ellint_rf(x, y, z, detail::QuietPolicy{});
}

/// R_C(x, y), x >= 0; y < 0 gives the principal value.
template <class T>
T rc(T x, T y) noexcept {
  if (!detail::none_negative(x) || std::isnan(y)) return std::numeric_limits<T>::quiet_NaN();
  if (y == 0) return std::numeric_limits<T>::infinity();
  if (detail::any_infinite(x, y)) return 0;
  return boost::math::ellint_rc(x, y, detail::QuietPolicy{});
}

/// R_D(x, y, z), symmetric in x and y only.
template <class T>
T rd(T x, T y, T z) noexcept {
  if (!detail::none_negative(x, y, z)) return std::numeric_limits<T>::quiet_NaN();
  if (z == 0 || (x == 0 && y == 0)) return std::numeric_limits<T>::infinity();
  if (detail::any_infinite(x, y, z)) return 0;
  return boost::math::ellint_rd(x, y, z, detail::QuietPolicy{});
}

namespace detail {

/// R_F(x, y, z) and R_J(x, y, z, p), which share the duplication steps.
template <class T>
struct FirstAndThird {
  T first, third;
};

/// The duplication algorithm for p > 0 and arguments of moderate magnitude.
template <class T>
FirstAndThird<T> duplication(T x, T y, T z, T p) noexcept {
  using std::abs;
  using std::sqrt;
  const T first_mean = (x + y + z) / 3;
  const T first_dx = first_mean - x, first_dy = first_mean - y;
  const T mean = (x + y + z + 2 * p) / 5;
  const T dx = mean - x, dy = mean - y, dz = mean - z;
  const T px = p - x, py = p - y, pz = p - z;
  T spread = std::max({abs(dx), abs(dy), abs(dz), abs(mean - p)}) / duplication_spread<T>;
  T a = mean, first_a = first_mean, scale = 1, sum = 0;
  while (spread >= a) {
    const T sx = sqrt(x), sy = sqrt(y), sz = sqrt(z), sp = sqrt(p);
    const T lambda = sx * (sy + sz) + sy * sz;
    const T fx = sp + sx, fy = sp + sy, fz = sp + sz;
    const T inverse = 1 / (fx * fy * fz);
    // e = (p-x)(p-y)(p-z) inverse^2, ordered so that no product of small arguments underflows.
    const T ix = inverse * (fy * fz), iy = inverse * (fx * fz), iz = inverse * (fx * fy);
    const T e = (px * scale * ix * ix) * (py * scale * iy * iy) * (pz * scale * iz * iz);
    // 1 + e in a form with positive terms only, needed if e rounds to -1.
    const T whole = e < 0 ? 2 * sp * (p + lambda) * inverse : 1 + e;
    sum += scale * inverse * rc_one_plus(e, whole);
    x = (x + lambda) / 4;
    y = (y + lambda) / 4;
    z = (z + lambda) / 4;
    p = (p + lambda) / 4;
    a = (a + lambda) / 4;
    first_a = (first_a + lambda) / 4;
    spread /= 4;
    scale /= 4;
  }
  const T u = dx * scale / a, v = dy * scale / a, w = dz * scale / a, q = -(u + v + w) / 2;
  const T uvw = u * v * w, qq = q * q;
  const T e2 = u * v + u * w + v * w - 3 * qq;
  const T e3 = uvw + 2 * q * (e2 + 2 * qq), e4 = (2 * uvw + q * (e2 + 3 * qq)) * q, e5 = uvw * qq;
  const T third = 6 * sum + scale * polynomial_j(e2, e3, e4, e5) / (a * sqrt(a));
  return {polynomial_f(first_dx * scale / first_a, first_dy * scale / first_a) / sqrt(first_a), third};
}

/// R_J(p) from R_J(q), (p-z)(q-z) = (z-x)(z-y), z the largest of the three. [DLMF 19.21.12] For p >> z
/// duplication would converge slowly, while q is near z; for p < 0 this gives the principal value.
template <class T>
T rj_by_exchange(T x, T y, T z, T p) noexcept {
  const T q_minus_z = (z - x) * (z - y) / (p - z);
  const T q = p > 0 ? z + q_minus_z : (x * z + y * (z - x) - p * z) / (z - p);
  const FirstAndThird<T> both = duplication(x, y, z, q);
  return (3 * both.first - 3 * std::sqrt(z) * rc(x * y, p * q) - q_minus_z * both.third) / (p - z);
}

}  // namespace detail

/// R_J(x, y, z, p), symmetric in x, y, z; p < 0 gives the principal value.
template <class T>
T rj(T x, T y, T z, T p) noexcept {
  if (!detail::none_negative(x, y, z) || std::isnan(p)) return std::numeric_limits<T>::quiet_NaN();
  if (p == 0 || (x == 0) + (y == 0) + (z == 0) > 1) return std::numeric_limits<T>::infinity();
  if (detail::any_infinite(x, y, z, p)) return 0;
  if (x > z) std::swap(x, z);
  if (y > z) std::swap(y, z);
  if (std::abs(p) > T(1e60) * z) return 3 * (rf(x, y, z) / p);  // the remainder is of order sqrt(z / p)
  if (!(z > T(1e-60) && z < T(1e60))) {
    // Homogeneous of degree -3/2: scale z near 1 by a power of 4, so that products of three arguments stay in
    // range.
    const int half = std::ilogb(z) / 2;
    const T root = std::ldexp(T(1), -half);
    return std::ldexp(rj(x * root * root, y * root * root, z * root * root, p * root * root), -3 * half);
  }
  if (p > 16 * z || p < 0) return detail::rj_by_exchange(x, y, z, p);
  return detail::duplication(x, y, z, p).third;
}

}  // namespace polhode::elliptic
