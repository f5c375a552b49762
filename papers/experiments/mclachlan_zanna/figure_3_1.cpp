// SPDX-License-Identifier: MIT
// Figure 3.1: the discrete Moser-Veselov solution beside the exact one and those of the modified vector
// fields.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <polhode/core/norm.hpp>
#include <polhode/papers/moser_veselov_field.hpp>

#include "experiments/mclachlan_zanna/example.hpp"
#include "experiments/mclachlan_zanna/mclachlan_zanna.hpp"

namespace polhode::experiments::mclachlan_zanna {

namespace {

constexpr Number h_of_figure = 0.8L, last_time = 50;

/// How fast the fields f, f + h^2 f3 and f + h^2 f3 + h^4 f5 run on the true orbit: their factors are
/// constants of the motion.
std::array<Number, 3> speeds(Number h) {
  const kernel::MoserVeselovField<Number> field(moments());
  const Number third = h * h * field.tau3(start()), fifth = h * h * h * h * field.tau5(start());
  return {1, 1 + third, 1 + third + fifth};
}

/// The largest distance of the discrete solution from that of each field, until t = 50.
std::array<Number, 3> distances(Number h) {
  const auto discrete = momenta("dmv", h, static_cast<int>(last_time / h));
  const std::array<Number, 3> speed = speeds(h);
  std::array<Number, 3> largest{};
  for (std::size_t n = 0; n < discrete.size(); ++n)
    for (std::size_t k = 0; k < 3; ++k)
      largest[k] =
          std::max(largest[k], norm(discrete[n] - exact_momentum(static_cast<Number>(n) * h * speed[k])));
  return largest;
}

app::Figure drawn(const std::vector<Vec3<Number>>& discrete) {
  constexpr int parts = 500;
  const std::array<Number, 3> speed = speeds(h_of_figure);
  std::array<std::vector<Vec3<Number>>, 3> lines;
  for (std::size_t k = 0; k < 3; ++k)
    for (int i = 0; i <= parts; ++i)
      lines[k].push_back(exact_momentum(speed[k] * last_time * static_cast<Number>(i) / parts));
  app::Figure figure{.title = "The discrete Moser-Veselov solution runs ahead, h = 0.8",
                     .description =
                         "The three components of the momentum until t = 50: the exact motion, the "
                         "discrete solution, and the motions of the two modified fields, which the "
                         "discrete solution follows.",
                     .panels = {}};
  for (int c = 0; c < 3; ++c) {
    const auto line = [&](const char* name, std::size_t k, const char* dash) {
      return app::Series{.name = name,
                         .values = component_of_time(lines[k], last_time / parts, c),
                         .colour = static_cast<int>(k),
                         .dash = dash};
    };
    figure.panels.push_back({.heading = fmt::format("m{}", c + 1),
                             .x = {.label = "t"},
                             .y = {.label = fmt::format("m{}", c + 1)},
                             .series = {line("exact", 0, ""),
                                        line("f + h^2 f3", 1, "6 4"),
                                        line("f + h^2 f3 + h^4 f5", 2, "8 3 2 3"),
                                        {.name = "DMV",
                                         .values = component_of_time(discrete, h_of_figure, c),
                                         .colour = 3,
                                         .drawn = app::Drawn::dots}}});
  }
  figure.panel_width = 760;
  figure.panel_height = 220;
  return figure;
}

Outcome run_figure_3_1(ExperimentOutput& output) {
  const auto discrete = momenta("dmv", h_of_figure, static_cast<int>(last_time / h_of_figure));
  const std::array<Number, 3> speed = speeds(h_of_figure);
  std::vector<std::vector<double>> rows;
  for (std::size_t n = 0; n < discrete.size(); ++n) {
    const Number t = static_cast<Number>(n) * h_of_figure;
    std::vector<double> row{static_cast<double>(t)};
    for (const Vec3<Number>& m :
         {discrete[n], exact_momentum(t), exact_momentum(speed[1] * t), exact_momentum(speed[2] * t)})
      for (int c = 0; c < 3; ++c) row.push_back(static_cast<double>(component(m, c)));
    rows.push_back(std::move(row));
  }
  output.write_data("",
                    {"t", "dmv_1", "dmv_2", "dmv_3", "exact_1", "exact_2", "exact_3", "f3_1", "f3_2", "f3_3",
                     "f5_1", "f5_2", "f5_3"},
                    rows);
  output.write_figure("", drawn(discrete));

  const Number h = output.is_quick() ? 0.1L : 0.025L;
  const std::array<Number, 3> coarse = distances(2 * h), fine = distances(h);
  std::array<double, 3> order{};
  bool agrees = speed[2] > 1;
  for (std::size_t k = 0; k < 3; ++k) {
    order[k] = static_cast<double>(std::log2(coarse[k] / fine[k]));
    agrees = agrees && std::abs(order[k] - 2 * static_cast<double>(k + 1)) < 0.1;
  }
  return {
      "DMV approximates the motion to order 2 and those of f + h^2 f3 and f + h^2 f3 + h^4 f5 to orders 4 "
      "and 6; it "
      "oscillates too rapidly",
      fmt::format("orders {:.2f}, {:.2f}, {:.2f}; at h = 0.8 it runs {:.3f} times too fast", order[0],
                  order[1], order[2], static_cast<double>(speed[2])),
      agrees ? Verdict::holds : Verdict::differs,
      "The unrounded data of table 4. tau_3 and tau_5 are constants of the motion, so the modified fields "
      "run on the true "
      "orbit at another speed."};
}

}  // namespace

Experiment figure_3_1() {
  return {"mclachlan-zanna-figure-3-1", paper, "Figure 3.1: the discrete solution and the modified fields",
          run_figure_3_1};
}

}  // namespace polhode::experiments::mclachlan_zanna
