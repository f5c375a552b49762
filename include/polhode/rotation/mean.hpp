// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The mean of attitudes.
///
/// Convention. Unit quaternions of either sign, q and -q being one attitude. The mean has w >= 0.
/// Method.     The rotation with the least sum of squared chordal distances to all: the eigenvector of the
///             greatest eigenvalue of the sum of q q^T (Markley, Cheng, Crassidis and Oshman, J. Guidance 30,
///             2007, 1193).

#include <polhode/rotation/attitude.hpp>
#include <span>

namespace polhode {

/// The mean. Refuses an empty list, and an attitude that is zero or not finite. Where attitudes are spread
/// evenly over all rotations the mean is one of many that are as good.
Attitude mean_attitude(std::span<const Attitude> attitudes);

}  // namespace polhode
