// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Differences of inverse moments of inertia, as in Euler's equations: m x omega = (g1 m2 m3, g2 m3 m1, g3 m1
/// m2).
/// Interface. Not stable: kernel/ may change with any version.

#include <polhode/core/vec3.hpp>

namespace polhode::kernel {

/// 1/b - 1/a, from the difference of the moments; the difference of their inverses would cancel if they are
/// nearly equal.
template <class T>
constexpr T inverse_gap(const T& a, const T& b) noexcept {
  return (a - b) / a / b;
}

/// (1/I3 - 1/I2, 1/I1 - 1/I3, 1/I2 - 1/I1).
template <class T>
constexpr Vec3<T> inverse_gaps(const Vec3<T>& moments) noexcept {
  return {inverse_gap(moments.y, moments.z), inverse_gap(moments.z, moments.x),
          inverse_gap(moments.x, moments.y)};
}

}  // namespace polhode::kernel
