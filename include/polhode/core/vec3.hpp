// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A vector of three numbers for kernels.
///
/// Convention. T is any number type with + - * /: double, long double, a multiprecision number or a SIMD
///             lane. The public interface uses Eigen's vectors, which cannot hold lanes.

#include <polhode/core/branch.hpp>

namespace polhode {

/// Three components; their frame is stated where the vector is used.
template <class T>
struct Vec3 {
  T x{}, y{}, z{};

  friend constexpr Vec3 operator+(const Vec3& a, const Vec3& b) noexcept {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend constexpr Vec3 operator-(const Vec3& a, const Vec3& b) noexcept {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend constexpr Vec3 operator-(const Vec3& a) noexcept { return {-a.x, -a.y, -a.z}; }
  friend constexpr Vec3 operator*(const T& s, const Vec3& a) noexcept { return {s * a.x, s * a.y, s * a.z}; }
  friend constexpr Vec3 operator*(const Vec3& a, const T& s) noexcept { return s * a; }
  friend constexpr Vec3 operator/(const Vec3& a, const T& s) noexcept { return {a.x / s, a.y / s, a.z / s}; }
  friend constexpr bool operator==(const Vec3& a, const Vec3& b) noexcept = default;
};

/// a . b
template <class T>
constexpr T dot(const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// a x b
template <class T>
constexpr Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// For each lane, a if the condition holds, otherwise b.
template <LaneMask M, class T>
[[gnu::always_inline]] inline Vec3<T> select(const M& condition, const Vec3<T>& a,
                                             const Vec3<T>& b) noexcept {
  return {select(condition, a.x, b.x), select(condition, a.y, b.y), select(condition, a.z, b.z)};
}

/// Converts to another number type (rounds if To is narrower).
template <class To, class From>
constexpr Vec3<To> convert(const Vec3<From>& a) noexcept {
  return {static_cast<To>(a.x), static_cast<To>(a.y), static_cast<To>(a.z)};
}

}  // namespace polhode
