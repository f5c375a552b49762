// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The values of vectors and quaternions of dual numbers.

#include <polhode/core/dual.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode {

template <class T, int Slopes>
Vec3<T> value_of(const Vec3<Dual<T, Slopes>>& v) noexcept {
  return {v.x.value, v.y.value, v.z.value};
}

template <class T, int Slopes>
Quat<T> value_of(const Quat<Dual<T, Slopes>>& q) noexcept {
  return {q.w.value, q.x.value, q.y.value, q.z.value};
}

}  // namespace polhode
