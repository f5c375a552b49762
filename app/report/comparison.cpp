// SPDX-License-Identifier: MIT
#include "report/comparison.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

namespace polhode::app {

Figure comparison_figure(const Comparison& comparison) {
  const std::string time = comparison.time_unit.empty() ? "time" : "time, " + comparison.time_unit;
  Panel errors{"", {time}, {"error", Scale::logarithmic}};
  Panel invariants{"", {time}, {comparison.invariant + ", distance from the start", Scale::logarithmic}};
  Panel work{"Work", {"computing time, seconds", Scale::logarithmic}, {"greatest error", Scale::logarithmic}};
  std::string before;
  int colour = -1;
  double first_step = 0;
  for (const ComparedRun& run : comparison.runs) {
    const bool is_first = run.method != before;
    before = run.method;
    if (is_first) {
      ++colour;
      work.series.push_back({run.method, {}, colour, Drawn::line_and_dots, colour >= 8 ? "5 3" : ""});
      first_step = run.step;
    }
    if (!run.failure.empty()) continue;
    work.series.back().values.push_back({run.seconds, run.greatest_error});
    if (!is_first) continue;
    Series error{run.method, {}, colour, Drawn::line, colour >= 8 ? "5 3" : ""}, kept = error;
    for (std::size_t k = 0; k < run.errors.size(); ++k) {
      error.values.push_back({comparison.times[k], run.errors[k]});
      kept.values.push_back({comparison.times[k], run.invariants[k]});
    }
    errors.series.push_back(std::move(error));
    invariants.series.push_back(std::move(kept));
  }
  errors.heading = fmt::format("Error, step {:.4g}", first_step);
  invariants.heading = fmt::format("What is conserved, step {:.4g}", first_step);
  Figure figure{comparison.title.empty() ? "Comparison of methods" : comparison.title,
                "Error against time, error against computing time, and the distance of a conserved quantity "
                "from its start.",
                {errors, work},
                2,
                420,
                300};
  if (!comparison.invariant.empty()) figure.panels.push_back(invariants);
  return figure;
}

}  // namespace polhode::app
