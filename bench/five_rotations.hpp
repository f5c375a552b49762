// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The free body split into rotations about its axes, for comparison: second order, five sines and cosines.
///
/// Convention. Ascending principal frame; q' = q r.
/// Method.     H = sum of m_i^2 / (2 I_i); each term alone turns the body about axis i at a constant rate. Axes 1, 2, 3, 2, 1
///             for h/2, h/2, h, h/2, h/2 [McLachlan 1993; Reich 1994]. The sine and cosine of the half angle turn the
///             attitude, their products the momentum.

#include <cmath>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode::bench {

struct FiveRotations {
  Vec3<double> inverse_moments;

  explicit FiveRotations(const Vec3<double>& moments) noexcept
      : inverse_moments{1 / moments.x, 1 / moments.y, 1 / moments.z} {}

  [[gnu::always_inline]] kernel::Phase<double> operator()(kernel::Phase<double> p, double h) const noexcept {
    about_first(p, h / 2);
    about_second(p, h / 2);
    about_third(p, h);
    about_second(p, h / 2);
    about_first(p, h / 2);
    return p;
  }

 private:
  struct HalfTurn {
    double s, c;          // of half the angle
    double sine, cosine;  // of the angle
  };

  static HalfTurn half_turn(double half_angle) noexcept {
    const double s = std::sin(half_angle), c = std::cos(half_angle);
    return {s, c, 2 * s * c, c * c - s * s};
  }

  void about_first(kernel::Phase<double>& p, double h) const noexcept {
    const HalfTurn t = half_turn(h * p.m.x * inverse_moments.x / 2);
    p.m = {p.m.x, t.cosine * p.m.y + t.sine * p.m.z, t.cosine * p.m.z - t.sine * p.m.y};
    const Quat<double>& q = p.q;
    p.q = {t.c * q.w - t.s * q.x, t.c * q.x + t.s * q.w, t.c * q.y + t.s * q.z, t.c * q.z - t.s * q.y};
  }

  void about_second(kernel::Phase<double>& p, double h) const noexcept {
    const HalfTurn t = half_turn(h * p.m.y * inverse_moments.y / 2);
    p.m = {t.cosine * p.m.x - t.sine * p.m.z, p.m.y, t.cosine * p.m.z + t.sine * p.m.x};
    const Quat<double>& q = p.q;
    p.q = {t.c * q.w - t.s * q.y, t.c * q.x - t.s * q.z, t.c * q.y + t.s * q.w, t.c * q.z + t.s * q.x};
  }

  void about_third(kernel::Phase<double>& p, double h) const noexcept {
    const HalfTurn t = half_turn(h * p.m.z * inverse_moments.z / 2);
    p.m = {t.cosine * p.m.x + t.sine * p.m.y, t.cosine * p.m.y - t.sine * p.m.x, p.m.z};
    const Quat<double>& q = p.q;
    p.q = {t.c * q.w - t.s * q.z, t.c * q.x + t.s * q.y, t.c * q.y - t.s * q.x, t.c * q.z + t.s * q.w};
  }
};

}  // namespace polhode::bench
