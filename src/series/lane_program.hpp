// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// One recorded formula for several bodies at once, one per lane, and the memory of their coefficients.
///
/// Convention. Plain data, shared by the translation units for each instruction set. Coefficient k of row r
///             for the body on a lane is rows[(r * (order + 1) + k) * lane_count + lane]: a series is
///             contiguous. Any program of the same shape may use any lane; its constants are its own.
/// Method.     The sums of a Program, term by term in the same order, without terms that are 0 for all
///             programs of the shape: a body's coefficients are bit-identical to those it has alone. (Sums
///             start with +0, so adding only zeros gives the same sign of zero.)

#include <cstddef>
#include <memory>
#include <vector>

#include "series/program.hpp"

namespace polhode::series {

constexpr int lane_count = 4;

/// A row times a constant per lane; both are offsets in memory.
struct LaneTerm {
  int row, constant;
};

/// A sum of terms in two halves, of even and of odd position; the terms of the first half come first.
struct LaneForm {
  int first, even, odd;
  int out;  ///< the offset of its row
};

/// Products of one row with up to four others, by offsets of rows.
struct LaneProducts {
  int count, a, b[4], out[4];
};

struct LaneStage {
  enum class Kind {
    products,
    forms,
    function,
    line  ///< sine and cosine of a function linear in time
  };
  Kind kind;
  int first, count;  ///< range within its kind; for a function, its index in the program
};

/// Sine and cosine of a function linear in time.
struct LaneLine {
  int constant, sine, cosine;
};

struct LaneView;
using LaneFunctionStep = void (*)(const LaneView&, int function, int k) noexcept;

/// The view of a lane program for the code of each instruction set.
struct LaneView {
  int order, row_count;
  double* rows;
  const double* constants;
  const LaneStage* stages;
  int stage_count;
  const LaneProducts* products;
  const LaneForm* forms;
  const LaneTerm* terms;
  const LaneLine* lines;
  const LaneForm* torque;                 ///< three of them
  int inverse, half_inverse, gap, frame;  ///< offsets of constants: three, three, three, three times four
  int omega, bent;  ///< offsets of rows: half the angular velocity; twice three for m x omega
  double* turn;     ///< factors of the newest coefficients of the attitude: three times four
  double* time;     ///< per lane
  double* unit;
  double* const* body_rows;   ///< the rows of each lane's program, for initial values and results
  const View* const* bodies;  ///< null on a lane without a body
  LaneFunctionStep function;
};

/// The properties that programs must share to be on lanes together.
using Shape = std::vector<int>;
Shape shape_of(const Program& program);

class LaneProgram {
 public:
  /// @param like  a program of the shape
  explicit LaneProgram(const Program& like);
  LaneProgram(const LaneProgram&) = delete;
  LaneProgram& operator=(const LaneProgram&) = delete;

  /// Puts a program on a lane; null if the lane has no body, in which case its results are not read. Putting
  /// a program where it was last is free.
  void put(int lane, Program* program) noexcept;
  /// Forgets which programs were where, because a new program may have the address of a destroyed one.
  void forget() noexcept;
  /// The last program on a lane, or null.
  const Program* last_on(int lane) const noexcept { return last_[lane]; }
  /// Sets the time of the next expansion; all else is read from the program.
  void set_time(int lane, double time) noexcept { time_[lane] = time; }
  /// The view for computing the next coefficients.
  const LaneView& ready_view() noexcept;
  /// Copies the computed series of sines and cosines of time back to those programs whose steps are compared
  /// with them (Program::has_high_products).
  void give_back_lines() const noexcept;

 private:
  int place(int row) const noexcept { return row * (view_.order + 1) * lane_count; }
  LaneForm form_of(const View& like, const Column* columns, int count, int component, int out);
  void add_products(const ProductPack& pack, std::size_t first);
  void load(int lane, const Program& program) noexcept;

  LaneView view_{};
  std::vector<LaneStage> stages_;
  std::vector<LaneProducts> products_;
  std::vector<LaneForm> forms_, torque_;
  std::vector<LaneTerm> terms_;
  std::vector<LaneLine> lines_;
  /// The sources of a program's constants, in order: numbers of columns and components.
  struct Source {
    int column, component;
  };
  std::vector<Source> sources_;
  struct Free {
    void operator()(double* p) const noexcept;
  };
  std::unique_ptr<double, Free> memory_;
  double* constants_ = nullptr;
  double time_[lane_count]{}, unit_[lane_count]{};
  const Program* last_[lane_count]{};
  double* body_rows_[lane_count]{};
  const View* bodies_[lane_count]{};
  std::vector<double> unread_rows_;  ///< the rows of a lane without a body
};

}  // namespace polhode::series
