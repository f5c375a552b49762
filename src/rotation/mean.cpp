// SPDX-License-Identifier: MIT
#include <Eigen/Core>
#include <limits>
#include <polhode/core/error.hpp>
#include <polhode/rotation/mean.hpp>
#include <string>

namespace polhode {

Attitude mean_attitude(std::span<const Attitude> attitudes) {
  if (attitudes.empty()) throw InvalidInput("attitudes", "none", "at least one");
  Eigen::Matrix4d sum = Eigen::Matrix4d::Zero();
  for (const Attitude& q : attitudes) {
    if (!(q.coeffs().allFinite() && q.squaredNorm() > 0))
      throw InvalidInput("attitude", "a quaternion that is zero or not finite", "a unit quaternion");
    sum += q.coeffs() * q.coeffs().transpose() / q.squaredNorm();
  }
  // The eigenvector of the largest eigenvalue: all columns of a high matrix power are parallel to it.
  // (Eigen's solver costs four seconds of compile time.)
  sum /= sum.trace();
  for (int doubling = 0; doubling < 64; ++doubling) {
    const Eigen::Matrix4d square = sum.lazyProduct(sum);
    const Eigen::Matrix4d next = square / square.trace();
    const bool is_settled = (next - sum).cwiseAbs().maxCoeff() <= std::numeric_limits<double>::epsilon();
    sum = next;
    if (is_settled) break;
  }
  Eigen::Index longest = 0;
  sum.diagonal().maxCoeff(&longest);
  Attitude mean;
  mean.coeffs() = sum.col(longest);
  if (mean.w() < 0) mean.coeffs() *= -1;
  return mean.normalized();
}

}  // namespace polhode
