// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Table 4 of McLachlan and Zanna 2005, as printed, and as it comes out.

#include <array>
#include <string>

#include "experiments/mclachlan_zanna/example.hpp"

namespace polhode::experiments::mclachlan_zanna {

inline constexpr std::array<Number, 6> table_4_steps{0.0625L, 0.5L, 1.2L, 2.2L, 2.5L, 4.0L};

/// A line of the table, in the order of `compared_methods` and `table_4_steps`.
inline constexpr std::array<std::array<const char*, 6>, 5> table_4_printed{
    {{"6.7903e-03", "5.1043e-01", "1.6055e+00", "1.7002e+00", "1.9489e+00", "1.3902e+00"},
     {"1.5494e-04", "9.9329e-03", "1.3119e-01", "3.9514e-01", "2.5276e-01", "6.1905e-01"},
     {"1.5014e-02", "5.9899e-01", "NaN", "NaN", "NaN", "NaN"},
     {"1.757e-07", "7.6167e-04", "1.0785e-01", "1.6094e+00", "5.0245e-01", "5.1624e-01"},
     {"1.962e-10", "1.6440e-06", "7.0269e-02", "NaN", "7.0407e-01", "1.0519e-01"}}};

/// In the form and with the number of digits of `like`, the rest cut off as in the paper.
std::string truncated(Number value, const std::string& like);

}  // namespace polhode::experiments::mclachlan_zanna
