// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Steps of general methods for ordinary differential equations (general_method.hpp): the classical
/// Runge-Kutta method, and DOP853 with its own step-size control.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "simulation/runge_kutta/dormand_prince.hpp"
#include "simulation/steps_of_piece.hpp"

namespace polhode::simulation {

/// Attitude w, x, y, z and momentum.
using Seven = std::array<double, 7>;

/// Writes the derivative of a state.
using Equations = std::function<void(double time, const Seven& y, Seven& rate)>;

/// A method that goes through one piece after the other.
class GeneralSteps {
 public:
  GeneralSteps(Equations equations, double time, const Seven& start)
      : equations_(std::move(equations)), begin_(time), end_(time), before_(start), now_(start) {}
  GeneralSteps(const GeneralSteps&) = delete;
  GeneralSteps& operator=(const GeneralSteps&) = delete;
  virtual ~GeneralSteps() = default;

  /// A piece from end() to `time`, which begins with state().
  virtual void begin_piece(double time) = 0;
  /// Does a step, the last of a piece to its end. Null; or, if no step is possible, why: then nothing has
  /// changed.
  virtual const char* step() = 0;
  /// The state at a time in the last step.
  virtual Seven at(double time) = 0;

  /// The times of the last step.
  double begin() const noexcept { return begin_; }
  double end() const noexcept { return end_; }
  /// The state at its end, which may be changed between two pieces.
  const Seven& state() const noexcept { return now_; }
  Seven& state() noexcept { return now_; }

 protected:
  void go_to(double time, const Seven& y) noexcept {
    begin_ = end_;
    before_ = now_;
    end_ = time;
    now_ = y;
  }

  Equations equations_;
  double begin_, end_;
  Seven before_, now_;
};

/// Kutta's method of order 4 with equal steps.
class ClassicalSteps final : public GeneralSteps {
 public:
  ClassicalSteps(Equations equations, double time, const Seven& start, double step)
      : GeneralSteps(std::move(equations), time, start), longest_(step) {}

  void begin_piece(double time) override;
  const char* step() override;
  Seven at(double time) override;

 private:
  Seven moved(const Seven& y, double time, double h) const;

  double longest_;
  EqualSteps steps_;
  std::uint64_t done_ = 0;
};

/// Dormand and Prince's method of order 8, as the program DOP853 controls it.
class Dop853Steps final : public GeneralSteps {
 public:
  /// `absolute`: the absolute tolerance of each number.
  Dop853Steps(Equations equations, double time, const Seven& start, double relative, const Seven& absolute)
      : GeneralSteps(std::move(equations), time, start), relative_(relative), absolute_(absolute) {}

  void begin_piece(double time) override;
  const char* step() override;
  Seven at(double time) override;

 private:
  double first_length();
  double tried(double to);
  double allowed(std::size_t i, const Seven& a, const Seven& b) const;
  void make_dense();

  double relative_;
  Seven absolute_;
  double piece_end_ = 0, h_ = 0;                           ///< h_: of the next trial, with its sign
  std::array<Seven, dormand_prince::all_stages> rates_{};  ///< of the last step; that of its end is known
  Seven trial_{}, end_rate_{};
  std::array<Seven, 7> dense_{};
  bool is_dense_ = false;
};

}  // namespace polhode::simulation
