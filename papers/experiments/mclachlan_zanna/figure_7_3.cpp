// SPDX-License-Identifier: MIT
// Figure 7.3: operations against accuracy, the roots of the polynomial once; and RATTLE of order 6.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/mclachlan_zanna/cost_lines.hpp"
#include "experiments/mclachlan_zanna/mclachlan_zanna.hpp"

namespace polhode::experiments::mclachlan_zanna {

namespace {

Outcome run_figure_7_3(ExperimentOutput& output) {
  std::vector<CostLine> lines = cost_lines(output, Roots::once);
  lines.push_back(cost_line("RATTLE6", [](double h) { return cost_of_rattle(6, h); }));
  draw_costs(output, lines, "Operations against accuracy, roots once");

  const Cost each = cost_of_dmv(6, static_cast<double>(figure_steps[0]), Roots::at_each_step);
  const Cost &once = lines[4].costs.front(), &rattle = lines[5].costs.front();
  const double saved = 1 - once.operations / each.operations;
  // RATTLE6 against DMV6 over the steps up to 1/2, where both have solutions.
  double least = std::numeric_limits<double>::infinity(), most = 0, error_ratio = 1;
  for (std::size_t i = 0; i < figure_steps.size() && figure_steps[i] <= 0.5L; ++i) {
    const double ratio = lines[5].costs[i].operations / lines[4].costs[i].operations;
    least = std::min(least, ratio);
    most = std::max(most, ratio);
    // At the shortest step rounding is part of both.
    if (i > 0)
      error_ratio =
          std::max(error_ratio, std::abs(std::log(lines[5].costs[i].error / lines[4].costs[i].error)) + 1);
  }
  const bool saves = saved > 0.0075 && saved < 0.03;
  const bool same_error = error_ratio < 1.1;
  const bool dearer = least > 1;
  const bool deteriorates = once.error > 1.2 * each.error;
  return {
      "roots found once save about 1.5 % and let round-off grow (h = 1/16); RATTLE6 has the error of DMV6 at "
      "a higher cost",
      fmt::format("saved {:.1f} %; DMV6's error at h = 1/16 {:.2e} with roots once, {:.2e} with roots at "
                  "each step; RATTLE6's "
                  "error {}, its cost {:.2f} to {:.2f} of DMV6's",
                  100 * saved, once.error, each.error, same_error ? "the same" : "another", least, most),
      saves && same_error && dearer && deteriorates ? Verdict::holds : Verdict::differs,
      fmt::format("By the paper's own counts, 80 operations of 1330 for the roots, 6 % are saved. {}{}The "
                  "true error at h = 1/16 is 5.93e-12, RATTLE6's {:.2e}. The paper's solver as it stands, "
                  "without the correction that dmv_explicit adds.",
                  dearer ? ""
                         : "A sweep of our RATTLE is elementwise and takes 50 operations or so; theirs must "
                           "have cost far more. ",
                  deteriorates ? "" : "Round-off does not grow visibly with roots found once. ",
                  rattle.error)};
}

}  // namespace

Experiment figure_7_3() {
  return {"mclachlan-zanna-figure-7-3", paper, "Figure 7.3: operations against accuracy, roots once; RATTLE6",
          run_figure_7_3};
}

}  // namespace polhode::experiments::mclachlan_zanna
