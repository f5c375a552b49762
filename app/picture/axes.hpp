// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A frame with two scales, into which curves are drawn.

#include <cmath>
#include <string_view>
#include <vector>

#include "picture/svg.hpp"

namespace polhode::app {

struct Range {
  double low, high;
};

/// Where a value lies between the ends of a range: 0 at the lower, 1 at the upper one. On the logarithmic
/// scale all three are positive. Values may be of any size: halves and logarithms are subtracted, since the
/// difference of the values themselves may overflow.
inline double linear_share(double value, Range range) noexcept {
  return (value / 2 - range.low / 2) / (range.high / 2 - range.low / 2);
}
inline double logarithmic_share(double value, Range range) noexcept {
  const double low = std::log10(range.low);
  return (std::log10(value) - low) / (std::log10(range.high) - low);
}

/// About `about` multiples of 1, 2 or 5 times a power of ten within the range.
std::vector<double> round_ticks(Range range, int about);

class Axes {
 public:
  Axes(Point corner, double width, double height, Range x, Range y)
      : corner_(corner), width_(width), height_(height), x_(x), y_(y) {}

  /// Where a pair of values lies in the picture.
  Point at(double x, double y) const noexcept;

  Range x() const noexcept { return x_; }
  Range y() const noexcept { return y_; }

  /// Draws the frame, its ticks and their numbers, grid lines, and the labels of the scales.
  void draw(Svg& svg, std::string_view x_label, std::string_view y_label) const;

 private:
  Point corner_;  // top left
  double width_, height_;
  Range x_, y_;
};

/// The points without those too close to the previous one to be distinguished.
std::vector<Point> thinned(const std::vector<Point>& points);

}  // namespace polhode::app
