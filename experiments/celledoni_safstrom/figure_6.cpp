// SPDX-License-Identifier: MIT
// SEJ with three steps on [0, 100].
#include <fmt/format.h>

#include <cstddef>

#include "experiments/celledoni_safstrom/celledoni_safstrom.hpp"
#include "experiments/celledoni_safstrom/small_top_trajectories.hpp"

namespace polhode::experiments::celledoni_safstrom {
namespace {

Outcome run_figure_6(ExperimentOutput& output) {
  const SmallTopTrajectories trajectories = small_top_trajectories(output);
  show(output, trajectories.sej, Scheme::sej);
  const PathShape truth = shape_of(trajectories.truth);
  bool grows = true, is_smaller = true, keeps_shape = true;
  std::string energies, lowest;
  for (std::size_t k = 0; k < small_top_steps.size(); ++k) {
    const double error = trajectories.sej[k].greatest_error();
    grows = grows && (k == 0 || error > trajectories.sej[k - 1].greatest_error());
    is_smaller = is_smaller && error < trajectories.mr[k].greatest_error();
    const PathShape shape = shape_of(trajectories.sej[k]);
    keeps_shape = keeps_shape && difference(shape, truth) <= 0.02;
    const char* comma = k == 0 ? "" : ", ";
    energies += fmt::format("{}{:.2g}", comma, error);
    lowest += fmt::format("{}{:.3f}", comma, shape.lowest_u3);
  }
  return {
      "the energy error grows with h but is smaller than that of MR; the path keeps its shape for h = 0.01, "
      "0.05, 0.1",
      fmt::format("energy errors {}; lowest u3 {}, the true one {:.3f}", energies, lowest, truth.lowest_u3),
      grows && is_smaller && keeps_shape ? Verdict::holds_corrected : Verdict::differs,
      "equations of the missing page from H = T + u3; the shape is told by the lowest and the mean u3"};
}

}  // namespace

Experiment figure_6() {
  return {"celledoni-safstrom-figure-6", "Celledoni, Safstrom 2006",
          "Figure 6: a small heavy top, SEJ with three steps", run_figure_6};
}

}  // namespace polhode::experiments::celledoni_safstrom
