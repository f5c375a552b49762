// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Inertia tensors in extended precision, while they are translated and added, and conversion to Inertia.

#include <Eigen/Core>
#include <polhode/body/inertia.hpp>

namespace polhode {

using WideVector = Eigen::Matrix<long double, 3, 1>;
using WideMatrix = Eigen::Matrix<long double, 3, 3>;

inline WideVector wide(const Eigen::Vector3d& v) { return v.cast<long double>(); }
inline WideMatrix wide(const Eigen::Matrix3d& a) { return a.cast<long double>(); }

/// m (|d|^2 1 - d d^T): the tensor of a point mass at d about the origin.
WideMatrix parallel_axes(long double mass, const WideVector& d);

/// The inertia of a sum of tensors. Off-diagonal entries of at most 8 eps of the largest entry are round-off
/// and become zero; so does a moment of at most 16 eps if the two other moments are equal within that.
/// @throws InvalidInput as Inertia::from_tensor
Inertia inertia_of(const WideMatrix& tensor);

}  // namespace polhode
