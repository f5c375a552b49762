// SPDX-License-Identifier: MIT
// The Euler equations on [0, 1]: execution time against global error of the momentum, the five rotations (MR)
// and the exact solution.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <polhode/core/norm.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/kernel/lie_poisson.hpp>

#include "experiments/celledoni_safstrom/celledoni_safstrom.hpp"
#include "experiments/celledoni_safstrom/heavy_top_run.hpp"
#include "experiments/celledoni_safstrom/run_times.hpp"
#include "frames/textbook_momentum.hpp"

namespace polhode::experiments::celledoni_safstrom {
namespace {

/// The momentum after so many steps of h.
using Solver = std::function<Vector(const Vector& m, double h, int steps)>;

template <class Kernel>
Solver by_increments(const Vector& moments) {
  return [kernel = Kernel(moments)](Vector m, double h, int steps) {
    for (int i = 0; i < steps; ++i) m = m + kernel(m, h).dm;
    return m;
  };
}

/// The paper's (4) and (5): these are the constants of the textbooks. They are those of the start, as the
/// paper has them, for all steps.
Solver by_elliptic_functions(const Vector& moments) {
  return [formulas = papers::TextbookMomentum<double>(moments)](const Vector& start, double h, int steps) {
    Vector m = start;
    for (int i = 1; i <= steps; ++i) m = formulas(start, i * h).m;
    return m;
  };
}

/// The same with the constants of each step's own start.
Solver by_elliptic_functions_anew(const Vector& moments) {
  return [formulas = papers::TextbookMomentum<double>(moments)](Vector m, double h, int steps) {
    for (int i = 0; i < steps; ++i) m = formulas(m, h).m;
    return m;
  };
}

struct Curve {
  std::string name, column;
  Solver solve;
  std::vector<double> errors{}, seconds{};

  double greatest_error() const { return *std::max_element(errors.begin(), errors.end()); }
};

/// Mean over the steps: all of them take one kind of step.
double seconds_per_step(const Curve& curve, const std::vector<int>& steps) {
  std::vector<double> each;
  for (std::size_t i = 0; i < steps.size(); ++i) each.push_back(curve.seconds[i] / steps[i]);
  return median(each);
}

Outcome run_figure_1(ExperimentOutput& output) {
  const Top body = free_body({1, 2, 3}, {1, 0, 2});
  const Vector start = body.start().m;
  const int halvings = output.is_quick() ? 4 : 7, experiments = output.is_quick() ? 9 : 200;
  using L = long double;
  const Vec3<L> truth =
      convert<L>(start) + kernel::Exact(convert<L>(body.moments))(convert<L>(start), L(1)).dm;

  const auto error_of = [&](const Solver& solve, double h, int steps) {
    return static_cast<double>(norm(convert<L>(solve(start, h, steps)) - truth));
  };
  std::vector<Curve> curves{
      {"elliptic functions, as printed", "elliptic", by_elliptic_functions(body.moments)},
      {"exact step of Polhode", "exact", by_increments<kernel::Exact<double>>(body.moments)},
      {"MR", "mr", by_increments<kernel::LiePoisson123<double>>(body.moments)}};
  std::vector<double> h;
  std::vector<int> steps;
  for (int i = 0; i <= halvings; ++i) {
    steps.push_back(10 << i);
    h.push_back(1.0 / steps.back());
  }

  std::vector<std::function<void()>> runs;
  volatile double seen = 0;  // so that the steps are done
  for (const Curve& curve : curves)
    for (std::size_t i = 0; i < h.size(); ++i)
      runs.emplace_back([&curve, &start, &seen, step = h[i], count = steps[i]] {
        seen = curve.solve(start, step, count).x;
      });
  const std::vector<double> seconds =
      median_seconds(runs, experiments, [&output](double fraction) { output.progress(fraction); });
  for (std::size_t k = 0; k < curves.size(); ++k)
    for (std::size_t i = 0; i < h.size(); ++i) {
      curves[k].errors.push_back(error_of(curves[k].solve, h[i], steps[i]));
      curves[k].seconds.push_back(seconds[k * h.size() + i]);
    }

  std::vector<std::string> columns{"h"};
  std::vector<std::vector<double>> rows(h.size());
  for (std::size_t i = 0; i < h.size(); ++i) rows[i].push_back(h[i]);
  app::Panel panel{.heading = "",
                   .x = {.label = "execution time, microseconds", .scale = app::Scale::logarithmic},
                   .y = {.label = "global error at t = 1", .scale = app::Scale::logarithmic}};
  for (std::size_t k = 0; k < curves.size(); ++k) {
    const Curve& curve = curves[k];
    columns.push_back(curve.column + "_error");
    columns.push_back(curve.column + "_seconds");
    app::Series series{
        .name = curve.name, .values = {}, .colour = static_cast<int>(k), .drawn = app::Drawn::line_and_dots};
    for (std::size_t i = 0; i < h.size(); ++i) {
      rows[i].push_back(curve.errors[i]);
      rows[i].push_back(curve.seconds[i]);
      series.values.push_back({1e6 * curve.seconds[i], curve.errors[i]});
    }
    panel.series.push_back(std::move(series));
  }
  output.write_data("", columns, rows);
  output.write_figure(
      "",
      {.title = "Euler equations: execution time and global error",
       .description =
           "Execution time against global error. The exact solution stays at rounding whatever the step; the "
           "five rotations fall with the square of the step.",
       .panels = {std::move(panel)}});

  const Curve &printed = curves[0], &exact = curves[1], &mr = curves[2];
  const double order = std::log2(mr.errors.front() / mr.errors.back()) / halvings;
  const bool is_exact = exact.greatest_error() <= 1e-13 && printed.greatest_error() <= 1e-13;
  const bool falls = std::abs(order - 2) <= 0.1;
  return {
      "the elliptic functions' error is about 1e-14 at any step; that of MR depends on it",
      fmt::format(
          "elliptic functions {:.1e} at most, our exact step {:.1e}; MR {:.1e} at h = 0.1, order {:.2f}; "
          "a step takes {:.1f} and {:.2f} times that of MR",
          printed.greatest_error(), exact.greatest_error(), mr.errors.front(), order,
          seconds_per_step(printed, steps) / seconds_per_step(mr, steps),
          seconds_per_step(exact, steps) / seconds_per_step(mr, steps)),
      is_exact && falls ? Verdict::holds : Verdict::differs,
      fmt::format("steps are not printed: 1/10 to 1/{} chosen; times are those of this machine; with the "
                  "printed constants computed anew at each "
                  "step their rounding adds up, to {:.1e}",
                  steps.back(), error_of(by_elliptic_functions_anew(body.moments), h.back(), steps.back()))};
}

}  // namespace

Experiment figure_1() {
  return {"celledoni-safstrom-figure-1", "Celledoni, Safstrom 2006",
          "Figure 1: Euler equations, execution time and global error", run_figure_1, true};
}

}  // namespace polhode::experiments::celledoni_safstrom
