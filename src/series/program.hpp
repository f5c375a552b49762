// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A tape in the order in which its coefficients are computed, with its products side by side on lanes, and
/// the memory that they take.
///
/// Convention. Plain data, which the units of each set of instructions share (target_avx2.cpp and its like).
///             The coefficient k of row r is at rows[k * row_count + r]. Row numbers are those of the tape
///             for what is always there; those that the formula made are numbered anew.
/// Method.     Four products of one depth make a pack. Operands that are not single rows are made rows first,
///             four together, as sums of columns: a row times a factor for each lane. docs/series.md has the
///             recurrences.

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

/// Four forms side by side, as rows of their own: what products take as operands and is not a single row.
struct LinearPack {
  const Column* columns;
  int count;
  int out;  ///< its first row
};

/// Four rows as an operand of four products. Mostly all are of one group, rows 4 g to 4 g + 3: then one
/// instruction puts them in order.
struct Operand {
  int rows[4];
  int group;      ///< the first row of the group
  int halves[8];  ///< which halves of the group's numbers they are
};

/// Four products. Their operands' coefficients 1, 2, ... are kept one after the other, those of the second in
/// reverse, so that a sum of a_i b_(k-i) runs through both forwards.
struct ProductPack {
  Operand a, b;
  bool are_groups;  ///< both
  int out;          ///< its first row
  double *forward, *reverse, *first_a, *first_b;
};

/// A function of a form, or a quotient of two: one row, by its own recurrence.
struct FunctionRow {
  Maker maker;
  const Term *a_terms, *b_terms;
  int a_count, b_count, out, partner;  ///< partner: the cosine of a sine
  double a_constant, b_constant, number;
  double *a, *b, *c, *d;  ///< coefficients of its forms, and two more for what it needs
  const PiecewiseLinear* piecewise;
  bool is_of_line;  ///< its form is linear in time alone

  /// Of a sign: the value that it is to have in the next step, whatever its form is at the beginning.
  bool is_side_set() const noexcept { return d[0] != 0; }
  double side() const noexcept { return c[0]; }
  void set_side(double sign) const noexcept {
    d[0] = 1;
    c[0] = sign;
  }
  /// Sides that the form left at once.
  void refuse_side(double sign) const noexcept { b[sign > 0 ? 1 : 0] = sign == 0 ? 0 : 1; }
  bool has_refused_side(double sign) const noexcept { return b[sign > 0 ? 1 : 0] != 0; }
  void forget_sides() const noexcept { d[0] = b[0] = b[1] = 0; }
};

/// One of these, in the order in which they are done.
struct Stage {
  const ProductPack* pack;
  const LinearPack* linear;
  const FunctionRow* function;
};

/// Points of a step at which a function is compared with its series.
constexpr std::size_t feature_points = 5;

/// Of a function in a step (features.hpp).
struct FunctionBounds {
  double size = 0;            ///< of its value
  double by_a = 0, by_b = 0;  ///< of its derivatives by its forms
  double last = 0;            ///< of the first coefficient that is left out, about any point of the step
  /// How far its values at the points of the step are from its series.
  std::array<double, feature_points> defects{};
};

/// Of the rows in a step: how large they are, between which values what they stand for lies, how far their
/// polynomials may be from it, how much they change the torque; and of each function.
struct StepBounds {
  std::vector<double> sizes{}, lows{}, highs{}, deviations{}, weights{}, values{};
  std::vector<FunctionBounds> functions{};
};

struct View;
using FunctionStep = void (*)(const View&, const FunctionRow&, int k) noexcept;

/// What the code for each set of instructions sees of it.
struct View {
  int order, row_count;
  double* rows;
  const Stage* stages;
  int stage_count;
  /// The first of them, products of the attitude alone, which do not wait for the newest momentum.
  int early_count;
  const Column* columns;  ///< all of them
  int column_count;
  const Column* torque;  ///< in units of the momentum's scale
  int torque_count;
  bool has_functions;
  /// Four numbers each: 1 / I, half of it, and differences of 1 / I, times the momentum's scale.
  const double *inverse, *half_inverse, *gap;
  const double* frame;   ///< three times four: how a frame that turns moves the attitude relative to it
  double* kinematic[4];  ///< the attitude, and each part of half the angular velocity in reverse
  double* euler[4];      ///< the same of momentum and angular velocity
  FunctionStep function;
  double unit;       ///< of time
  double direction;  ///< of the run
};

/// Three forms for the torque of a body with these inverse moments and the gaps between them, in units of
/// momentum.
struct Recorded {
  Tape tape{};
  Form torque[3]{};
};

class Program {
 public:
  /// The recorded torque is in the user's units, its momentum rows in units of `momentum_scale`, a power of
  /// two. inverse and gap as torques::InverseInertia has them. The attitude is that relative to a frame of
  /// space that turns with the angular velocity `turning`.
  Program(const Recorded& recorded, const Vec3<double>& inverse, const Vec3<double>& gap,
          double momentum_scale, int order, const Vec3<double>& turning = {});
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  const View& view() const noexcept { return view_; }
  View& view() noexcept { return view_; }
  double momentum_scale() const noexcept { return momentum_scale_; }
  /// The angular velocity of the frame of space to which the attitude is relative.
  const Vec3<double>& turning() const noexcept { return turning_; }
  /// The highest order; view().order may be less.
  int order() const noexcept { return order_; }
  /// Sets a parameter of the formula from the next step on.
  void set_parameter(int index, double value) noexcept;
  /// Forgets all coefficients, after some were not finite.
  void clear() noexcept;
  /// The rows of square roots.
  const std::vector<int>& roots() const noexcept { return roots_; }
  /// The signs, whose changes end steps; and other functions whose series may miss what lies within a step.
  const std::vector<const FunctionRow*>& signs() const noexcept { return signs_; }
  const std::vector<const FunctionRow*>& watched() const noexcept { return watched_; }
  const std::vector<FunctionRow>& functions() const noexcept { return functions_; }
  /// Whether products of so high a degree occur, as in sin(t)^12, that they may have features which their
  /// first coefficients do not show.
  bool has_high_products() const noexcept { return has_high_products_; }
  /// Memory for the bounds of a step, if there is anything to be watched.
  StepBounds& step_bounds() noexcept { return step_bounds_; }
  /// For the report: how many products of series a step takes for the torque.
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
