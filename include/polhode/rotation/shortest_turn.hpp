// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The rotation of least angle from one direction to another.
///
/// Method.     Half the angle from the sum and, for directions more than a right angle apart, the difference
///             of the unit vectors. (Eigen's FromTwoVectors uses a singular value decomposition for opposite
///             directions, which costs several seconds of compile time wherever it is included.)
/// Accuracy.   8 eps, also for nearly opposite directions.

#include <Eigen/Core>
#include <polhode/rotation/attitude.hpp>

namespace polhode {

/// The rotation q of least angle for which q `from` is parallel to `to`.
/// @param from  of any nonzero length
/// @param to    of any nonzero length
/// @return a unit quaternion; for opposite directions the axis is one of the many perpendicular to both
/// @throws InvalidInput if a vector is zero or not finite
Attitude shortest_turn(const Eigen::Vector3d& from, const Eigen::Vector3d& to);

}  // namespace polhode
