// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How the steppers write a vector that they refuse, and what they say of a kick that is not finite.

#include <polhode/core/vec3.hpp>
#include <string>

#include "core/number_text.hpp"

namespace polhode {

inline std::string vector_text(const Vec3<double>& v) {
  return "(" + number_text(v.x, 6) + ", " + number_text(v.y, 6) + ", " + number_text(v.z, 6) + ")";
}

/// Of a finite torque. Either the change overflows, or the kick's equation was not solved.
constexpr const char* change_not_found =
    " (the change of the momentum in this step is not finite: the torque is too large for it, or stiff, that "
    "is, it changes too fast with the momentum)";
constexpr const char* step_for_change =
    "a step that is short against the time in which the torque changes the momentum, or linear_damping, "
    "which takes any step";

}  // namespace polhode
