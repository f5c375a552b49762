// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// I^-1 in the principal frame, for torques that depend on the angular velocity.
///
/// Convention. Moments ascending. About the axis of a linear body, whose moment is zero, the inverse is 0,
///             and so is the angular velocity, whatever m.

#include <polhode/core/vec3.hpp>
#include <polhode/kernel/inverse_gaps.hpp>
#include <polhode/rotation/matrix.hpp>

namespace polhode::torques {

/// I^-1 of one body, and the differences of inverse moments in m x omega.
template <class T>
class InverseInertia {
 public:
  InverseInertia() = default;
  /// @param moments  ascending; one may be 0
  explicit constexpr InverseInertia(const Vec3<T>& moments) noexcept
      : inverse_{inverse(moments.x), inverse(moments.y), inverse(moments.z)},
        gap_{gap(moments.y, moments.z), gap(moments.z, moments.x), gap(moments.x, moments.y)} {}

  /// Converts from another number type.
  template <class U>
  explicit constexpr InverseInertia(const InverseInertia<U>& i) noexcept
      : inverse_(convert<T>(i.inverse_)), gap_(convert<T>(i.gap_)) {}

  /// 1 / I, and the differences 1/I_z - 1/I_y, ... in m x omega.
  constexpr const Vec3<T>& inverse() const noexcept { return inverse_; }
  constexpr const Vec3<T>& gap() const noexcept { return gap_; }

  /// omega = I^-1 m.
  constexpr Vec3<T> operator*(const Vec3<T>& m) const noexcept {
    return {inverse_.x * m.x, inverse_.y * m.y, inverse_.z * m.z};
  }

  /// a I^-1.
  friend constexpr Mat3<T> operator*(const Mat3<T>& a, const InverseInertia& i) noexcept {
    const auto& e = a.entries;
    const Vec3<T>& s = i.inverse_;
    return {{e[0] * s.x, e[1] * s.y, e[2] * s.z, e[3] * s.x, e[4] * s.y, e[5] * s.z, e[6] * s.x, e[7] * s.y,
             e[8] * s.z}};
  }

  /// m x omega, without products of two momenta or cancellation for nearly equal moments.
  constexpr Vec3<T> cross_velocity(const Vec3<T>& m) const noexcept {
    return {gap_.x * m.y * m.z, gap_.y * m.z * m.x, gap_.z * m.x * m.y};
  }

  /// See torque_kernel.hpp.
  template <class F>
  [[gnu::always_inline]] friend constexpr void for_each_number(InverseInertia& i, const F& f) noexcept {
    for (Vec3<T>* v : {&i.inverse_, &i.gap_}) {
      f(v->x);
      f(v->y);
      f(v->z);
    }
  }

 private:
  template <class>
  friend class InverseInertia;

  static constexpr T inverse(const T& moment) noexcept { return moment == T(0) ? T(0) : T(1) / moment; }

  /// 1/b - 1/a, from the difference of the moments.
  static constexpr T gap(const T& a, const T& b) noexcept {
    return a == T(0) || b == T(0) ? inverse(b) - inverse(a) : kernel::inverse_gap(a, b);
  }

  Vec3<T> inverse_, gap_;
};

}  // namespace polhode::torques
