// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What a formula may depend on, for any number type: the state of a body and the time.

#include <array>
#include <cstddef>
#include <polhode/core/corner.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode {

/// What a formula may depend on, in the user's body frame; T is double, or a number type that records.
template <class T>
struct FormulaState {
  using Number = T;

  Quat<T> attitude;                    ///< of the body frame in space, unit
  Vec3<T> momentum, angular_velocity;  ///< in the body frame
  T time;

  /// A constant.
  T number(double x) const { return T(x); }
  Vec3<T> vector(double x, double y, double z) const { return {T(x), T(y), T(z)}; }
  /// Functions with corners or jumps.
  T abs(const T& x) const { return absolute(x); }
  /// 1, -1, or 0 at zero.
  T sign(const T& x) const { return sign_of(x); }
  T min(const T& x, const T& y) const { return lesser_of(x, y); }
  T max(const T& x, const T& y) const { return greater_of(x, y); }
  /// x, not below `low` and not above `high`.
  T clip(const T& x, const T& low, const T& high) const { return min(max(x, low), high); }
  /// x where d >= 0, otherwise y; both are computed and must be finite everywhere.
  T where(const T& d, const T& x, const T& y) const { return choose(d, x, y); }
  /// A direction of space as the body sees it: Q^T v.
  Vec3<T> in_body(const Vec3<T>& v) const { return rotate(attitude.conjugate(), v); }
  Vec3<T> in_body(double x, double y, double z) const { return in_body(vector(x, y, z)); }
  /// A body vector in space: Q v.
  Vec3<T> in_space(const Vec3<T>& v) const { return rotate(attitude, v); }

  /// All its numbers: attitude w, x, y, z, momentum, angular velocity, time.
  static constexpr std::size_t size = 11;
  std::array<const T*, size> numbers() const {
    return {&attitude.w,         &attitude.x,         &attitude.y, &attitude.z,
            &momentum.x,         &momentum.y,         &momentum.z, &angular_velocity.x,
            &angular_velocity.y, &angular_velocity.z, &time};
  }
};

}  // namespace polhode
