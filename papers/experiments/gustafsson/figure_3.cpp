// SPDX-License-Identifier: MIT
// u = Q^T e3 at 4000 steps of h = 1 by the Magnus methods of orders 2 to 8.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <polhode/body/state.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/rotation/shortest_turn.hpp>

#include "experiments/gustafsson/free_body.hpp"
#include "experiments/gustafsson/gustafsson.hpp"

namespace polhode::experiments::gustafsson {
namespace {

constexpr std::array orders{2, 4, 6, 8};

/// The start is not printed. This one has Q m along e3, so that the exact u is m/|m| and all its dots lie on
/// one curve; and it spins so fast that errors are seen.
State start() {
  const Eigen::Vector3d momentum = 4 * Eigen::Vector3d(3, 2, 1).normalized();
  return {shortest_turn(momentum, Eigen::Vector3d::UnitZ()), momentum};
}

struct Path {
  std::vector<Eigen::Vector3d> u;
  double distance = 0;  ///< the greatest from the exact curve, at the same momentum
};

Path path_of(const FreeMethod& method, int steps) {
  FreeStepper body(free_body(), start(), method);
  Path path;
  for (int i = 0; i <= steps; ++i) {
    if (i > 0) body.step(1);
    const State now = body.state();
    path.u.push_back(to_body(now.attitude, Eigen::Vector3d::UnitZ()));
    path.distance = std::max(path.distance, (path.u.back() - now.momentum.normalized()).norm());
  }
  return path;
}

/// One period of m/|m|, seen along the first axis.
app::Series exact_curve() {
  constexpr int points = 200;
  const FreeMotion motion(free_body(), start());
  const double period = describe(free_body(), start()).polhode_period;
  app::Series curve{.name = "", .values = {}, .colour = -1};
  for (int i = 0; i <= points; ++i) {
    const Eigen::Vector3d u = motion.at(period * i / points).momentum.normalized();
    curve.values.push_back({u.y(), u.z()});
  }
  return curve;
}

Outcome run_figure_3(ExperimentOutput& output) {
  const int steps = output.is_quick() ? 400 : 4000;
  std::array<Path, orders.size()> paths;
  output.in_parallel(orders.size(), [&](std::size_t k) {
    paths[k] = path_of(free_method(fmt::format("magnus{}", orders[k])), steps);
  });

  std::vector<std::string> columns{"t"};
  std::vector<std::vector<double>> rows(paths[0].u.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(static_cast<double>(i));
  app::Figure figure{.title = "u by the Magnus methods, h = 1",
                     .description =
                         "Dots of u = Q^T e3, seen along the first axis, for orders 2, 4, 6 and 8: they come "
                         "closer to the exact curve "
                         "as the order rises.",
                     .panels = {},
                     .columns = 2,
                     .panel_width = 360,
                     .panel_height = 360};
  for (std::size_t k = 0; k < orders.size(); ++k) {
    app::Series dots{.name = "", .values = {}, .colour = static_cast<int>(k), .drawn = app::Drawn::dots};
    for (const char* c : {"u1", "u2", "u3"}) columns.push_back(fmt::format("magnus{}_{}", orders[k], c));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Eigen::Vector3d& u = paths[k].u[i];
      rows[i].insert(rows[i].end(), {u.x(), u.y(), u.z()});
      dots.values.push_back({u.y(), u.z()});
    }
    figure.panels.push_back({.heading = fmt::format("order {}", orders[k]),
                             .x = {.label = "u2", .range = app::Range{-0.75, 0.75}},
                             .y = {.label = "u3", .range = app::Range{-0.75, 0.75}},
                             .series = {std::move(dots), exact_curve()},
                             .has_equal_scales = true});
  }
  output.write_data("", columns, rows);
  output.write_figure("", figure);

  bool improves = true;
  std::string distances;
  for (std::size_t k = 0; k < paths.size(); ++k) {
    improves = improves && (k == 0 || paths[k].distance < 0.7 * paths[k - 1].distance);
    distances += fmt::format("{}{:.2g}", k == 0 ? "" : ", ", paths[k].distance);
  }
  return {"the path of u improves gradually from the Magnus method of order 2 to that of order 8",
          fmt::format("greatest distance from the exact curve {} for orders 2, 4, 6, 8", distances),
          improves ? Verdict::holds_corrected : Verdict::differs,
          "the start is not printed: m = 4 (3, 2, 1) / sqrt 14 with Q m along e3 chosen, so that the exact u "
          "= m/|m| follows one curve; u = Q^T e3 as "
          "in the text (the printed program has Q e3)"};
}

}  // namespace

Experiment figure_3() {
  return {"gustafsson-figure-3", "Gustafsson 2010",
          "Figure 3: the vertical in the body by Magnus methods of four orders", run_figure_3};
}

}  // namespace polhode::experiments::gustafsson
