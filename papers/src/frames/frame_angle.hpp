// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The angle psi about the momentum by which each of the papers' frames turns in one step.
///
/// Convention. A frame P(t) takes m to |m| e3; the relative rotation of a step is P(0)^-1 exp(psi e3^) P(h).
///             m has norm G; Delta2 = G^2 - 2 T I2 is signed here: negative in case (i), positive in (ii).
/// Method.     rate frame (first axis along m-dot):
///               psi = 2 T h/G + Delta2/(G lambda I2) J,  n = G^2/B23^2 in case (i), G^2/B21^2 in (ii) [(9)]
///             polar frame (first axis along m x e3):
///               psi = G h/I3 + G I31/(lambda I1 I3) J,  n = -(B3/B1)^2 in case (i), -(k B3/B1)^2 in (ii)
///                                                                                          [frame (3)]
///             smallest-turn frame (m to e3 by the shortest way): the polar frame's psi less the change of
///               atan2(m2, m1): the arctangents f of the print times their factor are just this. [(16)]
///             On the separatrix, where u = lambda t + const, b = B3/G, a = B1/G, s3 = sign(m3):
///               rate psi = 2 T h/G;  polar psi = G h/I2 + c/lambda [(b/a) atan((b/a) tanh u)];
///               smallest turn psi = G h/I2 - c/lambda [(2 s3 b/a) atan(a/(1 + s3 b) tanh(u/2))],
///               c = G (1/I2 - 1/I3), and [ ] the change along the step.
///             Equations of Celledoni and Zanna 2008, with the corrections of papers/docs/errata.md.
/// Accuracy.   papers/docs/accuracy.md.

#include <cmath>
#include <numbers>
#include <polhode/core/vec3.hpp>

#include "frames/angle_quadrature.hpp"
#include "frames/momentum_arc.hpp"

namespace polhode::papers {

/// What the frames need of the body; moments ascending and distinct.
struct FrameConstants {
  explicit FrameConstants(const Vec3<double>& I) noexcept
      : moments(I),
        inverse3(1 / I.z),
        a1((I.z - I.y) / (I.y * I.z)),
        a2((I.z - I.x) / (I.x * I.z)),
        a3((I.y - I.x) / (I.x * I.y)),
        c1(I.x * (I.z - I.y) / (I.y * (I.z - I.x))),
        c2(I.z * (I.y - I.x) / (I.y * (I.z - I.x))) {}

  Vec3<double> moments;
  double inverse3;
  double a1, a2, a3;  ///< m-dot = (-a1 m2 m3, a2 m3 m1, -a3 m1 m2); a1 = 1/I2 - 1/I3 > 0 and so on
  double c1, c2;      ///< B1^2 = c1 B23^2, B3^2 = c2 B21^2; c1 + c2 = 1
};

/// Everything about one step that the frames look at.
struct FrameStepData {
  Vec3<double> m;  ///< before the step
  double G;        ///< |m|
  double h;
  MomentumArc arc;
};

inline double polar_angle(const FrameConstants& body, const FrameStepData& s,
                          const AngleQuadrature& rule) noexcept {
  const MomentumArc& arc = s.arc;
  if (arc.kind == ArcCase::separatrix) {
    const double ratio = arc.B3 / arc.B1;
    const double turned = std::atan(ratio * arc.end.sn) - std::atan(ratio * arc.begin.sn);
    return s.G * (s.h / body.moments.y + body.a1 / arc.lambda * ratio * turned);
  }
  const double ratio = arc.B3 / arc.B1;
  const Characteristic c = arc.kind == ArcCase::circles_axis_1
                               ? Characteristic{-ratio * ratio, 1 + ratio * ratio}
                               : Characteristic{-body.c2 / body.c1, 1 / body.c1};
  return s.G * (s.h * body.inverse3 + body.a2 / arc.lambda * rule(c, arc));
}

/// The change of atan2(m2, m1) along the step, continuous.
inline double azimuth_change(const FrameStepData& s) noexcept {
  const ArcEnd &begin = s.arc.begin, &end = s.arc.end;
  const Vec3<double>& m = s.arc.m;
  if (s.arc.kind == ArcCase::circles_axis_3) {
    const double e0 = begin.parity(), e1 = end.parity();
    return (end.half_turns - begin.half_turns) * std::numbers::pi +
           (std::atan2(e1 * m.y, e1 * m.x) - std::atan2(e0 * s.m.y, e0 * s.m.x));
  }
  return std::atan(m.y / m.x) - std::atan(s.m.y / s.m.x);  // m1 keeps its sign
}

inline double smallest_turn_angle(const FrameConstants& body, const FrameStepData& s,
                                  const AngleQuadrature& rule) noexcept {
  const MomentumArc& arc = s.arc;
  if (arc.kind == ArcCase::separatrix) {
    const double s3 = s.m.z < 0 ? -1 : 1, b = s3 * arc.B3 / s.G, a = arc.B1 / s.G;
    const double slope = a / (1 + b);  // sqrt((1-b)/(1+b))
    // tanh(u/2) = sinh u/(1 + cosh u) = sn/(1 + cn)
    const double turned = std::atan(slope * (arc.end.sn / (1 + arc.end.cn))) -
                          std::atan(slope * (arc.begin.sn / (1 + arc.begin.cn)));
    return s.G * (s.h / body.moments.y - body.a1 / arc.lambda * (2 * b / a) * turned);
  }
  return polar_angle(body, s, rule) - azimuth_change(s);
}

inline double rate_angle(const FrameConstants& body, const FrameStepData& s,
                         const AngleQuadrature& rule) noexcept {
  const MomentumArc& arc = s.arc;
  const Vec3<double>&m = s.m, &I = body.moments;
  const double uniform = (m.x * m.x / I.x + m.y * m.y / I.y + m.z * m.z / I.z) * s.h / s.G;
  if (arc.kind == ArcCase::separatrix) return uniform;
  // 1 - n is (B32/B23)^2 = c2 mc in case (i), (B12/B21)^2 = c1 mc in case (ii), and Delta2 follows from it:
  // one rounding of mc, however few digits it has, then only shifts the phase.
  const bool inner = arc.kind == ArcCase::circles_axis_1;
  const double nc = (inner ? body.c2 : body.c1) * arc.k.mc;
  const double delta2 =
      inner ? -body.a1 * nc * (arc.B1 * arc.B1) / body.c1 : body.a3 * nc * (arc.B3 * arc.B3) / body.c2;
  return uniform + delta2 / (s.G * arc.lambda) * rule({1 - nc, nc}, arc);
}

}  // namespace polhode::papers
