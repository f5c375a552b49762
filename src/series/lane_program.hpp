// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// One recorded formula for several bodies at once, one on each lane, and the memory that their coefficients
/// take.
///
/// Convention. Plain data, which the units of each set of instructions share. Coefficient k of row r for the
///             body on a lane is at rows[(r * (order + 1) + k) * lane_count + lane]: a series lies in one
///             piece. A program whose shape is the same may be on any lane; its constants are its own.
/// Method.     The sums of a Program, term by term in the same order, without those that are 0 in all shapes:
///             a body's coefficients are those that it has alone, to the last bit. (Where nothing but zeros
///             is added, the sign of a zero is that of the sum too: sums begin with +0.)

#include <cstddef>
#include <memory>
#include <vector>

#include "series/program.hpp"

namespace polhode::series {

constexpr int lane_count = 4;

/// A row times a constant of each lane; both as places in memory.
struct LaneTerm {
  int row, constant;
};

/// A sum of terms in two halves, those of even and of odd place: the first ones are of the first half.
struct LaneForm {
  int first, even, odd;
  int out;  ///< the place of its row
};

/// Products of one row with up to four others, by places of rows.
struct LaneProducts {
  int count, a, b[4], out[4];
};

struct LaneStage {
  enum class Kind {
    products,
    forms,
    function,
    line  ///< sine and cosine of a line in time
  };
  Kind kind;
  int first, count;  ///< those of its kind; of a function, its number in the program
};

/// Sine and cosine of a line.
struct LaneLine {
  int constant, sine, cosine;
};

struct LaneView;
using LaneFunctionStep = void (*)(const LaneView&, int function, int k) noexcept;

/// What the code for each set of instructions sees of it.
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
  int inverse, half_inverse, gap, frame;  ///< places of constants: three, three, three, three times four
  int omega, bent;  ///< places of rows: half the angular velocity; twice three for m x omega
  double* turn;     ///< what multiplies the newest coefficients of the attitude: three times four
  double* time;     ///< of each lane
  double* unit;
  double* const*
      body_rows;  ///< the rows of each lane's program: starts are read there and coefficients left there
  const View* const* bodies;  ///< null on a lane without a body
  LaneFunctionStep function;
};

/// What programs must have in common to share lanes.
using Shape = std::vector<int>;
Shape shape_of(const Program& program);

class LaneProgram {
 public:
  /// For programs of that shape.
  explicit LaneProgram(const Program& like);
  LaneProgram(const LaneProgram&) = delete;
  LaneProgram& operator=(const LaneProgram&) = delete;

  /// Puts a program on a lane; null: the lane has no body, and what it computes is not read. A program that
  /// is put where it was last costs nothing.
  void put(int lane, Program* program) noexcept;
  /// Forgets which programs were where: a new program may have the address of one that is gone.
  void forget() noexcept;
  /// The program that was last on a lane, or null.
  const Program* last_on(int lane) const noexcept { return last_[lane]; }
  /// The time about which the next coefficients are expanded; all else is read from the program.
  void set_time(int lane, double time) noexcept { time_[lane] = time; }
  /// The view with which the next coefficients are computed.
  const LaneView& ready_view() noexcept;

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
  /// Where the constants of a program come from, in order: numbers of columns and components.
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
  std::vector<double> unread_rows_;  ///< of a lane without a body
};

}  // namespace polhode::series
