// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The attitude by quaternions: r = p(0)^-1 exp(psi e3/2) p(h), with each of the paper's three frames p.
///
/// Convention. p takes m to |m| e3: p (0,m) p^-1 = |m| e3. Every such p is a turn by an angle beta about e3
///             after the smallest turn: p0 = sqrt((1+m3)/2) cos(beta/2), p3 = sqrt((1+m3)/2) sin(beta/2),
///             p1 = (p3 m1 + p0 m2)/(1+m3), p2 = (p3 m2 - p0 m1)/(1+m3), |m| = 1. [(15)]
/// Method.     (1) smallest turn, beta = 0 (Kosenko 1998);
///             (2) first axis along m-dot = (-a1 m2 m3, a2 m3 m1, -a3 m1 m2): cos beta and sin beta are
///                 proportional to m2 (a3 m1^2 - a1 m3 (1+m3)) and -m1 (a3 m2^2 + a2 m3 (1+m3));
///             (3) first axis along m x e3 (van Zon, Schofield 2007): cos beta and sin beta are proportional
///                 to m2 and m1.
///             The print takes p3 from its square; so does this, but p0 instead where that is the larger,
///             and the smaller of the two from their product, which loses nothing. beta is followed
///             continuously (its half plane is known at each point of the orbit), so r is the continuous
///             solution, sign included.            [Celledoni, Zanna 2008, (12)-(16); papers/docs/errata.md]
/// Accuracy.   papers/docs/accuracy.md.

#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>

#include "frames/frame_angle.hpp"

namespace polhode::papers {

/// 1 + n3 of a unit vector, without the cancellation near -e3.
inline double one_plus_third(const Vec3<double>& n) noexcept {
  return n.z < 0 ? (n.x * n.x + n.y * n.y) / (1 - n.z) : 1 + n.z;
}

/// p0^-1 exp(psi e3/2) p1.
inline Quat<double> joined(const Quat<double>& p0, double psi, const Quat<double>& p1) noexcept {
  const double c = std::cos(psi / 2), s = std::sin(psi / 2);
  const Quat<double> turned{c * p1.w - s * p1.z, c * p1.x - s * p1.y, c * p1.y + s * p1.x,
                            c * p1.z + s * p1.w};
  return p0.conjugate() * turned;
}

/// principal + 2 pi j, the one nearest to `reference`.
inline double on_sheet(double principal, double reference) noexcept {
  constexpr double turn = 2 * std::numbers::pi;
  return principal + turn * std::nearbyint((reference - principal) / turn);
}

/// The frame at the unit vector n turned by beta: x, y proportional to cos beta, sin beta with a positive
/// factor; near_beta tells beta on its sheet to within less than pi.
inline Quat<double> turned_frame(const Vec3<double>& n, double x, double y, double near_beta) noexcept {
  const double beta = on_sheet(std::atan2(y, x), near_beta);
  const double length = std::sqrt(x * x + y * y), cosine = x / length, sine = y / length;
  double c, s;  // of beta/2: the larger from its square, the other from 2 c s = sin beta
  if (cosine >= 0) {
    c = std::copysign(std::sqrt((1 + cosine) / 2), std::cos(beta / 2));
    s = sine / (2 * c);
  } else {
    s = std::copysign(std::sqrt((1 - cosine) / 2), std::sin(beta / 2));
    c = sine / (2 * s);
  }
  const double sum = one_plus_third(n), root = std::sqrt(sum / 2), p0 = root * c, p3 = root * s;
  return {p0, (p3 * n.x + p0 * n.y) / sum, (p3 * n.y - p0 * n.x) / sum, p3};
}

/// Whether the component that carries dn still has its digits at the end of the arc. Near the intermediate
/// axis all components of m-dot are small and its direction depends on this one's relative accuracy.
inline bool rate_is_known(const MomentumArc& arc) noexcept {
  const bool inner = arc.kind == ArcCase::circles_axis_1;
  return agree(std::abs(inner ? arc.m.x : arc.m.z), (inner ? arc.B1 : arc.B3) * arc.end.dn);
}

/// Frame (2) at the unit vector n of the given end of the arc; NaN where the direction of m-dot is not known.
inline Quat<double> rate_frame(const FrameConstants& body, const MomentumArc& arc, const ArcEnd& end,
                               const Vec3<double>& n) noexcept {
  constexpr double pi = std::numbers::pi, nan = std::numeric_limits<double>::quiet_NaN();
  if (!rate_is_known(arc)) return {nan, nan, nan, nan};
  const double height = n.z * one_plus_third(n);
  const double x = n.y * (body.a3 * (n.x * n.x) - body.a1 * height);
  const double y = -n.x * (body.a2 * height + body.a3 * (n.y * n.y));
  // gamma = -beta is the direction of the orbit seen from -e3 (stereographically): it turns once in a period,
  // and one of its components has a known sign at each point.
  double gamma = 0;
  if (arc.kind == ArcCase::circles_axis_3) {
    const double phi = end.amplitude();
    gamma = arc.sigma > 0 ? pi / 2 + pi * std::nearbyint(phi / pi) : pi * std::floor(phi / pi);
  } else if (arc.kind == ArcCase::circles_axis_1) {
    const double phi = end.amplitude();
    if (n.z >= 0)
      gamma = pi / 2 - 2 * pi * std::nearbyint(phi / (2 * pi));
    else
      gamma = (n.y < 0 ? -pi : 0) - 2 * pi * std::floor(phi / (2 * pi));
    gamma *= arc.sigma;
  } else if (n.z >= 0) {
    gamma = std::copysign(pi / 2, n.x);
  } else {
    gamma = n.y < 0 ? std::copysign(pi, -n.x) : 0;
  }
  return turned_frame(n, x, y, -gamma);
}

/// Frame (3) at the unit vector n of the given end of the arc.
inline Quat<double> polar_frame(const MomentumArc& arc, const ArcEnd& end, const Vec3<double>& n) noexcept {
  constexpr double pi = std::numbers::pi;
  const double azimuth = arc.kind == ArcCase::circles_axis_3 ? end.amplitude() : n.x < 0 ? pi : 0;
  return turned_frame(n, n.y, n.x, pi / 2 - azimuth);
}

/// Frame (1).
struct SmallestTurnQuaternion {
  static Quat<double> frame(const Vec3<double>& n) noexcept {
    const double sum = one_plus_third(n), root = std::sqrt(2 * sum);
    return {std::sqrt(sum / 2), n.y / root, -n.x / root, 0};
  }
  static Quat<double> rotation(const FrameConstants& body, const FrameStepData& s,
                               const AngleQuadrature& rule) noexcept {
    const double unit = 1 / s.G;
    return joined(frame(unit * s.m), smallest_turn_angle(body, s, rule), frame(unit * s.arc.m));
  }
};

/// Frame (2).
struct RateQuaternion {
  static Quat<double> rotation(const FrameConstants& body, const FrameStepData& s,
                               const AngleQuadrature& rule) noexcept {
    const double unit = 1 / s.G;
    return joined(rate_frame(body, s.arc, s.arc.begin, unit * s.m), rate_angle(body, s, rule),
                  rate_frame(body, s.arc, s.arc.end, unit * s.arc.m));
  }
};

/// Frame (3).
struct PolarQuaternion {
  static Quat<double> rotation(const FrameConstants& body, const FrameStepData& s,
                               const AngleQuadrature& rule) noexcept {
    const double unit = 1 / s.G;
    return joined(polar_frame(s.arc, s.arc.begin, unit * s.m), polar_angle(body, s, rule),
                  polar_frame(s.arc, s.arc.end, unit * s.arc.m));
  }
};

}  // namespace polhode::papers
