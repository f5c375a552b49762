// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The implicit midpoint rule by its plain fixed point, for the running example.

#include <optional>

#include "experiments/mclachlan_zanna/example.hpp"

namespace polhode::experiments::mclachlan_zanna {

/// How many sweeps of m' = m + h f((m + m')/2), iterated as it stands, the slowest step until T = 100 needs
/// to settle; none if one does not within most_sweeps.
std::optional<int> sweeps_of_fixed_point(Number h, int most_sweeps);

}  // namespace polhode::experiments::mclachlan_zanna
