// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Jacobi rotations that bring a symmetric matrix, or a cloud of weighted points, to its principal axes.
///
/// Convention. The columns of axes are the eigenvectors; they form a proper rotation, being a product of
///             plane rotations. values[k] belongs to column k; nothing is sorted.
/// Method.     Cyclic Jacobi with the small angle of each plane (Rutishauser 1966; Golub and Van Loan,
///             8.5). It converges quadratically, for equal eigenvalues too, where a solution of the
///             cubic loses half the digits.

#include <array>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/matrix.hpp>
#include <span>

namespace polhode {

struct PrincipalAxes {
  std::array<long double, 3> values;
  Mat3<long double> axes;
};

/// Eigenvalues and axes of a symmetric matrix whose entries are of the order of 1.
PrincipalAxes diagonalise(const Mat3<long double>& symmetric) noexcept;

struct WeightedPoint {
  long double weight;
  std::array<long double, 3> position;
};

/// Second moments sum w y_k^2 along the axes that make sum w y_j y_k vanish. The points, whose weights
/// and positions are of the order of 1, are turned to these axes in place.
PrincipalAxes turn_to_principal_axes(std::span<WeightedPoint> points) noexcept;

}  // namespace polhode
