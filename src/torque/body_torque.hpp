// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A torque that depends on time only, in the body frame.

#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/torque/direction.hpp>
#include <polhode/torque/frame.hpp>

namespace polhode::torques {

/// The torque in the body's principal frame; q takes that frame to space.
template <class T>
constexpr Vec3<T> body_torque(TorqueFrame frame, const Quat<T>& q, const Vec3<T>& torque) noexcept {
  return frame == TorqueFrame::body ? torque : in_body(q, torque);
}

}  // namespace polhode::torques
