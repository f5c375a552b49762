// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Legendre's elliptic integrals of the first and third kind, complete and incomplete, for any real
/// amplitude.
///
/// Convention. F(phi|m) = int_0^phi dt / Delta(t), Pi(n; phi|m) = int_0^phi dt / ((1 - n sin^2 t) Delta(t)),
///             Delta(t)^2 = 1 - m sin^2 t, K and complete Pi at phi = pi/2. Note the sign of n. [DLMF
///             19.2(ii)]
///             Amplitudes beyond pi/2 add 2K, or twice the complete Pi, for each pi. For n > 1 the value is
///             Cauchy's principal value, on either side of the pole and through any number of poles. A
///             divergent integral is infinite with its sign (m = 1 or n = 1 at or beyond pi/2, the pole
///             itself). Instead of phi the functions also take its (sn, cn, dn): near pi/2 cn has digits that
///             phi lacks.
/// Method.     Carlson's forms (s, c, d: sin, cos, Delta). Each range of n has one with terms of one sign:
///              - 0 < n s^2 < 1: s R_F + (n/3) s^3 R_J(p), p = 1 - n s^2. [DLMF 19.25.14]
///              - n < 0, m >= 0: the exchange n -> m/n on the argument 1 of R_J [DLMF 19.21.12], s ((m
///                s^2/(-3n)) R_J(q) + R_C(c^2 d^2, p q)), q = 1 - m s^2/n.
///              - n < 0, m < 0: the exchange on the argument c^2, n -> (n-m)/(n-1). [DLMF 19.21.12]
///              - n s^2 > 1: a logarithm minus (N/3) s^3 R_J(1 - N s^2), N = m/n. [A&S 17.7.8]
/// Accuracy.   In the tables at most 2.3 eps (K, F), 1.9 (complete Pi) and 3.5 (Pi) of the larger of value
///             and conditioning. docs/accuracy.md.

#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/elliptic/carlson.hpp>
#include <polhode/elliptic/jacobi.hpp>
#include <polhode/elliptic/parameter.hpp>

namespace polhode::elliptic {

namespace detail {

/// phi = turns pi + phi_0 with |phi_0| <= pi/2: the sine and cosine (>= 0) of phi_0.
template <class T>
struct Folded {
  T sine, cosine, turns;
};

/// Sine and cosine are those of phi itself, so no digits are lost, however large phi is.
template <class T>
Folded<T> fold(T phi) noexcept {
  T sine = std::sin(phi), cosine = std::cos(phi);
  T turns = std::nearbyint(phi / std::numbers::pi_v<T>);
  if (std::fmod(turns, T(2)) != 0) {
    sine = -sine;
    cosine = -cosine;
  }
  if (cosine < 0) {  // the quotient was rounded to the wrong side of a half-integer
    turns += sine > 0 ? T(1) : T(-1);
    sine = -sine;
    cosine = -cosine;
  }
  return {sine, cosine, turns};
}

/// The same for an amplitude in [-pi, pi], given by its elliptic functions.
template <class T>
Folded<T> fold(const Jacobi<T>& at) noexcept {
  if (at.cn >= 0) return {at.sn, at.cn, T(0)};
  return {-at.sn, -at.cn, std::signbit(at.sn) ? T(-1) : T(1)};
}

/// Squares of sine, cosine and Delta, each to full relative accuracy; NaN for the last outside the domain.
template <class T>
struct Squares {
  T s, c, d;
};

template <class T>
Squares<T> squares(T sine, T cosine, const Parameter<T>& p) noexcept {
  const T s = sine * sine, c = cosine * cosine;
  if (!(p.mc >= 0)) return {s, c, std::numeric_limits<T>::quiet_NaN()};
  return {s, c, p.m > 0 ? p.mc + p.m * c : 1 - p.m * s};
}

/// F for sine in [-1, 1], cosine >= 0.
template <class T>
T f_in_quarter(T sine, T cosine, const Parameter<T>& p) noexcept {
  const Squares<T> q = squares(sine, cosine, p);
  return sine == 0 ? sine : sine * rf(q.c, q.d, T(1));
}

/// Pi / sine past the pole, n s^2 > 1. [A&S 17.7.8]
template <class T>
T pi_past_pole(T n, T sine, T cosine, const Squares<T>& q, const Parameter<T>& p) noexcept {
  const T other = p.m / n;                    // N
  const T other_comp = ((n - 1) + p.mc) / n;  // 1 - N
  const T p_other = p.m > 0 ? other_comp + other * q.c : 1 - other * q.s;
  const T p1 = std::sqrt((n - 1) * other_comp);
  // c^2 d^2 - p1^2 s^2 = (1 - n s^2)(1 - N s^2): the logarithm's argument without cancellation.
  const T cd = cosine * std::sqrt(q.d), ps = p1 * std::abs(sine);
  const T product = (n * q.s - 1) * p_other;
  const T logarithm = std::log1p(2 * cd * ((cd + ps) / product)) / (2 * p1 * std::abs(sine));
  return logarithm - other / 3 * q.s * rj(q.c, q.d, T(1), p_other);
}

/// Pi for sine in [-1, 1], cosine >= 0.
template <class T>
T pi_in_quarter(T n, T sine, T cosine, const Parameter<T>& p) noexcept {
  if (sine == 0) return sine;
  const Squares<T> q = squares(sine, cosine, p);
  const T ns = n * q.s;
  if (n < 0 && ns < T(-0.125)) {
    const T p_n = 1 - ns;
    if (p.m >= 0) {
      const T excess = -p.m * q.s / n;
      return sine * (excess / 3 * rj(q.c, q.d, T(1), 1 + excess) + rc(q.c * q.d, p_n * (1 + excess)));
    }
    const T span = p.mc / (1 - n) * q.s;
    const T p_other = q.c + span;
    const T bracket = cosine * rc(q.d, p_n * p_other) + span / 3 * rj(q.c, q.d, T(1), p_other);
    return sine * (rf(q.c, q.d, T(1)) / (1 - n) + n / (n - 1) * bracket);
  }
  const T p_n = n > T(0.5) ? q.c - (n - 1) * q.s : 1 - ns;
  if (p_n < 0) return sine * pi_past_pole(n, sine, cosine, q, p);
  const T first = rf(q.c, q.d, T(1));
  return n == 0 ? sine * first : sine * (first + ns / 3 * rj(q.c, q.d, T(1), p_n));
}

/// part plus 2 `whole` for each turn; without turns an infinite `whole` has no effect.
template <class T>
T add_turns(T part, T turns, T whole) noexcept {
  return turns == 0 ? part : std::fma(2 * turns, whole, part);
}

}  // namespace detail

/// The complete integral K(m) = pi / (2 AGM(1, sqrt(mc))); infinite for m = 1. [DLMF 19.8.5]
template <class T>
T ellint_k(Parameter<T> p) noexcept {
  if (p.mc == 0) return std::numeric_limits<T>::infinity();
  if (!(p.mc > 0)) return std::numeric_limits<T>::quiet_NaN();
  return std::numbers::pi_v<T> / (2 * detail::agm_ladder(p.mc).mean);
}

/// F(phi|m) for any real phi, in radians.
template <class T>
T ellint_f(T phi, Parameter<T> p) noexcept {
  const detail::Folded<T> at = detail::fold(phi);
  const T part = detail::f_in_quarter(at.sine, at.cosine, p);
  return at.turns == 0 ? part : detail::add_turns(part, at.turns, ellint_k(p));
}

/// F at the amplitude in [-pi, pi] of given elliptic functions: the inverse of u -> (sn, cn, dn).
template <class T>
T ellint_f(Jacobi<T> at, Parameter<T> p) noexcept {
  const detail::Folded<T> folded = detail::fold(at);
  const T part = detail::f_in_quarter(folded.sine, folded.cosine, p);
  return folded.turns == 0 ? part : detail::add_turns(part, folded.turns, ellint_k(p));
}

/// Complete Pi(n|m).
template <class T>
T ellint_pi(T n, Parameter<T> p) noexcept {
  return n == 0 ? ellint_k(p) : detail::pi_in_quarter(n, T(1), T(0), p);
}

/// Pi(n; phi|m) for any real phi, in radians.
template <class T>
T ellint_pi(T n, T phi, Parameter<T> p) noexcept {
  const detail::Folded<T> at = detail::fold(phi);
  const T part = detail::pi_in_quarter(n, at.sine, at.cosine, p);
  return at.turns == 0 ? part : detail::add_turns(part, at.turns, ellint_pi(n, p));
}

/// Pi at the amplitude in [-pi, pi] of given elliptic functions.
template <class T>
T ellint_pi(T n, Jacobi<T> at, Parameter<T> p) noexcept {
  const detail::Folded<T> folded = detail::fold(at);
  const T part = detail::pi_in_quarter(n, folded.sine, folded.cosine, p);
  return folded.turns == 0 ? part : detail::add_turns(part, folded.turns, ellint_pi(n, p));
}

}  // namespace polhode::elliptic
