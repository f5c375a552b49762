// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The figures of Celledoni and Safstrom, "A symmetric splitting method for rigid body dynamics", 2006.

#include "experiments/experiment.hpp"

namespace polhode::experiments::celledoni_safstrom {

Experiment figure_1();  ///< the Euler equations: execution time and global error
Experiment figure_2();  ///< the Euler equations: energy
Experiment figure_3();  ///< a large heavy top: execution time and global error
Experiment figure_4();  ///< a large heavy top: energy
Experiment figure_5();  ///< a small heavy top: execution time and global error
Experiment figure_6();  ///< a small heavy top: energy and path of SEJ at three steps
Experiment figure_7();  ///< the same of MR
Experiment figure_8();  ///< energy by the size of the body

}  // namespace polhode::experiments::celledoni_safstrom
