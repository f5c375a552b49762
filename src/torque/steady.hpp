// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Constant torques, in the body or in space.
///
/// Convention. The torque in the body is given in P. Neither has a potential: a full turn about the torque
///             does work.
/// Conserves.  In space (Q m)' = torque, so Q m - torque t is constant; reported is its component along the
///             torque (0 for no torque). In the body there is no such law.

#include <polhode/core/norm.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/torque/direction.hpp>
#include <polhode/torque/torque_kernel.hpp>

namespace polhode::torques {

template <class T>
struct SteadyInBody {
  static constexpr bool depends_on_attitude = false;
  static constexpr bool depends_on_momentum = false;
  static constexpr bool is_dissipative = false;

  Vec3<T> torque;

  constexpr Vec3<T> operator()(const Phase<T>&, const T&) const noexcept { return torque; }

  template <class F>
  [[gnu::always_inline]] friend constexpr void for_each_number(SteadyInBody& k, const F& f) noexcept {
    for_each_number(k.torque, f);
  }
};

template <class T>
class SteadyInSpace {
 public:
  static constexpr bool depends_on_momentum = false;
  static constexpr bool is_dissipative = false;

  constexpr SteadyInSpace() = default;
  explicit SteadyInSpace(const Vec3<T>& torque) noexcept : torque_(torque), size_(norm(torque)) {
    if (size_ > T(0)) unit_ = {torque.x / size_, torque.y / size_, torque.z / size_};
  }

  /// Converts from another number type.
  template <class U>
  explicit SteadyInSpace(const SteadyInSpace<U>& k) noexcept
      : torque_(convert<T>(k.torque_)), unit_(convert<T>(k.unit_)), size_(k.size_) {}

  constexpr Vec3<T> operator()(const Phase<T>& p, const T&) const noexcept { return in_body(p.q, torque_); }

  constexpr T conserved(const Phase<T>& p, const T& t) const noexcept {
    return dot(unit_, in_space(p.q, p.m)) - size_ * t;
  }

  template <class F>
  [[gnu::always_inline]] friend constexpr void for_each_number(SteadyInSpace& k, const F& f) noexcept {
    for_each_number(k.torque_, f);
  }

 private:
  template <class>
  friend class SteadyInSpace;

  Vec3<T> torque_, unit_;
  T size_{};
};

}  // namespace polhode::torques
