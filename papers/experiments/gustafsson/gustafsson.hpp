// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The figures and tables of Gustafsson, "Accurate discretizations of torqued rigid body dynamics", 2010.

#include "experiments/experiment.hpp"

namespace polhode::experiments::gustafsson {

Experiment figure_1();      ///< the momentum of a free body
Experiment figure_2();      ///< errors of the factorization and Magnus methods by their steps
Experiment figure_3();      ///< the vertical seen from the body, Magnus methods of four orders
Experiment figure_4();      ///< a vessel: free, righted, righted and damped
Experiment table_1();       ///< operations of a step
Experiment table_2();       ///< errors of two implementations of each method
Experiment table_3();       ///< errors of the splitting for the vessel
Experiment rounding_gap();  ///< section 4.5
Experiment efficiency();    ///< sections 5.3 and 6

}  // namespace polhode::experiments::gustafsson
