// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The times of a run.

#include <cmath>
#include <cstdint>
#include <vector>

namespace polhode::app {

/// The output times: evenly spaced, or listed.
struct OutputTimes {
  double start = 0;
  double end = 0;
  /// How many there are after the start: time k is start + k (end - start) / count, k = 0 .. count.
  std::uint64_t count = 0;
  /// Where it is not empty, these are the times; the start is one of them only if it is listed.
  std::vector<double> list{};

  std::uint64_t size() const noexcept { return list.empty() ? count + 1 : list.size(); }
  double operator[](std::uint64_t k) const noexcept {
    if (!list.empty()) return list[k];
    if (k == 0) return start;
    if (k >= count) return end;
    const double whole = end - start, n = static_cast<double>(count),
                 product = static_cast<double>(k) * whole;
    return start + (std::isfinite(product) ? product / n : whole * (static_cast<double>(k) / n));
  }
  double back() const noexcept { return (*this)[size() - 1]; }
  bool operator==(const OutputTimes&) const = default;
};

}  // namespace polhode::app
