// SPDX-License-Identifier: MIT
// Vilmart's water molecule by twenty methods: error, what is conserved, and what a step costs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <iterator>
#include <limits>
#include <polhode/body/invariants.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>

#include "experiments/side_by_side/side_by_side.hpp"

namespace polhode::experiments::side_by_side {
namespace {

Inertia molecule() { return Inertia::from_moments(0.345, 0.653, 1.0); }
State molecule_start() { return {Eigen::Quaterniond::Identity(), {0.5, 0.2, std::sqrt(0.71)}}; }

constexpr double step_length = 0.1;

struct ComparedRun {
  double error = 0;  ///< at t = 10, of momentum or angle
  double early_energy = 0, energy = 0,
         spatial_momentum = 0;  ///< greatest error: relative, over a tenth and over all
};

ComparedRun run_of(const char* name, int steps) {
  const Inertia body = molecule();
  const State start = molecule_start();
  FreeStepper stepper(body, start, free_method(name));
  const double energy = kinetic_energy(body, start);
  const Eigen::Vector3d spatial = spatial_momentum(start);
  ComparedRun found;
  for (int n = 1; n <= steps; ++n) {
    stepper.step(step_length);
    if (n % 20 != 0) continue;
    const State s = stepper.state();
    found.energy = std::max(found.energy, std::abs(kinetic_energy(body, s) / energy - 1));
    if (n <= steps / 10) found.early_energy = found.energy;
    found.spatial_momentum = std::max(found.spatial_momentum, (spatial_momentum(s) - spatial).norm());
    if (n == 100) {
      const State exact = FreeMotion(body, start).at(10);
      found.error =
          std::max((s.momentum - exact.momentum).norm(), s.attitude.angularDistance(exact.attitude));
    }
  }
  return found;
}

/// Of one step of that length, as a user takes it; the least of several runs, since what disturbs a run makes it slower.
double seconds_of_step(const char* name, bool is_quick) {
  const int steps = is_quick ? 500 : 20'000, rounds = is_quick ? 2 : 9;
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    FreeStepper stepper(molecule(), molecule_start(), free_method(name));
    const std::clock_t begin = std::clock();
    for (int n = 0; n < steps; ++n) stepper.step(step_length);
    least = std::min(least, static_cast<double>(std::clock() - begin) / double(CLOCKS_PER_SEC) / steps);
  }
  return least;
}

/// In eps where it is below 1e-12.
std::string size_of(double error) {
  return error < 1e-12
             ? fmt::format("{:.0f} eps", std::max(1.0, error / std::numeric_limits<double>::epsilon()))
             : fmt::format("{:.0e}", error);
}

Outcome run_free_methods(ExperimentOutput& output) {
  const int steps = output.is_quick() ? 1000 : 100'000;
  constexpr std::size_t n = compared_free_methods.size();
  std::vector<ComparedRun> runs(n);
  output.in_parallel(n, [&](std::size_t k) { runs[k] = run_of(compared_free_methods[k].name, steps); });
  std::vector<double> cost(n);
  for (std::size_t k = 0; k < n; ++k) {
    const double ours = seconds_of_step("exact", output.is_quick());
    cost[k] = seconds_of_step(compared_free_methods[k].name, output.is_quick()) / ours;
    output.progress(static_cast<double>(k + 1) / static_cast<double>(n));
  }
  std::vector<std::vector<std::string>> lines;
  app::Panel panel{.heading = "",
                   .x = {.label = "time of a step, our exact step = 1", .scale = app::Scale::logarithmic},
                   .y = {.label = "error at t = 10, h = 0.1", .scale = app::Scale::logarithmic}};
  for (std::size_t k = 0; k < n; ++k) {
    const auto& [name, source, group] = compared_free_methods[k];
    lines.push_back({name, source, fmt::format("{:.0e}", runs[k].error), size_of(runs[k].early_energy),
                     size_of(runs[k].energy), size_of(runs[k].spatial_momentum),
                     fmt::format("{:.2g}", cost[k])});
    auto series = std::ranges::find(panel.series, group, &app::Series::name);
    if (series == panel.series.end()) {
      panel.series.push_back({.name = group,
                              .values = {},
                              .colour = static_cast<int>(panel.series.size()),
                              .drawn = app::Drawn::dots});
      series = std::prev(panel.series.end());
    }
    series->values.push_back({cost[k], runs[k].error});
  }
  output.write_table(
      "", {"method", "from", "error", "energy_of_a_tenth", "energy", "spatial_momentum", "time"}, lines);
  output.write_figure(
      "", {.title = "Free water molecule: error against cost",
           .description = "For twenty methods the error at t = 10 with h = 0.1 against the time of a step, "
                          "both logarithmic.",
           .panels = {std::move(panel)},
           .panel_width = 760,
           .panel_height = 520});
  const auto cheapest_good = [&] {
    std::size_t best = 0;
    for (std::size_t k = 0; k < n; ++k)
      if (runs[k].error < 1e-9 && cost[k] < cost[best]) best = k;
    return compared_free_methods[best].name;
  }();
  return {"(the methods of all five papers on one problem)",
          fmt::format("water molecule, h = 0.1: errors at t = 10 from {:.0e} to {:.0e}; cheapest with an "
                      "error below 1e-9: {}",
                      std::ranges::min_element(runs, {}, &ComparedRun::error)->error,
                      std::ranges::max_element(runs, {}, &ComparedRun::error)->error, cheapest_good),
          Verdict::measured, fmt::format("invariants over {} steps; the data have all of it", steps)};
}

}  // namespace

Experiment free_methods_compared() {
  return {"side-by-side-free", paper, "Twenty methods on the free water molecule", run_free_methods, true};
}

}  // namespace polhode::experiments::side_by_side
