// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Rotation matrices for kernels: a 3x3 matrix, and conversion to and from quaternions.
///
/// Convention. Row major; Q = to_matrix(q) takes body vectors to space, Q v = q (0, v) q^-1. q and -q have
///             the same matrix; to_quat returns the one with w >= 0.
/// Method.     Euler-Rodrigues for the matrix. For the quaternion Shepperd's method (J. Guidance and Control
///             1, 1978, 223): the four rows of 4 q q^T are linear in Q, and the one with the largest diagonal
///             entry, which is at least 1, is normalised. No digits are lost at angles near pi or near 0.
/// Accuracy.   docs/accuracy.md

#include <array>
#include <cmath>
#include <cstddef>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode {

/// A 3x3 matrix, stored by rows.
template <class T>
struct Mat3 {
  std::array<T, 9> entries{};

  /// The identity matrix.
  static constexpr Mat3 identity() noexcept {
    return {{T(1), T(0), T(0), T(0), T(1), T(0), T(0), T(0), T(1)}};
  }
  constexpr T& operator()(std::size_t row, std::size_t column) noexcept { return entries[3 * row + column]; }
  constexpr const T& operator()(std::size_t row, std::size_t column) const noexcept {
    return entries[3 * row + column];
  }
  /// The transpose.
  constexpr Mat3 transpose() const noexcept {
    const auto& a = entries;
    return {{a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]}};
  }

  friend constexpr Vec3<T> operator*(const Mat3& a, const Vec3<T>& v) noexcept {
    return {a(0, 0) * v.x + a(0, 1) * v.y + a(0, 2) * v.z, a(1, 0) * v.x + a(1, 1) * v.y + a(1, 2) * v.z,
            a(2, 0) * v.x + a(2, 1) * v.y + a(2, 2) * v.z};
  }
  friend constexpr Mat3 operator*(const Mat3& a, const Mat3& b) noexcept {
    Mat3 c;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) c(i, j) = a(i, 0) * b(0, j) + a(i, 1) * b(1, j) + a(i, 2) * b(2, j);
    return c;
  }
  friend constexpr bool operator==(const Mat3& a, const Mat3& b) noexcept = default;
};

/// The skew-symmetric matrix of v: hat(v) u = v x u.
template <class T>
constexpr Mat3<T> hat(const Vec3<T>& v) noexcept {
  return {{T(0), -v.z, v.y, v.z, T(0), -v.x, -v.y, v.x, T(0)}};
}

/// The rotation matrix of q/|q| (Euler-Rodrigues). Division by |q|^2 makes it orthogonal to rounding even if
/// q is unit only to rounding. Requires q != 0 and |q|^2 within range.
template <class T>
constexpr Mat3<T> to_matrix(const Quat<T>& q) noexcept {
  const T s = T(2) / dot(q, q);
  const T xs = s * q.x, ys = s * q.y, zs = s * q.z;
  const T xx = xs * q.x, yy = ys * q.y, zz = zs * q.z;
  const T xy = xs * q.y, yz = ys * q.z, zx = zs * q.x;
  const T wx = xs * q.w, wy = ys * q.w, wz = zs * q.w;
  return {{T(1) - (yy + zz), xy - wz, zx + wy, xy + wz, T(1) - (zz + xx), yz - wx, zx - wy, yz + wx,
           T(1) - (xx + yy)}};
}

/// The unit quaternion with w >= 0 of a rotation matrix that is orthogonal to rounding.
template <class T>
Quat<T> to_quat(const Mat3<T>& r) noexcept {
  using std::sqrt;
  const T xx = r(0, 0), yy = r(1, 1), zz = r(2, 2), trace = xx + yy + zz;
  const T wx = r(2, 1) - r(1, 2), wy = r(0, 2) - r(2, 0), wz = r(1, 0) - r(0, 1);
  const T xy = r(1, 0) + r(0, 1), yz = r(2, 1) + r(1, 2), zx = r(0, 2) + r(2, 0);
  Quat<T> p;
  if (trace >= xx && trace >= yy && trace >= zz)
    p = {T(1) + trace, wx, wy, wz};
  else if (xx >= yy && xx >= zz)
    p = {wx, T(1) + (xx - yy) - zz, xy, zx};
  else if (yy >= zz)
    p = {wy, xy, T(1) + (yy - zz) - xx, yz};
  else
    p = {wz, zx, yz, T(1) + (zz - xx) - yy};
  const T length = sqrt(dot(p, p));
  const T sign = p.w < T(0) ? T(-1) : T(1);
  return {sign * p.w / length, sign * p.x / length, sign * p.y / length, sign * p.z / length};
}

/// Converts to another number type.
template <class To, class From>
constexpr Mat3<To> convert(const Mat3<From>& a) noexcept {
  Mat3<To> b;
  for (std::size_t i = 0; i < 9; ++i) b.entries[i] = static_cast<To>(a.entries[i]);
  return b;
}

}  // namespace polhode
