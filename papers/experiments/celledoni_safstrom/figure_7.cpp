// SPDX-License-Identifier: MIT
// MR with three steps on [0, 100], beside SEJ.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <polhode/core/norm.hpp>

#include "experiments/celledoni_safstrom/celledoni_safstrom.hpp"
#include "experiments/celledoni_safstrom/energy_panel.hpp"
#include "experiments/celledoni_safstrom/small_top_trajectories.hpp"

namespace polhode::experiments::celledoni_safstrom {
namespace {

Outcome run_figure_7(ExperimentOutput& output) {
  const SmallTopTrajectories trajectories = small_top_trajectories(output);
  show(output, "", trajectories.mr, Scheme::mr);
  const double factor = trajectories.sej[0].greatest_error() / trajectories.mr[0].greatest_error();
  const double midpoint_factor =
      trajectories.sej_midpoint[0].greatest_error() / trajectories.mr[0].greatest_error();
  const auto distance_to_mr = [&](const Trajectory& sej) {
    return norm(sej.phases.back().u - trajectories.mr[0].phases.back().u);
  };
  const double apart = distance_to_mr(trajectories.sej[0]),
               midpoint_apart = distance_to_mr(trajectories.sej_midpoint[0]);
  double farthest = 0;
  for (std::size_t i = 0; i < trajectories.mr[0].phases.size(); ++i)
    farthest = std::max(farthest, norm(trajectories.sej[0].phases[i].u - trajectories.mr[0].phases[i].u));
  const PathShape truth = shape_of(trajectories.truth), shortest = shape_of(trajectories.mr[0]),
                  longest = shape_of(trajectories.mr[2]);
  const bool holds = is_about(factor, 0.1) && is_about(apart, 0.1) && difference(shortest, truth) <= 0.02 &&
                     difference(longest, truth) >= 0.2;
  return {
      "at h = 0.01 SEJ's energy error is a tenth of MR's and |u_SEJ - u_MR| = O(0.1); at h = 0.1 MR's path "
      "becomes completely different",
      fmt::format("{:.3f} of MR's; {:.2f} at the end, {:.2f} at most; with u turned by the middle's angular "
                  "velocity {:.3f} "
                  "and {:.2f}; lowest u3 of MR {:.3f} at h = 0.01, {:.3f} at 0.1, the true one {:.3f}",
                  factor, apart, farthest, midpoint_factor, midpoint_apart, shortest.lowest_u3,
                  longest.lowest_u3, truth.lowest_u3),
      holds ? Verdict::holds_corrected : Verdict::differs,
      "equations of the missing page from H = T + u3; the shape is told by the lowest and the mean u3; "
      "O(0.1) is taken as "
      "within a factor of ten, and at the end of the run: on the way the two are farther apart"};
}

}  // namespace

Experiment figure_7() {
  return {"celledoni-safstrom-figure-7", "Celledoni, Safstrom 2006",
          "Figure 7: a small heavy top, MR with three steps", run_figure_7};
}

}  // namespace polhode::experiments::celledoni_safstrom
