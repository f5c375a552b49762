// SPDX-License-Identifier: MIT
// schur.hpp for tests, experiments and benchmarks, which have the usual Eigen. It is not installed.
#include "moser_veselov/schur.hpp"

#include "moser_veselov/schur_step.hpp"

namespace polhode::moser_veselov {

template <>
std::optional<Eigen::MatrixXd> right_half_plane_first(const Eigen::MatrixXd& H, bool mirror_least) {
  const auto Q =
      right_half_plane_first({H.data(), static_cast<std::size_t>(H.size())}, H.rows(), mirror_least);
  if (!Q) return {};
  return Eigen::Map<const Eigen::MatrixXd>(Q->data(), H.rows(), H.rows());
}

}  // namespace polhode::moser_veselov
