// SPDX-License-Identifier: MIT
#include "report/data.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <polhode/rotation/convention.hpp>
#include <type_traits>
#include <utility>

#include "files/stored_file.hpp"
#include "picture/words.hpp"
#include "report/story.hpp"

namespace polhode::app {
namespace {

using Json = nlohmann::ordered_json;

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

/// The bytes of numbers, little-endian, in base 64: {"f8": ...} are doubles, {"f4": ...} floats, {"u4": ...}
/// whole numbers.
template <class Word, class Number>
Json encoded(const char* name, const std::vector<Number>& numbers) {
  std::string bytes;
  for (const Number number : numbers) {
    std::uint64_t bits = 0;
    if constexpr (std::is_same_v<Word, double>)
      bits = std::bit_cast<std::uint64_t>(number);
    else if constexpr (std::is_same_v<Word, float>)
      bits = std::bit_cast<std::uint32_t>(static_cast<float>(number));
    else
      bits = number;
    for (std::size_t k = 0; k < sizeof(Word); ++k) bytes += static_cast<char>(bits >> (8 * k) & 0xffU);
  }
  return Json::object({{name, base64(bytes)}});
}

Json doubles(const std::vector<double>& numbers) { return encoded<double>("f8", numbers); }
Json floats(const std::vector<double>& numbers) { return encoded<float>("f4", numbers); }

/// Text that can stand in a script element; bytes that are not UTF-8 become U+FFFD, numbers that are not
/// finite null.
std::string text_in_page(const Json& json) {
  std::string text;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

/// Whether floats represent these values, in units of any size, and resolve what a chart of their range
/// shows.
bool fit_floats(const std::vector<double>& values) {
  constexpr double rounding = 1e-6, least_part = 1e-5;
  Range range{HUGE_VAL, -HUGE_VAL};
  double greatest_error = 0;
  for (const double v : values) {
    if (!std::isfinite(v)) continue;
    const double error = std::abs(static_cast<double>(static_cast<float>(v)) - v);
    if (!(error <= rounding * std::abs(v))) return false;
    range = {std::min(range.low, v), std::max(range.high, v)};
    greatest_error = std::max(greatest_error, error);
  }
  return greatest_error <= least_part * (range.high - range.low) || range.low >= range.high;
}

Json numbers(const std::vector<double>& values, bool are_doubles) {
  return are_doubles || !fit_floats(values) ? doubles(values) : floats(values);
}

/// Lists that several curves share are in the page once.
class Lists {
 public:
  std::size_t number(Json list) {
    const auto [at, is_new] = places_.try_emplace(list.dump(), all_.size());
    if (is_new) all_.push_back(std::move(list));
    return at->second;
  }
  const Json& all() const { return all_; }

 private:
  std::map<std::string, std::size_t> places_;
  Json all_ = Json::array();
};

Json axis_json(const Axis& axis) {
  Json json{{"label", axis.label},
            {"scale", axis.scale == Scale::linear ? "linear" : "log"},
            {"unit", axis.unit},
            {"isAngle", axis.is_angle},
            {"isTime", axis.is_time}};
  if (axis.range) json["range"] = {axis.range->low, axis.range->high};
  return json;
}

Json series_json(const Series& s, Lists& lists) {
  constexpr const char* names[] = {"line", "dots", "line_and_dots", "faint_line", "band", "region"};
  // Against time the values rise; a run may go backwards.
  std::vector<Point> values = s.values;
  if (s.drawn != Drawn::region && !values.empty() && values.front().x > values.back().x && s.times.empty())
    std::reverse(values.begin(), values.end());
  std::vector<double> x, y, t;
  for (const std::size_t k : kept(values)) {
    x.push_back(values[k].x);
    y.push_back(values[k].y);
    if (k < s.times.size()) t.push_back(s.times[k]);
  }
  Json json{{"name", s.name},
            {"colour", s.colour},
            {"drawn", names[static_cast<int>(s.drawn)]},
            {"dash", s.dash},
            {"x", lists.number(numbers(x, t.empty()))},
            {"y", lists.number(numbers(y, false))}};
  if (!t.empty()) json["t"] = lists.number(doubles(t));
  return json;
}

/// The figures and the lists of their curves; `marks` are times that charts against time mark.
void add_figures(Json& json, const std::vector<ReportFigure>& figures, const std::vector<double>& marks) {
  Lists lists;
  json["figures"] = Json::array();
  for (const ReportFigure& figure : figures) {
    if (figure.svg.empty() || figure.panels.empty()) continue;
    Json panels = Json::array();
    for (const Panel& panel : figure.panels) {
      Json series = Json::array();
      for (const Series& s : panel.series) series.push_back(series_json(s, lists));
      panels.push_back({{"heading", panel.heading},
                        {"x", axis_json(panel.x)},
                        {"y", axis_json(panel.y)},
                        {"isPlane", panel.has_equal_scales},
                        {"height", figure.panels.size() > 1 ? 0.7 : 1.0},
                        {"marks", panel.x.is_time ? Json(marks) : Json::array()},
                        {"series", std::move(series)}});
    }
    json["figures"].push_back({{"name", figure.name}, {"panels", std::move(panels)}});
  }
  json["lists"] = lists.all();
}

Json body_json(const Inertia& body, const BodySolid& solid) {
  std::vector<double> corners;
  for (const auto& v : solid.mesh.vertices) corners.insert(corners.end(), {v.x(), v.y(), v.z()});
  std::vector<std::uint32_t> triangles;
  for (const auto& t : solid.mesh.triangles) triangles.insert(triangles.end(), t.begin(), t.end());
  // The script needs directions and ratios alone.
  const auto& [i1, i2, i3] = from_eigen(body.moments());
  const auto axes = body.axes().reshaped();
  return {{"moments", {i1 / i3, i2 / i3, 1}},
          {"axes", std::vector<double>(axes.begin(), axes.end())},
          {"vertices", floats(corners)},
          {"triangles", encoded<std::uint32_t>("u4", triangles)}};
}

Json attitudes_json(const std::vector<Attitude>& attitudes) {
  std::vector<double> values;
  for (const Attitude& q : attitudes) values.insert(values.end(), {q.w(), q.x(), q.y(), q.z()});
  return floats(values);
}

template <class Row>
std::vector<Row> taken(const std::vector<Row>& all, const std::vector<std::uint64_t>& rows) {
  std::vector<Row> some;
  for (const std::uint64_t k : rows) some.push_back(all[k]);
  return some;
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
  Json json{{"range", {times.low, times.high}}, {"timeUnit", time_unit}};
  add_figures(json, figures, {});
  return text_in_page(json);
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
  const auto times = taken(shown.times, rows);
  const auto attitudes = taken(shown.attitudes, rows);
  const auto momenta = taken(shown.momenta, rows);
  // Lengths of any size fit a float once the greatest is 1.
  std::vector<double> components;
  for (const Eigen::Vector3d& m : momenta) components.insert(components.end(), m.begin(), m.end());
  double most = 0;
  for (const double m : components) most = std::max(most, std::abs(m));
  if (most > 0)
    for (double& m : components) m /= most;
  std::vector<double> marks;
  constexpr std::size_t most_marks = 60;
  if (s.events.size() <= most_marks)
    for (const SummaryEvent& event : s.events) marks.push_back(event.time);
  // Between which rows the script may interpolate: a digit for each step.
  std::string joined;
  for (const bool agrees : steps_that_agree(s.body, times, attitudes, momenta)) joined += agrees ? '1' : '0';
  Json json{{"range", {times.front(), times.back()}},
            {"timeUnit", printed_unit(s.units.time)},
            {"motion",
             {{"times", doubles(times)},
              {"attitudes", attitudes_json(attitudes)},
              {"momenta", floats(components)},
              {"joined", joined},
              {"rate", most / s.body.moments().z()}}},
            {"body", body_json(s.body, solid)},
            {"traced", traced_axis(s)},
            {"view",
             {{"azimuth", view.eye.azimuth},
              {"elevation", view.eye.elevation},
              {"frame", view.is_in_orbit ? Json{0, 1, 0, 0} : Json{1, 0, 0, 0}},
              {"names", view.is_in_orbit ? Json{"flight", "", "to the centre"} : Json{"X", "Y", "Z"}},
              {"time", view.time},
              {"label", view.label}}}};
  if (view.is_in_orbit) json["orbit"] = attitudes_json(taken(shown.orbit_attitudes, rows));
  add_figures(json, figures, marks);
  return text_in_page(json);
}

}  // namespace polhode::app
