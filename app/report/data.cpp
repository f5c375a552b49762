// SPDX-License-Identifier: MIT
#include "report/data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <polhode/rotation/convention.hpp>

#include "picture/words.hpp"
#include "report/encoded.hpp"
#include "report/story.hpp"

namespace polhode::app {
namespace {

constexpr std::size_t most_states = 6000, most_points = 4000;

/// Of very many points the first, least, greatest and last of each few neighbours, in their order.
std::vector<std::size_t> kept(const std::vector<Point>& values) {
  std::vector<std::size_t> places;
  const std::size_t each = (4 * values.size() + most_points - 1) / most_points;
  for (std::size_t from = 0; from < values.size(); from += std::max<std::size_t>(1, each)) {
    if (values.size() <= most_points) {
      for (std::size_t k = 0; k < values.size(); ++k) places.push_back(k);
      return places;
    }
    const std::size_t to = std::min(values.size(), from + each);
    std::size_t low = from, high = from;
    bool has_gap = false;
    for (std::size_t k = from; k < to; ++k) {
      if (!std::isfinite(values[k].y)) has_gap = true;
      if (values[k].y < values[low].y) low = k;
      if (values[k].y > values[high].y) high = k;
    }
    std::vector<std::size_t> few{from, std::min(low, high), std::max(low, high), to - 1};
    if (has_gap) {
      few.clear();
      for (std::size_t k = from; k < to; ++k) few.push_back(k);
    }
    for (const std::size_t k : few)
      if (places.empty() || k > places.back()) places.push_back(k);
  }
  return places;
}

/// Lists that several curves share stand in the page once.
class Lists {
 public:
  std::string number(const std::vector<double>& values, bool is_wide) {
    std::string text = is_wide ? json_doubles(values) : json_floats(values);
    const auto [at, is_new] = places_.try_emplace(text, places_.size());
    if (is_new) all_.push_back(std::move(text));
    return fmt::format("{}", at->second);
  }
  std::string text() const { return fmt::format("[{}]", fmt::join(all_, ",\n")); }

 private:
  std::map<std::string, std::size_t> places_;
  std::vector<std::string> all_;
};

const char* name_of(Drawn drawn) {
  switch (drawn) {
    case Drawn::dots:
      return "dots";
    case Drawn::line_and_dots:
      return "line_and_dots";
    case Drawn::faint_line:
      return "faint_line";
    case Drawn::band:
      return "band";
    case Drawn::region:
      return "region";
    default:
      return "line";
  }
}

std::string axis_json(const Axis& axis) {
  std::string text = fmt::format("{{\"label\":{},\"scale\":\"{}\",\"unit\":{},\"isAngle\":{},\"isTime\":{}",
                                 json_text(axis.label), axis.scale == Scale::linear ? "linear" : "log",
                                 json_text(axis.unit), axis.is_angle, axis.is_time);
  if (axis.range)
    text += fmt::format(",\"range\":[{},{}]", json_number(axis.range->low), json_number(axis.range->high));
  return text + "}";
}

std::string series_json(const Series& s, Lists& lists) {
  // Against time the values rise; a run may go backwards.
  std::vector<Point> values = s.values;
  std::vector<double> times = s.times;
  if (s.drawn != Drawn::region && !values.empty() && values.front().x > values.back().x && times.empty())
    std::reverse(values.begin(), values.end());
  std::vector<double> x, y, t;
  for (const std::size_t k : kept(values)) {
    x.push_back(values[k].x);
    y.push_back(values[k].y);
    if (k < times.size()) t.push_back(times[k]);
  }
  std::string text = fmt::format("{{\"name\":{},\"colour\":{},\"drawn\":\"{}\",\"dash\":{},\"x\":{},\"y\":{}",
                                 json_text(s.name), s.colour, name_of(s.drawn), json_text(s.dash),
                                 lists.number(x, t.empty()), lists.number(y, false));
  if (!t.empty()) text += fmt::format(",\"t\":{}", lists.number(t, true));
  return text + "}";
}

std::string figures_json(const std::vector<ReportFigure>& figures, Lists& lists,
                         const std::vector<double>& marks) {
  std::string text;
  for (const ReportFigure& figure : figures) {
    if (figure.svg.empty() || figure.panels.empty()) continue;
    std::string panels;
    for (const Panel& panel : figure.panels) {
      std::string series;
      for (const Series& s : panel.series) series += (series.empty() ? "" : ",\n") + series_json(s, lists);
      std::string events;
      if (panel.x.is_time)
        for (const double time : marks) events += (events.empty() ? "" : ",") + json_number(time);
      panels += fmt::format(
          "{}{{\"heading\":{},\"x\":{},\"y\":{},\"isPlane\":{},\"height\":{},\"marks\":[{}],\"series\":[{}]}"
          "}",
          panels.empty() ? "" : ",", json_text(panel.heading), axis_json(panel.x), axis_json(panel.y),
          panel.has_equal_scales, figure.panels.size() > 1 ? 0.7 : 1.0, events, series);
    }
    text += fmt::format("{}{{\"name\":{},\"panels\":[{}]}}", text.empty() ? "" : ",\n",
                        json_text(figure.name), panels);
  }
  return text;
}

std::string numbers(const double* values, std::size_t count) {
  std::string text;
  for (std::size_t k = 0; k < count; ++k) text += (k == 0 ? "" : ",") + json_number(values[k]);
  return text;
}

std::string body_json(const Inertia& body, const BodySolid& solid) {
  std::vector<double> corners;
  for (const auto& v : solid.mesh.vertices) corners.insert(corners.end(), {v.x(), v.y(), v.z()});
  std::vector<std::uint32_t> triangles;
  for (const auto& t : solid.mesh.triangles) triangles.insert(triangles.end(), t.begin(), t.end());
  // The script needs directions and ratios alone.
  const auto& [i1, i2, i3] = from_eigen(body.moments());
  const double moments[] = {i1 / i3, i2 / i3, 1};
  return fmt::format("{{\"moments\":[{}],\"axes\":[{}],\"vertices\":{},\"triangles\":{}}}",
                     numbers(moments, 3), numbers(body.axes().data(), 9), json_floats(corners),
                     json_whole(triangles));
}

std::string attitudes_json(const std::vector<Attitude>& attitudes, const std::vector<std::uint64_t>& rows) {
  std::vector<double> values;
  for (const std::uint64_t k : rows) {
    const auto& q = attitudes[k];
    values.insert(values.end(), {q.w(), q.x(), q.y(), q.z()});
  }
  return json_floats(values);
}

}  // namespace

bool can_be_shown(const Motion& shown) {
  return shown.times.size() > 1 && shown.attitudes.size() == shown.times.size() &&
         shown.momenta.size() == shown.times.size() &&
         std::all_of(shown.attitudes.begin(), shown.attitudes.end(),
                     [](const auto& q) { return q.coeffs().allFinite(); }) &&
         std::all_of(shown.momenta.begin(), shown.momenta.end(), [](const auto& m) { return m.allFinite(); });
}

std::string figures_data(const std::vector<ReportFigure>& figures, Range times,
                         const std::string& time_unit) {
  Lists lists;
  const std::string text = figures_json(figures, lists, {});
  return fmt::format("{{\"range\":[{},{}],\"timeUnit\":{},\"figures\":[{}],\n\"lists\":{}}}",
                     json_number(times.low), json_number(times.high), json_text(time_unit), text,
                     lists.text());
}

std::string report_data(const Result& result, const std::vector<ReportFigure>& figures, const Motion& shown,
                        const BodySolid& solid, const BodyView& view) {
  const Summary& s = result.summary;
  if (s.is_ensemble || !can_be_shown(shown)) {
    const double from = s.times.start, to = s.reached_time;
    return figures_data(figures, {std::min(from, to), std::max(from, to)}, printed_unit(s.units.time));
  }
  // A run may go backwards; the page goes forwards.
  std::vector<std::uint64_t> rows = evenly_taken(shown.times.size(), most_states);
  if (shown.times.front() > shown.times.back()) std::reverse(rows.begin(), rows.end());
  std::vector<double> times, momenta;
  for (const std::uint64_t k : rows) {
    times.push_back(shown.times[k]);
    momenta.insert(momenta.end(), {shown.momenta[k](0), shown.momenta[k](1), shown.momenta[k](2)});
  }
  // Lengths of any size fit a float once the greatest is 1.
  double most = 0;
  for (const double m : momenta) most = std::max(most, std::abs(m));
  if (most > 0)
    for (double& m : momenta) m /= most;
  std::vector<double> marks;
  constexpr std::size_t most_marks = 60;
  if (s.events.size() <= most_marks)
    for (const SummaryEvent& event : s.events) marks.push_back(event.time);

  std::vector<Attitude> taken_attitudes;
  std::vector<Eigen::Vector3d> taken_momenta;
  for (const std::uint64_t k : rows) {
    taken_attitudes.push_back(shown.attitudes[k]);
    taken_momenta.push_back(shown.momenta[k]);
  }
  // Between which rows the script may go from one to the next: a letter for each step.
  std::string joined;
  for (const bool agrees : steps_that_agree(s.body, times, taken_attitudes, taken_momenta))
    joined += agrees ? '1' : '0';
  std::string motion =
      fmt::format("{{\"times\":{},\"attitudes\":{},\"momenta\":{},\"joined\":\"{}\",\"rate\":{}}}",
                  json_doubles(times), attitudes_json(shown.attitudes, rows), json_floats(momenta), joined,
                  json_number(most / s.body.moments().z()));
  std::string text =
      fmt::format("{{\"range\":[{},{}],\"timeUnit\":{},\n\"motion\":{},\n\"body\":{},\n\"traced\":{},\n",
                  json_number(times.front()), json_number(times.back()),
                  json_text(printed_unit(s.units.time)), motion, body_json(s.body, solid), traced_axis(s));
  if (view.is_in_orbit) text += fmt::format("\"orbit\":{},\n", attitudes_json(shown.orbit_attitudes, rows));
  text += fmt::format(
      "\"view\":{{\"azimuth\":{},\"elevation\":{},\"frame\":{},\"names\":{},\"time\":{},\"label\":{}}},\n",
      json_number(view.eye.azimuth), json_number(view.eye.elevation),
      view.is_in_orbit ? "[0,1,0,0]" : "[1,0,0,0]",
      view.is_in_orbit ? R"(["flight","","to the centre"])" : R"(["X","Y","Z"])", json_number(view.time),
      json_text(view.label));
  Lists lists;
  text += fmt::format("\"figures\":[{}],\n", figures_json(figures, lists, marks));
  return text + fmt::format("\"lists\":{}}}", lists.text());
}

}  // namespace polhode::app
