// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The error of a run by power series, carried along with it.
///
/// Method.     In a step the run leaves out x_(N+1) tau^(N+1) and what follows. That first term is known,
///             since the run computes one coefficient more than it uses. The error of earlier steps moves as
///             the difference of two motions does: the run's own, and one that begins beside it. Both are
///             followed by series of a lower order, since two digits of an error are enough. The motion
///             beside the run begins at a distance of 1e-6, whatever the error is, so that the difference is
///             linear and has digits; it is then scaled to the error. For the rounding of the compensated
///             sums an eighth of eps, with a random sign, is added to each number at each step. The error has
///             no part along q, since the run leads |q| back to 1.
/// Convention. The error is what must be added to the run to get the motion, in the stepper's own frame, the
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

  /// The order of the series that carries the error of a run of this order.
  static int order_for(int order) noexcept;

  /// The program is of the same torque, of that order.
  explicit ErrorTransport(std::shared_ptr<Program> program);

  /// The error at the beginning of the run's step. After set() the step must be expanded again.
  const Numbers& error() const noexcept { return error_; }
  void set(const Numbers& error) noexcept { error_ = error; }

  /// Expands the error about the beginning of the step that the run has expanded.
  void expand(const Stepper& run) noexcept;
  /// The error at a time in that step.
  Numbers at(const Stepper& run, double time) const noexcept;
  /// Goes to the end of that step; to be called before the run goes there. The step's number decides the
  /// signs of the roundings.
  void advance(const Stepper& run, std::uint64_t number) noexcept;

 private:
  std::shared_ptr<Program> program_;
  Numbers error_{};
  Numbers begun_{};       ///< without the part along q: what the expanded step begins with
  double magnified_ = 0;  ///< distance of the motion beside the run over the error; 0: there is none
};

}  // namespace polhode::series
