// SPDX-License-Identifier: MIT
#include "report/solid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <polhode/rotation/convention.hpp>
#include <vector>

#include "picture/palette.hpp"
#include "picture/svg.hpp"

namespace polhode::app {
namespace {

double reach_of(const TriangleMesh& mesh) {
  double reach = 0;
  for (const auto& v : mesh.vertices)
    if (v.allFinite()) reach = std::max(reach, v.norm());
  return reach;
}

TriangleMesh box_of_moments(const Inertia& body) {
  const auto& [i1, i2, i3] = from_eigen(body.moments());
  const double all = i1 / i3 + i2 / i3 + 1;
  Eigen::Vector3d edges(std::max(0.0, all - 2 * i1 / i3), std::max(0.0, all - 2 * i2 / i3),
                        std::max(0.0, all - 2));
  edges = edges.cwiseSqrt();
  // A rod or a plate still has a surface.
  edges = edges.cwiseMax(Eigen::Vector3d::Constant(0.03 * edges.maxCoeff()));
  TriangleMesh mesh;
  for (int k = 0; k < 8; ++k)
    mesh.vertices.push_back(body.axes() *
                            edges.cwiseProduct(Eigen::Vector3d((k & 1) != 0, (k & 2) != 0, (k & 4) != 0) -
                                               Eigen::Vector3d::Constant(0.5)));
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

struct Face {
  double depth;
  std::vector<Point> corners;
  int grey;
};

}  // namespace

TriangleMesh simplified(const TriangleMesh& mesh, std::size_t most_triangles) {
  TriangleMesh coarse = mesh;
  const double reach = reach_of(mesh);
  for (double cells = 160; coarse.triangles.size() > most_triangles && cells > 4; cells *= 0.75) {
    std::map<std::array<long, 3>, std::uint32_t> places;
    std::vector<std::uint32_t> to;
    coarse = {};
    for (const auto& v : mesh.vertices) {
      const auto cell = [&](double x) { return std::lround(cells * x / (2 * reach)); };
      const auto [at, is_new] = places.try_emplace({cell(v.x()), cell(v.y()), cell(v.z())},
                                                   static_cast<std::uint32_t>(coarse.vertices.size()));
      if (is_new) coarse.vertices.push_back(v);
      to.push_back(at->second);
    }
    for (const auto& t : mesh.triangles)
      if (const std::array<std::uint32_t, 3> n{to[t[0]], to[t[1]], to[t[2]]};
          n[0] != n[1] && n[1] != n[2] && n[2] != n[0])
        coarse.triangles.push_back(n);
  }
  return coarse;
}

BodySolid body_solid(const Summary& summary, const std::optional<TriangleMesh>& outline) {
  constexpr std::size_t most_triangles = 40000;
  BodySolid solid;
  if (outline) {
    const Eigen::Vector3d origin = summary.pivot    ? *summary.pivot
                                   : summary.matter ? summary.matter->centre
                                                    : Eigen::Vector3d::Zero();
    solid.mesh = *outline;
    for (auto& v : solid.mesh.vertices) v -= origin;
    solid.mesh = simplified(solid.mesh, most_triangles);
    solid.words = "The body as it was given";
  }
  if (solid.mesh.triangles.empty()) {
    solid.mesh = box_of_moments(summary.body);
    solid.words = "Drawn as a box of the same inertia";
  }
  const double reach = reach_of(solid.mesh);
  if (reach > 0)
    for (auto& v : solid.mesh.vertices) v /= reach;
  return solid;
}

std::string solid_svg(const BodySolid& solid, const Eigen::Quaterniond& attitude,
                      const std::vector<SolidArrow>& arrows, const SeenFrom& eye, const std::string& title,
                      const std::string& description) {
  constexpr double width = 640, height = 440, unit = 118;
  constexpr Point centre{width / 2, height / 2};
  constexpr std::size_t most_triangles = 2400;
  const double c = std::cos(eye.elevation);
  const Eigen::Vector3d towards(c * std::cos(eye.azimuth), c * std::sin(eye.azimuth),
                                std::sin(eye.elevation));
  const Eigen::Vector3d right = Eigen::Vector3d::UnitZ().cross(towards).normalized(),
                        up = towards.cross(right);
  const auto at = [&](const Eigen::Vector3d& v) {
    return Point{centre.x + unit * right.dot(v), centre.y - unit * up.dot(v)};
  };
  Svg svg(width, height, title, description, Svg::Colours::classed);

  std::vector<Point> ring;
  for (int k = 0; k <= 72; ++k) {
    const double angle = k * std::numbers::pi / 36;
    ring.push_back(at({1.5 * std::cos(angle), 1.5 * std::sin(angle), 0}));
  }
  svg.path(ring, coloured_faint() + " stroke=\"currentColor\" stroke-width=\"1.5\" fill=\"none\"");

  const auto draw_arrow = [&](const SolidArrow& arrow) {
    const auto group = svg.group(
        {}, coloured(arrow.colour) + " fill=\"currentColor\" stroke=\"currentColor\" font-style=\"italic\"");
    const Point from = at({0, 0, 0}), to = at(arrow.tip);
    const double dx = to.x - from.x, dy = to.y - from.y, size = std::hypot(dx, dy);
    svg.line(from, to, "stroke-width=\"2.4\"");
    if (size < 1) return;
    const double ux = dx / size, uy = dy / size;
    svg.polygon({{to.x + 9 * ux, to.y + 9 * uy},
                 {to.x - 4.5 * uy, to.y + 4.5 * ux},
                 {to.x + 4.5 * uy, to.y - 4.5 * ux}});
    svg.label({to.x + 20 * ux, to.y + 20 * uy + 5}, arrow.name,
              "text-anchor=\"centre\" stroke=\"none\" font-weight=\"bold\"");
  };
  for (const SolidArrow& arrow : arrows)
    if (arrow.tip.dot(towards) < 0) draw_arrow(arrow);

  std::vector<Face> faces;
  const TriangleMesh mesh = simplified(solid.mesh, most_triangles);
  const Eigen::Vector3d light = (0.35 * right + 0.75 * up + 0.6 * towards).normalized();
  for (const auto& t : mesh.triangles) {
    const Eigen::Vector3d a = attitude * mesh.vertices[t[0]], b = attitude * mesh.vertices[t[1]],
                          d = attitude * mesh.vertices[t[2]];
    const Eigen::Vector3d normal = (b - a).cross(d - a).normalized();
    if (!normal.allFinite() || normal.dot(towards) <= 0) continue;
    const double lit = 0.42 + 0.22 * (0.5 + 0.5 * normal.dot(up)) + 0.5 * std::max(0.0, normal.dot(light));
    faces.push_back({(a + b + d).dot(towards),
                     {at(a), at(b), at(d)},
                     static_cast<int>(std::lround(60 * std::min(1.0, 0.74 * lit)))});
  }
  std::stable_sort(faces.begin(), faces.end(),
                   [](const Face& x, const Face& y) { return x.depth < y.depth; });
  for (std::size_t k = 0; k < faces.size();) {
    // Neighbours of one shade make one element; in their order, from far to near.
    std::vector<std::vector<Point>> same;
    const int grey = faces[k].grey;
    for (; k < faces.size() && faces[k].grey == grey; ++k) same.push_back(faces[k].corners);
    const auto tone = fmt::format("#{:02x}{:02x}{:02x}", std::min(255, grey * 4), std::min(255, grey * 4 + 6),
                                  std::min(255, grey * 4 + 12));
    svg.regions(
        same,
        fmt::format("fill=\"{0}\" stroke=\"{0}\" stroke-width=\"0.7\" stroke-linejoin=\"round\"", tone));
  }
  for (const SolidArrow& arrow : arrows)
    if (arrow.tip.dot(towards) >= 0) draw_arrow(arrow);
  return svg.text();
}

}  // namespace polhode::app
