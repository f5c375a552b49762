// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The stretch of a Jacobi elliptic function along which one step carries the momentum.
///
/// Convention. Moments ascending and distinct. The papers' three cases, with B1, B2, B3 the amplitudes of the
///             components and k either k or 1/k of (3), whichever is below one:
///             (i)   m = (sigma B1 dn, B2 sn, B3 cn)(u, k): m circles axis 1,
///             (ii)  m = (B1 cn, B2 sn, sigma B3 dn)(u, k): m circles axis 3,
///             (iii) m = (s1 B1 sech u, B2 tanh u, s3 B3 sech u): the separatrix, s1 and s3
///                   the signs of m1 and m3.
///             u moves by lambda h; lambda carries the sign sigma, in (iii) s1 s3.
/// Method.     The phase at the start from its sn, cn, dn by Carlson's R_F, the end by the descending Landen
///             transformation; whole multiples of 2K are kept apart from the rest.
///                                                       [Celledoni, Zanna 2008, (4), (5), case (iii), 3.2]
/// Accuracy.   A start that its own constants do not reproduce to 2^-20 is marked as lost: there the
///             constants of the orbit have no digits left.

#include <cmath>
#include <numbers>
#include <polhode/core/vec3.hpp>
#include <polhode/elliptic/carlson.hpp>
#include <polhode/elliptic/jacobi.hpp>
#include <polhode/elliptic/legendre.hpp>
#include <polhode/elliptic/parameter.hpp>

namespace polhode::papers {

enum class ArcCase { circles_axis_1, circles_axis_3, separatrix };

/// One end of the arc at u = 2 j K + rest, |rest| <= K: j, rest, and the functions of rest, where cn >= 0.
struct ArcEnd {
  double half_turns = 0, rest = 0, sn = 0, cn = 1, dn = 1;

  /// (-1)^j: sn(u) = parity sn, cn(u) = parity cn.
  double parity() const noexcept { return std::fmod(half_turns, 2.0) == 0 ? 1 : -1; }
  /// am(u), continuous along the arc.
  double amplitude() const noexcept { return half_turns * std::numbers::pi + std::atan2(sn, cn); }
};

struct MomentumArc {
  ArcCase kind = ArcCase::circles_axis_3;
  double sigma = 1;
  double B1 = 0, B2 = 0, B3 = 0;
  elliptic::Parameter<double> k{0, 1};
  double lambda = 0;  ///< du/dt, signed
  double length = 0;  ///< lambda h
  ArcEnd begin, end;
  Vec3<double> m;     ///< the momentum after the step
  bool lost = false;  ///< the constants do not reproduce the start: nothing else here can be trusted
};

/// Whether `found` is `expected` to 2^-20; false for NaN.
inline bool agree(double found, double expected) noexcept {
  return std::abs(found - expected) <= 0x1p-20 * std::abs(expected);
}

/// Fills begin and end of an arc whose k and length are known, from sn, cn, dn at its start as the momentum
/// and the amplitudes give them (in case (iii) the positive root of cn).
inline void follow(MomentumArc& arc, double sn, double cn, double dn) noexcept {
  const double square = sn * sn + cn * cn, dn2 = arc.k.mc + arc.k.m * (cn * cn / square);
  arc.lost = !agree(square, 1) || !agree(dn * dn, dn2);
  if (arc.lost) return;

  ArcEnd& begin = arc.begin;
  const double unit = (cn < 0 ? -1 : 1) / std::sqrt(square);
  begin.half_turns = cn < 0 ? (sn < 0 ? -1 : 1) : 0;
  begin.sn = unit * sn;
  begin.cn = unit * cn;
  begin.dn = std::sqrt(dn2);

  begin.rest = begin.sn * elliptic::rf(begin.cn * begin.cn, dn2, 1.0);

  double turns = 0, rest = begin.rest + arc.length;
  if (arc.k.mc > 0 && std::abs(rest) > std::numbers::pi / 2) {  // else |rest| <= K already
    const double period = 2 * elliptic::ellint_k(arc.k);
    turns = std::nearbyint(rest / period);
    rest -= turns * period;
  }
  const elliptic::Jacobi<double> f = elliptic::jacobi(rest, arc.k);
  arc.end = {begin.half_turns + turns, rest, f.sn, f.cn, f.dn};
}

}  // namespace polhode::papers
