// SPDX-License-Identifier: MIT
// The energy of the free body on [0, 400] with h = 0.4.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>

#include "experiments/celledoni_safstrom/celledoni_safstrom.hpp"
#include "experiments/celledoni_safstrom/energy_panel.hpp"
#include "experiments/celledoni_safstrom/heavy_top_run.hpp"

namespace polhode::experiments::celledoni_safstrom {
namespace {

Outcome run_figure_2(ExperimentOutput& output) {
  const Top body = free_body({1, 2, 3}, {1, -2, 1});
  const double h = 0.4, time = 400;
  const Trajectory rk4 = trajectory_of(body, Scheme::rk4, time, h),
                   mr = trajectory_of(body, Scheme::mr, time, h),
                   exact = trajectory_of(body, Scheme::sej, time, h);

  std::vector<std::vector<double>> rows;
  std::array<app::Series, 3> omega;
  for (std::size_t k = 0; k < omega.size(); ++k) {
    omega[k].name = fmt::format("omega {}", k + 1);
    omega[k].colour = static_cast<int>(k);
  }
  for (std::size_t i = 0; i < exact.times.size(); ++i) {
    const Vector m = exact.phases[i].m;
    const std::array<double, 3> w{m.x / body.moments.x, m.y / body.moments.y, m.z / body.moments.z};
    const double t = exact.times[i];
    rows.push_back({t, rk4.energy_errors[i], mr.energy_errors[i], exact.energy_errors[i], w[0], w[1], w[2]});
    if (t <= 40)
      for (std::size_t k = 0; k < w.size(); ++k) omega[k].values.push_back({t, w[k]});
  }
  output.write_data(
      "", {"t", "rk4_energy_error", "mr_energy_error", "exact_energy_error", "omega_1", "omega_2", "omega_3"},
      rows);
  output.write_figure(
      "",
      {.title = "Energy error of the free body, h = 0.4",
       .description =
           "Energy errors of RK4, which drifts, of MR, which swings, and of the exact solution, at rounding; "
           "and the angular velocity, which is periodic.",
       .panels = {energy_panel("(a) RK4", rk4),
                  energy_panel("(b) MR", mr),
                  energy_panel("(c) exact solution", exact),
                  {.heading = "(d) angular velocity, the first tenth",
                   .x = {.label = "t"},
                   .y = {.label = "omega"},
                   .series = {omega.begin(), omega.end()}}},
       .columns = 2,
       .panel_width = 400,
       .panel_height = 260});

  const bool drifts =
      std::abs(rk4.energy_errors.back()) >= 0.99 * rk4.greatest_error() && rk4.later_over_earlier() >= 1.5;
  const bool swings = std::abs(mr.later_over_earlier() - 1) <= 0.05 && is_about(mr.amplitude(), 1e-3);
  const bool is_exact = exact.greatest_error() <= 1e-13;
  return {
      "RK4 drifts visibly, MR swings with an amplitude of about 1e-3, the elliptic functions are off by "
      "about 1e-14",
      fmt::format("RK4 ends at {:.2f} of {:g}; MR's amplitude {:.1e}, halves of the run alike to {:.1f} %; "
                  "exact {:.1e}",
                  rk4.energy_errors.back(), body.equations().energy(body.start()), mr.amplitude(),
                  100 * std::abs(mr.later_over_earlier() - 1), exact.greatest_error()),
      drifts && swings && is_exact ? Verdict::holds_corrected : Verdict::differs,
      "energy with the factor 1/2 that (3) lacks; 'about' is taken as within a factor of ten"};
}

}  // namespace

Experiment figure_2() {
  return {"celledoni-safstrom-figure-2", "Celledoni, Safstrom 2006",
          "Figure 2: Euler equations, energy on [0, 400]", run_figure_2};
}

}  // namespace polhode::experiments::celledoni_safstrom
