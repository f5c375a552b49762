// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The functions that are compiled once for each set of instructions.

#include "series/program.hpp"

namespace polhode::series {

/// Of the momentum at the orders 1, 2 and 3; of attitude and momentum at the last three, the highest last.
struct Sizes {
  double early[3], attitude[3], momentum[3];
};

/// Attitude and momentum, the last of the four numbers unused, each with what its sum has lost.
struct alignas(32) Sums {
  double q[4], lost_q[4], m[4], lost_m[4];
};

/// The error of a run in one of its steps: begun + sum_{k=1}^{order} terms_k s^k + left_out s^left_out_order,
/// of attitude and momentum, the last of each eight numbers 0.
struct alignas(32) ErrorTerms {
  double begun[8], left_out[8], terms[8 * highest_order];
  int order, left_out_order;
};

/// At one s, with the squares of the lengths of both parts, and the part along the attitude.
struct alignas(32) ErrorAt {
  double error[8];
  double attitude_square, momentum_square, along;
};

struct Functions {
  /// The coefficients 1, ..., order of all rows from those of order 0 of attitude and momentum, which stand
  /// in the rows, at a time. `careful`: by the rules that keep rounding unbiased over millions of steps
  /// (docs/series.md).
  void (*coefficients)(const View& view, double time, bool careful) noexcept;
  /// The same for two views, the second not `careful`, order by order in turns: neither waits for the other.
  void (*coefficients_of_two)(const View& view, const View& other, double time, bool careful) noexcept;
  /// The terms, the differences of the coefficients of two views times a factor.
  void (*error_terms)(const View& run, const View& beside, double factor, ErrorTerms& terms) noexcept;
  void (*errors)(const View& run, const ErrorTerms& terms, const double* s, int count, ErrorAt* at) noexcept;
  /// begin + sum_{k=1}^{order} x_k s^k for several s, eight numbers each: the attitude, made a unit one, and
  /// the momentum, whose sum is multiplied by `scale`; the last number means nothing.
  void (*states)(const View& view, double scale, const Sums& begin, const double* s, int count,
                 double* eights) noexcept;
  /// The squares of the lengths of six coefficients.
  void (*sizes)(const View& view, Sizes& sizes) noexcept;
  /// Adds that increment, its momentum times `scale`, to sums that keep what rounding loses.
  void (*advance)(const View& view, double s, double scale, Sums& sums) noexcept;
};

const Functions& sse2_functions() noexcept;
const Functions& avx2_functions() noexcept;

struct LaneView;
/// What `coefficients` gives of attitude and momentum, to the last bit, for a body on each lane.
using LaneCoefficients = void (*)(const LaneView& view, bool careful) noexcept;

LaneCoefficients sse2_lane_coefficients() noexcept;
LaneCoefficients avx2_lane_coefficients() noexcept;

/// Those of this machine.
const Functions& functions() noexcept;
LaneCoefficients lane_coefficients() noexcept;

}  // namespace polhode::series
