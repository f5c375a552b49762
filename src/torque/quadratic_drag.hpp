// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Drag quadratic in the angular velocity, for each principal axis separately: torque_i = -c_i |omega_i|
/// omega_i.
///
/// Convention. The coefficients belong to the principal axes, moments ascending. They do not form a tensor:
///             coefficients about other axes cannot be converted. All c_i >= 0 dissipate; others are
///             accepted.
/// Method.     The kick has a closed form, m_i(h) = m_i / (1 + x_i) with x_i = c_i |m_i| h / I_i^2; the
///             increment is -m_i x_i / (1 + x_i), in which nothing cancels for x > 0.
/// Errors.     Backwards in time m_i becomes infinite at x_i = -1. Beyond that the increment is NaN.
/// Linear body. The angular velocity about its axis, and so the drag, is 0.
/// Accuracy.   Forwards each component of the increment is within 3 eps (200000 random kicks, h from 1e-20 to
///             1e20).

#include <limits>
#include <polhode/core/corner.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <polhode/torque/torque_kernel.hpp>

namespace polhode::torques {

template <class T>
class QuadraticDrag {
 public:
  static constexpr bool depends_on_attitude = false, depends_on_momentum = true, is_dissipative = true;

  QuadraticDrag(const Vec3<T>& coefficients, const Vec3<T>& moments) noexcept
      : inverse_inertia_(moments), coefficients_(coefficients) {}

  /// Converts from another number type.
  template <class U>
  explicit QuadraticDrag(const QuadraticDrag<U>& k) noexcept
      : inverse_inertia_(k.inverse_inertia_), coefficients_(convert<T>(k.coefficients_)) {}

  Vec3<T> operator()(const Phase<T>& p, const T&) const noexcept {
    const Vec3<T> c = per_velocity(p.m), omega = inverse_inertia_ * p.m;
    return {-(c.x * omega.x), -(c.y * omega.y), -(c.z * omega.z)};
  }

  Vec3<T> flow(const Phase<T>& p, const T&, const T& h) const noexcept {
    const Vec3<T> x = h * (inverse_inertia_ * per_velocity(p.m));
    return {-(p.m.x * lost_part(x.x)), -(p.m.y * lost_part(x.y)), -(p.m.z * lost_part(x.z))};
  }

 private:
  template <class>
  friend class QuadraticDrag;

  /// c_i |omega_i|
  Vec3<T> per_velocity(const Vec3<T>& m) const noexcept {
    const Vec3<T> omega = inverse_inertia_ * m;
    return {coefficients_.x * absolute(omega.x), coefficients_.y * absolute(omega.y),
            coefficients_.z * absolute(omega.z)};
  }

  /// x / (1 + x), also for infinite x.
  static T lost_part(const T& x) noexcept {
    if (x > T(1)) return T(1) / (T(1) + T(1) / x);
    return x > T(-1) ? x / (T(1) + x) : std::numeric_limits<T>::quiet_NaN();
  }

  InverseInertia<T> inverse_inertia_;
  Vec3<T> coefficients_;
};

}  // namespace polhode::torques
