// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A drag that grows with the square of the speed, and a constant brake: where the speed passes zero, the
/// root in it turns.

#include <cmath>
#include <polhode/torque/formula.hpp>

namespace polhode::test {

/// About z, of a body with I3 = 3: 3 w' = -1 - |w| w / 2.
inline Torque braked() {
  return formula_torque("brake", [](const auto& s) {
    using std::sqrt;
    const auto& w = s.angular_velocity;
    const auto speed = sqrt(w.x * w.x + w.y * w.y + w.z * w.z), rate = s.number(-0.5) * speed;
    return Vec3<decltype(s.number(0))>{rate * w.x, rate * w.y, rate * w.z - s.number(1)};
  });
}

}  // namespace polhode::test
