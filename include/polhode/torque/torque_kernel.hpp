// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The interface of torque kernels, which all built-in torques implement, for any number type.
///
/// Convention. A kernel holds its parameters and the body constants it needs, all in the ascending principal
///             frame P (space vectors in S). It maps (momentum and attitude, time) to the body torque in P:
///             m' = m x I^-1 m + torque(q, m, t), q' = q (0, omega) / 2. q may be unit only to rounding; it
///             stands for the rotation of q/|q| (direction.hpp).
/// Method.     A splitting alternates the free motion with the kick, the flow of m' = torque(q, m, t) at
///             fixed attitude and time (splitting/kick.hpp). If the torque does not depend on m, the kick is
///             h torque; if it is rate m + forcing(q, t), the flow of a linear equation; otherwise the
///             kernel's own flow, or collocation.
///
/// Each kernel has two constants, depends_on_momentum and is_dissipative (dissipates energy, so it must not
/// run backwards for long), optionally depends_on_attitude = false, and any of these members, all const
/// noexcept:
///   T potential(const Quat<T>& q, const T& t)         V, with torque = -dV/d(rotation); the energy T + V
///   Vec3<T> gradient(const Quat<T>& q, const T& t)    the torque of the potential torque . I^-1 torque
///   Mat3<T> rate()                                    the matrix of a torque that is linear in m ...
///   Vec3<T> forcing(const Quat<T>& q, const T& t)     ... and its part that does not depend on m
///   Vec3<T> flow(const Phase<T>& p, const T& t, const T& h)   m(h) - m(0) of the exact kick
///   T conserved(const Phase<T>& p, const T& t)        a quantity conserved under this torque alone

#include <concepts>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode::torques {

using kernel::Phase;

/// Kernels that depend only on the attitude also provide for_each_number(kernel, f), which calls f on every
/// number that their torque and gradient need, in the order in which arrays of bodies store them. The space
/// vector of a kernel, if it has one, comes first.
template <class T, class F>
[[gnu::always_inline]] inline constexpr void for_each_number(Vec3<T>& v, const F& f) noexcept {
  f(v.x);
  f(v.y);
  f(v.z);
}

/// A torque for numbers of type T.
template <class K, class T>
concept TorqueKernel = std::copy_constructible<K> && requires(const K& k, const Phase<T>& p, const T& t) {
  { k(p, t) }
  noexcept->std::same_as<Vec3<T>>;
  { K::depends_on_momentum } -> std::convertible_to<bool>;
  { K::is_dissipative } -> std::convertible_to<bool>;
};

/// Whether the torque depends on the attitude; true unless the kernel states otherwise.
template <class K>
constexpr bool knows_attitude = true;
template <class K>
requires requires { K::depends_on_attitude; }
constexpr bool knows_attitude<K> = K::depends_on_attitude;

template <class K, class T>
concept HasPotential = requires(const K& k, const Quat<T>& q, const T& t) {
  { k.potential(q, t) }
  noexcept->std::same_as<T>;
};

template <class K, class T>
concept HasGradient = requires(const K& k, const Quat<T>& q, const T& t) {
  { k.gradient(q, t) }
  noexcept->std::same_as<Vec3<T>>;
};

template <class K, class T>
concept IsLinear = requires(const K& k, const Quat<T>& q, const T& t) {
  { k.rate() }
  noexcept->std::same_as<Mat3<T>>;
  { k.forcing(q, t) }
  noexcept->std::same_as<Vec3<T>>;
};

template <class K, class T>
concept HasFlow = requires(const K& k, const Phase<T>& p, const T& t, const T& h) {
  { k.flow(p, t, h) }
  noexcept->std::same_as<Vec3<T>>;
};

template <class K, class T>
concept HasConserved = requires(const K& k, const Phase<T>& p, const T& t) {
  { k.conserved(p, t) }
  noexcept->std::same_as<T>;
};

}  // namespace polhode::torques
