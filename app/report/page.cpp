// SPDX-License-Identifier: MIT
#include "report/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <polhode/body/invariants.hpp>
#include <polhode/body/regime.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/mean.hpp>

#include "picture/svg.hpp"
#include "picture/ticks.hpp"
#include "picture/words.hpp"
#include "report/data.hpp"
#include "report/html.hpp"
#include "report/motion.hpp"
#include "report/story.hpp"
#include "result/sentences.hpp"

namespace polhode::app {
namespace {

// ---- Numbers and words

/// Ten digits; the files have all.
std::string rounded(double value) {
  if (std::isnan(value)) return "not known";
  if (std::isinf(value)) return value > 0 ? "infinite" : "-infinite";
  return printed_number(fmt::format("{:.10g}", value == 0 ? 0.0 : value));  // no -0
}

std::string rounded_list(const Eigen::Vector3d& v) {
  return fmt::format("({}, {}, {})", rounded(v(0)), rounded(v(1)), rounded(v(2)));
}

std::string attitude_list(const Eigen::Quaterniond& q, int digits) {
  return fmt::format("({}, {}, {}, {})", printed(q.w(), digits), printed(q.x(), digits),
                     printed(q.y(), digits), printed(q.z(), digits));
}

std::string matrix_text(const Eigen::Matrix3d& a) {
  std::string text;
  for (Eigen::Index i = 0; i < 3; ++i)
    text +=
        fmt::format("{}{}, {}, {}", i == 0 ? "" : "; ", rounded(a(i, 0)), rounded(a(i, 1)), rounded(a(i, 2)));
  return text;
}

// ---- Parts of a page

/// Percent-encoded for the address of a link.
std::string in_address(const std::string& path) {
  std::string text;
  for (const char c : path) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                          std::string_view("-_.~").find(c) != std::string_view::npos;
    text += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return text;
}

/// Two columns: what, and how much.
class Table {
 public:
  void row(const std::string& what, const std::string& much) {
    if (!much.empty())
      rows_ += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", escaped(what), escaped(much));
  }
  std::string text() const { return fmt::format("<table class=\"names\">\n{}</table>\n", rows_); }

 private:
  std::string rows_;
};

std::string card(const std::string& heading, const std::string& content) {
  return fmt::format("<section class=\"card\">\n<h3>{}</h3>\n{}</section>\n", escaped(heading), content);
}

/// From the column `first_number` on they hold numbers, aligned to the right.
std::string list_table(const std::vector<std::string>& heads,
                       const std::vector<std::vector<std::string>>& rows, std::size_t first_number) {
  std::string text = "<div class=\"card scroll\">\n<table class=\"list\">\n<thead><tr>";
  const auto of_number = [&](std::size_t i) { return i < first_number ? "" : " class=\"number\""; };
  for (std::size_t i = 0; i < heads.size(); ++i)
    text += fmt::format("<th scope=\"col\"{}>{}</th>", of_number(i), escaped(heads[i]));
  text += "</tr></thead>\n<tbody>\n";
  for (const auto& row : rows) {
    text += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i)
      text += fmt::format("<td{}>{}</td>", of_number(i), escaped(row[i]));
    text += "</tr>\n";
  }
  return text + "</tbody>\n</table>\n</div>\n";
}

std::string digits_text(int digits) { return digits < 0 ? "not known" : fmt::format("{}", digits); }

std::string times_text(const Summary& s) {
  return with_unit(fmt::format("{} to {}", printed_number(time_text(s, s.times.start)),
                               printed_number(time_text(s, s.reached_time))),
                   s.units.time);
}

std::string facts(const Summary& s) {
  std::string text = "<div class=\"facts\">\n";
  const auto fact = [&](const std::string& value, const std::string& what) {
    text +=
        fmt::format("<div class=\"fact\"><b>{}</b><span>{}</span></div>\n", escaped(value), escaped(what));
  };
  const MotionKind kind = kind_of(s);
  if (kind == MotionKind::free && momentum_length(s.start) > 0) {
    const TumblingDescription d = describe(s.body, s.start);
    fact(std::string(name(d.regime)), s.is_ensemble ? "regime of the first run" : "regime");
    if (!s.is_ensemble && std::isfinite(d.polhode_period))
      fact(with_unit(printed(d.polhode_period, 5), s.units.time), "rotation period");
    if (!s.is_ensemble) fact(with_unit(printed(d.precession_period, 5), s.units.time), "precession period");
  }
  fact(times_text(s), "time");
  if (s.is_ensemble)
    fact(fmt::format("{}", s.runs),
         s.failed_run_count == 0 ? "runs" : fmt::format("runs, {} failed", s.failed_run_count));
  if (!s.events.empty() && !s.is_ensemble) fact(fmt::format("{}", s.events_found), "events");
  fact(digits_text(s.trusted_digits),
       s.is_ensemble ? "digits that can be trusted, worst run" : "digits that can be trusted");
  return text + "</div>\n";
}

/// The row of the still picture: soon after the start, when the body has turned a little.
std::size_t row_of_still(const Motion& shown) { return shown.times.size() / 16; }

BodyView view_of(const Result& result, const Motion& shown) {
  BodyView view;
  view.is_in_orbit =
      kind_of(result.summary) == MotionKind::satellite && shown.orbit_attitudes.size() == shown.times.size();
  if (!shown.times.empty()) view.time = shown.times.front();
  view.label = "The turning body with its axes x, y, z, its angular velocity and its angular momentum L";
  return view;
}

std::string views_text(const Result& result, const Motion& shown, const BodySolid& solid,
                       const BodyView& view, const std::string& still) {
  const Summary& s = result.summary;
  if (still.empty() || !can_be_shown(shown)) return "";
  const bool has_ellipsoid = s.is_free && !s.body.is_linear() && momentum_length(s.start) > 0;
  std::string text = fmt::format(
      "<div class=\"views{}\" id=\"views\">\n<figure class=\"view\">\n<div class=\"stage\" "
      "id=\"body-view\">\n{}</div>\n",
      has_ellipsoid ? "" : " one", still);
  text += fmt::format(
      "<figcaption>{}{}. Axes x, y, z of the body; ω angular velocity, L angular "
      "momentum.</figcaption>\n</figure>\n",
      escaped(solid.words), view.is_in_orbit ? ", seen from the orbit, the attracting mass below" : "");
  if (has_ellipsoid)
    text +=
        "<figure class=\"view\">\n<div class=\"stage\" id=\"poinsot-view\"></div>\n<figcaption>Poinsot's "
        "ellipsoid rolls on "
        "the invariable plane, which lies across L; ω leads to the point of "
        "contact.</figcaption>\n</figure>\n";
  return text + "</div>\n";
}

/// The unit of moments of inertia, if the names of the units show it: that of the momentum without its "/s".
std::string moment_unit(const Units& units) {
  if (!units.mass.empty() && !units.length.empty()) return units.mass + " " + units.length + "^2";
  const std::string per = "/" + units.time;
  return !units.time.empty() && units.momentum.ends_with(per) && units.momentum.find('^') != std::string::npos
             ? units.momentum.substr(0, units.momentum.size() - per.size())
             : "";
}

std::string body_card(const Summary& s) {
  Table table;
  table.row("Given as", body_sentence(s));
  if (s.matter) {
    table.row("Mass", with_unit(rounded(s.matter->mass), s.units.mass));
    if (s.matter->volume > 0)
      table.row("Volume",
                with_unit(rounded(s.matter->volume), s.units.length.empty() ? "" : s.units.length + "^3"));
    table.row("Centre of mass", with_unit(rounded_list(s.matter->centre), s.units.length));
  }
  if (s.pivot)
    table.row("Pivot, to which the moments refer", with_unit(rounded_list(*s.pivot), s.units.length));
  const auto& [i1, i2, i3] = from_eigen(s.body.moments());
  table.row("Principal moments", with_unit(fmt::format("{}, {}, {}", rounded(i1), rounded(i2), rounded(i3)),
                                           moment_unit(s.units)));
  const bool is_along_axes = (s.body.axes().array() == s.body.axes().array().round()).all();
  if (is_along_axes && s.body.axes() != Eigen::Matrix3d::Identity())
    table.row("Moments about the body's axes", rounded_list(s.body.tensor().diagonal()));
  if (!is_along_axes)
    table.row("Principal axes, as columns, in the body's frame", matrix_text(s.body.axes()));
  if (!s.body.satisfies_triangle_inequality())
    table.row("Note",
              "the greatest moment exceeds the sum of the others: no distribution of mass has these moments");
  return card("Body", table.text());
}

std::string start_card(const Summary& s) {
  Table table;
  table.row("Time", timed(s, s.times.start));
  const auto& q = s.start.attitude;
  table.row("Attitude (w, x, y, z), body to space",
            fmt::format("({}, {}, {}, {})", rounded(q.w()), rounded(q.x()), rounded(q.y()), rounded(q.z())));
  table.row("Angular momentum, body", with_unit(rounded_list(s.start.momentum), s.units.momentum));
  table.row("Angular velocity, body",
            with_unit(rounded_list(angular_velocity(s.body, s.start)), s.units.angular_velocity));
  table.row("Angular momentum, space", with_unit(rounded_list(spatial_momentum(s.start)), s.units.momentum));
  table.row("Length of the momentum", with_unit(rounded(momentum_length(s.start)), s.units.momentum));
  table.row("Kinetic energy", with_unit(rounded(kinetic_energy(s.body, s.start)), s.units.energy));
  return card(s.is_ensemble ? "Start of the first run" : "Start", table.text());
}

std::string method_card(const Summary& s) {
  Table table;
  table.row("Method", method_sentence(s));
  table.row("Why", s.why);
  table.row("Torque", torque_sentence(s));
  table.row("Summation", s.summation);
  if (s.asked.tolerance && !s.is_free) table.row("Tolerance", rounded(*s.asked.tolerance));
  if (s.step > 0) table.row("Step", with_unit(rounded(s.step), s.units.time));
  if (s.steps > 0) table.row("Steps", fmt::format("{}", s.steps));
  if (s.torque_evaluations > 0)
    table.row("Evaluations of the torque", s.search_evaluations > 0
                                               ? fmt::format("{}, and {} to find the step and the error",
                                                             s.torque_evaluations, s.search_evaluations)
                                               : fmt::format("{}", s.torque_evaluations));
  table.row("Estimated error", s.error_estimate == 0          ? "rounding only"
                               : std::isnan(s.error_estimate) ? "not known"
                                                              : printed_number(short_text(s.error_estimate)));
  table.row("Digits that can be trusted", digits_text(s.trusted_digits));
  if (!s.error_curve.empty())
    table.row("Error with rounded inputs, at the end",
              printed_number(short_text(s.error_curve.back().error)));
  if (std::isfinite(s.horizon)) table.row("No digit can be trusted from", timed(s, s.horizon, 3));
  if (s.divergence) {
    table.row("Largest Lyapunov exponent",
              with_unit(printed(s.divergence->exponent, 3), s.units.time.empty() ? "" : "1/" + s.units.time));
    table.row("its spread over thirds of the run", printed(s.divergence->spread, 2));
    table.row("Round-off of the start amplified to 0.1", std::isfinite(s.divergence->horizon)
                                                             ? "at t = " + timed(s, s.divergence->horizon, 6)
                                                             : "not by the end");
  }
  if (!s.conserved_name.empty()) {
    table.row("Conserved", s.conserved_name);
    const std::string& unit = s.conserved_unit;
    table.row(s.is_ensemble ? "at the start of the first run" : "at the start",
              with_unit(rounded(s.conserved_start), unit));
    if (!std::isnan(s.conserved_excursion)) {
      const double relative = s.conserved_excursion / std::abs(s.conserved_start);
      table.row(
          s.is_ensemble ? "greatest deviation in any run" : "greatest deviation",
          with_unit(printed_number(short_text(s.conserved_excursion)), unit) +
              (std::isfinite(relative) && !s.is_ensemble ? fmt::format(" ({} relative)", printed(relative, 2))
                                                         : ""));
    }
  }
  table.row("Rows", fmt::format("{}", s.rows));
  return card("How it was computed", table.text());
}

std::string periods_card(const Summary& s) {
  if (momentum_length(s.start) == 0) return "";
  const TumblingDescription d = describe(s.body, s.start);
  constexpr double degree = 180 / std::numbers::pi;
  Table table;
  table.row("Regime", std::string(name(d.regime)));
  table.row("Axis", std::string(name(d.axis)));
  table.row("Rotation period (polhode)", with_unit(rounded(d.polhode_period), s.units.time));
  table.row("Precession period", with_unit(rounded(d.precession_period), s.units.time));
  table.row("Rotation number", rounded(d.rotation_number));
  table.row("Nutation", fmt::format("{:.6g} to {:.6g} degrees", d.smallest_nutation * degree,
                                    d.largest_nutation * degree));
  table.row("Next flip after the start (the momentum along the intermediate axis crosses zero)",
            std::isinf(d.next_flip) ? "none" : with_unit(rounded(d.next_flip), s.units.time));
  return card(s.is_ensemble ? "Periods of the first run" : "Periods", table.text());
}

std::string events_text(const Summary& s) {
  if (s.watched.empty() && s.events.empty()) return "";
  std::string text = "<h2>Events</h2>\n";
  if (s.events.empty()) return text + "<p>No event occurred.</p>\n";
  constexpr std::size_t most = 60;
  std::vector<std::vector<std::string>> rows;
  for (const SummaryEvent& event : s.events) {
    if (rows.size() == most) break;
    const Eigen::Vector3d& m = event.state.momentum;
    std::vector<std::string> row{
        event.name, timed(s, event.time), attitude_list(event.state.attitude, 6),
        fmt::format("({}, {}, {})", printed(m(0), 6), printed(m(1), 6), printed(m(2), 6))};
    if (s.is_ensemble) row.insert(row.begin(), fmt::format("{}", event.run));
    rows.push_back(std::move(row));
  }
  std::vector<std::string> heads{
      "Event", "Time", "Attitude (w, x, y, z)",
      with_unit("Momentum in the body" + std::string(s.units.momentum.empty() ? "" : ","), s.units.momentum)};
  if (s.is_ensemble) heads.insert(heads.begin(), "Run");
  if (!s.event_times.empty()) {
    std::vector<std::vector<std::string>> times;
    for (const SummaryEventTimes& t : s.event_times) {
      auto& row = times.emplace_back();
      row = {t.name, fmt::format("{} of {}", t.runs, s.runs)};
      for (const double time : {t.earliest, t.part_5, t.part_25, t.part_50, t.part_75, t.part_95, t.latest})
        row.push_back(printed_number(time_text(s, time, 6)));
    }
    text +=
        fmt::format("<p>When each event first occurred{}: quantiles over the runs in which it occurs.</p>\n",
                    s.units.time.empty() ? "" : ", in " + escaped(printed_unit(s.units.time))) +
        list_table({"Event", "Runs", "Earliest", "5 %", "25 %", "Median", "75 %", "95 %", "Latest"}, times,
                   1);
  }
  // An ensemble has many similar events.
  text += s.is_ensemble ? fmt::format("<details><summary>{} events</summary>\n{}</details>\n", s.events_found,
                                      list_table(heads, rows, heads.size()))
                        : list_table(heads, rows, heads.size());
  if (s.events_found > rows.size())
    text += fmt::format("<p class=\"dim\">The first {} of {}.</p>\n", rows.size(), s.events_found);
  return text;
}

/// Cyclic angles, whose arithmetic mean is meaningless.
bool is_direction(const ResultColumn& column) {
  return column.group == "euler" || column.group == "orbit_angles";
}

/// The mean direction and the spread about it; a circle has no minimum or maximum.
std::vector<std::string> circular_spread(const ResultColumn& column) {
  const double unit = column.unit == "deg" ? std::numbers::pi / 180 : 1;
  double sines = 0, cosines = 0, count = 0;
  for (const double v : column.values)
    if (std::isfinite(v)) {
      sines += std::sin(unit * v);
      cosines += std::cos(unit * v);
      ++count;
    }
  if (count < 2) return {};
  const std::string name = with_unit(column.name, "(" + column.unit + ")");
  if (!(std::hypot(sines, cosines) / count > 1e-12)) return {name, "", "no direction", "", "no direction"};
  const double mean = std::atan2(sines, cosines);
  // One minus the length of the mean, summed about it: no digits cancel if the angles nearly agree.
  double missing = 0, farthest = 0;
  for (const double v : column.values)
    if (std::isfinite(v)) {
      const double half = std::sin((unit * v - mean) / 2);
      missing += 2 * half * half / count;
      farthest = std::max(farthest, std::abs(half));
    }
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon() * std::numbers::pi;
  if (farthest <= rounding) return {};
  return {name, "", printed(mean / unit, 6), "",
          printed(std::sqrt(-2 * std::log1p(-std::min(missing, 1.0))) / unit, 6)};
}

/// The mean attitude of the runs, and how far they are turned from it.
std::vector<std::vector<std::string>> attitude_spread(const Result& result) {
  const ResultColumn* parts[] = {result.find("q_w"), result.find("q_x"), result.find("q_y"),
                                 result.find("q_z")};
  for (const ResultColumn* part : parts)
    if (part == nullptr) return {};
  std::vector<Attitude> attitudes;
  for (std::size_t k = 0; k < result.size(); ++k) {
    const Eigen::Quaterniond q(parts[0]->values[k], parts[1]->values[k], parts[2]->values[k],
                               parts[3]->values[k]);
    if (q.coeffs().allFinite() && q.norm() > 0.5) attitudes.emplace_back(q.normalized());
  }
  if (attitudes.size() < 2) return {};
  const Attitude mean = mean_attitude(attitudes);
  double squares = 0, least = HUGE_VAL, greatest = 0;
  for (const Attitude& q : attitudes) {
    const double angle = mean.angularDistance(q) * 180 / std::numbers::pi;
    squares += angle * angle;
    least = std::min(least, angle);
    greatest = std::max(greatest, angle);
  }
  if (!(greatest > 0)) return {};
  return {{"attitude (w, x, y, z)", "", attitude_list(mean, 5), "", ""},
          {"angle from the mean attitude (deg)", printed(least, 6), "", printed(greatest, 6),
           printed(std::sqrt(squares / static_cast<double>(attitudes.size() - 1)), 6)}};
}

/// The rows of runs that succeeded.
Result without_failed(const Result& result) {
  const ResultColumn* success = result.find("success");
  if (success == nullptr || result.summary.failed_run_count == 0) return result;
  Result good = result;
  for (std::size_t i = 0; i < good.columns.size(); ++i) {
    std::vector<double>& values = good.columns[i].values;
    values.clear();
    for (std::size_t k = 0; k < result.size(); ++k)
      if (success->values[k] != 0) values.push_back(result.columns[i].values[k]);
  }
  good.rows.resize(good.columns.front().values.size());
  return good;
}

/// Which runs the statistics are of, if not of all; a run that stops early has its state of that time.
std::string which_runs(const Result& result, const Result& good) {
  const Summary& s = result.summary;
  std::string text;
  if (result.size() < s.rows)
    text += fmt::format(
        "Statistics of {} of {} runs, evenly spaced: the minimum and maximum of all runs may lie farther "
        "out. ",
        result.size(), s.rows);
  if (good.size() < result.size())
    text += fmt::format("{} runs that failed are left out. ", result.size() - good.size());
  const ResultColumn* times = good.find("t");
  if (times != nullptr && !times->values.empty()) {
    const auto [first, last] = std::minmax_element(times->values.begin(), times->values.end());
    if (*first < *last) text += "Runs ended at different times: each has its state at its own end. ";
  }
  return text;
}

std::string runs_text(const Result& result) {
  const Summary& s = result.summary;
  if (!s.is_ensemble) return "";
  std::string text = "<h2>Runs</h2>\n";
  constexpr std::size_t most_rows = 40, most_columns = 12;
  const std::size_t columns = std::min(result.columns.size(), most_columns);

  const Result good = without_failed(result);
  std::vector<std::vector<std::string>> spread = attitude_spread(good);
  for (const ResultColumn& column : good.columns) {
    if (column.name == "run" || column.group == "q" || column.group == "matrix" || column.group == "orbit_q")
      continue;
    if (is_direction(column)) {
      if (auto row = circular_spread(column); !row.empty()) spread.push_back(std::move(row));
      continue;
    }
    double low = HUGE_VAL, high = -HUGE_VAL, sum = 0, count = 0;
    for (const double v : column.values)
      if (std::isfinite(v)) {
        low = std::min(low, v);
        high = std::max(high, v);
        sum += v;
        ++count;
      }
    if (!(low < high)) continue;
    const double mean = sum / count;
    double squares = 0;
    for (const double v : column.values)
      if (std::isfinite(v)) squares += (v - mean) * (v - mean);
    spread.push_back({with_unit(column.name, column.unit.empty() ? "" : "(" + column.unit + ")"),
                      printed(low, 6), printed(mean, 6), printed(high, 6),
                      count > 1 ? printed(std::sqrt(squares / (count - 1)), 6) : ""});
  }
  text +=
      fmt::format(
          "<h3>Spread of the results</h3>\n<p class=\"dim\">{}Columns with the same value in all runs are "
          "omitted. The mean of attitudes is the mean rotation, that of cyclic angles the mean "
          "direction.</p>\n",
          which_runs(result, good)) +
      list_table({"Column", "Minimum", "Mean", "Maximum", "Standard deviation"}, spread, 1);

  std::vector<std::string> heads;
  for (std::size_t i = 0; i < columns; ++i) heads.push_back(result.columns[i].name);
  std::vector<std::vector<std::string>> rows;
  for (std::size_t k = 0; k < std::min(result.size(), most_rows); ++k) {
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < columns; ++i) {
      const double v = result.columns[i].values[k];
      row.push_back(std::isnan(v) ? "" : printed(v, 6));
    }
  }
  text +=
      "<details><summary>Final state of each run</summary>\n" + list_table(heads, rows, 0) + "</details>\n";
  if (result.size() > rows.size() || s.rows > rows.size() || result.columns.size() > columns)
    text += fmt::format("<p class=\"dim\">{} of {} runs, {} of {} columns.</p>\n", rows.size(), s.rows,
                        columns, result.columns.size());
  if (!s.failed_runs.empty()) {
    std::vector<std::vector<std::string>> failed;
    for (const FailedRun& f : s.failed_runs) failed.push_back({fmt::format("{}", f.run), f.reason});
    text += "<h3>Runs that failed</h3>\n" + list_table({"Run", "Reason"}, failed, 2);
    if (s.failed_run_count > s.failed_runs.size())
      text +=
          fmt::format("<p class=\"dim\">The first {} of {}.</p>\n", s.failed_runs.size(), s.failed_run_count);
  }
  return text;
}

std::string warnings_text(const Summary& s) {
  std::string text;
  const auto warn = [&](const std::string& words) {
    text += fmt::format("<p class=\"warning\">{}</p>\n", escaped(words));
  };
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < std::min(s.warnings.size(), most); ++i) warn(s.warnings[i]);
  if (s.warnings.size() > most) warn(fmt::format("And {} more warnings.", s.warnings.size() - most));
  return text;
}

std::string left_out_text(const std::vector<ReportFigure>& figures) {
  std::string text;
  for (const auto& figure : figures)
    if (figure.svg.empty() && figure.name != "body")
      text += fmt::format("<li><b>{}</b>: {}.</li>\n", escaped(figure.heading), escaped(figure.why_not));
  return text.empty() ? "" : "<h2>Omitted figures</h2>\n<ul>\n" + text + "</ul>\n";
}

std::string title_of(const Summary& s) {
  return !s.title.empty() ? s.title : !s.scenario_name.empty() ? s.scenario_name : "Motion";
}

}  // namespace

std::string figure_html(const ReportFigure& figure, const std::string& folder) {
  std::string links;
  if (!folder.empty())
    links = fmt::format(
        " <span class=\"links\"><a href=\"{0}/{1}.svg\">SVG</a> <a href=\"{0}/{1}.png\">PNG</a></span>",
        in_address(folder), in_address(figure.name));
  return fmt::format(
      "<figure id=\"{}\">\n<h3>{}</h3>\n<div "
      "class=\"picture\">{}</div>\n<figcaption>{}{}</figcaption>\n</figure>\n",
      escaped(figure.name), escaped(figure.heading), figure.svg, escaped(figure.caption), links);
}

ReportFigure body_figure(const Result& result, const BodySolid& solid) {
  const Summary& s = result.summary;
  const Motion shown = motion_shown(result);
  const std::string name = "body", heading = "The body";
  if (s.is_ensemble || !can_be_shown(shown)) return {name, heading, "", "", "there is no motion to show"};
  const BodyView view = view_of(result, shown);
  const std::size_t row = row_of_still(shown);
  Eigen::Quaterniond attitude = shown.attitudes[row];
  if (view.is_in_orbit) attitude = Eigen::Quaterniond(0, 1, 0, 0) * shown.orbit_attitudes[row];
  double most_momentum = 0, most_spin = 0;
  for (const auto& m : shown.momenta) {
    most_momentum = std::max(most_momentum, m.norm());
    most_spin = std::max(most_spin, s.body.angular_velocity(m).norm());
  }
  std::vector<SolidArrow> arrows;
  for (int i = 0; i < 3; ++i)
    arrows.push_back(
        {std::string(1, "xyz"[i]), axis_colour(i), 1.22 * (attitude * Eigen::Vector3d::Unit(i))});
  const Eigen::Vector3d m = shown.momenta[row], omega = s.body.angular_velocity(m);
  if (m.norm() > 1e-6 * most_momentum) arrows.push_back({"L", -1, attitude * m * (1.42 / most_momentum)});
  if (omega.norm() > 1e-6 * most_spin) arrows.push_back({"ω", 4, attitude * omega * (1.42 / most_spin)});
  const std::string caption = fmt::format("{}, at t = {}.", solid.words, timed(s, shown.times[row], 6));
  return {name, heading, caption,
          solid_svg(solid, attitude, arrows, view.eye, title_of(s), view.label + ". " + caption)};
}

std::string report_page(const Result& result, const std::vector<ReportFigure>& figures,
                        const std::string& folder, const BodySolid& solid) {
  const Summary& s = result.summary;
  const std::string title = title_of(s);
  const Motion shown = motion_shown(result);
  const BodyView view = view_of(result, shown);
  std::string page =
      fmt::format("<header>\n<h1>{}</h1>\n<p class=\"dim\">{}, computed by polhode {}</p>\n", escaped(title),
                  s.is_ensemble ? "An ensemble of motions"
                  : s.is_free   ? "The free motion of a rigid body"
                                : "The motion of a rigid body under torque",
                  escaped(s.version));
  if (const std::string story = story_of(result, motion_of(result)); !story.empty())
    page += fmt::format("<p class=\"lead\">{}</p>\n", escaped(story));
  page += facts(s) + "</header>\n" + warnings_text(s);
  for (const auto& figure : figures)
    if (figure.name == "body") page += views_text(result, shown, solid, view, figure.svg);

  page += std::string(s.is_ensemble ? "<h2>Spread of the motions</h2>" : "<h2>The motion</h2>") +
          "\n<div class=\"grid\">\n";
  // Charts are wide and low, pictures of surfaces and planes as high as wide: each kind in rows of its own.
  const auto is_round = [](const ReportFigure& f) {
    return f.panels.empty() || f.panels.front().has_equal_scales;
  };
  for (const bool round : {false, true}) {
    for (const auto& figure : figures)
      if (!figure.svg.empty() && figure.name != "body" && is_round(figure) == round)
        page += figure_html(figure, folder);
    if (s.is_free && !round) page += periods_card(s);
    page += round ? "</div>\n" : "</div>\n<div class=\"grid round\">\n";
  }

  page += "<h2>Body, start and method</h2>\n<div class=\"grid wide\">\n" + body_card(s) + start_card(s) +
          method_card(s);
  page += "</div>\n" + events_text(s) + runs_text(result) + left_out_text(figures);

  if (!s.scenario_text.empty())
    page += fmt::format(
        "<h2>Scenario</h2>\n<details class=\"card\"><summary>{}</summary>\n<pre>{}</pre>\n</details>\n",
        escaped(s.scenario_name.empty() ? "as it was given" : s.scenario_name), escaped(s.scenario_text));
  page +=
      "<footer>Conventions: quaternions take vectors of the body to space, scalar first; momentum and "
      "angular velocity are in the body's frame unless said otherwise; angles in radians unless said "
      "otherwise. "
      "Keys: space plays, the arrows and home move the time, &lt; and &gt; change the speed, t the trace, c "
      "the camera; "
      "on a view, shift and arrows turn it; on a chart, + and - zoom, 0 shows all.</footer>\n";
  return html_page(title, page, {report_data(result, figures, shown, solid, view)});
}

}  // namespace polhode::app
