// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The integral of the third kind along an arc, exact or by quadrature: what turns the frame about m.
///
/// Convention. J = int du / (1 - n sn^2 u) from the beginning of the arc to its end; n <= 1, given with nc =
///             1 - n. Not for the separatrix (k = 1), where the angle is elementary.
/// Method.     carlson  J = u1 - u0 + (n/3) [s^3 R_J(c^2, d^2, 1, 1 - n s^2)] and the complete R_J for each
///                      half turn between the ends: the phase is known, so no R_F is needed   [DLMF 19.25.14]
///             theta    the same integral by series in the nome   [van Zon, Schofield 2007, J. Comput. Phys.]
///             gauss    Gauss-Legendre with 1 to 10 nodes in the amplitude, order 2 nodes
///                                                                       [Celledoni, Zanna 2008, (20)]
///             hermite  the polynomial in u with the integrand's value and first 1 to 3 derivatives at both
///                      ends, order 2 derivatives + 2          [van Zon, Schofield 2007, Phys. Rev. E 75]
///             The quadratures take the step in one piece: accurate for short steps only, by their order.
/// Accuracy.   papers/docs/accuracy.md.

#include "frames/momentum_arc.hpp"

namespace polhode::papers {

/// n and nc = 1 - n, each accurate to itself.
struct Characteristic {
  double n, nc;
};

class AngleQuadrature {
 public:
  static AngleQuadrature carlson() noexcept { return {Kind::carlson, 0}; }
  static AngleQuadrature theta() noexcept { return {Kind::theta, 0}; }
  /// 1 <= nodes <= 10.
  static AngleQuadrature gauss(int nodes) noexcept { return {Kind::gauss, nodes}; }
  /// 1 <= derivatives <= 3.
  static AngleQuadrature hermite(int derivatives) noexcept { return {Kind::hermite, derivatives}; }

  /// The order in the step length, 0 if the integral is exact to rounding.
  int order() const noexcept;
  double operator()(const Characteristic& c, const MomentumArc& arc) const noexcept;

 private:
  enum class Kind { carlson, theta, gauss, hermite };
  AngleQuadrature(Kind kind, int count) noexcept : kind_(kind), count_(count) {}

  Kind kind_;
  int count_;
};

}  // namespace polhode::papers
