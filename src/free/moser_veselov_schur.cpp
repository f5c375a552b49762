// SPDX-License-Identifier: MIT
#include "free/moser_veselov_schur.hpp"

#include <cstddef>
#include <limits>
#include <polhode/core/error.hpp>
#include <string>
#include <utility>

#include "core/number_text.hpp"
#include "free/moser_veselov_schur_step.hpp"

namespace polhode {

namespace moser_veselov {

template <>
std::optional<Eigen::MatrixXd> right_half_plane_first(const Eigen::MatrixXd& H, bool mirror_least) {
  const auto Q =
      right_half_plane_first({H.data(), static_cast<std::size_t>(H.size())}, H.rows(), mirror_least);
  if (!Q) return {};
  return Eigen::Map<const Eigen::MatrixXd>(Q->data(), H.rows(), H.rows());
}

}  // namespace moser_veselov

namespace {

/// The matrices are small: Eigen's product for large ones, which takes a compiler long, would choose the same
/// way at run time.
Eigen::MatrixXd product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) { return a.lazyProduct(b); }

}  // namespace

Eigen::MatrixXd moser_veselov_solution(const Eigen::MatrixXd& M, const Eigen::VectorXd& J) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const Eigen::Index n = J.size();
  if (n == 0 || !J.allFinite() || !(J.minCoeff() > 0))
    throw InvalidInput("J", n == 0 ? "nothing" : number_text(J.minCoeff()), "positive numbers");
  if (M.rows() != n || M.cols() != n)
    throw InvalidInput("M", std::to_string(M.rows()) + " x " + std::to_string(M.cols()) + " numbers",
                       std::to_string(n) + " x " + std::to_string(n));
  const double size = M.cwiseAbs().maxCoeff(), asymmetry = (M + M.transpose()).cwiseAbs().maxCoeff();
  if (!M.allFinite() || asymmetry > 8 * eps * size)
    throw InvalidInput("M", "M + M^T of size " + number_text(asymmetry), "a skew matrix");

  const double scale = J.maxCoeff();
  const Eigen::MatrixXd unit_M = (0.5 / scale) * (M - M.transpose());
  const Eigen::VectorXd unit_J = J / scale;
  const auto Q = moser_veselov::subspace_by_schur(unit_M, unit_J);
  const auto refuse = [] {
    throw InvalidInput("M", "no solution with its spectrum in the right half plane", "a shorter step");
  };
  if (!Q) refuse();
  const Eigen::MatrixXd Q11 = Q->topLeftCorner(n, n), Q21 = Q->bottomLeftCorner(n, n);
  const Eigen::MatrixXd S = Q11.transpose().partialPivLu().solve(Q21.transpose()).transpose();
  const Eigen::MatrixXd W = 0.5 * (S + S.transpose() + unit_M);
  Eigen::MatrixXd R = W * unit_J.cwiseInverse().asDiagonal();
  const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(n, n);
  // Towards the orthogonal matrix nearby; a division by a small J has lost more digits of it than of W.
  for (int pass = 0; pass < 2; ++pass) R = 0.5 * product(R, 3 * one - product(R.transpose(), R));
  const Eigen::MatrixXd RJ = R * unit_J.asDiagonal();
  const double residual = (unit_M - RJ + RJ.transpose()).cwiseAbs().maxCoeff();
  const double skewness = (product(R.transpose(), R) - one).cwiseAbs().maxCoeff();
  // Rounding may part a spectrum that lies on the imaginary axis; what comes of it is no solution.
  if (!(residual <= 1024 * eps && skewness <= 64 * eps)) refuse();
  return R.transpose();
}

GeneralMoserVeselov::GeneralMoserVeselov(Eigen::VectorXd J) : J_(std::move(J)) {
  moser_veselov_solution(Eigen::MatrixXd::Zero(J_.size(), J_.size()),
                         J_);  // refuses a J that is not positive
}

GeneralMoserVeselov::Step GeneralMoserVeselov::step(const Eigen::MatrixXd& M, double h) const {
  const Eigen::MatrixXd omega = moser_veselov_solution(h * M, J_);
  const Eigen::MatrixXd after = product(product(omega, M), omega.transpose());
  return {0.5 * (after - after.transpose()), omega.transpose()};
}

Eigen::MatrixXd GeneralMoserVeselov::velocity(const Eigen::MatrixXd& M) const {
  return M.cwiseQuotient(J_.replicate(1, J_.size()) + J_.transpose().replicate(J_.size(), 1));
}

}  // namespace polhode
