// SPDX-License-Identifier: MIT
// Before any header: Eigen's namespace gets another name here. No public header that knows Eigen's types may be
// included, or they would be others.
#define Eigen polhode_eigen

#include "free/moser_veselov_solvers.hpp"

#include <algorithm>

#include "free/moser_veselov_schur.hpp"

namespace polhode {

namespace moser_veselov::solved {

namespace {

std::array<double, 9> numbers_of(const Matrix3<double>& W) noexcept {
  std::array<double, 9> numbers;
  std::copy_n(W.data(), 9, numbers.begin());
  return numbers;
}

}  // namespace

std::array<double, 9> by_eigenvectors(const Vec3<double>& J, const Vec3<double>& y,
                                      const Roots<double>& roots) noexcept {
  return numbers_of(moser_veselov::by_eigenvectors(J, y, roots));
}

std::array<double, 9> by_polynomial(const Vec3<double>& J, const Vec3<double>& y,
                                    const Roots<double>& roots) noexcept {
  return numbers_of(moser_veselov::by_polynomial(J, y, roots));
}

std::optional<std::vector<double>> right_half_plane_first(std::span<const double> H, std::ptrdiff_t size,
                                                          bool mirror_least) {
  const Eigen::MatrixXd matrix = Eigen::Map<const Eigen::MatrixXd>(H.data(), size, size);
  const auto Q = moser_veselov::right_half_plane_first<double>(matrix, mirror_least);
  if (!Q) return {};
  return std::vector<double>(Q->data(), Q->data() + Q->size());
}

}  // namespace moser_veselov::solved

namespace {

template <class Kernel>
struct Solved final : SolvedMoserVeselov::Step {
  explicit Solved(const Vec3<double>& moments) : kernel(moments) {}
  kernel::Increment<double> increment(const Vec3<double>& m, double h) const noexcept override {
    return kernel(m, h);
  }
  kernel::Failure why(const Vec3<double>& m, double h) const noexcept override { return kernel.why(m, h); }

  Kernel kernel;
};

}  // namespace

SolvedMoserVeselov::SolvedMoserVeselov(const Vec3<double>& moments, MoserVeselovSolver solver) {
  if (solver == MoserVeselovSolver::schur_form)
    step_ = std::make_shared<const Solved<SchurMoserVeselov<double>>>(moments);
  else
    step_ = std::make_shared<const Solved<ExplicitMoserVeselov<double>>>(moments);
}

}  // namespace polhode
