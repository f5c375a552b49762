// SPDX-License-Identifier: MIT
#include <Eigen/LU>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>

#include "core/number_text.hpp"

namespace polhode {

Attitude attitude_from_matrix(const Eigen::Matrix3d& matrix) {
  if (!matrix.allFinite())
    throw InvalidInput("rotation matrix", "an entry that is not finite", "finite entries");
  const double defect = (matrix.transpose() * matrix - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
  if (!(defect <= 1e-6))
    throw InvalidInput("rotation matrix", "an entry " + number_text(defect) + " in |Q^T Q - 1|",
                       "an orthogonal matrix, every such entry at most 1e-6");
  const double determinant = matrix.determinant();
  if (!(determinant > 0))
    throw InvalidInput("rotation matrix", "determinant " + number_text(determinant),
                       "determinant +1 (a rotation, not a reflection)");
  return to_eigen(to_quat(from_eigen(matrix)));
}

}  // namespace polhode
