// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Where a polynomial first falls to zero, for steps that end at the corners of a formula.
///
/// Method.     In Bernstein's form on the step, in which the polynomial lies between its least and its
///             greatest coefficient, and has no more zeros than its coefficients have changes of sign. The
///             step is halved, the earlier half first, until a part has none or just one.

namespace polhode::series {

/// The first s in (0, end] at which sum_{k=0}^{order} c_k s^k, positive at 0, is no longer positive.
/// `order` is at most highest_order.
struct FirstZero {
  bool is_found;
  double at;
};
FirstZero first_zero(const double* c, int order, double end) noexcept;

/// Bounds of the polynomial on [0, 1], sharper with each halving of it.
struct Range {
  double low, high;
};
Range range_of(const double* c, int order, int halvings = 0) noexcept;

}  // namespace polhode::series
