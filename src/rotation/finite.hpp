// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Whether all components are finite.

#include <cmath>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode {

template <class Real>
bool is_finite(const Vec3<Real>& v) noexcept {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

template <class Real>
bool is_finite(const Quat<Real>& q) noexcept {
  return std::isfinite(q.w) && is_finite(q.vec());
}

}  // namespace polhode
