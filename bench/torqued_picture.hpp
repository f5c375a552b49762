// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Error against time and against evaluations of the torque, one picture for each problem.

#include <algorithm>
#include <string>
#include <vector>

#include "picture/figure.hpp"
#include "series.hpp"
#include "torqued_problems.hpp"

namespace polhode::bench {

inline constexpr app::Range drawn_errors{1e-15, 1};

/// From where the error is below one to where it is least: beyond that, rounding alone is seen.
inline std::vector<app::Point> curve(const Series& series, double (*abscissa)(const Sample&)) {
  const auto less = [](const Sample& a, const Sample& b) { return a.error < b.error; };
  auto begin = series.samples.begin(), end = series.samples.end();
  if (begin != end) end = std::min_element(begin, end, less) + 1;
  for (auto s = begin; s != end; ++s)
    if (s->error > drawn_errors.high) begin = s + 1;
  std::vector<app::Point> values;
  for (auto s = begin; s != end; ++s) values.push_back({abscissa(*s), s->error});
  return values;
}

inline app::Panel panel_of(const std::vector<Series>& all, const char* heading, const char* label,
                           double (*abscissa)(const Sample&)) {
  app::Panel panel{
      heading, {label, app::Scale::logarithmic}, {"error at the end", app::Scale::logarithmic, drawn_errors}};
  for (const Series& series : all)
    panel.series.push_back({series.name, curve(series, abscissa), series.pen.colour,
                            app::Drawn::line_and_dots, series.pen.dash});
  return panel;
}

/// Ours are solid, the general solvers dashed.
inline app::Figure picture(const About& about, const std::vector<Series>& all) {
  return {about.title,
          "Two charts with logarithmic scales: the error at the end of the motion against the time of the "
          "calculation and against the number of evaluations of the torque, one curve for each method. "
          "Splittings with the exact free motion are solid, general solvers dashed. " +
              about.words +
              " Error: of the attitude (radians) or of the momentum (relative), the greater one.",
          {panel_of(all, "Against time", "microseconds, of the whole calculation",
                    [](const Sample& s) { return s.nanoseconds / 1000; }),
           panel_of(all, "Against torques", "evaluations of the torque",
                    [](const Sample& s) { return static_cast<double>(s.evaluations); })},
          2,
          460,
          480};
}

}  // namespace polhode::bench
