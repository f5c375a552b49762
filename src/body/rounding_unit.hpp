// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The relative rounding of the numbers from which bodies are constructed, in the precision of the
/// computation.

#include <limits>

namespace polhode {

inline constexpr double eps = std::numeric_limits<double>::epsilon();
inline constexpr auto rounding_unit = static_cast<long double>(eps);

}  // namespace polhode
