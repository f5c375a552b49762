// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The torque of a potential that is quadratic in a space vector seen from the body: c . B c / 2, c = Q^T d.
///
/// Convention. B is symmetric and given as a function v -> B v.
/// Method.     A rotation delta of the body changes c by c x delta, so any potential V(c) has the torque c x
///             dV/dc: here c x B c. W = torque . y, y = I^-1 torque, has dW/dc = 2 (B c x y + B (y x c)). A
///             multiple of the unit matrix in B changes neither: omit it where it would cancel.

#include <polhode/core/vec3.hpp>
#include <polhode/torque/inverse_inertia.hpp>

namespace polhode::torques {

template <class T, class B>
constexpr Vec3<T> quadratic_torque(const Vec3<T>& c, const B& b) noexcept {
  return cross(c, b(c));
}

/// The torque of the potential torque . I^-1 torque.
template <class T, class B>
constexpr Vec3<T> quadratic_gradient(const Vec3<T>& c, const B& b,
                                     const InverseInertia<T>& inverse) noexcept {
  const Vec3<T> bc = b(c), y = inverse * cross(c, bc);
  return T(2) * cross(c, cross(bc, y) + b(cross(y, c)));
}

}  // namespace polhode::torques
