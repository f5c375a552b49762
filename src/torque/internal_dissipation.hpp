// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Dissipation of energy that conserves the length of the momentum: torque = k m x (m x omega).
///
/// Convention. k >= 0 dissipates; k |m| |omega| h is an angle. It models the effect of internal losses on the
///             rotation, not their mechanism. It is nevertheless an external torque: the direction of Q m in
///             space is not conserved.
/// Method.     Double bracket dissipation [Bloch, Krishnaprasad, Marsden, Ratiu, Commun. Math. Phys. 175,
///             1996, 1]. The torque is normal to m, so |m| is conserved; omega . torque = k ((m . omega)^2 -
///             |m|^2 |omega|^2) <= 0, so the energy decreases until m is along a principal axis, and only the
///             axis of the largest moment is stable. The kick has no closed form in general; it is computed
///             by collocation, which conserves |m|.
/// Conserves.  |m|, reported as |m|^2 / 2.
/// Linear body. The angular velocity about its axis is 0; there is no torque, since m and omega are parallel.

#include <polhode/core/vec3.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <polhode/torque/torque_kernel.hpp>

namespace polhode::torques {

template <class T>
class InternalDissipation {
 public:
  static constexpr bool depends_on_attitude = false, depends_on_momentum = true, is_dissipative = true;

  InternalDissipation(const T& strength, const Vec3<T>& moments) noexcept
      : inverse_inertia_(moments), strength_(strength) {}

  /// Converts from another number type.
  template <class U>
  explicit InternalDissipation(const InternalDissipation<U>& k) noexcept
      : inverse_inertia_(k.inverse_inertia_), strength_(k.strength_) {}

  Vec3<T> operator()(const Phase<T>& p, const T&) const noexcept {
    // k m first, so that no product of two momenta is computed.
    return cross(strength_ * p.m, inverse_inertia_.cross_velocity(p.m));
  }
  T conserved(const Phase<T>& p, const T&) const noexcept { return dot(p.m, p.m) / T(2); }

 private:
  template <class>
  friend class InternalDissipation;

  InverseInertia<T> inverse_inertia_;
  T strength_;
};

}  // namespace polhode::torques
