// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Power series of a motion under a recorded torque whose coefficients carry their derivatives.
///
/// Convention. Principal frame, the user's units. tau = (t - time) / unit. Directions: three of the attitude
///             (in the body), three of the momentum, three of the moments; or up to nine parameters of the
///             torque.
/// Method.     The recurrences of docs/series.md, row by row, in numbers with slopes. The torque's slopes are
///             those that follow from its rows and, for a direction in which the formula itself changes, a
///             form of its own. The step is such that what is left out, of values and slopes relative to the
///             largest, is below round-off.

#include <array>
#include <polhode/core/dual.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/series/tape.hpp>
#include <vector>

namespace polhode::simulation {

constexpr int tangent_directions = 9;
using Tangent = Dual<double, tangent_directions>;

/// What acts, and how it changes in each direction beside the motion's own change.
struct TangentTorque {
  const series::Tape* tape;
  std::array<series::Form, 3> torque;
  std::array<std::array<series::Form, 3>, tangent_directions> change;
};

class TangentSeries {
 public:
  /// `direction` of time: 1 or -1; `unit`: a guess of the length of a step, positive.
  TangentSeries(const TangentTorque& torque, const Vec3<Tangent>& moments, double direction, double unit);

  void begin(const kernel::Phase<Tangent>& start, double time);
  /// Expands about now. False where something is not finite.
  bool expand();
  /// The cost of an expansion in rows: those of the torque, and some for the motion itself.
  double work() const noexcept { return of_motion + static_cast<double>(made_.size()); }
  /// How far the expansion reaches.
  double reach() const noexcept { return reach_; }
  double time() const noexcept { return time_; }
  kernel::Phase<Tangent> at(double time) const;
  /// Whether the argument of a square root reaches zero within the step and turns back, which its series does
  /// not show: the series continues below zero.
  bool root_turns_before(double time) const noexcept;
  void advance(double time);
  /// The torque alone, with its changes. Discards the expansion.
  Vec3<Tangent> torque_at(const kernel::Phase<Tangent>& phase, const Tangent& time);

 private:
  static constexpr int order = 22;
  static constexpr double of_motion = 30;

  Tangent& coefficient(int row, int k) noexcept {
    return rows_[static_cast<std::size_t>(row * (order + 1) + k)];
  }
  const Tangent& coefficient(int row, int k) const noexcept {
    return rows_[static_cast<std::size_t>(row * (order + 1) + k)];
  }
  Tangent form(const series::Form& f, int k) const;
  Tangent torque_part(std::size_t axis, int k) const;
  void put_first(const kernel::Phase<Tangent>& phase, const Tangent& time);
  void make(std::size_t index, int k);

  /// Of the tape only the rows that the torque and these changes are made of, renumbered.
  void take_rows(const series::Tape& tape);

  TangentTorque torque_;
  std::vector<series::Row> made_;
  Vec3<Tangent> inverse_, gap_;
  double direction_, unit_, next_unit_ = 1, time_ = 0, reach_ = 0;
  std::vector<int> roots_;      // their rows
  std::vector<Tangent> rows_;   // by row, then by power
  std::vector<Tangent> a_, b_;  // of the rows that were made: their forms
  std::vector<Tangent> c_, d_;  // and what else they need
};

}  // namespace polhode::simulation
