// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The frame in which a torque of time alone is given.

#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/torque/direction.hpp>

namespace polhode::torques {

enum class TorqueFrame {
  body,  ///< turns with the body, as a thruster does
  space  ///< keeps its direction in space
};

/// The torque in the body (in P).
template <class T>
constexpr Vec3<T> body_torque(TorqueFrame frame, const Quat<T>& q, const Vec3<T>& torque) noexcept {
  return frame == TorqueFrame::body ? torque : in_body(q, torque);
}

}  // namespace polhode::torques
