// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What the steppers ask of a vector before they refuse it, and how they name it then.

#include <cmath>
#include <polhode/core/number_text.hpp>
#include <polhode/core/vec3.hpp>
#include <string>

namespace polhode {

inline bool is_finite(const Vec3<double>& v) noexcept {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

inline std::string vector_text(const Vec3<double>& v) {
  return "(" + number_text(v.x, 6) + ", " + number_text(v.y, 6) + ", " + number_text(v.z, 6) + ")";
}

}  // namespace polhode
