// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Space vectors in the body frame and back, through which most torques depend on the attitude.
///
/// Convention. in_body(q, a) = Q^T a with Q the rotation of q/|q|. The norm matters because compensated
///             summation does not normalise: if |q| drifted by delta, the torque would otherwise change by 2
///             delta.

#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode::torques {

/// Q^T a = a - 2 w (u x a) / |q|^2 + 2 u x (u x a) / |q|^2, u the vector part of q.
template <class T>
[[gnu::always_inline]] inline constexpr Vec3<T> in_body(const Quat<T>& q, const Vec3<T>& a) noexcept {
  const Vec3<T> t = (T(2) / dot(q, q)) * cross(q.vec(), a);
  return a - q.w * t + cross(q.vec(), t);
}

/// Q v.
template <class T>
[[gnu::always_inline]] inline constexpr Vec3<T> in_space(const Quat<T>& q, const Vec3<T>& v) noexcept {
  return in_body(q.conjugate(), v);
}

}  // namespace polhode::torques
