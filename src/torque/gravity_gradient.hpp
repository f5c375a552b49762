// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The gravity-gradient torque of a distant mass in a given direction, fixed or moving (orbit.hpp).
///
/// Convention. d(t) is in space, from the body to the mass or the reverse; c = Q^T d(t). torque = 3 mu c x I
///             c, V = 3/2 mu c . I c. For |d| = 1, mu is G M / r^3: on a circular orbit the square of its
///             rate n. The length of d represents a varying distance: |d|^2 = (r0 / r)^3 with mu at r0.
/// Method.     Quadratic in c (quadratic.hpp), with the differences from the intermediate moment instead of
///             the moments: for ascending moments nothing cancels, however close they are.
/// Conserves.  If d rotates uniformly with the angular velocity Omega in space: T + V - Omega . Q m, Jacobi's
///             integral; if d is fixed: the energy.

#include <concepts>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/torque/direction.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <polhode/torque/torque_kernel.hpp>
#include <utility>

#include "torque/energy.hpp"
#include "torque/quadratic.hpp"

namespace polhode::torques {

template <class D, class T>
concept MovingDirection = std::copy_constructible<D> && requires(const D& d, const T& t) {
  { d(t) }
  noexcept->std::same_as<Vec3<T>>;
};

template <class D, class T>
concept TurnsUniformly = requires(const D& d) {
  { d.angular_velocity() }
  noexcept->std::same_as<Vec3<T>>;
};

/// A fixed direction.
template <class T>
struct FixedDirection {
  Vec3<T> direction;

  constexpr FixedDirection() = default;
  constexpr FixedDirection(const Vec3<T>& d) noexcept : direction(d) {}
  /// The same in another number type.
  template <class U>
  explicit constexpr FixedDirection(const FixedDirection<U>& d) noexcept
      : direction(convert<T>(d.direction)) {}

  constexpr Vec3<T> operator()(const T&) const noexcept { return direction; }
  constexpr Vec3<T> angular_velocity() const noexcept { return {}; }

  template <class F>
  [[gnu::always_inline]] friend constexpr void for_each_number(FixedDirection& d, const F& f) noexcept {
    for_each_number(d.direction, f);
  }
};

template <class T, MovingDirection<T> Direction>
class GravityGradient {
 public:
  static constexpr bool depends_on_momentum = false;
  static constexpr bool is_dissipative = false;

  constexpr GravityGradient() requires std::default_initializable<Direction>
  = default;
  constexpr GravityGradient(const T& mu, const Vec3<T>& moments, Direction direction) noexcept
      : direction_(std::move(direction)),
        moments_(moments),
        stiffness_((T(3) * mu) * Vec3<T>{moments.x - moments.y, T(0), moments.z - moments.y}),
        inverse_inertia_(moments),
        mu_(mu) {}

  /// The same in another number type.
  template <class U, class D>
  explicit constexpr GravityGradient(const GravityGradient<U, D>& k) noexcept
      : direction_(k.direction_),
        moments_(convert<T>(k.moments_)),
        stiffness_(convert<T>(k.stiffness_)),
        inverse_inertia_(k.inverse_inertia_),
        mu_(k.mu_) {}

  constexpr Vec3<T> operator()(const Phase<T>& p, const T& t) const noexcept {
    return quadratic_torque(seen(p.q, t), stiff());
  }

  constexpr T potential(const Quat<T>& q, const T& t) const noexcept {
    const Vec3<T> c = seen(q, t);
    return (T(3) * mu_) * dot(c, on_axes(moments_, c)) / T(2);
  }

  constexpr Vec3<T> gradient(const Quat<T>& q, const T& t) const noexcept {
    return quadratic_gradient(seen(q, t), stiff(), inverse_inertia_);
  }

  constexpr T conserved(const Phase<T>& p, const T& t) const noexcept requires TurnsUniformly<Direction, T> {
    return kinetic_energy(inverse_inertia_, p.m) + potential(p.q, t) -
           dot(direction_.angular_velocity(), in_space(p.q, p.m));
  }

  const Direction& direction() const noexcept { return direction_; }
  /// The same kernel with a fixed direction.
  constexpr GravityGradient<T, FixedDirection<T>> standing(const Vec3<T>& d) const noexcept {
    return {mu_, moments_, {d}};
  }

  template <class F>
  [[gnu::always_inline]] friend constexpr void for_each_number(GravityGradient& k, const F& f) noexcept {
    for_each_number(k.direction_, f);
    for_each_number(k.stiffness_, f);
    for_each_number(k.inverse_inertia_, f);
  }

 private:
  template <class U, MovingDirection<U> D>
  friend class GravityGradient;

  constexpr Vec3<T> seen(const Quat<T>& q, const T& t) const noexcept { return in_body(q, direction_(t)); }
  static constexpr Vec3<T> on_axes(const Vec3<T>& d, const Vec3<T>& v) noexcept {
    return {d.x * v.x, d.y * v.y, d.z * v.z};
  }
  constexpr auto stiff() const noexcept {
    return [this](const Vec3<T>& v) noexcept { return on_axes(stiffness_, v); };
  }

  Direction direction_;
  Vec3<T> moments_, stiffness_;
  InverseInertia<T> inverse_inertia_;
  T mu_{};
};

}  // namespace polhode::torques
