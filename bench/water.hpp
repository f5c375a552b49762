// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The motion that is timed: a water molecule, in units of its largest moment and of its angular momentum.
///
/// Convention. Ascending principal frame. Lengths of steps are meant by the angle that the body turns by: h
///             |omega|.

#include <cmath>
#include <polhode/body/inertia.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/rotation/quat.hpp>

namespace polhode::bench {

inline constexpr Vec3<double> water{0.345, 0.653, 1.0};

inline Inertia water_body() { return Inertia::from_moments(water.x, water.y, water.z); }

inline kernel::Phase<double> water_start() { return {{0.5, 0.2, std::sqrt(0.71)}, Quat<double>::identity()}; }

/// The time in which a body of these moments would turn by this angle at the speed of its start.
inline double time_to_turn(double angle, const Vec3<double>& moments = water) {
  const Vec3<double> m = water_start().m;
  return angle / std::hypot(m.x / moments.x, m.y / moments.y, m.z / moments.z);
}

}  // namespace polhode::bench
