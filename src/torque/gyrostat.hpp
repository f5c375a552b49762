// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A rotor of constant momentum inside the body: the gyrostat.
///
/// Convention. h_w, in P, is the rotor's momentum relative to the body; m = I omega belongs to the whole body
///             with the rotor locked, so the total momentum is L = m + h_w.
/// Method.     L is constant in space: L' = L x omega, so m' = m x omega + h_w x omega [Volterra 1899].
///             Linear in m: rate = hat(h_w) I^-1, forcing = 0.
/// Conserves.  The kinetic energy m . I^-1 m / 2, since omega . m' = 0, and the vector Q (m + h_w); the kick
///             alone, which leaves the attitude unchanged, conserves the energy and h_w . m.
/// Linear body. The angular velocity about its axis is 0. A rotor that is not along that axis gives a torque
/// about it.

#include <polhode/core/vec3.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <polhode/torque/torque_kernel.hpp>

#include "torque/energy.hpp"

namespace polhode::torques {

template <class T>
class Gyrostat {
 public:
  static constexpr bool depends_on_attitude = false, depends_on_momentum = true, is_dissipative = false;

  Gyrostat(const Vec3<T>& wheel_momentum, const Vec3<T>& moments) noexcept
      : inverse_inertia_(moments), wheel_(wheel_momentum) {}

  /// Converts from another number type.
  template <class U>
  explicit Gyrostat(const Gyrostat<U>& k) noexcept
      : inverse_inertia_(k.inverse_inertia_), wheel_(convert<T>(k.wheel_)) {}

  Vec3<T> operator()(const Phase<T>& p, const T&) const noexcept {
    return cross(wheel_, inverse_inertia_ * p.m);
  }
  Mat3<T> rate() const noexcept { return hat(wheel_) * inverse_inertia_; }
  Vec3<T> forcing(const Quat<T>&, const T&) const noexcept { return {}; }
  T conserved(const Phase<T>& p, const T&) const noexcept { return kinetic_energy(inverse_inertia_, p.m); }

 private:
  template <class>
  friend class Gyrostat;

  InverseInertia<T> inverse_inertia_;
  Vec3<T> wheel_;
};

}  // namespace polhode::torques
