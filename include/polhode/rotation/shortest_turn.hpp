// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The rotation that turns one direction into another by the shortest way.
///
/// Method.   Half the angle from the sum and the difference of the directions where they are more than a
///           right angle apart. (Eigen's FromTwoVectors asks a singular value decomposition for the axis of
///           opposite directions, which takes a compiler several seconds wherever it is used.)
/// Accuracy. 8 eps, also where the directions are nearly opposite.

#include <Eigen/Core>
#include <polhode/rotation/attitude.hpp>

namespace polhode {

/// The rotation q with the least angle for which q from is parallel to `to`. Takes vectors of any length and
/// gives a unit quaternion. Of opposite directions the axis is one of the many that are perpendicular to
/// both. Refuses a vector that is zero or not finite.
Attitude shortest_turn(const Eigen::Vector3d& from, const Eigen::Vector3d& to);

}  // namespace polhode
