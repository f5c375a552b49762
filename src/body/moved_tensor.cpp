// SPDX-License-Identifier: MIT
#include "body/moved_tensor.hpp"

#include <cmath>
#include <limits>

#include "body/rounding_unit.hpp"

namespace polhode {
namespace {

/// For points on a line, sets the moment that is zero except for round-off to zero.
void make_linear(Eigen::Matrix3d& tensor) {
  const double zero = static_cast<double>(16 * rounding_unit) * tensor.cwiseAbs().maxCoeff();
  for (Eigen::Index k = 0; k < 3; ++k) {
    double& second = tensor((k + 1) % 3, (k + 1) % 3);
    double& third = tensor((k + 2) % 3, (k + 2) % 3);
    if (std::abs(tensor(k, k)) > zero || std::abs(second - third) > zero || second <= zero) continue;
    tensor(k, k) = 0;
    second = third = (second + third) / 2;
    return;
  }
}

}  // namespace

WideMatrix parallel_axes(long double mass, const WideVector& d) {
  return mass * (d.squaredNorm() * WideMatrix::Identity() - d * d.transpose());
}

Inertia inertia_of(const WideMatrix& sum) {
  const long double zero = 8 * rounding_unit * sum.cwiseAbs().maxCoeff();
  Eigen::Matrix3d tensor;
  bool is_diagonal = true;
  for (Eigen::Index i = 0; i < 3; ++i)
    for (Eigen::Index j = 0; j < 3; ++j) {
      const bool is_rounding = i != j && std::abs(sum(i, j)) <= zero;
      tensor(i, j) = is_rounding ? 0 : static_cast<double>((sum(i, j) + sum(j, i)) / 2);
      is_diagonal = is_diagonal && (i == j || is_rounding);
    }
  if (is_diagonal) make_linear(tensor);
  return Inertia::from_tensor(tensor);
}

}  // namespace polhode
