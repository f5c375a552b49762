// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Jacobi rotations that diagonalise a symmetric matrix or the second moments of weighted points.
///
/// Convention. The columns of `axes` are the eigenvectors; they form a proper rotation, being a product of
///             plane rotations. values[k] belongs to column k; nothing is sorted.
/// Method.     Cyclic Jacobi with the small angle of each plane (Rutishauser 1966; Golub and Van Loan, 8.5).
///             It converges quadratically, also for equal eigenvalues, where solving the cubic equation would
///             lose half the digits.

#include <array>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/matrix.hpp>
#include <span>

namespace polhode {

struct PrincipalAxes {
  std::array<long double, 3> values;
  Mat3<long double> axes;
};

/// Eigenvalues and axes of a symmetric matrix with entries of order 1.
PrincipalAxes diagonalise(const Mat3<long double>& symmetric) noexcept;

struct WeightedPoint {
  long double weight;
  std::array<long double, 3> position;
};

/// Second moments sum w y_k^2 along the axes for which sum w y_j y_k vanishes. The points, with weights and
/// positions of order 1, are rotated to these axes in place.
PrincipalAxes turn_to_principal_axes(std::span<WeightedPoint> points) noexcept;

}  // namespace polhode
