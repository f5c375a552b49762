// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The momentum by two constants whose sum is one exactly, so that round-off walks at random.
///
/// Convention. Moments ascending and distinct.
/// Method.     c1 = I1 (I3-I2)/(I2 (I3-I1)), c2 = 1 - c1, then c1 = 1 - c2. d1^2 = m1^2 + c1 m2^2 and
///             d3^2 = c2 m2^2 + m3^2 are constants of the motion, d1^2 + d3^2 = |m|^2. If m circles axis 3,
///             m1' = d1 cn, m2' = d2 sn with d2^2 = m1^2/c1 + m2^2, and m3' = delta sqrt(d3^2 - c2 m2'^2);
///             the other case is its mirror image (1 and 3 exchanged).     [Vilmart 2008, algorithm 4.1]
/// Accuracy.   No drift. The last component cancels near the intermediate axis, c1 has few digits for rods.
///             papers/docs/accuracy.md.

#include <cmath>
#include <polhode/core/vec3.hpp>

#include "frames/momentum_arc.hpp"

namespace polhode::papers {

class TwoConstantMomentum {
 public:
  explicit TwoConstantMomentum(const Vec3<double>& moments) noexcept {
    const double I1 = moments.x, I2 = moments.y, I3 = moments.z;
    const double rounded = I1 * (I3 - I2) / (I2 * (I3 - I1));
    c2_ = 1 - rounded;
    c1_ = 1 - c2_;
    rate_outer_ = std::sqrt((I3 - I2) * (I3 - I1) / (I1 * I2)) / I3;
    rate_inner_ = std::sqrt((I2 - I1) * (I3 - I1) / (I3 * I2)) / I1;
  }

  MomentumArc operator()(const Vec3<double>& m, double h) const noexcept {
    const double d1_square = m.x * m.x + c1_ * (m.y * m.y), d3_square = c2_ * (m.y * m.y) + m.z * m.z;
    const double inner_side = c2_ * d1_square, outer_side = c1_ * d3_square;
    const double ratio = inner_side / outer_side;
    const bool separatrix = ratio == 1 || 1 / ratio == 1;
    const bool outer = separatrix || inner_side <= outer_side;
    const double d1 = std::sqrt(d1_square), d3 = std::sqrt(d3_square);
    const double s1 = m.x < 0 ? -1 : 1, s3 = m.z < 0 ? -1 : 1;

    MomentumArc arc;
    arc.kind = separatrix ? ArcCase::separatrix : outer ? ArcCase::circles_axis_3 : ArcCase::circles_axis_1;
    arc.sigma = separatrix ? s1 * s3 : outer ? s3 : s1;
    arc.k = elliptic::from_m(separatrix ? 1 : outer ? ratio : outer_side / inner_side);
    arc.B1 = d1;
    arc.B2 = std::sqrt((outer ? m.x * m.x / c1_ : m.z * m.z / c2_) + m.y * m.y);
    arc.B3 = d3;
    arc.lambda = arc.sigma * (outer ? rate_outer_ * d3 : rate_inner_ * d1);
    arc.length = arc.lambda * h;
    const double x = m.x / arc.B1, y = m.y / arc.B2, z = m.z / arc.B3;
    follow(arc, y, separatrix ? s1 * x : outer ? x : z, outer ? z : x);
    if (arc.lost) return arc;

    const double parity = arc.end.parity();
    arc.m.y = arc.B2 * (parity * arc.end.sn);
    if (outer) {
      const double root = std::sqrt(d3_square - c2_ * (arc.m.y * arc.m.y));
      arc.m.x = d1 * ((separatrix ? s1 : parity) * arc.end.cn);
      arc.m.z = s3 * root;
      arc.lost = !(std::abs(root - d3 * arc.end.dn) <= 0x1p-20 * d3);
    } else {
      const double root = std::sqrt(d1_square - c1_ * (arc.m.y * arc.m.y));
      arc.m.x = s1 * root;
      arc.m.z = d3 * (parity * arc.end.cn);
      arc.lost = !(std::abs(root - d1 * arc.end.dn) <= 0x1p-20 * d1);
    }
    return arc;
  }

 private:
  double c1_, c2_, rate_outer_, rate_inner_;
};

}  // namespace polhode::papers
