// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A piece of a run divided into steps: fixed ones of length h, of which the last may be shorter; or equal
/// ones, not longer than h.

#include <cstdint>

namespace polhode::simulation {

/// The number of steps of at most h > 0 that fill a length; steps longer than h by round-off alone are
/// allowed.
/// @throws InvalidInput  for more than 2^53
std::uint64_t steps_for(double length, double h);

/// Steps of length h, of which the last may be shorter.
class FixedSteps {
 public:
  /// h has the sign of to - from.
  FixedSteps(double from, double to, double h);

  struct Step {
    double begin, end, length;
  };
  /// Number k, from 0; where there is none, the end of the piece.
  Step operator[](std::uint64_t k) const noexcept;
  std::uint64_t size() const noexcept { return size_; }
  double from() const noexcept { return from_; }

  /// Whether two times differ by round-off alone.
  bool are_the_same(double a, double b) const noexcept;

 private:
  double from_, to_, h_;
  std::uint64_t size_;
};

/// Equal steps, for a stepper that sums its times.
class EqualSteps {
 public:
  /// No steps.
  EqualSteps() = default;
  /// Steps not longer than h > 0, each divided into `division` steps.
  EqualSteps(double from, double to, double h, unsigned division);

  struct Step {
    double end, length;
  };
  /// Step k, from 0, which begins at `now`. The last also makes up for the round-off of the others.
  Step step(std::uint64_t k, double now) const noexcept;
  std::uint64_t size() const noexcept { return size_; }
  /// The length of all but the last, with the sign of to - from; 0 if there is no step.
  double length() const noexcept { return length_; }

 private:
  double to_ = 0, length_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace polhode::simulation
