// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Vilmart's experiment: the errors of invariants along many trajectories, with their mean and deviation.
///
/// Convention. Water molecule, |m| = I3 = 1, h = 0.01, a million steps, 1000 starts of which 200 are drawn.
///             How near to (4) the starts lie is not printed: each component deviates by 0.001 here. Farther
///             out some starts lie where algorithm 4.1 drifts (docs/notes/round-off.md, "Algorithm
///             4.1").

#include <polhode/free/round_off.hpp>
#include <string>

#include "experiments/experiment.hpp"

namespace polhode::experiments::vilmart {

inline constexpr const char* paper = "Vilmart 2008";
inline constexpr const char* starts_remark =
    "Starts within 0.001 of (4) in each component: the paper only says close to it.";

enum class Invariant { energy, spatial_x };

/// The paper's experiment, or a small one for a test. For the progress, this run is the part from `first` to
/// `last` of the whole.
RoundOffExperiment paper_experiment(ExperimentOutput& output, const FreeMethod& method, Summation summation,
                                    double first, double last);

/// The momentum of a paper's algorithm, without the attitude: figure 1 needs the energy alone, and the
/// attitude would double the time.
FreeMethod textbook_momentum();            ///< algorithm 3.1
FreeMethod extended_textbook_momentum();   ///< with constants and products in extended precision
FreeMethod quadruple_textbook_momentum();  ///< the same in quadruple precision, 113 bits
FreeMethod two_constant_momentum();        ///< algorithm 4.1

const RoundOffOfInvariant& of(const RoundOff& r, Invariant which);

/// The trajectories as faint lines, their mean and the deviation to both sides of it as bold ones.
app::Panel panel(const std::string& heading, const RoundOffExperiment& e, const RoundOff& r, Invariant which);

/// Writes <part>: step, mean and deviation, and the errors of the trajectories that are drawn.
void write(ExperimentOutput& output, const std::string& part, const RoundOffExperiment& e, const RoundOff& r,
           Invariant which);

/// How far an exponent of growth may be off: with few steps and starts it is not well known, and compensated
/// sums begin with an offset of a tenth of eps that does not grow, which makes it smaller.
double growth_tolerance(const ExperimentOutput& output);

/// No slope beyond four standard errors, and an exponent of one half.
bool is_random_walk(const ExperimentOutput& output, const RoundOffOfInvariant& i);

}  // namespace polhode::experiments::vilmart
