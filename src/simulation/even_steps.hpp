// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A piece of a run cut into steps of length h, the last of which is shorter.

#include <cstdint>

namespace polhode::simulation {

/// Of the pieces of a length that are not longer than h > 0; a piece that is longer by rounding alone counts as one. Refuses more than 2^53.
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

}  // namespace polhode::simulation
