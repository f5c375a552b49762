// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The mean of attitudes.
///
/// Convention. Unit quaternions of either sign: q and -q are the same attitude.
/// Method.     The rotation with the least sum of squared chordal distances: the eigenvector of the largest
///             eigenvalue of the sum of q q^T (Markley, Cheng, Crassidis and Oshman, J. Guidance 30, 2007,
///             1193).

#include <polhode/rotation/attitude.hpp>
#include <span>

namespace polhode {

/// The mean attitude. If the attitudes are spread uniformly over all rotations, the mean is not unique.
/// @param attitudes  at least one
/// @return a unit quaternion with w >= 0
/// @throws InvalidInput if the list is empty, or an attitude is zero or not finite
Attitude mean_attitude(std::span<const Attitude> attitudes);

}  // namespace polhode
