// SPDX-License-Identifier: MIT
// Section 4.5: how the rounding errors of the two methods part over longer times.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>

#include "experiments/gustafsson/free_body.hpp"
#include "experiments/gustafsson/gustafsson.hpp"
#include "experiments/gustafsson/printed_loop.hpp"

namespace polhode::experiments::gustafsson {
namespace {

constexpr std::array ends_of_gap{10.0, 100.0, 1000.0};

Outcome run_rounding_gap(ExperimentOutput& output) {
  // At this step the error of the method of order 8 is below rounding.
  const double h = 1.0 / 64;
  const std::size_t count = output.is_quick() ? 8 : 50, ends = output.is_quick() ? 2 : ends_of_gap.size();
  const std::vector<Start> starts = random_starts(static_cast<int>(count));
  std::array<std::vector<double>, ends_of_gap.size()> f, m;
  for (std::size_t e = 0; e < ends; ++e) {
    f[e].assign(count, 0);
    m[e].assign(count, 0);
    output.in_parallel(count, [&](std::size_t i) {
      const Quat<long double> truth = exact_attitude_after(starts[i], ends_of_gap[e]);
      const auto error = [&](Kind kind) {
        return quaternion_distance(attitude_by_printed_loop(kind, starts[i], ends_of_gap[e], h), truth);
      };
      f[e][i] = error(Kind::factorization);
      m[e][i] = error(Kind::magnus);
    });
    output.progress(static_cast<double>(e + 1) / static_cast<double>(ends));
  }
  std::vector<std::vector<double>> rows;
  app::Series of_f{.name = "factorization", .values = {}, .colour = 0, .drawn = app::Drawn::line_and_dots},
      of_m{.name = "Magnus", .values = {}, .colour = 1, .drawn = app::Drawn::line_and_dots};
  std::string ratios;
  std::vector<double> gaps;
  for (std::size_t e = 0; e < ends; ++e) {
    double sum_f = 0, sum_m = 0;
    for (std::size_t i = 0; i < count; ++i) {
      sum_f += f[e][i] / static_cast<double>(count);
      sum_m += m[e][i] / static_cast<double>(count);
    }
    rows.push_back({ends_of_gap[e], sum_f, sum_m});
    of_f.values.push_back({ends_of_gap[e], sum_f});
    of_m.values.push_back({ends_of_gap[e], sum_m});
    ratios += fmt::format("{}{:.1f}", e == 0 ? "" : ", ", sum_f / sum_m);
    gaps.push_back(sum_f - sum_m);
  }
  output.write_data("", {"t", "factorization", "magnus"}, rows);
  output.write_figure("", {.title = "Rounding of the two methods of order 8, printed loops, h = 1/64",
                           .description = "Mean error of the attitude against the length of the interval.",
                           .panels = {{.heading = "",
                                       .x = {.label = "t", .scale = app::Scale::logarithmic},
                                       .y = {.label = "mean |q - q exact|", .scale = app::Scale::logarithmic},
                                       .series = {std::move(of_f), std::move(of_m)}}},
                           .panel_width = 680,
                           .panel_height = 420});
  bool grows = gaps.front() > 0;
  for (std::size_t e = 1; e < ends; ++e) grows = grows && gaps[e] > gaps[e - 1];
  return {"over larger intervals the difference in the accumulation of round-off becomes more significant",
          fmt::format("the factorization's error is {} times the Magnus method's at t = 10, 100{}; their "
                      "difference grows "
                      "{:.0f} times",
                      ratios, ends > 2 ? ", 1000" : "", gaps.back() / gaps.front()),
          grows ? Verdict::holds : Verdict::differs,
          "By the printed loops, h = 1/64: our kernels add increments, r - 1, and there both round alike."};
}

}  // namespace

Experiment rounding_gap() {
  return {"gustafsson-rounding-gap", "Gustafsson 2010", "Section 4.5: rounding over longer intervals",
          run_rounding_gap};
}

}  // namespace polhode::experiments::gustafsson
