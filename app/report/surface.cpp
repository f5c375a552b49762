// SPDX-License-Identifier: MIT
#include "report/surface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "picture/palette.hpp"
#include "picture/pieces.hpp"
#include "picture/sphere.hpp"
#include "picture/svg.hpp"

namespace polhode::app {
namespace {

constexpr double picture_width = 380, picture_height = 350, reach = 112;
constexpr Point middle{picture_width / 2, 166};
constexpr Frame frame{0, 0, picture_width, picture_height};

struct Eye {
  double azimuth, elevation;
};

/// As large as fits.
Sphere seen_from(const Eye& eye, const Eigen::Vector3d& semi_axes) {
  double extent = 0;
  for (const Point& p : Sphere({0, 0}, 1, eye.azimuth, eye.elevation, semi_axes).outline())
    extent = std::max(extent, std::hypot(p.x, p.y));
  return {middle, reach / extent, eye.azimuth, eye.elevation, semi_axes};
}

/// The first of some views from which the most points are near.
Sphere best_view(const Surface& surface) {
  Eye best{};
  double most = -1;
  for (const double elevation : {24.0, -24.0})
    for (const double azimuth : {58.0, 28.0, 118.0, 148.0, 208.0, 238.0, 298.0, 328.0}) {
      const Sphere sphere = seen_from({azimuth, elevation}, surface.semi_axes);
      double near = 0;
      for (const auto& path : surface.paths)
        near += static_cast<double>(std::count_if(path.points.begin(), path.points.end(), [&](const auto& v) {
          return v.allFinite() && sphere.is_near(v);
        }));
      if (near > 1.02 * most) {  // what differs little is left where it is usual
        best = {azimuth, elevation};
        most = near;
      }
    }
  return seen_from(best, surface.semi_axes);
}

/// Runs without gaps, with points between those that lie far apart, so that lines follow the surface.
std::vector<Curve> refined(const Sphere& sphere, const Curve& points) {
  constexpr double longest = 0.05;
  std::vector<Curve> runs(1);
  for (const auto& v : points) {
    if (!(v.allFinite() && v.norm() > 0)) {
      if (!runs.back().empty()) runs.emplace_back();
      continue;
    }
    Curve& run = runs.back();
    const Eigen::Vector3d to = sphere.on_surface(v);
    if (!run.empty()) {
      const Eigen::Vector3d from = run.back();
      // Numbers near the greatest overflow here, and what is not a number fits no int.
      const double wanted = (to - from).norm() / (longest * to.norm());
      const int parts = wanted >= 60 ? 60 : wanted >= 0 ? static_cast<int>(wanted) : 0;
      for (int k = 1; k < parts; ++k) {
        const Eigen::Vector3d between = from + (to - from) * k / parts;
        if (between.norm() > 1e-3 * to.norm()) run.push_back(sphere.on_surface(between));
      }
    }
    run.push_back(to);
  }
  return runs;
}

Pieces side_of(const Sphere& sphere, const std::vector<Curve>& curves, bool near) {
  Pieces pieces;
  for (const Curve& curve : curves)
    for (auto& piece : sphere.side(curve, near)) pieces.push_back(std::move(piece));
  return uncovered_pieces(pieces, frame);
}

void draw_pieces(Svg& svg, const Pieces& pieces, const std::string& attributes) {
  if (!pieces.empty()) svg.pieces(pieces, attributes);
}

void draw_behind(Svg& svg, const Sphere& sphere, const Surface& surface, bool near) {
  const auto group = svg.group(
      {}, fmt::format("stroke=\"currentColor\" fill=\"none\"{}", near ? "" : " stroke-dasharray=\"3 4\""));
  draw_pieces(svg, side_of(sphere, surface.faint, near),
              fmt::format("stroke-width=\"0.9\" stroke-opacity=\"{}\"", near ? 0.3 : 0.16));
  draw_pieces(svg, side_of(sphere, surface.borders, near),
              fmt::format("stroke-width=\"1.4\" stroke-opacity=\"{}\"", near ? 0.7 : 0.35));
}

void draw_path(Svg& svg, const Sphere& sphere, const SurfacePath& path, bool near) {
  const auto group =
      svg.group({}, coloured(path.colour) +
                        fmt::format(" stroke=\"currentColor\" fill=\"none\" stroke-linejoin=\"round\"{}",
                                    near ? "" : " stroke-opacity=\"0.45\""));
  if (path.is_dotted) {
    std::vector<Point> dots;
    for (const auto& v : path.points)
      if (v.allFinite() && v.norm() > 0 && sphere.is_near(v) == near)
        dots.push_back(sphere.at(sphere.on_surface(v)));
    Pieces pieces;
    for (const Point& p : visible_dots(dots, frame)) pieces.push_back({p});
    draw_pieces(svg, pieces,
                fmt::format("stroke-width=\"{}\" stroke-linecap=\"round\"", pieces.size() > 500 ? 2.2 : 4));
    return;
  }
  const auto runs = refined(sphere, path.points);
  const Pieces pieces = side_of(sphere, runs, near);
  std::size_t count = 0;
  for (const auto& piece : pieces) count += piece.size();
  const bool is_crowded = count > 700;
  draw_pieces(svg, pieces,
              near ? (is_crowded ? "stroke-width=\"1.2\"" : "stroke-width=\"2.4\"")
                   : (is_crowded ? "stroke-width=\"0.8\"" : "stroke-width=\"1.5\" stroke-dasharray=\"4 3\""));
  if (runs.front().empty()) return;
  const Eigen::Vector3d& start = runs.front().front();
  if (sphere.is_near(start) == near) svg.circle(sphere.at(start), 4.2, "fill=\"currentColor\"");
}

/// How far the outline is from the middle in a direction of the picture.
double reach_of(const Sphere& sphere, double ux, double uy) {
  double most = -1, distance = 0;
  for (const Point& p : sphere.outline()) {
    const double dx = p.x - middle.x, dy = p.y - middle.y, length = std::hypot(dx, dy);
    if (const double along = (dx * ux + dy * uy) / length; along > most) {
      most = along;
      distance = length;
    }
  }
  return distance;
}

constexpr double name_size = 15.5;

/// Where an axis leaves the surface, where its line ends, and in which direction of the picture it goes.
struct AxisLine {
  Point foot, tip;
  double ux, uy;
};

AxisLine line_of(const Sphere& sphere, const SurfaceAxis& axis) {
  const Point foot = sphere.at(sphere.on_surface(axis.direction));
  const double dx = foot.x - middle.x, dy = foot.y - middle.y, seen = std::hypot(dx, dy);
  // Seen along its length an axis is a point; it is drawn at least so long.
  constexpr double length = 30;
  const double ux = seen > 1 ? dx / seen : 0, uy = seen > 1 ? dy / seen : -1;
  // One of the far side comes out from behind the body, so that its name can be read.
  constexpr double beyond = 16;
  const double drawn =
      sphere.is_near(axis.direction) ? length : std::max(length, reach_of(sphere, ux, uy) + beyond - seen);
  return {foot, {foot.x + drawn * ux, foot.y + drawn * uy}, ux, uy};
}

void draw_axis(Svg& svg, const Sphere& sphere, const SurfaceAxis& axis, bool near) {
  if (sphere.is_near(axis.direction) != near) return;
  const AxisLine line = line_of(sphere, axis);
  const auto group = svg.group({}, coloured(axis.colour) + " fill=\"currentColor\"");
  svg.line(line.foot, line.tip, "stroke=\"currentColor\" stroke-width=\"2\"");
  svg.circle(line.foot, 2.6);
}

/// In front of all else, with a seam of the ground, so that it reads on whatever lies behind it.
void draw_axis_name(Svg& svg, const Sphere& sphere, const SurfaceAxis& axis) {
  const auto [foot, tip, ux, uy] = line_of(sphere, axis);
  // A name that would leave the picture stands above or below the tip instead of beside it.
  const double room = ux > 0 ? picture_width - tip.x : tip.x;
  const bool fits = room > 0.56 * name_size * static_cast<double>(axis.name.size()) + 6;
  const char* anchor = ux > 0.35    ? (fits ? "start" : "end")
                       : ux < -0.35 ? (fits ? "end" : "start")
                                    : "middle";
  const Point at{tip.x + 5 * ux, tip.y + (uy < 0 ? -5 : 17)};
  const auto font =
      fmt::format(" font-size=\"{}\" font-weight=\"bold\" text-anchor=\"{}\"", name_size, anchor);
  {
    const auto seam = svg.group({}, coloured_ground() + font +
                                        " fill=\"currentColor\" stroke=\"currentColor\" stroke-width=\"4\" "
                                        "stroke-linejoin=\"round\" aria-hidden=\"true\"");
    svg.label(at, axis.name);
  }
  const auto group = svg.group({}, coloured(axis.colour) + " fill=\"currentColor\"" + font);
  svg.label(at, axis.name);
}

void draw_names(Svg& svg, const Surface& surface) {
  const auto group = svg.group({}, fmt::format("font-size=\"{}\"", name_size));
  Point at{14, picture_height - 12};
  const auto entry = [&](const std::string& attributes, const std::string& name, bool is_dotted = false) {
    if (is_dotted)
      svg.circle({at.x + 12, at.y - 5}, 2.4, attributes + " fill=\"currentColor\"");
    else
      svg.line({at.x, at.y - 5}, {at.x + 24, at.y - 5}, attributes + " stroke=\"currentColor\"");
    svg.label({at.x + 31, at.y}, name);
    at.x += 48 + 0.58 * name_size * static_cast<double>(name.size());
  };
  for (const auto& path : surface.paths)
    if (!path.name.empty()) entry(coloured(path.colour) + " stroke-width=\"2.4\"", path.name, path.is_dotted);
  if (!surface.borders.empty())
    entry(coloured_ink() + " stroke-width=\"1.4\" stroke-opacity=\"0.7\"", "separatrix");
}

}  // namespace

std::string surface_svg(const Surface& surface) {
  Svg svg(picture_width, picture_height, surface.title, surface.description, Svg::Colours::classed);
  const Sphere sphere = best_view(surface);
  for (const auto& axis : surface.axes) draw_axis(svg, sphere, axis, false);
  svg.polygon(sphere.outline(), coloured_faint() + " fill=\"currentColor\" fill-opacity=\"0.45\"");
  svg.polygon(sphere.outline(), "fill=\"none\" stroke=\"currentColor\" stroke-opacity=\"0.5\"");
  for (const bool near : {false, true}) {
    draw_behind(svg, sphere, surface, near);
    for (const auto& path : surface.paths) draw_path(svg, sphere, path, near);
  }
  for (const auto& axis : surface.axes) draw_axis(svg, sphere, axis, true);
  for (const auto& axis : surface.axes) draw_axis_name(svg, sphere, axis);
  draw_names(svg, surface);
  return svg.text();
}

}  // namespace polhode::app
