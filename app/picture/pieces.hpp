// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Curves cut at a frame and without the points that cannot be seen, in units of the picture.

#include <vector>

#include "picture/svg.hpp"

namespace polhode::app {

struct Frame {
  double left, top, right, bottom;
  bool holds(Point p) const noexcept { return p.x >= left && p.x <= right && p.y >= top && p.y <= bottom; }
};

using Pieces = std::vector<std::vector<Point>>;

/// Whether any of the line from a to b lies in the frame; what remains of it stands in a and b.
bool cut_line(const Frame& frame, Point& a, Point& b) noexcept;

/// The part of a convex region within the frame; empty where there is none.
std::vector<Point> cut_region(const Frame& frame, std::vector<Point> corners);

/// The parts of a curve in a frame. A curve that never turns back (or never goes forth) across keeps the
/// highest and lowest of its points in each column of the given width; any other keeps what is farther than
/// thinned() wants and, where it is very long, only the lines that cover something not yet covered. What is
/// within a sixth of a unit of the line that remains goes too, and where columns are wide what is within a
/// tenth of one, at most 0.4.
Pieces visible_pieces(const std::vector<Point>& curve, const Frame& frame, double column);

/// Without the lines that pass only over places where another of them has passed: nothing is seen to be
/// missing.
Pieces uncovered_pieces(const Pieces& pieces, const Frame& frame);

/// One for each place that is told apart, the places made coarser until there are not too many.
std::vector<Point> visible_dots(const std::vector<Point>& dots, const Frame& frame);

}  // namespace polhode::app
