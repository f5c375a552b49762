// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The eigenvalues of the Moser-Veselov equation of the running example against the step, real or complex.
///
/// Method.     -P = mu^3 - (sum J^2 - |y|^2) mu^2 + (sum J_i^2 J_j^2 - sum J_i^2 y_i^2) mu - det J^2, mu =
///             lambda^2, y = h m / scaling [McLachlan, Zanna 2005, (1.8), (5.1), (5.2)]. One root, the
///             farthest from the others, and then a quadratic.

#include <array>
#include <complex>

#include "experiments/mclachlan_zanna/example.hpp"

namespace polhode::experiments::mclachlan_zanna {

/// 2: DMV, 4: DMV4, 6: DMV6.
struct Spectrum {
  int order;

  /// Those with a real part that is not negative (and of imaginary ones the upper), the ones that belong to
  /// the larger mu first.
  std::array<std::complex<Number>, 3> operator()(Number h) const;
  /// The divisor of the momentum, 1 + h^2 tau_3 + ...
  Number scaling(Number h) const;
  /// Whether no eigenvalue is imaginary, so that the equation has its solution.
  bool is_split(Number h) const;
};

/// Writes the data and the paper's figure: real parts above, imaginary parts below.
void draw_spectra(ExperimentOutput& output, const std::vector<Number>& steps, const app::Axis& x,
                  const std::string& title);

}  // namespace polhode::experiments::mclachlan_zanna
