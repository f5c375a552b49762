// SPDX-License-Identifier: MIT
#include <Eigen/Eigenvalues>
#include <polhode/core/error.hpp>
#include <polhode/rotation/mean.hpp>
#include <string>

namespace polhode {

Attitude mean_attitude(std::span<const Attitude> attitudes) {
  if (attitudes.empty()) throw InvalidInput("attitudes", "none", "one at least");
  Eigen::Matrix4d sum = Eigen::Matrix4d::Zero();
  for (const Attitude& q : attitudes) {
    if (!(q.coeffs().allFinite() && q.squaredNorm() > 0))
      throw InvalidInput("attitude", "one that is zero or not finite", "a unit quaternion");
    sum += q.coeffs() * q.coeffs().transpose() / q.squaredNorm();
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d> solver(sum);
  Attitude mean;
  mean.coeffs() = solver.eigenvectors().col(3);
  if (mean.w() < 0) mean.coeffs() *= -1;
  return mean.normalized();
}

}  // namespace polhode
