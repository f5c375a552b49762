// SPDX-License-Identifier: MIT
// Before any header: Eigen's namespace gets a name of its own here, as in schur_step.cpp, which is compiled
// with other options of Eigen's. No public header that knows Eigen's types may be included.
#define Eigen polhode_general_eigen

#include "moser_veselov/general.hpp"

#include <cstddef>
#include <limits>
#include <polhode/core/error.hpp>
#include <string>

#include "core/number_text.hpp"
#include "moser_veselov/schur.hpp"
#include "moser_veselov/schur_step.hpp"

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

namespace papers {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

/// The matrices are small: Eigen's product for large ones, which takes a compiler long, would choose the same
/// way at run time.
Eigen::MatrixXd product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) { return a.lazyProduct(b); }

Eigen::MatrixXd solution(const Eigen::MatrixXd& M, const Eigen::VectorXd& J) {
  const Eigen::Index n = J.size();
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

}  // namespace

std::vector<double> detail::general_moser_veselov(std::span<const double> numbers_of_M, std::ptrdiff_t rows,
                                                  std::span<const double> numbers_of_J) {
  const auto n = static_cast<Eigen::Index>(numbers_of_J.size());
  const Eigen::Map<const Eigen::VectorXd> J(numbers_of_J.data(), n);
  if (n == 0 || !J.allFinite() || !(J.minCoeff() > 0))
    throw InvalidInput("J", n == 0 ? "nothing" : number_text(J.minCoeff()), "positive numbers");
  const auto count = static_cast<std::ptrdiff_t>(numbers_of_M.size()), columns = rows == 0 ? 0 : count / rows;
  if (rows != n || columns != n)
    throw InvalidInput("M", std::to_string(rows) + " x " + std::to_string(columns) + " numbers",
                       std::to_string(n) + " x " + std::to_string(n));
  const Eigen::Map<const Eigen::MatrixXd> M(numbers_of_M.data(), n, n);
  const double size = M.cwiseAbs().maxCoeff(), asymmetry = (M + M.transpose()).cwiseAbs().maxCoeff();
  if (!M.allFinite() || asymmetry > 8 * eps * size)
    throw InvalidInput("M", "M + M^T of size " + number_text(asymmetry), "a skew matrix");
  const Eigen::MatrixXd omega = solution(M, J);
  return {omega.data(), omega.data() + omega.size()};
}

}  // namespace papers
}  // namespace polhode
