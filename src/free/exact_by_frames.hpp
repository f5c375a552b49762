// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The exact step by an independent method: addition theorems and the smallest-rotation frame.
///
/// Convention. Moments ascending, m in the principal frame, of any norm; q' = q r, the sign of r continuous
///             in h. G = |m|.
/// Method.     Two symmetries leave one case: if m circles axis 1, (m1,m2,m3) -> (-m3,-m2,-m1) with I1 and I3
///             exchanged (a proper rotation; lambda becomes negative); if m3 < 0, half a turn about axis 1.
///             With c1 = I1 (I3-I2)/(I2 (I3-I1)), c2 = I3 (I2-I1)/(I2 (I3-I1)), nu = c2/c1,
///             d1^2 = m1^2 + c1 m2^2, d3^2 = c2 m2^2 + m3^2, rho = d1^2/d3^2, k^2 = nu rho,
///             1-k^2 = (c1 m3^2 - c2 m1^2)/(c1 d3^2), v = lambda d3 h, s,c,d = sn,cn,dn(v), S = s/d3:
///               m' = (m1 c - sqrt(c1) m2 m3 S d, m2 c d + m1 m3 S/sqrt(c1), m3 d - c2/sqrt(c1) m1 m2 S c)
///                    / (c^2 + (S m3)^2),
///               r = p(m)^-1 exp(psi e3/2) p(m'), p(m) ~ (G + m3, m2, -m1, 0),
///               psi = G h/I3 + g P(v) - chi - change of atan2(m2, m1), g = G/(sqrt(c1) d3),
///               P(v) = int_0^v du/(1 + nu sn^2 u), chi = arg(X + i Y) from the addition theorem of Pi,
///               X = 1 + nu (s0^2 + s1^2 - s0 s1 c d - k^2 s0^2 s1^2 s^2), Y = nu g s0 s1 s,
///               s0 = sqrt(c1) m2/d1, s1 = sqrt(c1) m2'/d1.
///             g P by Carlson's R_J in the form whose terms have one sign (turn_by_third_kind below). Neither
///             the phase nor F is needed: what depends on the position on the orbit is algebraic.
/// Accuracy.   Every reference motion within 1.8 eps (1 + cond) in double. docs/accuracy.md.

#include <cmath>
#include <numbers>
#include <polhode/core/norm.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/elliptic/carlson.hpp>
#include <polhode/elliptic/jacobi.hpp>
#include <polhode/elliptic/legendre.hpp>
#include <polhode/elliptic/parameter.hpp>
#include <polhode/kernel/increment.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode {

template <class T>
class ExactByFrames {
 public:
  explicit ExactByFrames(const Vec3<T>& moments) noexcept
      : exponent_(binary_exponent(moments.z)), I_(scaled(moments, -exponent_)) {
    const T spread = I_.z - I_.x;
    if (spread == T(0)) return;
    c1_ = I_.x * (I_.z - I_.y) / (I_.y * spread);
    c2_ = I_.z * (I_.y - I_.x) / (I_.y * spread);
    rate1_ = std::sqrt((I_.y - I_.x) * spread / (I_.y * I_.z)) / I_.x;
    rate3_ = std::sqrt((I_.z - I_.y) * spread / (I_.x * I_.y)) / I_.z;
  }

  kernel::Image<T> operator()(const Vec3<T>& m, T h) const noexcept {
    const T size = largest(m);
    if (size == T(0)) return {m, Quat<T>::identity()};
    const int e = binary_exponent(size);
    kernel::Image<T> image = unit_step(scaled(m, -e), std::ldexp(h, e - exponent_));
    image.m = scaled(image.m, e);
    return image;
  }

 private:
  /// One of the two symmetric cases after renaming: m circles axis 3.
  struct Case {
    T c1, c2, rate;
    bool renamed;
  };

  /// v = 2 j K + rest, |rest| <= K: s, c, d of rest, and j.
  struct Swing {
    elliptic::Jacobi<T> at_rest;
    T v, rest, turns;
    bool odd;
  };

  static Vec3<T> rename(const Vec3<T>& v) noexcept { return {-v.z, -v.y, -v.x}; }
  static Vec3<T> half_turn(const Vec3<T>& v) noexcept { return {v.x, -v.y, -v.z}; }

  kernel::Image<T> unit_step(const Vec3<T>& m, T h) const noexcept {
    const T e = c1_ * (m.z * m.z) - c2_ * (m.x * m.x);
    const Case half = e < T(0) ? Case{c2_, c1_, -rate1_, true} : Case{c1_, c2_, rate3_, false};
    if (is_steady(m)) return {m, steady_turn(m, h)};
    Vec3<T> n = half.renamed ? rename(m) : m;
    const bool below = n.z < T(0);
    if (below) n = half_turn(n);

    kernel::Image<T> image = step_about_axis_3(half, n, std::abs(e), h);
    Vec3<T> v = image.r.vec();
    if (below) {
      image.m = half_turn(image.m);
      v = half_turn(v);
    }
    if (half.renamed) {
      image.m = rename(image.m);
      v = rename(v);
    }
    image.r = {image.r.w, v.x, v.y, v.z};
    return image;
  }

  /// m x omega = 0.
  bool is_steady(const Vec3<T>& m) const noexcept {
    return (I_.y == I_.z || m.y * m.z == T(0)) && (I_.z == I_.x || m.z * m.x == T(0)) &&
           (I_.x == I_.y || m.x * m.y == T(0));
  }

  Quat<T> steady_turn(const Vec3<T>& m, T h) const noexcept {
    // A linear body has I1 = 0 and m1 = 0.
    const Vec3<T> v{m.x == T(0) ? T(0) : h * m.x / I_.x, h * m.y / I_.y, h * m.z / I_.z};
    const T angle = norm(v);
    const T scale = angle == T(0) ? T(0) : std::sin(angle / 2) / angle;
    return {std::cos(angle / 2), scale * v.x, scale * v.y, scale * v.z};
  }

  static Swing swing(T v, const elliptic::Parameter<T>& k) noexcept {
    Swing w{{}, v, v, T(0), false};
    if (k.mc > T(0)) {
      const T period = 2 * elliptic::ellint_k(k);
      w.turns = std::nearbyint(v / period);
      w.rest = v - w.turns * period;
      w.odd = std::fmod(w.turns, T(2)) != T(0);
    }
    w.at_rest = elliptic::jacobi(w.rest, k);
    return w;
  }

  /// G h/I3 + g P(v), with all terms of one sign.
  ///   nu <= 1:   P = v - (nu/3) s^3 R_J(c^2, d^2, 1, 1 + nu s^2);
  ///   nu > 1:    g P = g (rho/3) s^3 R_J(c^2, d^2, 1, 1 + rho s^2) + arg(c d + i g s), plus pi for each 2K;
  ///   the form above would cancel for rods, and one of nu and rho is below one;
  ///   renamed:   1/I3 is the largest here, g v = G h (1/I1 - 1/I3), and G h/I1 - g (nu/3) s^3 R_J remains.
  T turn_by_third_kind(const Case& half, const Swing& w, T mc, T rho, T g, T G, T h) const noexcept {
    const T s = w.at_rest.sn, c = w.at_rest.cn, d = w.at_rest.dn;
    const T nu = half.c2 / half.c1;
    const auto third_kind = [&](T minus_n) {
      const T swept = s * s * s * elliptic::rj(c * c, d * d, T(1), 1 + minus_n * (s * s));
      const T turned = w.turns == T(0) ? T(0) : 2 * w.turns * elliptic::rj(T(0), mc, T(1), 1 + minus_n);
      return g * (minus_n / 3) * (swept + turned);
    };
    const T slow = G * h / I_.z;
    if (half.renamed) return slow - third_kind(nu);
    if (nu <= T(1)) return slow + (g * w.v - third_kind(nu));
    return slow + (third_kind(rho) + (std::atan2(g * s, c * d) + w.turns * std::numbers::pi_v<T>));
  }

  kernel::Image<T> step_about_axis_3(const Case& half, const Vec3<T>& m, T e, T h) const noexcept {
    const T c1 = half.c1, c2 = half.c2, root = std::sqrt(c1), nu = c2 / c1;
    const T d1 = norm(Vec3<T>{m.x, root * m.y, T(0)}), d3_square = c2 * (m.y * m.y) + m.z * m.z;
    const T d3 = std::sqrt(d3_square), rho = (d1 / d3) * (d1 / d3);
    const T G = norm(m), g = G / (root * d3);
    const elliptic::Parameter<T> k{nu * rho, e / (c1 * d3_square)};
    const Swing w = swing(half.rate * d3 * h, k);
    const T sign = w.odd ? T(-1) : T(1);
    const T s = sign * w.at_rest.sn, c = sign * w.at_rest.cn, d = w.at_rest.dn, S = s / d3;

    const T scale = 1 / (c * c + (S * m.z) * (S * m.z));
    const Vec3<T> after{scale * (m.x * c - root * (m.y * m.z) * S * d),
                        scale * (m.y * c * d + m.x * m.z * S / root),
                        scale * (m.z * d - c2 / root * (m.x * m.y) * S * c)};

    // psi/2: half of the angle that grows with time, and the root of the complex number of the rest.
    const T theta = turn_by_third_kind(half, w, k.mc, rho, g, G, h) / 2;
    const T s0 = root * m.y / d1, s1 = root * after.y / d1;
    const T X = 1 + nu * (s0 * s0 + s1 * s1 - s0 * s1 * c * d - k.m * (s0 * s0) * (s1 * s1) * (s * s));
    const T Y = nu * g * s0 * s1 * s;
    // Near axis 3 the squares of m1 and m2 may underflow, but their quotients by d1 do not.
    const T x0 = m.x / d1, y0 = m.y / d1, x1 = after.x / d1, y1 = after.y / d1;
    const T across = x0 * y1 - y0 * x1, along = x0 * x1 + y0 * y1;
    // (X - iY)(along - i across): minus chi minus the change of atan2(m2, m1), modulo half turns.
    const T re = X * along - Y * across, im = -(X * across + Y * along);
    const HalfAngle z = half_angle(re, im, -std::atan2(Y, X) - change_of_azimuth(along, across, w));
    const T ct = std::cos(theta), st = std::sin(theta);
    const T cosine = ct * z.cosine - st * z.sine, sine = st * z.cosine + ct * z.sine;
    return {after, joined(G, m, after, cosine, sine)};
  }

  struct HalfAngle {
    T cosine, sine;
  };

  /// cos and sin of half the argument of re + i im, which is near `angle` and on the same sheet.
  static HalfAngle half_angle(T re, T im, T angle) noexcept {
    const T length = std::hypot(re, im);
    if (re >= T(0)) {
      const T cosine = std::copysign(std::sqrt((1 + re / length) / 2), std::cos(angle / 2));
      return {cosine, im / (2 * length * cosine)};
    }
    const T sine = std::copysign(std::sqrt((1 - re / length) / 2), std::sin(angle / 2));
    return {im / (2 * length * sine), sine};
  }

  /// atan2(m2', m1') - atan2(m2, m1), continuous: for |rest| <= K it is less than half a turn and has the
  /// sign of rest; each 2K adds pi.
  static T change_of_azimuth(T along, T across, const Swing& w) noexcept {
    const T side = w.odd ? T(-1) : T(1);
    T angle = std::atan2(side * across, side * along);
    if (side * along < T(0)) angle = std::copysign(angle, w.rest);
    return angle + w.turns * std::numbers::pi_v<T>;
  }

  /// p(m)^-1 (cosine + sine e3) p(m').
  static Quat<T> joined(T G, const Vec3<T>& m, const Vec3<T>& after, T cosine, T sine) noexcept {
    const T a = G + m.z, b = G + after.z;
    const T scale = 1 / (2 * G * std::sqrt(a * b));  // |p|^2 = 2 G (G + m3)
    const Quat<T> turned{cosine * b, cosine * after.y + sine * after.x, sine * after.y - cosine * after.x,
                         sine * b};
    return scale * (Quat<T>{a, -m.y, m.x, T(0)} * turned);
  }

  int exponent_;
  Vec3<T> I_;
  T c1_ = T(0.5), c2_ = T(0.5);    ///< for a sphere any pair is valid
  T rate1_ = T(0), rate3_ = T(0);  ///< |lambda| if m circles axis 1, 3
};

}  // namespace polhode
