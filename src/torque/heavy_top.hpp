// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The torque of a constant force that acts at a point of the body: the heavy top.
///
/// Convention. a is in space; chi, the point of action, in P. The potential is u . chi with u = Q^T a, so a
///             is minus the force (upwards for a weight). Only products of components of a and chi matter.
/// Method.     torque = u x chi [Celledoni, Safstrom 2006; with a small a the perturbed body of Celledoni,
///             Zanna 2008]. V is a function of u only, so torque = u x dV/du, and likewise the torque of W =
///             torque . I^-1 torque is u x dW/du = 2 u x (chi x I^-1 torque).
/// Conserves.  The energy T + u . chi.

#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/torque/direction.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <polhode/torque/torque_kernel.hpp>

#include "torque/energy.hpp"

namespace polhode::torques {

template <class T>
class HeavyTop {
 public:
  static constexpr bool depends_on_momentum = false;
  static constexpr bool is_dissipative = false;

  constexpr HeavyTop() = default;
  /// a in space, chi and the moments in P.
  constexpr HeavyTop(const Vec3<T>& force, const Vec3<T>& centre, const Vec3<T>& moments) noexcept
      : force_(force), centre_(centre), inverse_inertia_(moments) {}

  /// Converts from another number type.
  template <class U>
  explicit constexpr HeavyTop(const HeavyTop<U>& k) noexcept
      : force_(convert<T>(k.force_)), centre_(convert<T>(k.centre_)), inverse_inertia_(k.inverse_inertia_) {}

  constexpr Vec3<T> operator()(const Phase<T>& p, const T&) const noexcept {
    return cross(in_body(p.q, force_), centre_);
  }

  constexpr T potential(const Quat<T>& q, const T&) const noexcept {
    return dot(in_body(q, force_), centre_);
  }

  constexpr Vec3<T> gradient(const Quat<T>& q, const T&) const noexcept {
    const Vec3<T> u = in_body(q, force_), turn = inverse_inertia_ * cross(u, centre_);
    return T(2) * cross(u, cross(centre_, turn));
  }

  constexpr T conserved(const Phase<T>& p, const T& t) const noexcept {
    return kinetic_energy(inverse_inertia_, p.m) + potential(p.q, t);
  }

  template <class F>
  [[gnu::always_inline]] friend constexpr void for_each_number(HeavyTop& k, const F& f) noexcept {
    for_each_number(k.force_, f);
    for_each_number(k.centre_, f);
    for_each_number(k.inverse_inertia_, f);
  }

 private:
  template <class>
  friend class HeavyTop;

  Vec3<T> force_, centre_;
  InverseInertia<T> inverse_inertia_;
};

}  // namespace polhode::torques
