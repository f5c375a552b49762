// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Curves between two logarithmic scales, and the key that says which is which.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "picture/axes.hpp"
#include "picture/svg.hpp"

namespace polhode::bench {

using app::Point;
using app::Range;
using app::Svg;

/// How a curve looks; `dash` is SVG's stroke-dasharray, empty for a solid line.
struct Pen {
  std::string colour, dash;
  double width = 1.8;
};

/// A curve of positive values.
struct LogCurve {
  std::string name;
  Pen pen;
  std::vector<Point> values;
};

class LogChart {
 public:
  /// How the number at a tick is written.
  using TickText = std::function<std::string(double)>;

  /// Both ends of both ranges are positive.
  LogChart(Point corner, double width, double height, Range x, Range y)
      : corner_(corner), width_(width), height_(height), x_(x), y_(y) {}

  /// Where a pair of values lies in the picture; beyond the frame for what is beyond the ranges.
  Point at(double x, double y) const noexcept;

  /// The frame, a light line at each power of ten, numbers at as many of them as there is room for, a heading
  /// above.
  void draw(Svg& svg, std::string_view heading, std::string_view x_label, const TickText& x_text,
            std::string_view y_label, const TickText& y_text) const;

  /// Lines from value to value with a dot at each, in this order, and each curve's name beside it where there
  /// is room; where there is none, the name is left to the key. What lies beyond the ranges is moved to the
  /// edge.
  void draw_curves(Svg& svg, const std::vector<LogCurve>& curves) const;

 private:
  Point corner_;  // top left
  double width_, height_;
  Range x_, y_;
};

/// From the least to the greatest of these numbers, wider by a factor either way; only what is positive and
/// finite counts.
Range range_around(const std::vector<double>& values, double factor);

/// A time in nanoseconds with the unit that suits it: 100 ns, 10 µs, 1 ms.
std::string time_tick(double nanoseconds);

/// A heading, and below it a short piece of each curve beside its name.
struct KeyGroup {
  struct Entry {
    std::string name;
    Pen pen;
  };
  std::string heading;
  std::vector<Entry> entries;
};

/// From the top left corner downwards.
void draw_key(Svg& svg, Point corner, const std::vector<KeyGroup>& groups);

}  // namespace polhode::bench
