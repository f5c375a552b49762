// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A piece of a run cut into steps: of length h, the last of which is shorter; or equal ones, not longer than
/// h.

#include <cstdint>

namespace polhode::simulation {

/// Of the pieces of a length that are not longer than h > 0; a piece that is longer by rounding alone counts
/// as one. Refuses more than 2^53.
std::uint64_t steps_for(double length, double h);

class EvenSteps {
 public:
  /// h has the sign of to - from.
  EvenSteps(double from, double to, double h);

  struct Step {
    double begin, end, length;
  };
  /// Number k, from 0; where there is none, the end of the piece.
  Step operator[](std::uint64_t k) const noexcept;
  std::uint64_t size() const noexcept { return size_; }
  double from() const noexcept { return from_; }

  /// Times that differ by their rounding alone.
  bool are_the_same(double a, double b) const noexcept;

 private:
  double from_, to_, h_;
  std::uint64_t size_;
};

/// For a stepper that sums its times.
class EqualSteps {
 public:
  /// None.
  EqualSteps() = default;
  /// Not longer than h > 0, and each of these divided into so many.
  EqualSteps(double from, double to, double h, unsigned division);

  struct Step {
    double end, length;
  };
  /// Number k, from 0, which begins at `now`. The last also makes up for the rounding of the others.
  Step step(std::uint64_t k, double now) const noexcept;
  std::uint64_t size() const noexcept { return size_; }
  /// Of all but the last; with the sign of to - from, and 0 if there is none.
  double length() const noexcept { return length_; }

 private:
  double to_ = 0, length_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace polhode::simulation
