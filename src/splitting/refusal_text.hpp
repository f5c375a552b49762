// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Texts for the messages of steppers: vectors, and kicks that are not finite.

#include <polhode/core/vec3.hpp>
#include <string>

#include "core/number_text.hpp"

namespace polhode {

inline std::string vector_text(const Vec3<double>& v) {
  return "(" + number_text(v.x, 6) + ", " + number_text(v.y, 6) + ", " + number_text(v.z, 6) + ")";
}

/// For a finite torque: either the change overflows, or the equation of the kick was not solved.
constexpr const char* change_not_found =
    " (the change of the momentum in this step is not finite: the torque is too large or stiff, that is, "
    "changes too fast with the momentum)";
constexpr const char* step_for_change =
    "a step much shorter than the time in which the torque changes the momentum, or linear_damping, "
    "which allows any step";

}  // namespace polhode
