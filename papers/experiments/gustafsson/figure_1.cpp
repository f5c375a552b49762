// SPDX-License-Identifier: MIT
// The momentum of the free body against time.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <polhode/free/motion.hpp>
#include <polhode/free/tumbling.hpp>

#include "experiments/gustafsson/free_body.hpp"
#include "experiments/gustafsson/gustafsson.hpp"

namespace polhode::experiments::gustafsson {
namespace {

struct Case {
  const char *heading, *column;
  Eigen::Vector3d momentum;
};

Outcome run_figure_1(ExperimentOutput& output) {
  const int points = output.is_quick() ? 100 : 600;
  const double end = 60;
  const std::array<Case, 2> cases{{{"case (I): m circles axis 1", "axis_1", {3, 2, 1}},
                                   {"case (II): m circles axis 3", "axis_3", {1, 2, 3}}}};
  app::Figure figure{.title = "Momentum of a free body",
                     .description = "The three components of the momentum against time: each is periodic.",
                     .panels = {},
                     .columns = 1,
                     .panel_height = 220};
  std::vector<std::string> columns{"t"};
  std::vector<std::vector<double>> rows(static_cast<std::size_t>(points) + 1);
  std::array<double, 2> periods{};
  double farthest = 0;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const State start{Eigen::Quaterniond::Identity(), cases[k].momentum.normalized()};
    const FreeMotion motion(free_body(), start);
    periods[k] = describe(free_body(), start).polhode_period;
    app::Panel panel{.heading = fmt::format("{}, period {:.3f}", cases[k].heading, periods[k]),
                     .x = {.label = "t"},
                     .y = {.label = "m"}};
    for (int c = 0; c < 3; ++c) {
      columns.push_back(fmt::format("{}_m{}", cases[k].column, c + 1));
      panel.series.push_back({.name = fmt::format("m{}", c + 1), .values = {}, .colour = c});
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double t = end * static_cast<double>(i) / points;
      const Eigen::Vector3d m = motion.at(t).momentum;
      if (k == 0) rows[i].push_back(t);
      for (int c = 0; c < 3; ++c) {
        rows[i].push_back(m[c]);
        panel.series[static_cast<std::size_t>(c)].values.push_back({t, m[c]});
      }
      farthest = std::max(farthest, (motion.at(t + periods[k]).momentum - m).norm());
    }
    figure.panels.push_back(std::move(panel));
  }
  output.write_data("", columns, rows);
  output.write_figure("", figure);
  return {
      "the momentum is periodic, as the Jacobi functions are",
      fmt::format("periods {:.4f} and {:.4f}; a period later m is back to {:.1e}", periods[0], periods[1],
                  farthest),
      farthest <= 1e-14 ? Verdict::holds : Verdict::differs,
      "the start is not printed: (3, 2, 1) and (1, 2, 3), scaled to length one, chosen, one of each case"};
}

}  // namespace

Experiment figure_1() {
  return {"gustafsson-figure-1", "Gustafsson 2010", "Figure 1: momentum of a free body", run_figure_1};
}

}  // namespace polhode::experiments::gustafsson
