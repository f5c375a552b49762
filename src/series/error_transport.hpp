// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The error of a run by power series, carried along with it.
///
/// Method.     In a step the run leaves out x_(N+1) tau^(N+1) and what follows, of which the first is known: the run computes
///             one coefficient more than it uses. What is missing from earlier steps moves as the difference of two
///             motions: the run's own, and one that begins beside it, both by series of a lower order, since of an error
///             two digits are enough. Where the last of its terms shows that they are not there, as under a damping that is faster
///             than the motion, it is of the run's own order. The motion beside it begins at a distance of 1e-6, whatever the error is, so that
///             the difference is linear and has digits; it is then scaled. Roundings, of compensated sums, are
///             taken in by an eighth of eps with a random sign in each number, at each step. Parts of the error along q are none, since the run leads |q| back to 1.
/// Convention. The error is what is to be added to the run to get the motion; as numbers of the stepper's own frame, the
///             momentum in units of its scale.
/// Accuracy.   docs/series.md

#include <array>
#include <cstdint>
#include <memory>
#include <polhode/kernel/advance.hpp>
#include <span>

#include "series/program.hpp"
#include "series/stepper.hpp"
#include "series/targets.hpp"

namespace polhode::series {

class ErrorTransport {
 public:
  /// Attitude and momentum.
  using Numbers = std::array<double, 7>;

  /// How far a run is from the motion: of the unit attitude, and of the momentum in units of its scale.
  struct Distance {
    double attitude, momentum;
  };

  /// The program is of the same torque as that of the run, and of its order, or with roots of one more.
  explicit ErrorTransport(std::shared_ptr<Program> program);

  /// At the beginning of the run's step. Whoever sets it expands again.
  const Numbers& error() const noexcept { return error_; }
  void set(const Numbers& error) noexcept { error_ = error; }

  /// About the beginning of the step that the run has expanded.
  void expand(const Stepper& run) noexcept;
  /// The same in parts, for a run that is prepared: the view whose coefficients are to be computed beside those of the
  /// run, in its unit, or null if there is no need; and, when the run is expanded, whether that was done.
  View* begin(const Stepper& run) noexcept;
  void end(const Stepper& run, bool is_computed) noexcept;

  /// The error at times in that step.
  void at(const Stepper& run, std::span<const double> times, Distance* distances) const noexcept;
  /// The same where no step was expanded.
  Distance now(const Stepper& run) const noexcept;
  /// To the end of that step, the number of which decides on the roundings' signs; before the run goes there.
  void advance(const Stepper& run, std::uint64_t number) noexcept;

 private:
  void finish(const Stepper& run, bool is_computed) noexcept;
  void write_start(const Stepper& run, int order) noexcept;
  bool suffices(const Stepper& run) const noexcept;

  std::shared_ptr<Program> program_;
  Numbers error_{};
  double most_ = 0;       ///< of the numbers that the expanded step begins with
  double magnified_ = 0;  ///< how much larger the distance of the motion beside it is; 0: there is none
  ErrorTerms terms_;
};

}  // namespace polhode::series
