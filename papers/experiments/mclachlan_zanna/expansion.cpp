// SPDX-License-Identifier: MIT
#include "experiments/mclachlan_zanna/expansion.hpp"

#include <cmath>

namespace polhode::experiments::mclachlan_zanna {

namespace {

Square commutator(const Square& a, const Square& b) { return a.lazyProduct(b) - b.lazyProduct(a); }
Square product(const Square& a, const Square& b) { return a.lazyProduct(b); }
Square product(const Square& a, const Square& b, const Square& c) { return product(product(a, b), c); }

/// Omega of Omega J + J Omega = M.
Square divided_by_inertia(const Square& M, const Eigen::VectorXd& J) {
  const Eigen::Index n = J.size();
  return M.cwiseQuotient(J.replicate(1, n) + J.transpose().replicate(n, 1));
}

constexpr std::array<std::array<double, 4>, 4> binomials{
    {{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 2, 1, 0}, {1, 3, 3, 1}}};

/// The sum, over all k_1 + ... + k_j = rest, of ad_{Omega_k1} ... ad_{Omega_kj} M.
Square nested(const std::array<Square, 5>& terms, int j, int rest, const Square& M) {
  if (j == 0) return rest == 0 ? M : Square(Square::Zero(M.rows(), M.cols()));
  Square sum = Square::Zero(M.rows(), M.cols());
  for (int k = 0; k <= rest; ++k)
    sum += commutator(terms[static_cast<std::size_t>(k)], nested(terms, j - 1, rest - k, M));
  return sum;
}

}  // namespace

MoserVeselovExpansion::MoserVeselovExpansion(const Square& M, const Eigen::VectorXd& J) {
  M_[0] = M;
  omega_[0] = divided_by_inertia(M, J);
  for (std::size_t k = 0; k < 4; ++k) {
    M_[k + 1] = Square::Zero(M.rows(), M.cols());
    for (std::size_t i = 0; i <= k; ++i) M_[k + 1] += binomials[k][i] * commutator(M_[i], omega_[k - i]);
    omega_[k + 1] = divided_by_inertia(M_[k + 1], J);
  }
  const auto& [o, o1, o2, o3, o4] = omega_;
  terms_[0] = o;
  terms_[1] = o1 / 2;
  terms_[2] = o2 / 4 - product(o, o, o) / 6;
  terms_[3] = o3 / 8 - (5 * product(o, o, o1) + 2 * product(o, o1, o) + 5 * product(o1, o, o)) / 24;
  terms_[4] = o4 / 16 -
              (4 * product(o2, o, o) + product(o, o2, o) + 4 * product(o, o, o2) + 4 * product(o1, o1, o) +
               7 * product(o1, o, o1) + 4 * product(o, o1, o1)) /
                  24 +
              3 * product(product(o, o, o), o, o) / 40;
}

Square MoserVeselovExpansion::f() const { return M_[1]; }

Square MoserVeselovExpansion::f_3() const {
  const auto& [o, o1, o2, o3, o4] = omega_;
  const Square& M = M_[0];
  return (commutator(M, o2) - commutator(commutator(M, o), o1) + commutator(commutator(M, o1), o) -
          2 * commutator(M, product(o, o, o))) /
         12;
}

Square MoserVeselovExpansion::f_5() const {
  const auto& [o, o1, o2, o3, o4] = omega_;
  const Square& M = M_[0];
  const auto with_M = [&](const Square& x) { return commutator(M, x); };
  const Square cube = product(o, o, o);
  return with_M(o4) / 80 - with_M(commutator(o, o3)) / 80 +
         3 * with_M(product(cube, o, o) - product(o1, o, o1)) / 40 + with_M(commutator(o1, o2)) / 80 -
         with_M(product(o, o2, o)) / 40 - with_M(product(o, o, o2) + product(o2, o, o)) / 20 +
         with_M(commutator(cube, o1)) / 20 -
         with_M(product(o1, o1, o) + product(o, o1, o1) + product(o, commutator(o, o1), o)) / 40;
}

Square MoserVeselovExpansion::d(int i) const {
  Square sum = Square::Zero(M_[0].rows(), M_[0].cols());
  double factor = 1;
  for (int j = 1; j <= i; ++j) {
    factor *= -1.0 / j;
    sum += factor * nested(terms_, j, i - j, M_[0]);
  }
  return sum;
}

double sine_between_f3_and_f(const Square& M, const Eigen::VectorXd& J) {
  const MoserVeselovExpansion e(M, J);
  const Square f = e.f(), f_3 = e.f_3();
  const double along = f.cwiseProduct(f_3).sum() / f.squaredNorm();
  return (f_3 - along * f).norm() / f_3.norm();
}

}  // namespace polhode::experiments::mclachlan_zanna
