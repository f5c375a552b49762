// SPDX-License-Identifier: MIT
// SEJ with three steps on [0, 100].
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string>

#include "experiments/celledoni_safstrom/celledoni_safstrom.hpp"
#include "experiments/celledoni_safstrom/small_top_trajectories.hpp"

namespace polhode::experiments::celledoni_safstrom {
namespace {

/// What the paper says of SEJ, for one way to turn u.
struct SejFindings {
  bool grows = true, is_smaller = true, keeps_shape = true;
  std::string energies{}, lowest{};
};

SejFindings findings(const std::array<Trajectory, small_top_steps.size()>& sej,
                     const SmallTopTrajectories& trajectories, const PathShape& truth) {
  SejFindings f;
  for (std::size_t k = 0; k < small_top_steps.size(); ++k) {
    const double error = sej[k].greatest_error();
    f.grows = f.grows && (k == 0 || error > sej[k - 1].greatest_error());
    f.is_smaller = f.is_smaller && error < trajectories.mr[k].greatest_error();
    const PathShape shape = shape_of(sej[k]);
    f.keeps_shape = f.keeps_shape && difference(shape, truth) <= 0.02;
    const char* comma = k == 0 ? "" : ", ";
    f.energies += fmt::format("{}{:.2g}", comma, error);
    f.lowest += fmt::format("{}{:.3f}", comma, shape.lowest_u3);
  }
  return f;
}

Outcome run_figure_6(ExperimentOutput& output) {
  const SmallTopTrajectories trajectories = small_top_trajectories(output);
  show(output, "", trajectories.sej, Scheme::sej);
  show(output, "midpoint", trajectories.sej_midpoint, Scheme::sej_midpoint);
  const PathShape truth = shape_of(trajectories.truth);
  const SejFindings exact = findings(trajectories.sej, trajectories, truth),
                    midpoint = findings(trajectories.sej_midpoint, trajectories, truth);
  return {
      "the energy error grows with h but is smaller than that of MR; the path keeps its shape for h = 0.01, "
      "0.05, 0.1",
      fmt::format("energy errors {}; lowest u3 {}, the true one {:.3f}; with u turned by the middle's "
                  "angular velocity {}; "
                  "lowest u3 {}",
                  exact.energies, exact.lowest, truth.lowest_u3, midpoint.energies, midpoint.lowest),
      exact.grows && exact.is_smaller && exact.keeps_shape ? Verdict::holds_corrected : Verdict::differs,
      fmt::format("equations of the missing page from H = T + u3; the shape is told by the lowest and the "
                  "mean u3, within "
                  "0.02. The verdict is that of u turned exactly; how the paper turns it is on the missing "
                  "page. With the "
                  "middle's angular velocity, which its words suggest, the shape is {}",
                  midpoint.keeps_shape ? "kept too" : "kept at h = 0.01 only")};
}

}  // namespace

Experiment figure_6() {
  return {"celledoni-safstrom-figure-6", "Celledoni, Safstrom 2006",
          "Figure 6: a small heavy top, SEJ with three steps", run_figure_6};
}

}  // namespace polhode::experiments::celledoni_safstrom
