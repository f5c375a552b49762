// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// R_J and the Jacobi functions of numbers with derivatives (core/dual.hpp), as a formula finds them by its
/// arguments.
///
/// Convention. As carlson.hpp and jacobi.hpp. rj for positive arguments of moderate size, jacobi for |u| <=
///             K.
/// Method.     R_J: duplication itself, with derivatives. Jacobi functions: the values as they are;
///             d am = dn (du - X dm), X = dF/dm at fixed am = 1/2 int sin^2 / Delta^3 = s^3 R_D(c^2, 1, d^2)
///             / 6 [DLMF 19.25(v), 22.13(i)], in which nothing cancels, neither at m = 0 nor at m = 1. (The
///             Landen transformation, differentiated, would lose all digits at m = 1: its slopes grow as
///             1/mc.)
/// Accuracy.   Seen only in the motions that are made of them: docs/derivatives.md.

#include <polhode/core/dual.hpp>
#include <polhode/elliptic/carlson.hpp>
#include <polhode/elliptic/jacobi.hpp>

namespace polhode {

/// Carlson's R_J of positive numbers of moderate size, with its derivatives by all four.
template <class T, int N>
Dual<T, N> rj(const Dual<T, N>& x, const Dual<T, N>& y, const Dual<T, N>& z, const Dual<T, N>& p) noexcept {
  return elliptic::detail::duplication(x, y, z, p).third;
}

/// sn, cn and dn for |u| <= K, with their derivatives by u and by the parameter, of which mc = 1 - m carries
/// them.
template <class T, int N>
elliptic::Jacobi<Dual<T, N>> jacobi(const Dual<T, N>& u, const elliptic::Parameter<Dual<T, N>>& p) noexcept {
  const elliptic::Jacobi<T> f = elliptic::jacobi(u.value, elliptic::Parameter<T>{p.m.value, p.mc.value});
  const T ss = f.sn * f.sn;
  // dm = -dmc, of which the latter is the one that is known to itself.
  const T by_mc = ss * f.sn / T(6) * elliptic::rd(f.cn * f.cn, T(1), f.dn * f.dn);
  const Dual<T, N> v = chain(u, p.mc, u.value, T(1), by_mc);  // its slopes are those of am, over dn
  return {chain(v, f.sn, f.cn * f.dn), chain(v, f.cn, -(f.sn * f.dn)),
          chain(v, p.mc, f.dn, -(p.m.value * f.sn * f.cn), ss / (T(2) * f.dn))};
}

}  // namespace polhode
