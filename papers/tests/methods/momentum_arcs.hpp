// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Arcs of a momentum by phase, length and complementary parameter, apart from any body.

#include <polhode/elliptic/jacobi.hpp>

#include "frames/momentum_arc.hpp"

namespace polhode::test {

inline papers::MomentumArc arc_from(double phase, double length, double mc) {
  papers::MomentumArc arc;
  arc.k = elliptic::from_mc(mc);
  arc.length = length;
  const auto f = elliptic::jacobi(phase, arc.k);
  follow(arc, f.sn, f.cn, f.dn);
  return arc;
}

}  // namespace polhode::test
