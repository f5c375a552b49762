// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The lines of figures 7.2 and 7.3.

#include <functional>

#include "experiments/mclachlan_zanna/operations.hpp"

namespace polhode::experiments::mclachlan_zanna {

/// A method over all steps of figure 7.1.
CostLine cost_line(std::string label, const std::function<Cost(double h)>& cost);

/// LP2, IMR, DMV, DMV4 and DMV6.
std::vector<CostLine> cost_lines(ExperimentOutput& output, Roots roots);

}  // namespace polhode::experiments::mclachlan_zanna
