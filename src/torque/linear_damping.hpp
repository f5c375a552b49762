// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Damping proportional to the angular velocity: torque = -D omega, as in a viscous fluid at small Reynolds
/// numbers.
///
/// Convention. D is any 3x3 matrix in P, including zero and unsymmetric ones. It dissipates energy at the
///             rate omega . D omega, which is never negative if its symmetric part is positive semidefinite.
/// Method.     Linear in m: rate = -D I^-1, forcing = 0.
/// Linear body. The angular velocity about its axis is 0. D may still give a torque about that axis, unless
/// its first row is 0.

#include <polhode/core/vec3.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <polhode/torque/torque_kernel.hpp>

namespace polhode::torques {

template <class T>
class LinearDamping {
 public:
  static constexpr bool depends_on_attitude = false, depends_on_momentum = true, is_dissipative = true;

  LinearDamping(const Mat3<T>& damping, const Vec3<T>& moments) noexcept
      : rate_(negative(damping) * InverseInertia<T>(moments)) {}

  /// Converts from another number type.
  template <class U>
  explicit LinearDamping(const LinearDamping<U>& k) noexcept : rate_(convert<T>(k.rate_)) {}

  /// A diagonal D: one coefficient per principal axis.
  static LinearDamping about_principal_axes(const Vec3<T>& d, const Vec3<T>& moments) noexcept {
    return {Mat3<T>{{d.x, T(0), T(0), T(0), d.y, T(0), T(0), T(0), d.z}}, moments};
  }

  Vec3<T> operator()(const Phase<T>& p, const T&) const noexcept { return rate_ * p.m; }
  Mat3<T> rate() const noexcept { return rate_; }
  Vec3<T> forcing(const Quat<T>&, const T&) const noexcept { return {}; }

 private:
  template <class>
  friend class LinearDamping;

  static Mat3<T> negative(Mat3<T> a) noexcept {
    for (T& entry : a.entries) entry = -entry;
    return a;
  }

  Mat3<T> rate_;
};

}  // namespace polhode::torques
