// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The functions compiled separately for each instruction set.

#include "series/program.hpp"

namespace polhode::series {

/// Squares of coefficients: of the momentum at orders 1, 2 and 3; of attitude and momentum at the last three
/// orders, ascending.
struct Sizes {
  double early[3], attitude[3], momentum[3];
};

/// Attitude and momentum (the last of its four numbers is unused), each with its compensation.
struct alignas(32) Sums {
  double q[4], lost_q[4], m[4], lost_m[4];
};

/// The error of a run in one of its steps: begun + sum_{k=1}^{order} terms_k s^k + left_out s^left_out_order,
/// for attitude and momentum; the last of each eight numbers is 0.
struct alignas(32) ErrorTerms {
  double begun[8], left_out[8], terms[8 * highest_order];
  int order, left_out_order;
};

/// The error at one s, with the squares of its two parts, and its component along the attitude.
struct alignas(32) ErrorAt {
  double error[8];
  double attitude_square, momentum_square, along;
};

struct Functions {
  /// Computes the coefficients 1, ..., order of all rows at a time, from coefficients 0 of attitude and
  /// momentum, which are in the rows. `careful`: by the rules that keep round-off unbiased over millions of
  /// steps (docs/series.md).
  void (*coefficients)(const View& view, double time, bool careful) noexcept;
  /// The same for two views, the second not `careful`, order by order alternately, so that the two are
  /// computed in parallel.
  void (*coefficients_of_two)(const View& view, const View& other, double time, bool careful) noexcept;
  /// Computes the terms: a factor times the differences of the coefficients of two views.
  void (*error_terms)(const View& run, const View& beside, double factor, ErrorTerms& terms) noexcept;
  void (*errors)(const View& run, const ErrorTerms& terms, const double* s, int count, ErrorAt* at) noexcept;
  /// begin + sum_{k=1}^{order} x_k s^k for several s, eight numbers each: the normalised attitude and the
  /// momentum, whose sum is multiplied by `scale`; the last number is unused.
  void (*states)(const View& view, double scale, const Sums& begin, const double* s, int count,
                 double* eights) noexcept;
  /// The squares of the norms of nine coefficients.
  void (*sizes)(const View& view, Sizes& sizes) noexcept;
  /// Adds that increment, its momentum times `scale`, to compensated sums.
  void (*advance)(const View& view, double s, double scale, Sums& sums) noexcept;
};

const Functions& sse2_functions() noexcept;
const Functions& avx2_functions() noexcept;

struct LaneView;
/// The coefficients of attitude and momentum for one body per lane, bit-identical to those of `coefficients`.
using LaneCoefficients = void (*)(const LaneView& view, bool careful) noexcept;

LaneCoefficients sse2_lane_coefficients() noexcept;
LaneCoefficients avx2_lane_coefficients() noexcept;

/// The functions for this processor.
const Functions& functions() noexcept;
LaneCoefficients lane_coefficients() noexcept;

}  // namespace polhode::series
