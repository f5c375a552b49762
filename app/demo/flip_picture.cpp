// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <polhode/body/invariants.hpp>
#include <polhode/body/state.hpp>
#include <vector>

#include "demo/flip.hpp"
#include "picture/axes.hpp"
#include "picture/sphere.hpp"
#include "picture/svg.hpp"
#include "report/curves.hpp"

namespace polhode::app {
namespace {

// Colours that most colour-blind people can tell apart (Okabe and Ito).
constexpr const char* bar_colour = "#0072b2";
constexpr const char* stem_colour = "#d55e00";
constexpr const char* normal_colour = "#009e73";
constexpr const char* orbit_colour = "#8b1a89";

constexpr const char* small_grey = "font-size=\"14\" fill=\"#555\"";

constexpr double picture_width = 1310, picture_height = 640;

Axes time_axes(const Flip& flip) { return {{92, 242}, 616, 310, {0, flip.seconds}, {-1.1, 1.1}}; }

void draw_headings(Svg& svg, const Flip& flip) {
  const auto group = svg.group("headings");
  svg.label({34, 44}, "A spinning T-handle turns over, again and again",
            "font-size=\"23\" font-weight=\"bold\"");
  svg.label({34, 70},
            fmt::format(
                "Spun about its stem, the axis of intermediate inertia, {:g} turns a second and {:g} % off; "
                "no force acts. The exact free motion.",
                flip.turns_per_second, 100 * flip.disturbance),
            "fill=\"#555\"");
}

/// The handle in space at some instants: the angular momentum points up, the view is along axis 2.
void draw_handles(Svg& svg, const Flip& flip, const Axes& axes) {
  constexpr int count = 12;
  constexpr double scale = 430;  // units of the picture per metre
  constexpr double middle = 146;
  const auto group = svg.group("handles", "stroke-linecap=\"round\"");
  const Point foot = axes.at(0, 0);
  svg.label({foot.x, middle - 40}, "in space, the angular momentum L pointing up", small_grey);
  svg.line({foot.x - 46, middle + 26}, {foot.x - 46, middle - 18}, "stroke=\"#444\" stroke-width=\"2\"");
  svg.polygon({{foot.x - 46, middle - 28}, {foot.x - 51, middle - 16}, {foot.x - 41, middle - 16}},
              "fill=\"#444\"");
  svg.label({foot.x - 62, middle + 6}, "L", "font-style=\"italic\" font-size=\"17\" text-anchor=\"middle\"");
  for (int k = 0; k < count; ++k) {
    const double t = flip.seconds * (k + 0.5) / count;
    const State state = flip.motion.at(t);
    const double x = axes.at(t, 0).x;
    const auto seen = [&](double along_bar, double along_stem) {
      const Eigen::Vector3d v = to_space(state.attitude, {along_bar, along_stem, 0});
      return Point{x + scale * v.x(), middle - scale * v.z()};
    };
    const double half_bar = flip.handle.bar_length / 2, place = flip.handle.bar_place();
    svg.line(seen(0, place), seen(0, flip.handle.stem_end()),
             fmt::format("stroke=\"{}\" stroke-width=\"5\"", stem_colour));
    svg.line(seen(-half_bar, place), seen(half_bar, place),
             fmt::format("stroke=\"{}\" stroke-width=\"5\"", bar_colour));
  }
}

void draw_key(Svg& svg, const Axes& axes) {
  struct Entry {
    double x;
    const char* colour;
    const char* words;
  };
  const Point left = axes.at(0, 0);
  const auto group = svg.group("key", "font-size=\"14\"");
  for (const auto& [x, colour, words] : {Entry{0, bar_colour, "along the crossbar (long axis)"},
                                         Entry{224, stem_colour, "along the stem (intermediate)"},
                                         Entry{442, normal_colour, "across both (short axis)"}}) {
    svg.line({left.x + x, 203}, {left.x + x + 22, 203},
             fmt::format("stroke=\"{}\" stroke-width=\"3\"", colour));
    svg.label({left.x + x + 29, 208}, words, fmt::format("fill=\"{}\"", colour));
  }
}

void draw_components(Svg& svg, const Flip& flip, const Axes& axes) {
  constexpr int count = 1600;
  const double length = momentum_length(flip.start);
  std::vector<Point> bar, stem, normal;
  for (int k = 0; k <= count; ++k) {
    const double t = flip.seconds * k / count;
    const Eigen::Vector3d m = flip.motion.at(t).momentum / length;
    bar.push_back(axes.at(t, m.x()));
    stem.push_back(axes.at(t, m.y()));
    normal.push_back(axes.at(t, m.z()));
  }
  const auto group = svg.group("momentum", "fill=\"none\" stroke-width=\"2.4\" stroke-linejoin=\"round\"");
  svg.path(thinned(bar), fmt::format("stroke=\"{}\"", bar_colour));
  svg.path(thinned(normal), fmt::format("stroke=\"{}\"", normal_colour));
  svg.path(thinned(stem), fmt::format("stroke=\"{}\"", stem_colour));
}

void draw_flips(Svg& svg, const Flip& flip, const Axes& axes) {
  const auto group = svg.group("flips", "text-anchor=\"middle\" font-size=\"13\" fill=\"#555\"");
  for (const double t : flip.flip_times) {
    const Point top = axes.at(t, axes.y().high), bottom = axes.at(t, axes.y().low);
    svg.line(top, bottom, "stroke=\"#777\" stroke-width=\"1\" stroke-dasharray=\"4 4\"");
    svg.label({top.x, top.y - 7}, fmt::format("flip, {:.2f} s", t));
  }
}

/// The path of the momentum on its sphere, from one time to another.
Curve polhode(const FreeMotion& motion, double from, double to, int count) {
  Curve curve;
  for (int k = 0; k <= count; ++k)
    curve.push_back(motion.at(from + (to - from) * k / count).momentum.normalized());
  return curve;
}

/// Arrows somewhat after the start and somewhat before the return to it.
void draw_direction(Svg& svg, const Sphere& sphere, const Curve& orbit) {
  const std::size_t part = orbit.size() / 6;
  for (const std::size_t k : {part, orbit.size() - part})
    sphere.draw_arrow(svg, orbit[k - 1], orbit[k], fmt::format("fill=\"{}\"", orbit_colour));
}

void draw_sphere(Svg& svg, const Flip& flip) {
  const Sphere sphere({1000, 380}, 190, 58, 22);
  const Inertia& body = flip.motion.body();
  const Curve orbit = polhode(flip.motion, 0, flip.description.polhode_period, 1200);
  const auto others = free_paths(body);
  const auto borders = separatrix(body);

  svg.label({860, 106}, "in the body: the momentum's path on its sphere", small_grey);
  const auto group = svg.group("sphere", "fill=\"none\" stroke-linejoin=\"round\"");
  sphere.draw(svg);
  {
    const auto far = svg.group("far-side", "stroke-dasharray=\"3 4\"");
    for (const auto& curve : others) sphere.draw_far(svg, curve, "stroke=\"#d3d8de\" stroke-width=\"0.9\"");
    for (const auto& curve : borders) sphere.draw_far(svg, curve, "stroke=\"#b4bac2\" stroke-width=\"1\"");
    sphere.draw_far(svg, orbit,
                    fmt::format("stroke=\"{}\" stroke-width=\"1.6\" stroke-opacity=\"0.45\"", orbit_colour));
  }
  {
    const auto near = svg.group("near-side");
    for (const auto& curve : others) sphere.draw_near(svg, curve, "stroke=\"#b9c0c8\" stroke-width=\"1.1\"");
    for (const auto& curve : borders) sphere.draw_near(svg, curve, "stroke=\"#6f7781\" stroke-width=\"1.3\"");
  }
  {
    const auto near = svg.group("polhode");
    sphere.draw_near(svg, orbit, fmt::format("stroke=\"{}\" stroke-width=\"3\"", orbit_colour));
    draw_direction(svg, sphere, orbit);
  }
  const auto names = svg.group("principal-axes", "fill=\"#222\"");
  sphere.draw_axis(svg, {{1, 0, 0}, 1.34, bar_colour, "long axis", "crossbar", {-50, 24}});
  sphere.draw_axis(svg, {{0, 1, 0}, 1.76, stem_colour, "intermediate axis", "stem", {-12, 22}});
  sphere.draw_axis(svg, {{0, 0, 1}, 1.26, normal_colour, "short axis", "normal", {12, 6}});
}

void draw_sphere_key(Svg& svg) {
  const auto group = svg.group("sphere-key", "font-size=\"14\"");
  constexpr double x = 836, y = 608;
  svg.line({x, y - 5}, {x + 24, y - 5}, fmt::format("stroke=\"{}\" stroke-width=\"3\"", orbit_colour));
  svg.label({x + 31, y}, "this polhode");
  svg.line({x + 142, y - 5}, {x + 166, y - 5}, "stroke=\"#6f7781\" stroke-width=\"1.3\"");
  svg.label({x + 173, y}, "separatrix");
  svg.line({x + 264, y - 5}, {x + 288, y - 5}, "stroke=\"#b9c0c8\" stroke-width=\"1.1\"");
  svg.label({x + 295, y}, "others");
}

}  // namespace

std::string flip_picture(const Flip& flip) {
  Svg svg(picture_width, picture_height, "The flip of a T-handle",
          "Left: the three body components of the angular momentum against time; the one along the stem "
          "changes sign at each "
          "flip. Right: the momentum's path on its sphere, close to the separatrix.");
  const Axes axes = time_axes(flip);
  draw_headings(svg, flip);
  draw_handles(svg, flip, axes);
  draw_key(svg, axes);
  axes.draw(svg, "time, seconds", "angular momentum in the body / its length");
  draw_flips(svg, flip, axes);
  draw_components(svg, flip, axes);
  draw_sphere(svg, flip);
  draw_sphere_key(svg);
  return svg.text();
}

}  // namespace polhode::app
