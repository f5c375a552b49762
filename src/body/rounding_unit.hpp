// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The rounding of the numbers that bodies are given in, in the precision that they are computed in.

#include <limits>

namespace polhode {

inline constexpr double eps = std::numeric_limits<double>::epsilon();
inline constexpr auto rounding_unit = static_cast<long double>(eps);

}  // namespace polhode
