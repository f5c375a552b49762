// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The rotation that turns one direction into another by the shortest way.
///
/// Why. Eigen's FromTwoVectors does the same, but asks a singular value decomposition for the axis of opposite
///      directions, which takes a compiler several seconds wherever it is used.

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace polhode {

/// Takes vectors that are not zero, of any length, and gives a unit quaternion. If they point in opposite
/// directions, the axis is one of the many that are perpendicular to both.
inline Eigen::Quaterniond shortest_turn(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  const Eigen::Vector3d a = from.normalized(), b = to.normalized(), normal = a.cross(b);
  const double cosine = b.dot(a);
  Eigen::Quaterniond turn;
  if (cosine > -1 + 1e-12) {
    const double s = std::sqrt((1 + cosine) * 2);
    turn.vec() = normal * (1 / s);
    turn.w() = s / 2;
  } else {
    const double w2 = std::max(1 + cosine, 0.0) / 2;
    turn.vec() = (normal.isZero(0) ? a.unitOrthogonal() : normal.normalized()) * std::sqrt(1 - w2);
    turn.w() = std::sqrt(w2);
  }
  return turn;
}

}  // namespace polhode
