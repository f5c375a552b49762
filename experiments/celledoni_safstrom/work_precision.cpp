// SPDX-License-Identifier: MIT
#include "experiments/celledoni_safstrom/work_precision.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>

#include "experiments/celledoni_safstrom/run_times.hpp"

namespace polhode::experiments::celledoni_safstrom {
namespace {

constexpr double end = 1;

int steps_to_the_end(double h) { return static_cast<int>(std::lround(end / h)); }

std::size_t place(const WorkPrecision& w, Scheme scheme) {
  return static_cast<std::size_t>(std::find(w.schemes.begin(), w.schemes.end(), scheme) - w.schemes.begin());
}

double ratio_of_errors(const WorkPrecision& w, const WorkPrecisionSettings& settings) {
  const auto &sej = w.errors[place(w, Scheme::sej)], &mr = w.errors[place(w, Scheme::mr)];
  std::vector<double> ratios;
  for (std::size_t i = 0; i < w.h.size(); ++i)
    if (sej[i] >= settings.least_error && mr[i] <= settings.greatest_error) ratios.push_back(mr[i] / sej[i]);
  return median(ratios);
}

}  // namespace

double WorkPrecision::cost(Scheme scheme) const { return unit_time[place(*this, scheme)] / unit_time[0]; }

WorkPrecision work_precision(Desk& desk, const Top& top, const WorkPrecisionSettings& settings) {
  WorkPrecision result;
  result.schemes = {Scheme::sej, Scheme::sej_midpoint, Scheme::mr};
  for (int i = 0; i <= settings.halvings; ++i) result.h.push_back(std::ldexp(settings.longest_step, -i));
  const TopPhase truth = true_end_of(top, end, settings.true_step);

  // Steps are seen by the runs from outside, so that no compiler can do without them.
  std::vector<HeavyTopRun> tops;
  for (const Scheme scheme : result.schemes) tops.emplace_back(top, scheme);
  std::vector<std::function<void()>> runs;
  for (HeavyTopRun& run : tops)
    for (const double h : result.h)
      runs.emplace_back([&run, h] {
        run.restart();
        run.steps(h, steps_to_the_end(h));
      });
  const std::vector<double> seconds =
      median_seconds(runs, settings.experiments, [&desk](double fraction) { desk.progress(fraction); });

  const std::size_t count = result.h.size();
  for (std::size_t k = 0; k < tops.size(); ++k) {
    std::vector<double> errors;
    for (const double h : result.h) errors.push_back(distance(end_of(top, result.schemes[k], end, h), truth));
    const auto first = seconds.begin() + static_cast<std::ptrdiff_t>(k * count);
    result.errors.push_back(std::move(errors));
    result.seconds.emplace_back(first, first + static_cast<std::ptrdiff_t>(count));
    result.unit_time.push_back(time_for_unit_error(result.errors[k], result.seconds[k], 2,
                                                   settings.least_error, settings.greatest_error));
  }
  result.error_ratio = ratio_of_errors(result, settings);
  return result;
}

void show(Desk& desk, const WorkPrecision& result, const std::string& title) {
  std::vector<std::string> columns{"h"};
  for (const char* scheme : {"sej", "sej_midpoint", "mr"}) {
    columns.push_back(std::string(scheme) + "_error");
    columns.push_back(std::string(scheme) + "_seconds");
  }
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < result.h.size(); ++i) {
    rows.push_back({result.h[i]});
    for (std::size_t k = 0; k < result.schemes.size(); ++k) {
      rows.back().push_back(result.errors[k][i]);
      rows.back().push_back(result.seconds[k][i]);
    }
  }
  desk.data("", columns, rows);

  app::Panel panel{.heading = "",
                   .x = {.label = "execution time, microseconds", .scale = app::Scale::logarithmic},
                   .y = {.label = "global error at t = 1", .scale = app::Scale::logarithmic}};
  for (std::size_t k = 0; k < result.schemes.size(); ++k) {
    app::Series series{.name = name_of(result.schemes[k]),
                       .values = {},
                       .colour = static_cast<int>(k),
                       .drawn = app::Drawn::line_and_dots};
    for (std::size_t i = 0; i < result.h.size(); ++i)
      series.values.push_back({1e6 * result.seconds[k][i], result.errors[k][i]});
    panel.series.push_back(std::move(series));
  }
  desk.figure("", {.title = title,
                   .description =
                       "Execution time against global error for the two splittings, both axes logarithmic.",
                   .panels = {std::move(panel)}});
}

}  // namespace polhode::experiments::celledoni_safstrom
