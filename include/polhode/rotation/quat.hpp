// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Quaternion algebra for kernels: a scalar w and a vector (x, y, z).
///
/// Convention. Scalar first, Hamilton product (ij = k). A unit q takes body vectors to space: v_S = q (0,
///             v_B) q^-1, and the kinematic equation is q' = q (0, omega) / 2 with omega in the body frame.
/// Accuracy.   Products and sums are computed as written, without implicit normalisation.

#include <cmath>
#include <limits>
#include <polhode/core/branch.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/core/vec3.hpp>

namespace polhode {

/// A quaternion w + x i + y j + z k, scalar first.
template <class T>
struct Quat {
  T w{}, x{}, y{}, z{};

  static constexpr Quat identity() noexcept { return {T(1), T(0), T(0), T(0)}; }
  constexpr Vec3<T> vec() const noexcept { return {x, y, z}; }
  constexpr Quat conjugate() const noexcept { return {w, -x, -y, -z}; }

  friend constexpr Quat operator+(const Quat& a, const Quat& b) noexcept {
    return {a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend constexpr Quat operator-(const Quat& a, const Quat& b) noexcept {
    return {a.w - b.w, a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend constexpr Quat operator-(const Quat& a) noexcept { return {-a.w, -a.x, -a.y, -a.z}; }
  friend constexpr Quat operator*(const T& s, const Quat& a) noexcept {
    return {s * a.w, s * a.x, s * a.y, s * a.z};
  }
  friend constexpr Quat operator*(const Quat& a, const Quat& b) noexcept {
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
  }
  friend constexpr bool operator==(const Quat& a, const Quat& b) noexcept = default;
};

/// The inner product of two quaternions.
template <class T>
constexpr T dot(const Quat<T>& a, const Quat<T>& b) noexcept {
  return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}

/// For each lane, a if the condition holds, otherwise b.
template <LaneMask M, class T>
[[gnu::always_inline]] inline Quat<T> select(const M& condition, const Quat<T>& a,
                                             const Quat<T>& b) noexcept {
  return {select(condition, a.w, b.w), select(condition, a.x, b.x), select(condition, a.y, b.y),
          select(condition, a.z, b.z)};
}

/// |a|, without intermediate overflow or underflow.
template <class T>
T norm(const Quat<T>& a) noexcept {
  using std::ldexp;
  using std::sqrt;
  const T v = largest(a.vec()), w = a.w < T(0) ? -a.w : a.w, s = v > w ? v : w;
  if (!(s > T(0) && s <= std::numeric_limits<T>::max())) return s + dot(a, a);  // 0, infinity or NaN
  const int e = binary_exponent(s);
  if (squares_are_safe<T>(e)) return sqrt(dot(a, a));
  const Vec3<T> b = scaled(a.vec(), -e);
  const T c = ldexp(a.w, -e);
  return ldexp(sqrt(c * c + dot(b, b)), e);
}

/// a / |a|, for an a that has drifted from unit norm; |a|^2 must neither overflow nor underflow.
template <class T>
Quat<T> normalised(const Quat<T>& a) noexcept {
  using std::sqrt;
  return (T(1) / sqrt(dot(a, a))) * a;
}

/// v rotated by the unit quaternion q: q (0, v) q^-1 = v + 2 w (u x v) + 2 u x (u x v), u the vector part.
template <class T>
constexpr Vec3<T> rotate(const Quat<T>& q, const Vec3<T>& v) noexcept {
  const Vec3<T> t = T(2) * cross(q.vec(), v);
  return v + q.w * t + cross(q.vec(), t);
}

/// Converts to another number type.
template <class To, class From>
constexpr Quat<To> convert(const Quat<From>& a) noexcept {
  return {static_cast<To>(a.w), static_cast<To>(a.x), static_cast<To>(a.y), static_cast<To>(a.z)};
}

}  // namespace polhode
