// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The propagation of the error of a run by power series.
///
/// Method.     In each step the run omits x_(N+1) tau^(N+1) and later terms. This first term is known,
///             because the run computes one more coefficient than it uses. The error of earlier steps evolves
///             as the difference between two motions, the run and one that starts beside it. Both are
///             expanded by series of lower order, because two digits of an error suffice. If the last of its
///             terms shows that they are not reached, as under a damping faster than the motion, the run's
///             own order is used. The motion beside the run starts at a distance of 1e-6, whatever the error,
///             so that the difference is linear and accurate; it is then scaled to the error. For the
///             rounding of the compensated sums, an eighth of eps with a random sign is added to each number
///             in each step. The error has no component along q, because the run restores |q| to 1. The
///             motion beside the run is on the same side of every corner. Where a step ends at a corner, that
///             motion arrives at a time later by dt, and the momentum error changes by dt times the jump of
///             the torque. If several signs change at one time of the run, each has its own dt and its own
///             part of the jump.
/// Convention. The error is what must be added to the run to obtain the motion, in the stepper's frame, with
///             the momentum in units of its scale.
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

  /// The distance of a run from the motion: of the unit attitude, and of the momentum in units of its scale.
  struct Distance {
    double attitude, momentum;
  };

  /// @param program  of the same torque and order as that of the run, or of one order more if it has roots
  explicit ErrorTransport(std::shared_ptr<Program> program);

  /// The error at the start of the run's step. After set() the step must be expanded again.
  const Numbers& error() const noexcept { return error_; }
  void set(const Numbers& error) noexcept {
    error_ = error;
    is_at_corner_ = false;
  }

  /// Expands the error about the start of the step that the run has expanded.
  void expand(const Stepper& run) noexcept;
  /// The same in parts, for a prepared run. begin() returns the view whose coefficients are to be computed
  /// beside those of the run, in its unit, or null if none are needed. end() is called when the run is
  /// expanded, with whether they were computed.
  View* begin(const Stepper& run) noexcept;
  void end(const Stepper& run, bool is_computed) noexcept;

  /// The error at times in that step.
  void at(const Stepper& run, std::span<const double> times, Distance* distances) const noexcept;
  /// The same if no step was expanded.
  Distance now(const Stepper& run) const noexcept;
  /// Moves to the end of that step; must be called before the run moves there. The number of the step
  /// determines the signs of the roundings.
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
  double most_ = 0;       ///< the largest number at the start of the expanded step
  double magnified_ = 0;  ///< magnification of the distance of the motion beside it; 0 if there is none
  ErrorTerms terms_;
  /// For a sign, at the corner at the end of the last step: the delay of the motion at its zero relative to
  /// the run, and its side before.
  struct Passage {
    double late = 0, side = 0;
    bool is_switched = false;
  };
  std::vector<Passage> passages_;
  bool is_at_corner_ = false;
  std::size_t crossed_ = 0;              ///< the sign that ended that step
  std::array<double, 3> rate_before_{};  ///< the rate of the run's momentum before it
};

}  // namespace polhode::series
