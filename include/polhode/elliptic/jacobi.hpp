// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Jacobi's elliptic functions sn, cn, dn and the amplitude am for any real argument.
///
/// Convention. sn(u) = sin(am u), cn(u) = cos(am u), dn(u)^2 = 1 - m sn^2 = mc + m cn^2; am is continuous in
///             u and am(u + 2K) = am(u) + pi. [DLMF 22.2, 22.16.1]
/// Method.     The argument is reduced to |u| <= K by multiples of 2K, K = pi / (2 AGM(1, sqrt(mc))). Then
///             follows the descending Landen transformation in Bulirsch's form, for cot(am) instead of sn:
///             all sums have positive terms for 0 < u < K, so neither cn near K nor dn near m = 1 loses
///             digits. [Bulirsch, Numer. Math. 7 (1965) 78; DLMF 22.20(ii)]
/// Accuracy.   At most 2.1 eps of the larger of value and conditioning in the tables, 4.1 for 20000 random u
///             with mc from 1e-300 to 1e4. docs/accuracy.md.

#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/core/sine.hpp>
#include <polhode/elliptic/parameter.hpp>

namespace polhode::elliptic {

/// The three functions at one argument; sn^2 + cn^2 = 1, dn^2 + m sn^2 = 1.
template <class T>
struct Jacobi {
  T sn, cn, dn;
};

namespace detail {

/// The steps of the arithmetic-geometric mean from (1, sqrt(mc)), stored for the Landen transformation, which
/// uses them in reverse. From mc = 1e-4932 (the smallest long double) it takes 18 steps.
template <class T>
struct AgmLadder {
  static constexpr int capacity = 24;
  T a[capacity], b[capacity];  ///< the pair before step i
  T mean;                      ///< the limit
  int steps;
};

/// Stops when the two differ by less than sqrt(eps): the next mean is then accurate to eps / 8. Requires mc >
/// 0.
template <class T>
AgmLadder<T> agm_ladder(T mc) noexcept {
  const T close = std::sqrt(std::numeric_limits<T>::epsilon());
  AgmLadder<T> ladder;
  T a = 1, b = std::sqrt(mc);
  int i = 0;
  for (;;) {
    ladder.a[i] = a;
    ladder.b[i] = b;
    const T mean = (a + b) / 2;
    const bool done = std::abs(a - b) <= close * mean;
    ++i;
    if (done || i == AgmLadder<T>::capacity) {
      ladder.mean = mean;
      ladder.steps = i;
      return ladder;
    }
    b = std::sqrt(a * b);
    a = mean;
  }
}

/// u = 2 j K + rest with |rest| <= K: j as a number (rounded if it is too large) and its parity.
template <class T>
struct Reduced {
  T rest, turns;
  bool odd;
};

template <class T>
Reduced<T> reduce(T u, T quarter) noexcept {
  if (std::abs(u) <= quarter) return {u, T(0), false};
  const T period = 2 * quarter;
  const T limit = T(1) / std::numeric_limits<T>::epsilon();
  const T j = std::nearbyint(u / period);
  if (std::abs(j) < limit) return {std::fma(-j, period, u), j, std::fmod(j, T(2)) != 0};
  int low = 0;
  const T rest = std::remquo(u, period, &low);
  return {rest, j, (low & 1) != 0};
}

/// sn, cn, dn for |u| <= K (slightly larger arguments are harmless).
template <class T>
Jacobi<T> jacobi_in_quarter(T u, const AgmLadder<T>& ladder, const Parameter<T>& p) noexcept {
  const T tiny = std::sqrt(std::numeric_limits<T>::epsilon()) / 4;
  if (std::abs(u) * std::sqrt(1 + std::abs(p.m)) < tiny) {
    const T half_square = u * u / 2;
    return {u, 1 - half_square, 1 - p.m * half_square};
  }
  const T phi = u * ladder.mean;
  const auto [sine, cosine] = sine_and_cosine(phi);
  T x = cosine / sine;  // a_n cot(phi_n) / a_n, for descending n
  T c = ladder.mean * x;
  T dn = 1;
  for (int i = ladder.steps - 1; i >= 0; --i) {
    x *= c;
    c *= dn;
    dn = (ladder.b[i] + x) / (ladder.a[i] + x);
    x = c / ladder.a[i];
  }
  const T sn = std::copysign(1 / std::sqrt(1 + c * c), sine);
  return {sn, c * sn, dn};
}

/// m = 1: tanh, sech, sech.
template <class T>
Jacobi<T> jacobi_hyperbolic(T u) noexcept {
  const T sech = 1 / std::cosh(u);
  return {std::tanh(u), sech, sech};
}

}  // namespace detail

/// sn, cn, dn of any real u; NaN if mc < 0 or u is not finite.
template <class T>
Jacobi<T> jacobi(T u, Parameter<T> p) noexcept {
  if (p.mc == 0) return detail::jacobi_hyperbolic(u);
  if (!(p.mc > 0) || !std::isfinite(u)) {
    const T nan = std::numeric_limits<T>::quiet_NaN();
    return {nan, nan, nan};
  }
  const detail::AgmLadder<T> ladder = detail::agm_ladder(p.mc);
  const detail::Reduced<T> r = detail::reduce(u, std::numbers::pi_v<T> / (2 * ladder.mean));
  const Jacobi<T> f = detail::jacobi_in_quarter(r.rest, ladder, p);
  return r.odd ? Jacobi<T>{-f.sn, -f.cn, f.dn} : f;
}

/// am(u), continuous and odd in u: am(u) = j pi + asin(sn) after u = 2 j K + rest. NaN as for jacobi.
template <class T>
T amplitude(T u, Parameter<T> p) noexcept {
  if (p.mc == 0) return std::isnan(u) ? u : std::atan(std::sinh(u));
  if (!(p.mc > 0) || !std::isfinite(u)) return std::numeric_limits<T>::quiet_NaN();
  const detail::AgmLadder<T> ladder = detail::agm_ladder(p.mc);
  const detail::Reduced<T> r = detail::reduce(u, std::numbers::pi_v<T> / (2 * ladder.mean));
  const Jacobi<T> f = detail::jacobi_in_quarter(r.rest, ladder, p);
  return std::fma(r.turns, std::numbers::pi_v<T>, std::atan2(f.sn, f.cn));
}

}  // namespace polhode::elliptic
