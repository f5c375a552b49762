// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Fast log2 and exp2 with two digits, which suffices for step-size control.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace polhode {

/// log2 of a non-negative number; about -1023 for 0. Exact for powers of two.
inline double rough_log2(double x) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const double part = std::bit_cast<double>((bits & 0xfffffffffffff) | 0x3ff0000000000000) - 1;
  return static_cast<double>(static_cast<int>(bits >> 52) - 1023) + part * (1.3465 - 0.3465 * part);
}

/// 2^x, with x limited to [-1000, 1000].
inline double rough_exp2(double x) noexcept {
  const double bounded = std::clamp(x, -1000.0, 1000.0), whole = std::floor(bounded), part = bounded - whole;
  const double power =
      std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<int>(whole) + 1023) << 52);
  return power * (1 + part * (0.6565 + 0.3435 * part));
}

}  // namespace polhode
