// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The first zero of a polynomial, for steps that end at the corners of a formula.
///
/// Method.     In Bernstein form on the step, the polynomial lies between its smallest and its largest
///             coefficient, and has at most as many zeros as its coefficients have sign changes. The step is
///             bisected, the earlier half first, until a part has no zero or exactly one.

namespace polhode::series {

/// The first s in (0, end] at which sum_{k=0}^{order} c_k s^k, positive at 0, is no longer positive; `order`
/// is at most highest_order.
struct FirstZero {
  bool is_found;
  double at;
};
FirstZero first_zero(const double* c, int order, double end) noexcept;

/// Bounds of the polynomial on [0, 1]; each bisection sharpens them.
struct Range {
  double low, high;
};
Range range_of(const double* c, int order, int halvings = 0) noexcept;

}  // namespace polhode::series
