// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The attitude in which a body's momentum stands upright in space.

#include <Eigen/Geometry>
#include <cmath>

namespace polhode::app {

/// The shortest turn from a vector of the body to the third axis of space; the vector must not point the
/// other way. Eigen's FromTwoVectors does the same, and compiles a singular value decomposition for that
/// case, for half a minute.
inline Eigen::Quaterniond upright(const Eigen::Vector3d& v) {
  const Eigen::Vector3d from = v.normalized();
  const double s = std::sqrt((1 + from.z()) * 2), inverse = 1 / s;
  return {s / 2, from.y() * inverse, -from.x() * inverse, 0};
}

}  // namespace polhode::app
