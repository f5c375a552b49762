// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The second route: F, am and Pi by the arithmetic-geometric mean and Landen's transformations.
///
/// Convention. As in legendre.hpp and jacobi.hpp. a_0 = 1, b_0 = sqrt(mc), a_(n+1) = (a_n + b_n)/2,
///             b_(n+1) = sqrt(a_n b_n), c_(n+1) = (a_n - b_n)/2. 0 <= m < 1 and any real phi, u.
/// Method.     F by the ascending transformation [Celledoni, Zanna 2008, (17)-(19); DLMF 19.8(ii)],
///               tan(phi_(n+1) - phi_n) = (b_n/a_n) tan(phi_n),   F = phi_N / (2^N a_N),
///             with tan(phi_n) on the right (the paper prints tan(a_n)). am by the descending one, n = N..1,
///               sin(2 phi_(n-1) - phi_n) = (c_n/a_n) sin(phi_n),   phi_N = 2^N a_N u;
///             the arc sine is taken as atan2(c sin, sqrt(b^2 + c^2 cos^2)), exact since a^2 = b^2 + c^2, so
///             that m near 1 keeps its digits. Pi by Gauss' transformation [DLMF 19.8.20],
///               rho Pi(phi, n, k) = 4/(1+k') Pi(psi, n_1, k_1) + (rho-1) F(phi, k) - R_C(cot^2, csc^2 - n),
///               rho^2 = 1 - m/n, n_1 = n ((1+rho)/(1+k'))^2, sin(psi) = (1+k') sin(phi)/(1+Delta),
///             for n < 0 and m < n < 1.
/// Accuracy.   F and am within 2.4 eps(1 + conditioning) of the default route. Pi subtracts at each of its N
///             levels, loses a factor of about 2^N, and more next to n = m. papers/docs/accuracy.md.

#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/elliptic/carlson.hpp>
#include <polhode/elliptic/jacobi.hpp>
#include <polhode/elliptic/legendre.hpp>
#include <polhode/elliptic/parameter.hpp>

namespace polhode::elliptic {

/// F(phi|m) by the ascending transformation. NaN unless mc > 0.
template <class T>
T landen_f(T phi, Parameter<T> p) noexcept {
  if (!(p.mc > 0)) return std::numeric_limits<T>::quiet_NaN();
  const detail::AgmLadder<T> ladder = detail::agm_ladder(p.mc);
  for (int i = 0; i < ladder.steps; ++i) {
    const detail::Folded<T> at = detail::fold(phi);
    const T rest = std::atan2(ladder.b[i] * at.sine, ladder.a[i] * at.cosine);
    phi += std::fma(at.turns, std::numbers::pi_v<T>, rest);
  }
  return std::ldexp(phi, -ladder.steps) / ladder.mean;
}

/// am(u|m) by the descending transformation. NaN unless mc > 0.
template <class T>
T landen_amplitude(T u, Parameter<T> p) noexcept {
  if (!(p.mc > 0)) return std::numeric_limits<T>::quiet_NaN();
  const detail::AgmLadder<T> ladder = detail::agm_ladder(p.mc);
  T phi = std::ldexp(ladder.mean * u, ladder.steps);
  for (int i = ladder.steps - 1; i >= 0; --i) {
    const T c = (ladder.a[i] - ladder.b[i]) / 2;
    const T b_squared = ladder.a[i] * ladder.b[i];
    const T c_cosine = c * std::cos(phi);
    phi = (phi + std::atan2(c * std::sin(phi), std::sqrt(b_squared + c_cosine * c_cosine))) / 2;
  }
  return phi;
}

/// sn, cn, dn from that amplitude, dn^2 = mc + m cn^2.
template <class T>
Jacobi<T> landen_jacobi(T u, Parameter<T> p) noexcept {
  const T phi = landen_amplitude(u, p);
  const T cn = std::cos(phi);
  return {std::sin(phi), cn, std::sqrt(p.mc + p.m * cn * cn)};
}

namespace detail {

/// n and 1 - n.
template <class T>
struct Characteristic {
  T n, nc;
};

/// Pi for sine > 0 and cosine >= 0 by Gauss' transformation down to m = 0.
template <class T>
T landen_pi_in_quarter(Characteristic<T> h, T sine, T cosine, const Parameter<T>& p) noexcept {
  const T c = cosine * cosine;
  const T pole = h.n > 0 ? h.nc + h.n * c : 1 - h.n * sine * sine;  // 1 - n sin^2
  const T at_zero = sine * rc(c, pole);                             // Pi for m = 0
  if (p.m < std::numeric_limits<T>::epsilon()) return at_zero;
  const T kc = std::sqrt(p.mc), one_kc = 1 + kc, delta = std::sqrt(p.mc + p.m * c);
  const T n_minus_m = h.n > T(0.5) ? p.mc - h.nc : h.n - p.m;
  const T rho = std::sqrt(n_minus_m / h.n);
  const T k1 = p.m / (one_kc * one_kc);
  const Parameter<T> p1{k1 * k1, 4 * kc / (one_kc * one_kc)};
  // 1 - n_1 and cos(psi) have forms without a difference.
  const T grown = (1 + rho) / one_kc;
  const T root = std::sqrt(h.n * n_minus_m);
  const T nc1 =
      h.n > 0 ? 2 * h.nc * (1 + (h.n + p.mc) / (kc + root)) / (one_kc * one_kc) : 1 - h.n * grown * grown;
  const Characteristic<T> h1{h.n * grown * grown, nc1};
  const T sine1 = one_kc * sine / (1 + delta);
  const T cosine1 = sine1 * (cosine / sine) * std::sqrt(2 * (1 + delta) / (one_kc * (delta + kc)));
  const T below = landen_pi_in_quarter(h1, sine1, cosine1, p1);
  return (4 / one_kc * below + (rho - 1) * f_in_quarter(sine, cosine, p) - at_zero) / rho;
}

}  // namespace detail

/// Pi(n; phi|m) by Gauss' transformation for n <= 0 or m < n < 1; NaN for other n and unless mc > 0.
template <class T>
T landen_pi(T n, T phi, Parameter<T> p) noexcept {
  if (!(p.mc > 0) || !(n <= 0 || (n > p.m && n < 1))) return std::numeric_limits<T>::quiet_NaN();
  if (n == 0) return landen_f(phi, p);
  const detail::Characteristic<T> h{n, 1 - n};
  const detail::Folded<T> at = detail::fold(phi);
  const T part =
      at.sine == 0 ? at.sine
                   : std::copysign(detail::landen_pi_in_quarter(h, std::abs(at.sine), at.cosine, p), at.sine);
  return at.turns == 0 ? part
                       : detail::add_turns(part, at.turns, detail::landen_pi_in_quarter(h, T(1), T(0), p));
}

}  // namespace polhode::elliptic
