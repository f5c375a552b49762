// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How far two states are from each other.

#include <algorithm>
#include <limits>
#include <polhode/body/state.hpp>

namespace polhode::test {

/// The larger of the differences of momentum, against the larger one, and attitude, signs included.
inline double distance(const State& a, const State& b) {
  const double size = std::max({a.momentum.norm(), b.momentum.norm(), std::numeric_limits<double>::min()});
  return std::max((a.momentum - b.momentum).norm() / size,
                  (a.attitude.coeffs() - b.attitude.coeffs()).norm());
}

}  // namespace polhode::test
