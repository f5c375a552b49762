// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The restoring torque of a floating vessel: weight and buoyancy right it when it heels or trims.
///
/// Convention. The third axis of space is the vertical. The vessel's longitudinal and transverse axes l and t
///             are unit vectors in P. u = Q^T e3.
/// Method.     [Gustafsson 2010, section 5.2]: with the arm r = GM_L (u . l) l + GM_T (u . t) t the moment
///             g_r = Q r x m_v g e3 is on the left side of the equation of motion: torque = -Q^T g_r = m_v g
///             u x r. It is quadratic in u (quadratic.hpp), V = m_v g (GM_L (u . l)^2 + GM_T (u . t)^2) / 2,
///             with its minimum upright (and capsized) if both heights are positive.
/// Conserves.  The energy T + V.

#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/torque/direction.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <polhode/torque/torque_kernel.hpp>

#include "torque/energy.hpp"
#include "torque/quadratic.hpp"

namespace polhode::torques {

template <class T>
struct Vessel {
  T mass{}, gravity{};                                                   ///< m_v and g
  T longitudinal_height{}, transverse_height{};                          ///< metacentric: GM_L and GM_T
  Vec3<T> longitudinal{T(1), T(0), T(0)}, transverse{T(0), T(1), T(0)};  ///< axes of the vessel, in P
  Vec3<T> moments{};
};

template <class T>
class VesselRestoring {
 public:
  static constexpr bool depends_on_momentum = false;
  static constexpr bool is_dissipative = false;

  constexpr VesselRestoring() = default;
  explicit constexpr VesselRestoring(const Vessel<T>& vessel) noexcept
      : longitudinal_(vessel.longitudinal),
        transverse_(vessel.transverse),
        inverse_inertia_(vessel.moments),
        pitch_(vessel.mass * vessel.gravity * vessel.longitudinal_height),
        roll_(vessel.mass * vessel.gravity * vessel.transverse_height) {}

  /// Converts from another number type.
  template <class U>
  explicit constexpr VesselRestoring(const VesselRestoring<U>& k) noexcept
      : longitudinal_(convert<T>(k.longitudinal_)),
        transverse_(convert<T>(k.transverse_)),
        inverse_inertia_(k.inverse_inertia_),
        pitch_(k.pitch_),
        roll_(k.roll_) {}

  constexpr Vec3<T> operator()(const Phase<T>& p, const T&) const noexcept {
    return quadratic_torque(vertical(p.q), stiff());
  }

  constexpr T potential(const Quat<T>& q, const T&) const noexcept {
    const Vec3<T> u = vertical(q);
    const T l = dot(u, longitudinal_), t = dot(u, transverse_);
    return (pitch_ * l * l + roll_ * t * t) / T(2);
  }

  constexpr Vec3<T> gradient(const Quat<T>& q, const T&) const noexcept {
    return quadratic_gradient(vertical(q), stiff(), inverse_inertia_);
  }

  constexpr T conserved(const Phase<T>& p, const T& t) const noexcept {
    return kinetic_energy(inverse_inertia_, p.m) + potential(p.q, t);
  }

  template <class F>
  [[gnu::always_inline]] friend constexpr void for_each_number(VesselRestoring& k, const F& f) noexcept {
    for_each_number(k.longitudinal_, f);
    for_each_number(k.transverse_, f);
    f(k.pitch_);
    f(k.roll_);
    for_each_number(k.inverse_inertia_, f);
  }

 private:
  template <class>
  friend class VesselRestoring;

  static constexpr Vec3<T> vertical(const Quat<T>& q) noexcept {
    return in_body(q, Vec3<T>{T(0), T(0), T(1)});
  }
  /// v -> m_v g (GM_L l l^T + GM_T t t^T) v.
  constexpr auto stiff() const noexcept {
    return [this](const Vec3<T>& v) noexcept {
      return (pitch_ * dot(v, longitudinal_)) * longitudinal_ + (roll_ * dot(v, transverse_)) * transverse_;
    };
  }

  Vec3<T> longitudinal_, transverse_;
  InverseInertia<T> inverse_inertia_;
  T pitch_{}, roll_{};
};

}  // namespace polhode::torques
