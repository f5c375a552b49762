// SPDX-License-Identifier: MIT
#include "experiments/celledoni_safstrom/energy_panel.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace polhode::experiments::celledoni_safstrom {
namespace {

std::vector<app::Point> drawn(const Trajectory& trajectory) {
  constexpr std::size_t stretches = 500;
  const std::size_t length = trajectory.times.size() / stretches;
  std::vector<app::Point> points;
  if (length < 4) {
    for (std::size_t i = 0; i < trajectory.times.size(); ++i)
      points.push_back({trajectory.times[i], trajectory.energy_errors[i]});
    return points;
  }
  for (std::size_t begin = 0; begin < trajectory.times.size(); begin += length) {
    const auto first = trajectory.energy_errors.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = first + static_cast<std::ptrdiff_t>(std::min(length, trajectory.times.size() - begin));
    const auto [least, greatest] = std::minmax_element(first, last);
    points.push_back({trajectory.times[begin], *least});
    points.push_back({trajectory.times[begin], *greatest});
  }
  return points;
}

}  // namespace

app::Panel energy_panel(const std::string& heading, const Trajectory& trajectory, int colour) {
  return {.heading = heading,
          .x = {.label = "t"},
          .y = {.label = "H - H0"},
          .series = {{.name = "", .values = drawn(trajectory), .colour = colour}}};
}

bool is_about(double found, double named) noexcept { return std::abs(std::log10(found / named)) < 1; }

}  // namespace polhode::experiments::celledoni_safstrom
