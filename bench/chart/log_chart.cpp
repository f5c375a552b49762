// SPDX-License-Identifier: MIT
#include "chart/log_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>

#include "picture/ticks.hpp"

namespace polhode::bench {
namespace {

double into(double value, Range range) { return std::clamp(value, range.low, range.high); }

std::string stroke(const Pen& pen) {
  auto text = fmt::format("stroke=\"{}\" stroke-width=\"{:g}\"", pen.colour, pen.width);
  if (!pen.dash.empty()) text += fmt::format(" stroke-dasharray=\"{}\"", pen.dash);
  return text;
}

std::string fill(const Pen& pen) { return fmt::format("fill=\"{}\"", pen.colour); }

double dot_radius(const Pen& pen) { return 0.6 + pen.width; }

// ---- Where a curve's name finds room. What is in the way is a cloud of points, dense enough that no name
// fits between.

constexpr double name_size = 12.5, spacing = 3;

struct Box {
  double left, top, right, bottom;
};

double distance(const Box& box, Point p) {
  return std::hypot(std::max({box.left - p.x, 0.0, p.x - box.right}),
                    std::max({box.top - p.y, 0.0, p.y - box.bottom}));
}

bool is_within(const Box& box, const Box& frame) {
  return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top &&
         box.bottom <= frame.bottom;
}

void add_along(std::vector<Point>& cloud, const std::vector<Point>& points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point a = points[i], b = points[std::min(i + 1, points.size() - 1)];
    const int parts = 1 + static_cast<int>(std::hypot(b.x - a.x, b.y - a.y) / spacing);
    for (int k = 0; k < parts; ++k)
      cloud.push_back({a.x + (b.x - a.x) * k / parts, a.y + (b.y - a.y) * k / parts});
  }
}

void add_around(std::vector<Point>& cloud, const Box& box) {
  add_along(cloud, {{box.left, box.top},
                    {box.right, box.top},
                    {box.right, box.bottom},
                    {box.left, box.bottom},
                    {box.left, box.top}});
}

double distance(const Box& box, const std::vector<Point>& cloud, double at_most) {
  for (const Point& p : cloud) at_most = std::min(at_most, distance(box, p));
  return at_most;
}

/// Right or left of, above or below a point of the curve, nearer to it than to anything else and as far from
/// that as may be; nothing where no place is good.
std::optional<Box> place_of_name(const std::string& name, const std::vector<Point>& curve,
                                 const std::vector<Point>& others, const Box& frame) {
  constexpr double gap = 5, nearest_own = 3.5, farthest_own = 6, nearest_other = 6.5, far_enough = 20;
  constexpr double mean_letter = 0.56;
  const double width = mean_letter * name_size * static_cast<double>(name.size()), height = name_size;
  std::optional<Box> best;
  double widest = nearest_other;
  for (const Point& p : curve)
    for (const auto& [x, y] : {Point{p.x + gap, p.y - height / 2}, Point{p.x - gap - width, p.y - height / 2},
                               Point{p.x - width / 2, p.y - gap - height}, Point{p.x - width / 2, p.y + gap},
                               Point{p.x + gap, p.y - height}, Point{p.x - gap - width, p.y - height},
                               Point{p.x + gap, p.y}, Point{p.x - gap - width, p.y}}) {
      const Box box{x, y, x + width, y + height};
      if (!is_within(box, frame)) continue;
      const double own = distance(box, curve, far_enough), other = distance(box, others, far_enough);
      if (own < nearest_own || own > farthest_own || other <= widest) continue;
      widest = other;
      best = box;
    }
  return best;
}

}  // namespace

Range range_around(const std::vector<double>& values, double factor) {
  double low = HUGE_VAL, high = 0;
  for (const double v : values)
    if (v > 0 && std::isfinite(v)) {
      low = std::min(low, v);
      high = std::max(high, v);
    }
  return high > 0 ? Range{low / factor, high * factor} : Range{1, 10};
}

std::string time_tick(double nanoseconds) {
  constexpr const char* units[] = {"ns", "µs", "ms", "s"};
  std::size_t unit = 0;
  for (; nanoseconds >= 1000 * (1 - 1e-9) && unit + 1 < std::size(units); ++unit) nanoseconds /= 1000;
  return fmt::format("{:.6g} {}", nanoseconds, units[unit]);
}

Point LogChart::at(double x, double y) const noexcept {
  return {corner_.x + width_ * app::logarithmic_share(x, x_),
          corner_.y + height_ * (1 - app::logarithmic_share(y, y_))};
}

void LogChart::draw(Svg& svg, std::string_view heading, std::string_view x_label, const TickText& x_text,
                    std::string_view y_label, const TickText& y_text) const {
  constexpr int all = 1000;
  constexpr double tick = 5;
  constexpr const char *light = "stroke=\"#e6e6e6\"", *dark = "stroke=\"#444\"";
  constexpr double width_of_number = 62, height_of_number = 30;
  const double bottom = corner_.y + height_, right = corner_.x + width_;
  svg.label({corner_.x, corner_.y - 12}, heading, "font-weight=\"bold\"");
  for (const double value : app::decade_ticks(x_, all)) {
    const Point p = at(value, y_.low);
    svg.line(p, {p.x, corner_.y}, light);
  }
  for (const double value : app::decade_ticks(y_, all)) {
    const Point p = at(x_.low, value);
    svg.line(p, {right, p.y}, light);
  }
  for (const double value : app::decade_ticks(x_, static_cast<int>(width_ / width_of_number))) {
    const Point p = at(value, y_.low);
    svg.line(p, {p.x, bottom + tick}, dark);
    svg.label({p.x, bottom + 22}, x_text(value), "text-anchor=\"middle\"");
  }
  for (const double value : app::decade_ticks(y_, static_cast<int>(height_ / height_of_number))) {
    const Point p = at(x_.low, value);
    svg.line({p.x - tick, p.y}, p, dark);
    svg.label({p.x - 10, p.y + 5}, y_text(value), "text-anchor=\"end\"");
  }
  svg.rectangle(corner_, width_, height_, "fill=\"none\" stroke=\"#444\"");
  svg.label({corner_.x + width_ / 2, bottom + 48}, x_label, "text-anchor=\"middle\"");
  const Point middle{corner_.x - 62, corner_.y + height_ / 2};
  svg.label(middle, y_label,
            fmt::format("text-anchor=\"middle\" transform=\"rotate(-90 {:g} {:g})\"", middle.x, middle.y));
}

void LogChart::draw_curves(Svg& svg, const std::vector<LogCurve>& curves) const {
  std::vector<std::vector<Point>> all;
  for (const LogCurve& curve : curves) {
    auto& points = all.emplace_back();
    for (const auto& [x, y] : curve.values) points.push_back(at(into(x, x_), into(y, y_)));
    if (points.size() > 1) svg.path(points, stroke(curve.pen) + " fill=\"none\" stroke-linejoin=\"round\"");
    for (const Point& p : points) svg.circle(p, dot_radius(curve.pen), fill(curve.pen));
  }
  constexpr double margin = 4;
  const Box frame{corner_.x + margin, corner_.y + margin, corner_.x + width_ - margin,
                  corner_.y + height_ - margin};
  std::vector<Point> names;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    std::vector<Point> own, others = names;
    for (std::size_t k = 0; k < all.size(); ++k) add_along(k == i ? own : others, all[k]);
    const auto box = place_of_name(curves[i].name, own, others, frame);
    if (!box) continue;
    svg.label({box->left, box->bottom - 0.22 * name_size}, curves[i].name,
              fmt::format("font-size=\"{:g}\" {}", name_size, fill(curves[i].pen)));
    add_around(names, *box);
  }
}

void draw_key(Svg& svg, Point corner, const std::vector<KeyGroup>& groups) {
  constexpr double line = 20, between_groups = 8, sample = 46;
  Point now = corner;
  for (const KeyGroup& group : groups) {
    svg.label(now, group.heading, "font-weight=\"bold\"");
    now.y += line;
    for (const auto& [name, pen] : group.entries) {
      svg.line({now.x, now.y - 5}, {now.x + sample, now.y - 5}, stroke(pen));
      svg.circle({now.x + sample / 2, now.y - 5}, dot_radius(pen), fill(pen));
      svg.label({now.x + sample + 10, now.y}, name);
      now.y += line;
    }
    now.y += between_groups;
  }
}

}  // namespace polhode::bench
