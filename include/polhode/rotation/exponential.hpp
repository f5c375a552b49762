// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Exponential, logarithm and their differentials, for rotation vectors and unit quaternions.
///
/// Convention. A rotation vector phi rotates by |phi| about phi; it is an element of so(3) through hat(phi).
///               exp_quat(phi)  = (cos |phi|/2, sin(|phi|/2) phi/|phi|), with half the angle
///               rodrigues(phi) = exp(hat(phi)) = to_matrix(exp_quat(phi))
///             dexp is the left-trivialised differential: for phi(t),
///               d/dt exp(hat(phi)) = hat(dexp(phi, phi')) exp(hat(phi)),
///               dexp(phi, v) = v + phi x v / 2! + phi x (phi x v) / 3! + ...
///             so dexp(phi, phi') is the angular velocity in space; in the body frame it is dexp(-phi, phi').
///             The exponential of unit quaternions takes the pure quaternion u = phi/2, with the bracket [u,
///             v] = 2 u x v: exp_pure(u) = exp_quat(2u), dexp_quat(u, v) = dexp(2u, v).
/// Method.     With a = |phi|, n = phi/a:
///               dexp(phi, v)     = s v + (1 - cos a)/a n x v + (1 - s) n (n.v),   s = sin a/a
///               dexp_inv(phi, v) = c v - a/2 n x v + (1 - c) n (n.v),             c = (a/2) cot(a/2)
///             (Iserles, Munthe-Kaas, Norsett and Zanna, Acta Numerica 9, 2000, appendix B, rearranged). In
///             this form nothing cancels for small a, so no series is needed; 1 - cos a is computed as 2
///             sin^2(a/2). If every |phi_k| < 2^-(digits/2 + 4), only the leading terms are used, without
///             division by a, so 0 and subnormal numbers are no special cases. For a > 1/16 the rounding
///             error of a is computed by fused multiplication and carried into sine and cosine: angles near
///             pi, near 2 pi and of many turns lose no digits.
/// Accuracy.   docs/accuracy.md

#include <cmath>
#include <limits>
#include <polhode/core/compensated.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode {

namespace exponential_detail {

/// |phi| = a as rounded, b = a/2, sine and cosine of the exact |phi|/2, and the direction n.
template <class T>
struct HalfAngle {
  T a, b, sine, cosine;
  Vec3<T> n;
};

/// Whether phi is so short that relative second-order terms are below round-off.
template <class T>
bool is_tiny(const Vec3<T>& phi) noexcept {
  using std::ldexp;
  return largest(phi) < ldexp(T(1), -(std::numeric_limits<T>::digits / 2 + 4));
}

/// |phi|^2 - a^2 to almost full accuracy, for squares within range.
template <class T>
T square_defect(const Vec3<T>& phi, const T& a) noexcept {
  using std::fma;
  const T xx = phi.x * phi.x, yy = phi.y * phi.y, zz = phi.z * phi.z, aa = a * a;
  const T low = fma(phi.x, phi.x, -xx) + fma(phi.y, phi.y, -yy) + fma(phi.z, phi.z, -zz) - fma(a, a, -aa);
  // The leading parts cancel; the rounding error of each sum is kept.
  const ExactSum<T> one = two_sum(xx, -aa), two = two_sum(one.sum, yy), three = two_sum(two.sum, zz);
  return three.sum + (one.error + two.error + three.error + low);
}

/// For phi for which is_tiny is false.
template <class T>
HalfAngle<T> half_angle(const Vec3<T>& phi) noexcept {
  using std::cos;
  using std::sin;
  const T a = norm(phi);
  HalfAngle<T> h{a, a / T(2), {}, {}, {phi.x / a, phi.y / a, phi.z / a}};
  h.sine = sin(h.b);
  h.cosine = cos(h.b);
  if (a > T(0.0625) && squares_are_safe<T>(binary_exponent(a))) {
    const T rest = square_defect(phi, a) / (T(4) * a);  // the error of b
    const bool is_small = a < T(1 << 20);               // its square is below round-off
    const T s = is_small ? rest : sin(rest), c = is_small ? T(1) : cos(rest), sine = h.sine;
    h.sine = c * sine + s * h.cosine;
    h.cosine = c * h.cosine - s * sine;
  }
  return h;
}

/// v/|v| for a nonzero v, subnormal components included.
template <class T>
Vec3<T> direction(const Vec3<T>& v) noexcept {
  const Vec3<T> b = scaled(v, -binary_exponent(largest(v)));
  const T length = norm(b);
  return {b.x / length, b.y / length, b.z / length};
}

}  // namespace exponential_detail

/// exp_quat(phi) - 1, with an accurate scalar part for small angles.
template <class T>
Quat<T> exp_quat_minus_one(const Vec3<T>& phi) noexcept {
  if (exponential_detail::is_tiny(phi)) {
    const T a = norm(phi);
    return {-(a / T(8)) * a, phi.x / T(2), phi.y / T(2), phi.z / T(2)};
  }
  const auto h = exponential_detail::half_angle(phi);
  // 1 - cos b = sin^2 b/(1 + cos b) does not cancel where cos b is positive.
  const T w = h.cosine > T(0) ? -h.sine * h.sine / (T(1) + h.cosine) : h.cosine - T(1);
  return {w, h.sine * h.n.x, h.sine * h.n.y, h.sine * h.n.z};
}

/// The unit quaternion of a rotation vector.
template <class T>
Quat<T> exp_quat(const Vec3<T>& phi) noexcept {
  if (exponential_detail::is_tiny(phi)) return {T(1), phi.x / T(2), phi.y / T(2), phi.z / T(2)};
  const auto h = exponential_detail::half_angle(phi);
  return {h.cosine, h.sine * h.n.x, h.sine * h.n.y, h.sine * h.n.z};
}

/// The phi with exp_quat(phi) = q/|q| and |phi| <= 2 pi: the inverse of exp_quat on the unit quaternions,
/// where q and -q differ. For q = -1, whose axis is undetermined, (2 pi, 0, 0).
template <class T>
Vec3<T> log_quat(const Quat<T>& q) noexcept {
  using std::atan2;
  const Vec3<T> v = q.vec();
  if (v == Vec3<T>{}) return {q.w < T(0) ? T(4) * atan2(T(1), T(0)) : T(0), T(0), T(0)};
  if (q.w > T(0) && exponential_detail::is_tiny(T(1) / q.w * v)) return T(2) / q.w * v;
  return T(2) * atan2(norm(v), q.w) * exponential_detail::direction(v);
}

/// The shortest rotation vector of the rotation that q and -q represent, |phi| <= pi.
template <class T>
Vec3<T> rotation_vector(const Quat<T>& q) noexcept {
  return log_quat(q.w < T(0) ? -q : q);
}

/// Rodrigues: exp(hat(phi)).
template <class T>
Mat3<T> rodrigues(const Vec3<T>& phi) noexcept {
  if (exponential_detail::is_tiny(phi)) {
    const Vec3<T> half = T(0.5) * phi;
    return {{T(1), half.x * phi.y - phi.z, half.x * phi.z + phi.y, half.y * phi.x + phi.z, T(1),
             half.y * phi.z - phi.x, half.z * phi.x - phi.y, half.z * phi.y + phi.x, T(1)}};
  }
  const auto [a, b, sine, cosine, n] = exponential_detail::half_angle(phi);
  const T s = T(2) * sine * cosine, d = T(2) * sine * sine;  // sin a, 1 - cos a
  const T dx = d * n.x, dy = d * n.y, dz = d * n.z;
  return {{T(1) - (dy * n.y + dz * n.z), dx * n.y - s * n.z, dz * n.x + s * n.y, dx * n.y + s * n.z,
           T(1) - (dz * n.z + dx * n.x), dy * n.z - s * n.x, dz * n.x - s * n.y, dy * n.z + s * n.x,
           T(1) - (dx * n.x + dy * n.y)}};
}

/// The rotation vector, |phi| <= pi, of a rotation matrix that is orthogonal to rounding.
template <class T>
Vec3<T> log_matrix(const Mat3<T>& r) noexcept {
  return log_quat(to_quat(r));
}

/// dexp(phi, v), defined at the top of this file.
template <class T>
Vec3<T> dexp(const Vec3<T>& phi, const Vec3<T>& v) noexcept {
  if (exponential_detail::is_tiny(phi)) return v + T(0.5) * cross(phi, v);
  const auto [a, b, sine, cosine, n] = exponential_detail::half_angle(phi);
  const T across = T(2) * sine * cosine / a, turned = T(2) * sine * sine / a;
  return across * v + turned * cross(n, v) + (T(1) - across) * dot(n, v) * n;
}

/// The inverse of v -> dexp(phi, v); |phi| must not be a positive multiple of 2 pi.
template <class T>
Vec3<T> dexp_inv(const Vec3<T>& phi, const Vec3<T>& v) noexcept {
  if (exponential_detail::is_tiny(phi)) return v - T(0.5) * cross(phi, v);
  const auto [a, b, sine, cosine, n] = exponential_detail::half_angle(phi);
  const T across = b * cosine / sine;
  return across * v - b * cross(n, v) + (T(1) - across) * dot(n, v) * n;
}

/// The exponential of the pure quaternion (0, u), and its inverse with |u| <= pi.
template <class T>
Quat<T> exp_pure(const Vec3<T>& u) noexcept {
  return exp_quat(T(2) * u);
}
template <class T>
Vec3<T> log_pure(const Quat<T>& q) noexcept {
  return T(0.5) * log_quat(q);
}

/// The differential of exp_pure, d/dt exp_pure(u) = (0, dexp_quat(u, u')) exp_pure(u), and its inverse.
template <class T>
Vec3<T> dexp_quat(const Vec3<T>& u, const Vec3<T>& v) noexcept {
  return dexp(T(2) * u, v);
}
template <class T>
Vec3<T> dexp_inv_quat(const Vec3<T>& u, const Vec3<T>& v) noexcept {
  return dexp_inv(T(2) * u, v);
}

}  // namespace polhode
