// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How the steppers write a vector that they refuse.

#include <polhode/core/vec3.hpp>
#include <string>

#include "core/number_text.hpp"

namespace polhode {

inline std::string vector_text(const Vec3<double>& v) {
  return "(" + number_text(v.x, 6) + ", " + number_text(v.y, 6) + ", " + number_text(v.z, 6) + ")";
}

}  // namespace polhode
