// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The momentum by the textbook constants, in double or with the constants in extended precision.
///
/// Convention. C is the type of the constants and of every product with them: double is the standard
///             implementation, long double its author's control. Moments ascending and distinct.
/// Method.     a1 = sqrt(2 H I3 - |m|^2), a3 = sqrt(|m|^2 - 2 H I1), recomputed at each step, and constants
///             b0 .. b3 of the body; if m circles axis 3, m' = (b1 a1 cn, b2 a1 sn, delta b3 a3 dn). The
///             other case has b2' = sqrt(I2/(I2-I1)) and m' = (delta b1 a1 dn, b2' a3 sn, b3 a3 cn).
///                                                                          [Vilmart 2008, algorithm 3.1]
/// Accuracy.   With C = double the rounded constants turn into a linear drift of energy and |m|; this is what
///             the algorithm is kept for. a1 and a3 cancel near the axes. papers/docs/accuracy.md.

#include <cmath>
#include <polhode/core/vec3.hpp>

#include "frames/momentum_arc.hpp"

namespace polhode::papers {

template <class C>
class TextbookMomentum {
 public:
  explicit TextbookMomentum(const Vec3<double>& moments) noexcept : I_(convert<C>(moments)) {
    const C I1 = I_.x, I2 = I_.y, I3 = I_.z;
    using std::sqrt;
    b0_ = (I2 - I1) / (I3 - I2);
    b1_ = sqrt(I1 / (I3 - I1));
    b2_outer_ = sqrt(I2 / (I3 - I2));
    b2_inner_ = sqrt(I2 / (I2 - I1));
    b3_ = sqrt(I3 / (I3 - I1));
    rate_outer_ = sqrt((I3 - I2) / (I1 * I2 * I3));
    rate_inner_ = sqrt((I2 - I1) / (I1 * I2 * I3));
  }

  MomentumArc operator()(const Vec3<double>& m, double h) const noexcept {
    using std::sqrt;
    const C m1 = C(m.x), m2 = C(m.y), m3 = C(m.z);
    const C energy2 = m1 * m1 / I_.x + m2 * m2 / I_.y + m3 * m3 / I_.z;
    const C norm2 = m1 * m1 + m2 * m2 + m3 * m3;
    const C a1 = sqrt(energy2 * I_.z - norm2), a3 = sqrt(norm2 - energy2 * I_.x);
    const C ratio = b0_ * (a1 * a1) / (a3 * a3);
    const bool separatrix = ratio == 1 || 1 / ratio == 1;
    const bool outer = separatrix || (I_.y - I_.x) * (a1 * a1) <= (I_.z - I_.y) * (a3 * a3);
    const C k2 = separatrix ? 1 : outer ? ratio : 1 / ratio, kc2 = 1 - k2;
    const C B1 = b1_ * a1, B2 = outer ? b2_outer_ * a1 : b2_inner_ * a3, B3 = b3_ * a3;
    const C s1 = m1 < 0 ? -1 : 1, s3 = m3 < 0 ? -1 : 1;
    const C sigma = separatrix ? s1 * s3 : outer ? s3 : s1;
    const C lambda = sigma * (outer ? rate_outer_ * a3 : rate_inner_ * a1);

    MomentumArc arc;
    arc.kind = separatrix ? ArcCase::separatrix : outer ? ArcCase::circles_axis_3 : ArcCase::circles_axis_1;
    arc.sigma = double(sigma);
    arc.B1 = double(B1);
    arc.B2 = double(B2);
    arc.B3 = double(B3);
    arc.k = {double(k2), double(kc2)};
    arc.lambda = double(lambda);
    arc.length = double(lambda * C(h));
    const C x = m1 / B1, y = m2 / B2, z = m3 / B3;
    follow(arc, double(y), double(separatrix ? s1 * x : outer ? x : z), double(outer ? z : x));
    if (arc.lost) return arc;

    // In case (iii) the end has no half turns and cn = sech > 0, so its sign comes from the start.
    const C parity = C(arc.end.parity()), sn = parity * C(arc.end.sn), cn = parity * C(arc.end.cn);
    const C dn = sqrt(kc2 + k2 * (cn * cn));
    const C first = outer ? (separatrix ? s1 * cn : cn) : s1 * dn, third = outer ? s3 * dn : cn;
    arc.m = {double(B1 * first), double(B2 * sn), double(B3 * third)};
    return arc;
  }

 private:
  Vec3<C> I_;
  C b0_, b1_, b2_outer_, b2_inner_, b3_, rate_outer_, rate_inner_;
};

}  // namespace polhode::papers
