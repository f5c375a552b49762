// SPDX-License-Identifier: MIT
// Figure 7.4: the methods at a step of h = 5.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/core/norm.hpp>

#include "experiments/mclachlan_zanna/example.hpp"
#include "experiments/mclachlan_zanna/mclachlan_zanna.hpp"

namespace polhode::experiments::mclachlan_zanna {

namespace {

constexpr Number h = 5, last_time = 250;

/// The time in which the exact motion does what a step does that stays on its orbit: the nearest point of the
/// orbit to m, from the start on.
Number time_along_orbit(const Vec3<Number>& m, Number longest) {
  constexpr int parts = 4000;
  const auto distance = [&](Number t) { return norm(exact_momentum(t) - m); };
  Number best = 0;
  for (int i = 1; i <= parts; ++i)
    if (const Number t = longest * static_cast<Number>(i) / parts; distance(t) < distance(best)) best = t;
  Number width = longest / parts;
  for (; width > 1e-9L; width /= 2)
    for (const Number t : {best - width, best + width})
      if (distance(t) < distance(best)) best = t;
  return best;
}

/// The largest relative error of the energy.
Number energy_error(const std::vector<Vec3<Number>>& all) {
  Number most = 0;
  for (const Vec3<Number>& m : all)
    most = std::max(most, std::abs(doubled_energy(m) / doubled_energy(start()) - 1));
  return most;
}

Outcome run_figure_7_4(ExperimentOutput& output) {
  const int n = static_cast<int>(last_time / h);
  constexpr int parts = 1000;
  std::vector<Vec3<Number>> exact;
  for (int i = 0; i <= parts; ++i)
    exact.push_back(exact_momentum(last_time * static_cast<Number>(i) / parts));

  app::Figure figure{
      .title = "Long steps, h = 5",
      .description =
          "The three components of the momentum by LP2, the implicit midpoint rule, DMV4 and DMV6 with "
          "a step of 5, over the exact motion in faint lines.",
      .panels = {},
      .columns = 2};
  std::vector<std::string> columns{"t"};
  std::vector<std::vector<double>> rows;
  for (int k = 0; k <= n; ++k) rows.push_back({static_cast<double>(static_cast<Number>(k) * h)});
  std::array<std::vector<Vec3<Number>>, compared_methods.size()> solutions;
  for (std::size_t k = 0; k < compared_methods.size(); ++k) {
    solutions[k] = momenta(compared_methods[k].name, h, n);
    if (solutions[k].size() < 2) continue;  // DMV, which has no solution
    app::Panel panel{.heading = compared_methods[k].label,
                     .x = {.label = "t"},
                     .y = {.label = "m", .range = app::Range{-1.05, 1.05}}};
    for (int c = 0; c < 3; ++c) {
      panel.series.push_back({.name = "",
                              .values = component_of_time(exact, last_time / parts, c),
                              .colour = c,
                              .drawn = app::Drawn::faint_line});
      columns.push_back(fmt::format("{}_{}", compared_methods[k].label, c + 1));
    }
    for (int c = 0; c < 3; ++c)
      panel.series.push_back({.name = fmt::format("m{}", c + 1),
                              .values = component_of_time(solutions[k], h, c),
                              .colour = c,
                              .drawn = app::Drawn::line_and_dots});
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (int c = 0; c < 3; ++c)
        rows[i].push_back(i < solutions[k].size() ? static_cast<double>(component(solutions[k][i], c))
                                                  : std::numeric_limits<double>::quiet_NaN());
    figure.panels.push_back(std::move(panel));
  }
  output.write_data("", columns, rows);
  output.write_figure("", figure);

  const auto& [lp2, imr, dmv, dmv4, dmv6] = solutions;
  const Number rounding = 1e-15L, lp2_error = energy_error(lp2);
  const bool keep = imr.size() == lp2.size() && dmv4.size() == lp2.size() && dmv6.size() == lp2.size() &&
                    energy_error(imr) < rounding && energy_error(dmv4) < rounding &&
                    energy_error(dmv6) < rounding;
  const auto speed = [](const std::vector<Vec3<Number>>& all) {
    return all.size() > 1 ? static_cast<double>(time_along_orbit(all[1], 2 * h) / h) : std::nan("");
  };
  const bool agrees = dmv.size() == 1 && keep && lp2_error > 0.1L && speed(dmv4) < 0.75 && speed(dmv6) < 0.75;
  return {
      "at h = 5 LP2 loses the shape, DMV has no solution, DMV4 and DMV6 keep the integrals and are much too "
      "slow, the midpoint "
      "rule keeps them too",
      fmt::format("energy error of LP2 {:.2f}, of IMR, DMV4, DMV6 below {:.0e}; DMV {}; speed of DMV4 "
                  "{:.2f}, DMV6 {:.2f}, IMR {:.2f} of the "
                  "true one",
                  static_cast<double>(lp2_error), static_cast<double>(rounding),
                  dmv.size() == 1 ? "refuses" : "goes on", speed(dmv4), speed(dmv6), speed(imr)),
      agrees ? Verdict::holds : Verdict::differs,
      "The unrounded data of table 4. The range of times is not printed: 250 is drawn. Speeds: the time "
      "along the true orbit that the first "
      "step covers, in parts of h."};
}

}  // namespace

Experiment figure_7_4() {
  return {"mclachlan-zanna-figure-7-4", paper, "Figure 7.4: solutions with h = 5", run_figure_7_4};
}

}  // namespace polhode::experiments::mclachlan_zanna
