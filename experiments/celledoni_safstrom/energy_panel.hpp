// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The energy error of a run against time, as a panel; and what the paper's "about" is taken to mean.

#include <string>

#include "experiments/celledoni_safstrom/heavy_top_run.hpp"
#include "picture/figure.hpp"

namespace polhode::experiments::celledoni_safstrom {

/// H - H0. A run of very many steps is drawn by the extremes of short stretches, which show all of its swings.
app::Panel energy_panel(const std::string& heading, const Course& course, int colour = 0);

/// Within a factor of ten of the power of ten that the paper names.
bool is_about(double found, double named) noexcept;

}  // namespace polhode::experiments::celledoni_safstrom
