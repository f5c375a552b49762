// SPDX-License-Identifier: MIT
#include "picture/pieces.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "picture/axes.hpp"

namespace polhode::app {
namespace {

using Line = std::vector<Point>;

/// Beyond this a point is as good as there: the lines to it are cut anyway, and their slopes stay finite.
constexpr double far_away = 1e7;

double distance_to_line(Point p, Point a, Point b) {
  const double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
  if (length == 0) return std::hypot(p.x - a.x, p.y - a.y);
  const double along = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (length * length);
  const double t = std::clamp(along, 0.0, 1.0);
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

constexpr double fine = 0.15;

/// Douglas and Peucker (1973) in blocks, since a block costs up to the square of its length.
Line simplified(const Line& line, double tolerance) {
  constexpr std::size_t block = 1000;
  if (line.size() < 3) return line;
  std::vector<bool> is_kept(line.size(), false);
  is_kept.front() = is_kept.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> open;
  for (std::size_t from = 0; from + 1 < line.size(); from += block) {
    const std::size_t to = std::min(from + block, line.size() - 1);
    is_kept[to] = true;
    open.emplace_back(from, to);
  }
  while (!open.empty()) {
    const auto [from, to] = open.back();
    open.pop_back();
    double farthest = tolerance;
    std::size_t at = 0;
    for (std::size_t i = from + 1; i < to; ++i)
      if (const double d = distance_to_line(line[i], line[from], line[to]); d > farthest) {
        farthest = d;
        at = i;
      }
    if (at == 0) continue;
    is_kept[at] = true;
    open.emplace_back(from, at);
    open.emplace_back(at, to);
  }
  Line kept;
  for (std::size_t i = 0; i < line.size(); ++i)
    if (is_kept[i]) kept.push_back(line[i]);
  return kept;
}

bool never_turns_back(const Line& line) {
  bool rises = true, falls = true;
  for (std::size_t i = 1; i < line.size(); ++i) {
    rises = rises && line[i].x >= line[i - 1].x;
    falls = falls && line[i].x <= line[i - 1].x;
  }
  return rises || falls;
}

/// The first, the lowest, the highest and the last point of each column, in their order.
Line thinned_by_columns(const Line& line, double column) {
  Line kept;
  for (std::size_t i = 0; i < line.size();) {
    const double number = std::floor(line[i].x / column);
    std::size_t low = i, high = i, last = i;
    for (; last + 1 < line.size() && std::floor(line[last + 1].x / column) == number; ++last) {
      if (line[last + 1].y < line[low].y) low = last + 1;
      if (line[last + 1].y > line[high].y) high = last + 1;
    }
    std::size_t before = line.size();
    for (const std::size_t k : {i, std::min(low, high), std::max(low, high), last}) {
      if (k != before) kept.push_back(line[k]);
      before = k;
    }
    i = last + 1;
  }
  return kept;
}

Pieces cut_curve(const Line& line, const Frame& frame) {
  Pieces pieces;
  bool goes_on = false;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    Point a = line[i], b = line[i + 1];
    if (!cut_line(frame, a, b)) {
      goes_on = false;
      continue;
    }
    if (!goes_on) pieces.push_back({a});
    pieces.back().push_back(b);
    goes_on = frame.holds(line[i + 1]);
  }
  return pieces;
}

}  // namespace

bool cut_line(const Frame& frame, Point& a, Point& b) noexcept {
  // Liang and Barsky (1984): the part of the line inside each of four half planes.
  double enters = 0, leaves = 1;
  const double dx = b.x - a.x, dy = b.y - a.y;
  for (const auto& [change, room] : {std::pair{-dx, a.x - frame.left}, std::pair{dx, frame.right - a.x},
                                     std::pair{-dy, a.y - frame.top}, std::pair{dy, frame.bottom - a.y}}) {
    if (change == 0) {
      if (room < 0) return false;
    } else if (change < 0) {
      enters = std::max(enters, room / change);
    } else {
      leaves = std::min(leaves, room / change);
    }
  }
  if (enters > leaves) return false;
  const Point start = a;
  if (enters > 0) a = {start.x + enters * dx, start.y + enters * dy};
  if (leaves < 1) b = {start.x + leaves * dx, start.y + leaves * dy};
  return true;
}

std::vector<Point> cut_region(const Frame& frame, std::vector<Point> corners) {
  // Sutherland and Hodgman (1974): at one side after the other.
  const auto cut_at = [&](auto inside_by) {
    std::vector<Point> kept;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Point a = corners[i], b = corners[(i + 1) % corners.size()];
      const double in_a = inside_by(a), in_b = inside_by(b);
      if (in_a >= 0) kept.push_back(a);
      if ((in_a >= 0) != (in_b >= 0)) {
        const double t = in_a / (in_a - in_b);
        kept.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
      }
    }
    corners = std::move(kept);
  };
  cut_at([&](Point p) { return p.x - frame.left; });
  cut_at([&](Point p) { return frame.right - p.x; });
  cut_at([&](Point p) { return p.y - frame.top; });
  cut_at([&](Point p) { return frame.bottom - p.y; });
  return corners.size() < 3 ? std::vector<Point>{} : corners;
}

Pieces visible_pieces(const std::vector<Point>& curve, const Frame& frame, double column) {
  Line line = curve;
  for (Point& p : line) {
    p.x = std::clamp(p.x, -far_away, far_away);
    p.y = std::clamp(p.y, -far_away, far_away);
  }
  if (line.size() == 1) return frame.holds(line[0]) ? Pieces{line} : Pieces{};
  Pieces pieces;
  if (never_turns_back(line)) {
    pieces = cut_curve(thinned_by_columns(line, column), frame);
  } else {
    constexpr std::size_t many = 6000;
    pieces = cut_curve(thinned(line), frame);
    std::size_t count = 0;
    for (const Line& piece : pieces) count += piece.size();
    if (count > many) return uncovered_pieces(pieces, frame);
  }
  for (Line& piece : pieces) piece = simplified(piece, std::clamp(column / 10, fine, 0.4));
  return pieces;
}

Pieces uncovered_pieces(const Pieces& pieces, const Frame& frame) {
  constexpr double place = 1;
  const auto across = 1 + static_cast<std::size_t>((frame.right - frame.left) / place);
  const auto down = 1 + static_cast<std::size_t>((frame.bottom - frame.top) / place);
  std::vector<bool> is_covered(across * down, false);
  const auto covers_something = [&](Point a, Point b) {
    // What is no number, or lies beyond any picture, has no place.
    constexpr double farthest = 1e6;
    for (const double v : {a.x, a.y, b.x, b.y})
      if (!(std::abs(v) <= farthest)) return false;
    const int parts = 1 + static_cast<int>(std::hypot(b.x - a.x, b.y - a.y) / (place / 2));
    bool is_new = false;
    for (int k = 0; k <= parts; ++k) {
      const double x = a.x + (b.x - a.x) * k / parts, y = a.y + (b.y - a.y) * k / parts;
      const auto i = std::min(across - 1, static_cast<std::size_t>(std::max(0.0, x - frame.left) / place));
      const auto j = std::min(down - 1, static_cast<std::size_t>(std::max(0.0, y - frame.top) / place));
      if (is_covered[i + across * j]) continue;
      is_covered[i + across * j] = true;
      is_new = true;
    }
    return is_new;
  };
  Pieces kept;
  for (const Line& piece : pieces) {
    bool goes_on = false;
    for (std::size_t i = 0; i + 1 < piece.size(); ++i) {
      const bool is_drawn = covers_something(piece[i], piece[i + 1]);
      if (is_drawn && !goes_on) kept.push_back({piece[i]});
      if (is_drawn) kept.back().push_back(piece[i + 1]);
      goes_on = is_drawn;
    }
  }
  for (Line& piece : kept) piece = simplified(piece, fine);
  return kept;
}

std::vector<Point> visible_dots(const std::vector<Point>& dots, const Frame& frame) {
  constexpr std::size_t many = 12000;
  std::vector<Point> kept;
  for (const Point& p : dots)
    if (frame.holds(p)) kept.push_back(p);
  for (double place = 0.5; kept.size() > many; place *= 1.5) {
    const auto key = [&](Point p) { return std::pair{std::floor(p.x / place), std::floor(p.y / place)}; };
    std::stable_sort(kept.begin(), kept.end(), [&](Point a, Point b) { return key(a) < key(b); });
    const auto end =
        std::unique(kept.begin(), kept.end(), [&](Point a, Point b) { return key(a) == key(b); });
    kept.erase(end, kept.end());
  }
  return kept;
}

}  // namespace polhode::app
