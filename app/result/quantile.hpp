// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Quantiles of the runs of an ensemble, as NumPy and R have them by default (type 7 of Hyndman, Fan 1996).

#include <cmath>
#include <cstddef>
#include <span>

namespace polhode::app {

/// @param sorted ascending, one value at least
/// @param part from 0 to 1
/// @return the value below which that part of them lies, linear between neighbours
inline double quantile(std::span<const double> sorted, double part) {
  const double place = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const double rest = place - static_cast<double>(below);
  return rest == 0 ? sorted[below] : std::lerp(sorted[below], sorted[below + 1], rest);
}

}  // namespace polhode::app
