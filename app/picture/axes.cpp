// SPDX-License-Identifier: MIT
#include "picture/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace polhode::app {

std::vector<double> round_ticks(Range range, int about) {
  const double wished = range.high / about - range.low / about;  // finite even if the difference is not
  const double power = std::pow(10, std::floor(std::log10(wished)));
  const double leading = wished / power;
  const double distance = power * (leading < 1.5 ? 1 : leading < 3.5 ? 2 : leading < 7.5 ? 5 : 10);
  // A tick on the edge counts, even if it is rounded beyond it.
  const double slack =
      std::min(0.01, 1e-9 + 1e-15 * std::max(std::abs(range.low), std::abs(range.high)) / distance);
  std::vector<double> ticks;
  const double first = std::ceil(range.low / distance - slack),
               last = std::floor(range.high / distance + slack);
  for (double k = 0; k <= last - first;
       ++k)  // counted from 0: the multiples may be too large to be told apart
    ticks.push_back(first + k == 0 ? 0.0 : (first + k) * distance);
  return ticks;
}

Point Axes::at(double x, double y) const noexcept {
  return {corner_.x + width_ * (x - x_.low) / (x_.high - x_.low),
          corner_.y + height_ * (y_.high - y) / (y_.high - y_.low)};
}

void Axes::draw(Svg& svg, std::string_view x_label, std::string_view y_label) const {
  constexpr double tick = 5;
  const double bottom = corner_.y + height_, right = corner_.x + width_;
  const auto group = svg.group("axes", "stroke-width=\"1\"");
  for (const double value : round_ticks(x_, 8)) {
    const Point p = at(value, y_.low);
    svg.line({p.x, bottom}, {p.x, bottom + tick}, "stroke=\"#444\"");
    svg.label({p.x, bottom + 22}, fmt::format("{:.6g}", value), "text-anchor=\"middle\"");
  }
  for (const double value : round_ticks(y_, 4)) {
    const Point p = at(x_.low, value);
    svg.line(p, {right, p.y}, "stroke=\"#e6e6e6\"");
    svg.line({p.x - tick, p.y}, p, "stroke=\"#444\"");
    svg.label({p.x - 10, p.y + 5}, fmt::format("{:.6g}", value), "text-anchor=\"end\"");
  }
  svg.rectangle(corner_, width_, height_, "fill=\"none\" stroke=\"#444\"");
  svg.label({corner_.x + width_ / 2, bottom + 46}, x_label, "text-anchor=\"middle\"");
  const Point middle{corner_.x - 50, corner_.y + height_ / 2};
  svg.label(middle, y_label,
            fmt::format("text-anchor=\"middle\" transform=\"rotate(-90 {:g} {:g})\"", middle.x, middle.y));
}

std::vector<Point> thinned(const std::vector<Point>& points) {
  constexpr double seen = 1.5;
  std::vector<Point> kept;
  for (const auto& p : points)
    if (kept.empty() || std::hypot(p.x - kept.back().x, p.y - kept.back().y) >= seen) kept.push_back(p);
  if (!points.empty()) kept.push_back(points.back());
  return kept;
}

}  // namespace polhode::app
