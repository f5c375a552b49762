// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Dissipation that takes energy and keeps the length of the momentum: torque = k m x (m x omega).
///
/// Convention. k >= 0 dissipates; k |m| |omega| h is an angle. It stands for losses inside the body: what
///             they do to the rotation in the body, not how. It is a torque all the same: the direction of Q
///             m in space is not kept.
/// Method.     Double bracket dissipation [Bloch, Krishnaprasad, Marsden, Ratiu, Commun. Math. Phys. 175,
///             1996, 1]. The torque is normal to m, so |m| is kept; omega . torque = k ((m . omega)^2 - |m|^2
///             |omega|^2) <= 0, so the energy falls until m is along a principal axis, and only the axis of
///             the largest moment is stable. The kick has no closed form in general: it is made by
///             collocation, which keeps |m|.
/// Conserves.  |m|, here as |m|^2 / 2.
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

  /// The same in another number type.
  template <class U>
  explicit InternalDissipation(const InternalDissipation<U>& k) noexcept
      : inverse_inertia_(k.inverse_inertia_), strength_(k.strength_) {}

  Vec3<T> operator()(const Phase<T>& p, const T&) const noexcept {
    // k m has no unit of momentum left: no product of two momenta is formed.
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
