// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// R_J and the Jacobi functions of dual numbers (core/dual.hpp).
///
/// Convention. As in carlson.hpp and jacobi.hpp. rj takes positive arguments of moderate magnitude, jacobi
///             |u| <= K.
/// Method.     R_J: the duplication algorithm with derivatives. Jacobi functions: the values as usual; d am =
///             dn (du - X dm), X = dF/dm at fixed am = 1/2 int sin^2 / Delta^3 = s^3 R_D(c^2, 1, d^2) / 6
///             [DLMF 19.25(v), 22.13(i)], where nothing cancels, neither at m = 0 nor at m = 1.
///             (Differentiating the Landen transformation would lose all digits at m = 1: its slopes grow as
///             1/mc.)
/// Accuracy.   Measured only through the motions computed with them: docs/derivatives.md.

#include <polhode/core/dual.hpp>
#include <polhode/elliptic/carlson.hpp>
#include <polhode/elliptic/jacobi.hpp>

namespace polhode {

/// Carlson's R_J of positive numbers of moderate magnitude, with its derivatives with respect to all four.
template <class T, int N>
Dual<T, N> rj(const Dual<T, N>& x, const Dual<T, N>& y, const Dual<T, N>& z, const Dual<T, N>& p) noexcept {
  return elliptic::detail::duplication(x, y, z, p).third;
}

/// sn, cn and dn for |u| <= K, with their derivatives with respect to u and the parameter; the slopes are
/// taken from mc = 1 - m.
template <class T, int N>
elliptic::Jacobi<Dual<T, N>> jacobi(const Dual<T, N>& u, const elliptic::Parameter<Dual<T, N>>& p) noexcept {
  const elliptic::Jacobi<T> f = elliptic::jacobi(u.value, elliptic::Parameter<T>{p.m.value, p.mc.value});
  const T ss = f.sn * f.sn;
  // dm = -dmc, and the slope of mc is accurate.
  const T by_mc = ss * f.sn / T(6) * elliptic::rd(f.cn * f.cn, T(1), f.dn * f.dn);
  const Dual<T, N> v = chain(u, p.mc, u.value, T(1), by_mc);  // its slopes are those of am, divided by dn
  return {chain(v, f.sn, f.cn * f.dn), chain(v, f.cn, -(f.sn * f.dn)),
          chain(v, p.mc, f.dn, -(p.m.value * f.sn * f.cn), ss / (T(2) * f.dn))};
}

}  // namespace polhode
