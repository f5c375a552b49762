// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The error of a run by power series, carried along with it.
///
/// Method.     In a step the run leaves out x_(N+1) tau^(N+1) and what follows. That first term is known,
///             since the run computes one coefficient more than it uses. The error of earlier steps moves as
///             the difference of two motions does: the run's own, and one that begins beside it. Both are
///             followed by series of a lower order, since two digits of an error are enough. Where the last
///             of its terms shows that they are not there, as under a damping that is faster than the motion,
///             the series is of the run's own order. The motion beside the run begins at a distance of 1e-6,
///             whatever the error is, so that the difference is linear and has digits; it is then scaled to
///             the error. For the rounding of the compensated sums an eighth of eps, with a random sign, is
///             added to each number at each step. The error has no part along q, since the run leads |q| back
///             to 1. The motion beside the run is on the same side of every corner. Where a step ends at one,
///             that motion comes there at another time, by dt, and what acts jumps for it at that time: the
///             error of the momentum changes by dt times the jump. Where several signs change at one time of
///             the run, each has its own dt and its own part of the jump.
/// Convention. The error is what must be added to the run to get the motion, in the stepper's own frame, the
///             momentum in units of its scale.
/// Accuracy.   docs/series.md

#include <array>
#include <cstdint>
#include <memory>
#include <polhode/kernel/advance.hpp>
#include <span>
#include <vector>

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

  /// The error at the beginning of the run's step. After set() the step must be expanded again.
  const Numbers& error() const noexcept { return error_; }
  void set(const Numbers& error) noexcept {
    error_ = error;
    is_at_corner_ = false;
  }

  /// Expands the error about the beginning of the step that the run has expanded.
  void expand(const Stepper& run) noexcept;
  /// The same in parts, for a run that is prepared. begin() gives the view whose coefficients are to be
  /// computed beside those of the run, in its unit, or null if there is no need. end() comes when the run is
  /// expanded, and is told whether that was done.
  View* begin(const Stepper& run) noexcept;
  void end(const Stepper& run, bool is_computed) noexcept;

  /// The error at times in that step.
  void at(const Stepper& run, std::span<const double> times, Distance* distances) const noexcept;
  /// The same where no step was expanded.
  Distance now(const Stepper& run) const noexcept;
  /// Goes to the end of that step; to be called before the run goes there. The step's number decides the
  /// signs of the roundings.
  void advance(const Stepper& run, std::uint64_t number) noexcept;

 private:
  void finish(const Stepper& run, bool is_computed) noexcept;
  void fill_gap(const Stepper& run) noexcept;
  void write_start(const Stepper& run, int order) noexcept;
  void meet_corner(const Stepper& run) noexcept;
  void pass_corner(const Stepper& run) noexcept;
  std::array<double, 3> rate_with_sides(const Stepper& run) noexcept;
  bool suffices(const Stepper& run) const noexcept;

  std::shared_ptr<Program> program_;
  Numbers error_{};
  double most_ = 0;       ///< of the numbers that the expanded step begins with
  double magnified_ = 0;  ///< how much larger the distance of the motion beside it is; 0: there is none
  ErrorTerms terms_;
  /// Of a sign, at the corner at the end of the last step: how much later than the run the motion comes to
  /// its zero, and its side before.
  struct Passage {
    double late = 0, side = 0;
    bool is_switched = false;
  };
  std::vector<Passage> passages_;
  bool is_at_corner_ = false;
  std::size_t crossed_ = 0;              ///< the sign that ended that step
  std::array<double, 3> rate_before_{};  ///< the change of the run's momentum in a unit of time before it
};

}  // namespace polhode::series
