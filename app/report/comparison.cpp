// SPDX-License-Identifier: MIT
#include "report/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "picture/svg.hpp"
#include "picture/words.hpp"
#include "report/data.hpp"
#include "report/figures.hpp"
#include "report/html.hpp"
#include "report/page.hpp"

namespace polhode::app {
namespace {

/// A number in that format; empty if it is not known.
std::string known(double value, const char* format) {
  return std::isnan(value) ? "" : printed_number(fmt::format(fmt::runtime(format), value));
}

/// An error relative to the reference; errors below that of the reference itself are not resolved.
std::string printed_error(const Comparison& c, double error) {
  return error < c.reference_error ? "&lt; " + known(c.reference_error, "{:.1e}") : known(error, "{:.1e}");
}

/// The step or tolerance of a run, in words.
std::string setting(const ComparedRun& run) {
  return std::isnan(run.tolerance) ? "the step " + known(run.step, "{:.4g}")
                                   : "the tolerance " + known(run.tolerance, "{:.4g}");
}

/// A row for each run, numbers to the right.
std::string runs_table(const Comparison& c) {
  std::string text =
      "<div class=\"scroll\">\n<table class=\"list\">\n<thead><tr><th scope=\"col\">Method</th>";
  const std::string step = c.time_unit.empty() ? "Step" : fmt::format("Step, {}", printed_unit(c.time_unit));
  std::vector<std::string> heads{
      step, "Steps", "Evaluations", "Computing, s", "Error at the end", "Greatest error"};
  if (!c.invariant.empty()) heads.push_back("Deviation of the conserved quantity");
  if (c.has_tolerances()) heads.push_back("Tolerance");
  for (const auto& head : heads)
    text += fmt::format("<th scope=\"col\" class=\"number\">{}</th>", escaped(head));
  text += "</tr></thead>\n<tbody>\n";
  for (const ComparedRun& run : c.runs) {
    text += fmt::format("<tr><td>{}</td><td class=\"number\">{}</td>", escaped(run.method),
                        known(run.step, "{:.5g}"));
    if (!run.failure.empty()) {
      const std::string with = std::isnan(run.tolerance) ? "" : setting(run) + ": ";
      text +=
          fmt::format("<td colspan=\"{}\">{}{}</td></tr>\n", heads.size() - 1, with, escaped(run.failure));
      continue;
    }
    std::vector<std::string> fields{fmt::format("{}", run.steps), fmt::format("{}", run.torque_evaluations),
                                    known(run.seconds, "{:.3g}"), printed_error(c, run.last_error),
                                    printed_error(c, run.greatest_error)};
    if (!c.invariant.empty()) fields.push_back(known(run.invariant_excursion, "{:.1e}"));
    if (c.has_tolerances()) fields.push_back(known(run.tolerance, "{:.4g}"));
    for (const auto& field : fields) text += fmt::format("<td class=\"number\">{}</td>", field);
    text += "</tr>\n";
  }
  return text + "</tbody>\n</table>\n</div>\n";
}

/// The run with the least greatest error, and the fastest of those with a similar error.
std::string verdict(const Comparison& c) {
  const ComparedRun *best = nullptr, *quick = nullptr;
  for (const ComparedRun& run : c.runs) {
    if (!run.failure.empty() || !std::isfinite(run.greatest_error)) continue;
    if (best == nullptr || run.greatest_error < best->greatest_error) best = &run;
  }
  if (best == nullptr) return "No method reached the end.";
  const bool is_resolved = best->greatest_error >= c.reference_error;
  const double alike = is_resolved ? 10 * best->greatest_error : c.reference_error;
  for (const ComparedRun& run : c.runs)
    if (run.failure.empty() && run.greatest_error <= alike &&
        (quick == nullptr || run.seconds < quick->seconds))
      quick = &run;
  if (!is_resolved)
    return fmt::format(
        "The smallest errors are below the error of the reference, {}; of these runs, {} with {} is the "
        "fastest.",
        known(c.reference_error, "{:.1e}"), quick->method, setting(*quick));
  std::string text = fmt::format("The smallest error, {}, is that of {} with {}",
                                 known(best->greatest_error, "{:.1e}"), best->method, setting(*best));
  if (quick != nullptr && quick != best)
    text += fmt::format("; within a factor of ten of it, {} with {} is the fastest", quick->method,
                        setting(*quick));
  return text + ".";
}

}  // namespace

Figure comparison_figure(const Comparison& comparison) {
  const std::string unit = printed_unit(comparison.time_unit);
  const Axis time{unit.empty() ? "time" : "time, " + unit, Scale::linear, std::nullopt, false, true, unit};
  Panel errors{"", time, {"error", Scale::logarithmic}};
  Panel invariants{"", time, {comparison.invariant + ", greatest deviation so far", Scale::logarithmic}};
  Panel work{"Work", {"computing time, seconds", Scale::logarithmic}, {"greatest error", Scale::logarithmic}};
  std::string before;
  int colour = -1;
  std::optional<double> first_step, first_tolerance;  // of the first run of each method
  for (const ComparedRun& run : comparison.runs) {
    const bool is_first = run.method != before;
    before = run.method;
    if (is_first) {
      ++colour;
      work.series.push_back({run.method, {}, colour, Drawn::line_and_dots, colour >= 8 ? "5 3" : ""});
      if (std::isnan(run.tolerance))
        first_step = run.step;
      else
        first_tolerance = run.tolerance;
    }
    if (!run.failure.empty()) continue;
    work.series.back().values.push_back({run.seconds, run.greatest_error});
    if (!is_first) continue;
    Series error{run.method, {}, colour, Drawn::line, colour >= 8 ? "5 3" : ""}, kept = error;
    // Round-off is zero now and then: only the greatest so far makes a line.
    double greatest = 0;
    for (std::size_t k = 0; k < run.errors.size(); ++k) {
      error.values.push_back({comparison.times[k], run.errors[k]});
      greatest = run.invariants[k] < greatest ? greatest : run.invariants[k];
      kept.values.push_back({comparison.times[k], greatest});
    }
    errors.series.push_back(std::move(error));
    invariants.series.push_back(std::move(kept));
  }
  // Below this line nothing is resolved.
  const auto add_reference = [&](Panel& panel) {
    Range x{HUGE_VAL, -HUGE_VAL};
    for (const Series& s : panel.series)
      for (const Point& p : s.values) x = {std::min(x.low, p.x), std::max(x.high, p.x)};
    if (comparison.reference_error > 0 && x.low < x.high)
      panel.series.push_back({"estimated error of the reference",
                              {{x.low, comparison.reference_error}, {x.high, comparison.reference_error}},
                              -1,
                              Drawn::line,
                              "2 4"});
  };
  add_reference(errors);
  add_reference(work);
  std::vector<std::string> first;
  if (first_step) first.push_back("step " + known(*first_step, "{:.4g}"));
  if (first_tolerance) first.push_back("tolerance " + known(*first_tolerance, "{:.4g}"));
  const std::string with = fmt::format("{}", fmt::join(first, " or "));
  errors.heading = "Error, " + with;
  invariants.heading = "Conservation, " + with;
  Figure figure{comparison.title.empty() ? "Comparison of methods" : comparison.title,
                "Error against time, error against computing time, and the deviation of a conserved quantity "
                "from its start.",
                {errors, work},
                2,
                420,
                300};
  if (comparison.invariant.empty()) return figure;
  // Three in a row: no place stays empty.
  figure.panels.push_back(invariants);
  figure.columns = 3;
  figure.panel_width = 340;
  return figure;
}

std::string comparison_page(const Comparison& comparison) {
  const Figure whole = comparison_figure(comparison);
  const char* names[] = {"error", "work", "kept"};
  const char* captions[] = {
      "The greater of the errors of momentum and attitude, with the first step or tolerance of each method.",
      "The greatest error against the time of computing; one point for each step or tolerance.",
      "The greatest deviation of the conserved quantity so far, with the first step or tolerance."};
  const std::string title =
      comparison.title.empty() ? "Comparison of methods" : comparison.title + ": methods compared";
  std::string page = fmt::format(
      "<header>\n<h1>{}</h1>\n<p class=\"lead\">{}</p>\n<p class=\"dim\">Reference: {}.</p>\n</header>\n",
      escaped(title), escaped(verdict(comparison)), escaped(comparison.reference));
  page += "<div class=\"grid\">\n";
  std::vector<ReportFigure> figures;
  for (std::size_t i = 0; i < whole.panels.size(); ++i) {
    Panel panel = whole.panels[i];
    const std::string heading = panel.heading;
    panel.heading.clear();
    figures.push_back(panel_figure(names[i], heading, captions[i], {std::move(panel)}, 420, 300));
    page += figure_html(figures.back(), "");
  }
  page += "</div>\n<h2>All runs</h2>\n" + runs_table(comparison);
  double low = 0, high = 1;
  if (!comparison.times.empty()) {
    low = std::min(comparison.times.front(), comparison.times.back());
    high = std::max(comparison.times.front(), comparison.times.back());
  }
  return html_page(title, page, {figures_data(figures, {low, high}, printed_unit(comparison.time_unit))});
}

}  // namespace polhode::app
