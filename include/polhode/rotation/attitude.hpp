// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The type of attitudes in the public interface: an Eigen quaternion whose memory layout is always the same.
///
/// Convention. As in rotation/convention.hpp: constructed from (w, x, y, z), body to space.
/// Why.        The alignment of Eigen::Quaterniond depends on compiler options: 16 bytes, or 32 with -mavx or
///             -march=native. A program and a library compiled with different options would disagree about
///             the layout of every structure that contains one. An unaligned quaternion has one layout and
///             converts implicitly to and from Eigen::Quaterniond. The other Eigen types of the interface,
///             Vector3d and Matrix3d, are never aligned.

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace polhode {

/// Four doubles, x, y, z, w in memory, with all operations of Eigen's quaternions.
using Attitude = Eigen::Quaternion<double, Eigen::DontAlign>;

}  // namespace polhode
