// SPDX-License-Identifier: MIT
// Before any header: Eigen's namespace gets another name here. No public header that knows Eigen's types may
// be included, or they would be others.
#define Eigen polhode_eigen

#include "moser_veselov/schur_step.hpp"

#include "moser_veselov/schur.hpp"

namespace polhode {

std::optional<std::vector<double>> moser_veselov::right_half_plane_first(std::span<const double> H,
                                                                         std::ptrdiff_t size,
                                                                         bool mirror_least) {
  const Eigen::MatrixXd matrix = Eigen::Map<const Eigen::MatrixXd>(H.data(), size, size);
  const auto Q = right_half_plane_first<double>(matrix, mirror_least);
  if (!Q) return {};
  return std::vector<double>(Q->data(), Q->data() + Q->size());
}

struct SchurMoserVeselovStep::Kernel : SchurMoserVeselov<double> {
  using SchurMoserVeselov<double>::SchurMoserVeselov;
};

SchurMoserVeselovStep::SchurMoserVeselovStep(const Vec3<double>& moments)
    : kernel_(std::make_shared<const Kernel>(moments)) {}

kernel::Increment<double> SchurMoserVeselovStep::operator()(const Vec3<double>& m,
                                                            const double& h) const noexcept {
  return (*kernel_)(m, h);
}

kernel::Failure SchurMoserVeselovStep::why(const Vec3<double>& m, const double& h) const noexcept {
  return kernel_->why(m, h);
}

}  // namespace polhode
