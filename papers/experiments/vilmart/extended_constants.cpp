// SPDX-License-Identifier: MIT
// Section 3.1: algorithm 3.1 with its constants, and the products with them, in quadruple and in extended precision.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/vilmart/growth.hpp"
#include "experiments/vilmart/vilmart.hpp"

namespace polhode::experiments::vilmart {

namespace {

Outcome run_extended_constants(ExperimentOutput& output) {
  // A control, not a figure of the paper: fewer starts are enough. Quadruple precision is computed in software.
  RoundOffExperiment quadruple =
      paper_experiment(output, quadruple_textbook_momentum(), Summation::plain, 0, 0.8);
  quadruple.starts = quadruple.kept = output.is_quick() ? 8 : 24;
  const RoundOff r = measure_round_off(quadruple);
  RoundOffExperiment extended =
      paper_experiment(output, extended_textbook_momentum(), Summation::plain, 0.8, 1);
  extended.starts = std::min(extended.starts, 200);
  const RoundOff wider = measure_round_off(extended);
  write(output, "", quadruple, r, Invariant::energy);
  write(output, "extended", extended, wider, Invariant::energy);
  output.write_figure(
      "",
      {.title = "Round-off in the Hamiltonian",
       .description = "The errors of the Hamiltonian along trajectories of algorithm 3.1 with constants in "
                      "quadruple and in "
                      "extended precision, with their mean and standard deviation: random walks.",
       .panels = {panel("algorithm 3.1, constants in quadruple precision", quadruple, r, Invariant::energy),
                  panel("algorithm 3.1, constants in extended precision", extended, wider,
                        Invariant::energy)},
       .columns = 2});
  const RoundOffOfInvariant &i = r.energy(), &j = wider.energy();
  return {
      "rounded constants make algorithm 3.1 drift: with constants and products in higher precision it does "
      "not",
      fmt::format(
          "113 bits: slope {:.5f} +- {:.5f} eps a step (0.056 with rounded constants), deviation {:.3f} eps "
          "sqrt(N), growth N^{:.2f}; 64 bits: {:.5f} +- {:.5f}, {:.3f}, N^{:.2f}",
          i.slope, i.slope_error, i.final_deviation, i.growth, j.slope, j.slope_error, j.final_deviation,
          j.growth),
      is_random_walk(output, i) && is_random_walk(output, j) ? Verdict::holds : Verdict::differs,
      fmt::format(
          "{} {} starts in quadruple precision, as in the paper, {} in extended precision, long double.",
          starts_remark, quadruple.starts, extended.starts)};
}

}  // namespace

Experiment extended_constants() {
  return {"vilmart-extended-constants", paper, "Section 3.1: constants in higher precision",
          run_extended_constants};
}

}  // namespace polhode::experiments::vilmart
