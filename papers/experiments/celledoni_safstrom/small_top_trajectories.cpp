// SPDX-License-Identifier: MIT
#include "experiments/celledoni_safstrom/small_top_trajectories.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "experiments/celledoni_safstrom/energy_panel.hpp"

namespace polhode::experiments::celledoni_safstrom {
namespace {

/// Every path is drawn at intervals of 0.05, or at each step where steps are longer.
std::size_t steps_between_points(double h) {
  return static_cast<std::size_t>(std::max(1L, std::lround(0.05 / h)));
}

app::Panel path_panel(const std::string& heading, const Trajectory& trajectory, std::size_t stride,
                      int colour) {
  app::Series dots{.name = "", .values = {}, .colour = colour, .drawn = app::Drawn::dots};
  for (std::size_t i = 0; i < trajectory.phases.size(); i += stride)
    dots.values.push_back({trajectory.phases[i].u.x, trajectory.phases[i].u.z});
  return {.heading = heading,
          .x = {.label = "u1", .range = app::Range{-1.1, 1.1}},
          .y = {.label = "u3", .range = app::Range{-1.1, 1.1}},
          .series = {std::move(dots)},
          .has_equal_scales = true};
}

}  // namespace

PathShape shape_of(const Trajectory& trajectory) {
  PathShape shape{1, 0};
  for (const TopPhase& p : trajectory.phases) {
    shape.lowest_u3 = std::min(shape.lowest_u3, p.u.z);
    shape.mean_u3 += p.u.z / static_cast<double>(trajectory.phases.size());
  }
  return shape;
}

double difference(const PathShape& a, const PathShape& b) {
  return std::max(std::abs(a.lowest_u3 - b.lowest_u3), std::abs(a.mean_u3 - b.mean_u3));
}

SmallTopTrajectories small_top_trajectories(ExperimentOutput& output) {
  const double time = output.is_quick() ? 20 : 100;
  SmallTopTrajectories trajectories;
  constexpr std::size_t n = small_top_steps.size();
  output.in_parallel(3 * n + 1, [&](std::size_t i) {
    const auto with = [&](Scheme scheme) {
      return trajectory_of(small_top(), scheme, time, small_top_steps[i % n]);
    };
    if (i < n)
      trajectories.sej[i] = with(Scheme::sej);
    else if (i < 2 * n)
      trajectories.mr[i - n] = with(Scheme::mr);
    else if (i < 3 * n)
      trajectories.sej_midpoint[i - 2 * n] = with(Scheme::sej_midpoint);
    else
      trajectories.truth = trajectory_of(small_top(), Scheme::sej, time, small_top_steps[0] / 10);
  });
  return trajectories;
}

void show(ExperimentOutput& output, const std::string& part,
          const std::array<Trajectory, small_top_steps.size()>& trajectories, Scheme scheme) {
  std::vector<std::vector<double>> rows;
  app::Figure figure{.title = name_of(scheme) + ", heavy top, moments 1, 5, 6",
                     .description =
                         "For each of three steps the energy error against time and the vertical as the body "
                         "sees it, u1 against u3.",
                     .panels = {},
                     .columns = 2,
                     .panel_width = 400,
                     .panel_height = 280};
  for (std::size_t k = 0; k < trajectories.size(); ++k) {
    const Trajectory& trajectory = trajectories[k];
    const double h = small_top_steps[k];
    const std::size_t stride = steps_between_points(h);
    figure.panels.push_back(
        energy_panel(fmt::format("h = {:g}: energy error", h), trajectory, static_cast<int>(k)));
    figure.panels.push_back(
        path_panel(fmt::format("h = {:g}: u, every {:g}", h, h * static_cast<double>(stride)), trajectory,
                   stride, static_cast<int>(k)));
    for (std::size_t i = 0; i < trajectory.times.size(); i += stride) {
      const Vector& u = trajectory.phases[i].u;
      rows.push_back({h, trajectory.times[i], trajectory.energy_errors[i], u.x, u.y, u.z});
    }
  }
  output.write_data(part, {"h", "t", "energy_error", "u1", "u2", "u3"}, rows);
  output.write_figure(part, figure);
}

}  // namespace polhode::experiments::celledoni_safstrom
