// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Vilmart, Reducing round-off errors in rigid body dynamics (2008): its two figures and the control of its
/// section 3.1.

#include "experiments/experiment.hpp"

namespace polhode::experiments::vilmart {

Experiment figure_1();
/// With the compensated exact step in a row of its own.
Experiment figure_2();
/// Figure 1, right, for other starts, bodies and lengths.
Experiment spreads_of_starts();
Experiment extended_constants();

}  // namespace polhode::experiments::vilmart
