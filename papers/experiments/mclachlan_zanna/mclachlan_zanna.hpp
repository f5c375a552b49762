// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// McLachlan, Zanna, The discrete Moser-Veselov algorithm for the free rigid body, revisited (2005): its
/// figures and its table.

#include "experiments/experiment.hpp"

namespace polhode::experiments::mclachlan_zanna {

Experiment figure_3_1();
Experiment figure_3_2();
Experiment figure_5_1();
Experiment figure_5_2();
Experiment figure_7_1();
Experiment figure_7_2();
Experiment figure_7_3();
Experiment figure_7_4();
Experiment table_4();
Experiment midpoint_failure();
Experiment expansion();       ///< section 2 for N x N matrices
Experiment change_of_time();  ///< what its end says for general N
Experiment configuration();   ///< section 8
Experiment lu_cost();         ///< section 9

}  // namespace polhode::experiments::mclachlan_zanna
