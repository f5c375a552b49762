// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A tape in order of evaluation, with its products packed on lanes, and the memory of its coefficients.
///
/// Convention. Plain data, shared by the translation units for each instruction set (target_avx2.cpp and the
///             like). Coefficient k of row r is rows[k * row_count + r]. The fixed rows have the numbers of
///             the tape; those made by the formula are renumbered.
/// Method.     Four products of the same depth form a pack. Operands that are not single rows are first
///             computed as rows, four at a time, as sums of columns: a row times one factor per lane.
///             docs/series.md gives the recurrences.

#include <array>
#include <cstddef>
#include <memory>
#include <polhode/core/vec3.hpp>
#include <polhode/series/tape.hpp>
#include <vector>

namespace polhode::series {

constexpr int highest_order = 32;

/// A row times four factors.
struct alignas(32) Column {
  double factors[4];
  int row;
};

/// Four forms computed as rows: operands of products that are not single rows.
struct LinearPack {
  const Column* columns;
  int count;
  int out;  ///< its first row
};

/// Four rows as an operand of four products. Usually all are in one group, rows 4 g to 4 g + 3, and one
/// instruction permutes them.
struct Operand {
  int rows[4];
  int group;      ///< the first row of the group
  int halves[8];  ///< their positions in the group, in half-numbers
};

/// Four products. The coefficients 1, 2, ... of their operands are stored contiguously, those of the second
/// in reverse, so that a sum of a_i b_(k-i) reads both forwards.
struct ProductPack {
  Operand a, b;
  bool are_groups;  ///< whether both operands are
  int out;          ///< its first row
  double *forward, *reverse, *first_a, *first_b;
};

/// A function of a form, or a quotient of two forms: one row, with a recurrence of its own.
struct FunctionRow {
  Maker maker;
  const Term *a_terms, *b_terms;
  int a_count, b_count, out, partner;  ///< partner: the cosine of a sine
  double a_constant, b_constant, number;
  double *a, *b, *c, *d;  ///< coefficients of its forms, and two more work arrays
  const PiecewiseLinear* piecewise;
  bool is_of_line;  ///< whether its form is linear in time

  /// For a sign: its value in the next step, whatever the form is at the start.
  bool is_side_set() const noexcept { return d[0] != 0; }
  double side() const noexcept { return c[0]; }
  void set_side(double sign) const noexcept {
    d[0] = 1;
    c[0] = sign;
  }
  /// Sides that the form left immediately.
  void refuse_side(double sign) const noexcept { b[sign > 0 ? 1 : 0] = sign == 0 ? 0 : 1; }
  bool has_refused_side(double sign) const noexcept { return b[sign > 0 ? 1 : 0] != 0; }
  void forget_sides() const noexcept { d[0] = b[0] = b[1] = 0; }
};

/// One of these, in order of evaluation.
struct Stage {
  const ProductPack* pack;
  const LinearPack* linear;
  const FunctionRow* function;
};

/// The number of points of a step at which a function is compared with its series.
constexpr std::size_t feature_points = 5;

/// Bounds of a function in a step (features.hpp).
struct FunctionBounds {
  double size = 0;            ///< bound of its value
  double by_a = 0, by_b = 0;  ///< bounds of its derivatives with respect to its forms
  double last = 0;            ///< bound of the first omitted coefficient, about any point of the step
  /// Differences between its values and its series at the points of the step.
  std::array<double, feature_points> defects{};
};

/// Bounds of the rows in a step: magnitudes, ranges, deviations from their polynomials, effects on the
/// torque; and bounds of each function.
struct StepBounds {
  std::vector<double> sizes{}, lows{}, highs{}, deviations{}, weights{}, values{};
  std::vector<FunctionBounds> functions{};
};

struct View;
using FunctionStep = void (*)(const View&, const FunctionRow&, int k) noexcept;

/// The view of a program for the code of each instruction set.
struct View {
  int order, row_count;
  double* rows;
  const Stage* stages;
  int stage_count;
  /// The number of leading stages that are products of the attitude only, which do not need the newest
  /// momentum.
  int early_count;
  const Column* columns;  ///< all columns
  int column_count;
  const Column* torque;  ///< in units of the momentum's scale
  int torque_count;
  bool has_functions;
  /// Four numbers each, times the momentum's scale: 1 / I, half of it, and differences of 1 / I.
  const double *inverse, *half_inverse, *gap;
  const double* frame;   ///< three times four: the effect of a turning frame on the relative attitude
  double* kinematic[4];  ///< the attitude, and each component of half the angular velocity in reverse
  double* euler[4];      ///< the same for momentum and angular velocity
  FunctionStep function;
  double unit;       ///< unit of time
  double direction;  ///< direction of the run: 1 or -1
};

/// A recorded torque of a body: three forms, in units of momentum.
struct Recorded {
  Tape tape{};
  Form torque[3]{};
};

class Program {
 public:
  /// The recorded torque is in the user's units, with momentum rows in units of `momentum_scale`, a power of
  /// two. `inverse` and `gap` as in torques::InverseInertia. The attitude is relative to a frame that rotates
  /// in space with the angular velocity `turning`.
  Program(const Recorded& recorded, const Vec3<double>& inverse, const Vec3<double>& gap,
          double momentum_scale, int order, const Vec3<double>& turning = {});
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  const View& view() const noexcept { return view_; }
  View& view() noexcept { return view_; }
  double momentum_scale() const noexcept { return momentum_scale_; }
  /// The angular velocity in space of the frame to which the attitude is relative.
  const Vec3<double>& turning() const noexcept { return turning_; }
  /// The highest order; view().order may be lower.
  int order() const noexcept { return order_; }
  /// Sets a parameter of the formula from the next step on.
  void set_parameter(int index, double value) noexcept;
  /// Clears all coefficients, after some were not finite.
  void clear() noexcept;
  /// The rows of square roots.
  const std::vector<int>& roots() const noexcept { return roots_; }
  /// The signs, whose changes end steps, and other functions whose series may miss features within a step.
  const std::vector<const FunctionRow*>& signs() const noexcept { return signs_; }
  const std::vector<const FunctionRow*>& watched() const noexcept { return watched_; }
  const std::vector<FunctionRow>& functions() const noexcept { return functions_; }
  /// Whether there are products of such a high degree, such as sin(t)^12, that they may have features which
  /// their first coefficients do not show.
  bool has_high_products() const noexcept { return has_high_products_; }
  /// Memory for the bounds of a step, if there are functions to be watched.
  StepBounds& step_bounds() noexcept { return step_bounds_; }
  /// For reports: the number of products of series per step for the torque.
  std::size_t products() const noexcept { return products_; }

 private:
  View view_{};
  int order_;
  double momentum_scale_;
  Vec3<double> turning_;
  std::size_t products_ = 0;
  std::vector<Column> columns_;
  std::vector<Term> terms_;
  std::vector<ProductPack> packs_;
  std::vector<LinearPack> linear_;
  std::vector<FunctionRow> functions_;
  std::vector<int> roots_;
  std::vector<const FunctionRow*> signs_, watched_;
  StepBounds step_bounds_;
  bool has_high_products_ = false;
  std::vector<Stage> stages_;
  std::vector<std::shared_ptr<const PiecewiseLinear>> kept_;
  struct Parameter {
    int index, row;
    double value;
  };
  std::vector<Parameter> parameters_;
  double inverse_[4], half_inverse_[4], gap_[4], frame_[12];
  struct Free {
    void operator()(double* p) const noexcept;
  };
  std::unique_ptr<double, Free> memory_;
  std::size_t memory_size_ = 0;
};

}  // namespace polhode::series
