// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Tensors of inertia in extended precision while they are moved and added, and the inertia that they make.

#include <Eigen/Core>
#include <polhode/body/inertia.hpp>

namespace polhode {

using WideVector = Eigen::Matrix<long double, 3, 1>;
using WideMatrix = Eigen::Matrix<long double, 3, 3>;

inline WideVector wide(const Eigen::Vector3d& v) { return v.cast<long double>(); }
inline WideMatrix wide(const Eigen::Matrix3d& a) { return a.cast<long double>(); }

/// m (d^2 - d d^T): what a mass at d adds about the origin.
WideMatrix parallel_axes(long double mass, const WideVector& d);

/// Of a sum of tensors. What is 8 eps of its greatest entry or less beside the diagonal is rounding and
/// becomes zero; so does a moment of 16 eps or less of a body whose two other moments are equal within that.
/// Throws as Inertia::from_tensor.
Inertia inertia_of(const WideMatrix& tensor);

}  // namespace polhode
