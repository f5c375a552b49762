// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The expansion of the Moser-Veselov step in powers of h for N x N matrices.
///
/// Convention. M = Omega J + J Omega, J diagonal and positive, M' = [M, Omega]. The discrete step is
///             omega = exp(-h Omega_0 - h^2 Omega_1 - ...), M_1 = omega M omega^T.
/// Method.     As printed: Omega_0 to Omega_4 by table 3 and (2.7) to (2.10), the coefficients d_i of M_1 by (2.12),
///             the modified field f + h^2 f_3 + h^4 f_5 by (2.13) and (2.15) [McLachlan, Zanna 2005, section 2].
///             The derivatives of M and Omega follow from M' = [M, Omega] by Leibniz's rule.

#include <Eigen/Core>
#include <array>
#include <cstddef>

namespace polhode::experiments::mclachlan_zanna {

using Square = Eigen::MatrixXd;

/// At a momentum M of a body J: what the formulas of section 2 are made of.
class MoserVeselovExpansion {
 public:
  /// M skew, J positive, of the same dimension.
  MoserVeselovExpansion(const Square& M, const Eigen::VectorXd& J);

  /// M' = [M, Omega].
  Square f() const;
  Square f_3() const;  ///< (2.13)
  Square f_5() const;  ///< (2.15)

  /// d_i, i from 1 to 5: the coefficient of h^i in M_1.
  Square d(int i) const;

 private:
  std::array<Square, 5> M_, omega_;  ///< with their derivatives
  std::array<Square, 5> terms_;
};

/// How far f_3 is off the line through [M, Omega]: the sine of the angle between them.
double sine_between_f3_and_f(const Square& M, const Eigen::VectorXd& J);

}  // namespace polhode::experiments::mclachlan_zanna
