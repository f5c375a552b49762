// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The type of an attitude wherever the library meets its user: an Eigen quaternion whose layout is always
/// the same.
///
/// Convention. As rotation/convention.hpp says: built from (w, x, y, z), body to space.
/// Why.        The alignment of Eigen::Quaterniond follows the compiler's options: 16 bytes, or 32 with -mavx
///             or -march=native. A program and a library that were compiled with different options would
///             disagree about every structure that holds one and every function that takes one. An unaligned
///             quaternion has one layout. It turns into Eigen::Quaterniond, and back, wherever one is
///             expected; of Eigen's other types the interface uses those that are never aligned, Vector3d and
///             Matrix3d.

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace polhode {

/// Four doubles, x, y, z, w in memory, with everything that Eigen's quaternions can do.
using Attitude = Eigen::Quaternion<double, Eigen::DontAlign>;

}  // namespace polhode
