// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The error of a run by power series, carried along with it.
///
/// Method.     In a step the run leaves out x_(N+1) tau^(N+1) and what follows, of which the first is known: the run computes
///             one coefficient more than it uses. What is missing from earlier steps moves as the difference of two
///             motions: the run's own, and one that begins beside it, both by series of a lower order, since of an error
///             two digits are enough. The motion beside it begins at a distance of 1e-6, whatever the error is, so that
///             the difference is linear and has digits; it is then scaled. Roundings, of compensated sums, are
///             taken in by an eighth of eps with a random sign in each number, at each step. Parts of the error along q are none, since the run leads |q| back to 1.
/// Convention. The error is what is to be added to the run to get the motion; as numbers of the stepper's own frame, the
///             momentum in units of its scale.
/// Accuracy.   docs/series.md

#include <array>
#include <cstdint>
#include <memory>
#include <polhode/kernel/advance.hpp>

#include "series/program.hpp"
#include "series/stepper.hpp"

namespace polhode::series {

class ErrorTransport {
 public:
  /// Attitude and momentum.
  using Numbers = std::array<double, 7>;

  /// Of the series that carries the error of one of such an order.
  static int order_for(int order) noexcept;

  /// The program is of the same torque, of that order.
  explicit ErrorTransport(std::shared_ptr<Program> program);

  /// At the beginning of the run's step. Whoever sets it expands again.
  const Numbers& error() const noexcept { return error_; }
  void set(const Numbers& error) noexcept { error_ = error; }

  /// About the beginning of the step that the run has expanded.
  void expand(const Stepper& run) noexcept;
  /// The error at a time in that step.
  Numbers at(const Stepper& run, double time) const noexcept;
  /// To the end of that step, the number of which decides on the roundings' signs; before the run goes there.
  void advance(const Stepper& run, std::uint64_t number) noexcept;

 private:
  std::shared_ptr<Program> program_;
  Numbers error_{};
  Numbers begun_{};       ///< without the part along q: what the expanded step begins with
  double magnified_ = 0;  ///< how much larger the distance of the motion beside it is; 0: there is none
};

}  // namespace polhode::series
