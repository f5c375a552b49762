// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Curves clipped at a frame and without invisible points, in units of the picture.

#include <vector>

#include "picture/svg.hpp"

namespace polhode::app {

struct Frame {
  double left, top, right, bottom;
  bool holds(Point p) const noexcept { return p.x >= left && p.x <= right && p.y >= top && p.y <= bottom; }
};

using Pieces = std::vector<std::vector<Point>>;

/// Whether any of the line from a to b is in the frame; a and b become the ends of that part.
bool cut_line(const Frame& frame, Point& a, Point& b) noexcept;

/// The part of a convex region within the frame; empty if there is none.
std::vector<Point> cut_region(const Frame& frame, std::vector<Point> corners);

/// The visible parts of a curve in a frame. Of a curve that is monotonic in x, the highest and lowest points
/// in each column of the given width are kept; of any other, the points of thinned() and, if it is very long,
/// only lines that cover something not yet covered. Then points within a sixth of a unit of the remaining
/// line are removed, or within a tenth of the column width, at most 0.4.
Pieces visible_pieces(const std::vector<Point>& curve, const Frame& frame, double column);

/// Without the lines that cover only what others of them already cover.
Pieces uncovered_pieces(const Pieces& pieces, const Frame& frame);

/// One dot for each cell of a grid, which is made coarser until there are not too many.
std::vector<Point> visible_dots(const std::vector<Point>& dots, const Frame& frame);

}  // namespace polhode::app
