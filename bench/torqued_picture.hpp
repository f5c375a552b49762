// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Error against time and against evaluations of the torque, one picture for each problem.

#include <algorithm>
#include <string>
#include <vector>

#include "chart/log_chart.hpp"
#include "picture/svg.hpp"
#include "picture/ticks.hpp"
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

/// Ours are solid, the general solvers dashed.
inline std::vector<KeyGroup> key(const std::vector<Series>& all) {
  std::vector<KeyGroup> groups{{"Splittings, exact free motion", {}}, {"General solvers", {}}};
  for (const Series& series : all)
    groups[series.is_ours ? 0 : 1].entries.push_back({series.name, series.pen});
  return groups;
}

inline void draw_panel(app::Svg& svg, app::Point corner, const std::vector<Series>& all, const char* heading,
                       const char* label, double (*abscissa)(const Sample&), const LogChart::TickText& text) {
  std::vector<LogCurve> curves;
  std::vector<double> abscissae;
  for (const Series& series : all) {
    // Their names are in the legend: there are too many for the chart.
    curves.push_back({"", series.pen, curve(series, abscissa)});
    for (const app::Point& p : curves.back().values) abscissae.push_back(p.x);
  }
  const LogChart chart(corner, 430, 480, range_around(abscissae, 1.3), drawn_errors);
  const auto group = svg.group(heading);
  chart.draw(svg, heading, label, text, "error at the end", app::power_text);
  chart.draw_curves(svg, curves);
}

inline std::string picture(const About& about, const std::vector<Series>& all) {
  app::Svg svg(
      1360, 680, about.title + ": error against work",
      "Two charts with logarithmic scales: the error at the end of the motion against the time of the "
      "calculation and against the number of evaluations of the torque, one curve for each method. "
      "Splittings with the exact free motion are solid, general solvers dashed.");
  {
    const auto group = svg.group("headings");
    svg.label({34, 44}, about.title, "font-size=\"23\" font-weight=\"bold\"");
    svg.label(
        {34, 70},
        about.words + " Error: of the attitude (radians) or of the momentum (relative), the greater one.",
        "fill=\"#555\"");
  }
  draw_panel(
      svg, {100, 128}, all, "Against time", "time of the whole calculation",
      [](const Sample& s) { return s.nanoseconds; }, time_tick);
  draw_panel(
      svg, {626, 128}, all, "Against torques", "evaluations of the torque",
      [](const Sample& s) { return static_cast<double>(s.evaluations); }, app::power_text);
  {
    const auto group = svg.group("key");
    draw_key(svg, {1086, 138}, key(all));
  }
  return svg.text();
}

}  // namespace polhode::bench
