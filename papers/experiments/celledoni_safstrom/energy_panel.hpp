// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A panel with the energy error of a run against time; and how the paper's "about" is read.

#include <string>

#include "experiments/celledoni_safstrom/heavy_top_run.hpp"
#include "picture/figure.hpp"

namespace polhode::experiments::celledoni_safstrom {

/// H - H0. A run of very many steps is drawn by the extremes of short stretches, which show all of its
/// swings.
app::Panel energy_panel(const std::string& heading, const Trajectory& trajectory, int colour = 0);

/// Within a factor of ten of the power of ten that the paper names.
bool is_about(double found, double named) noexcept;

}  // namespace polhode::experiments::celledoni_safstrom
