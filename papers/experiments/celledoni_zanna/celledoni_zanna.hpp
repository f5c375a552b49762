// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Celledoni, Zanna, FRB-Fortran routines for the exact computation of free rigid body motions (2008): its
/// three drivers, its figures, the effective error of its splitting, and what its conclusion says of drifts.

#include "experiments/experiment.hpp"

namespace polhode::experiments::celledoni_zanna {

Experiment driver_0();
Experiment driver_1();
Experiment driver_2();
Experiment figure_5();
Experiment figure_6();
Experiment figure_7();
Experiment splitting_error();
Experiment exact_drift();

inline constexpr const char* paper = "Celledoni, Zanna 2008";

}  // namespace polhode::experiments::celledoni_zanna
