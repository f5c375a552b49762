// SPDX-License-Identifier: MIT
#include "report/solid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/shortest_turn.hpp>
#include <utility>
#include <vector>

#include "picture/palette.hpp"
#include "picture/svg.hpp"

namespace polhode::app {
namespace {

constexpr double full_turn = 2 * std::numbers::pi;

double reach_of(const TriangleMesh& mesh) {
  double reach = 0;
  for (const auto& v : mesh.vertices)
    if (v.allFinite()) reach = std::max(reach, v.norm());
  return reach;
}

using Corner = std::uint32_t;

void add_quad(TriangleMesh& mesh, Corner a, Corner b, Corner c, Corner d) {
  mesh.triangles.push_back({a, b, c});
  mesh.triangles.push_back({a, c, d});
}

TriangleMesh box_surface(const Eigen::Vector3d& edges) {
  TriangleMesh mesh;
  for (int k = 0; k < 8; ++k)
    mesh.vertices.push_back(edges.cwiseProduct(Eigen::Vector3d((k & 1) != 0, (k & 2) != 0, (k & 4) != 0) -
                                               Eigen::Vector3d::Constant(0.5)));
  add_quad(mesh, 0, 2, 3, 1);
  add_quad(mesh, 4, 5, 7, 6);
  add_quad(mesh, 0, 1, 5, 4);
  add_quad(mesh, 2, 6, 7, 3);
  add_quad(mesh, 0, 4, 6, 2);
  add_quad(mesh, 1, 3, 7, 5);
  return mesh;
}

TriangleMesh ellipsoid_surface(const Eigen::Vector3d& semi_axes, int rounds = 36, int rows = 18) {
  TriangleMesh mesh;
  for (int j = 0; j <= rows; ++j)
    for (int i = 0; i < rounds; ++i) {
      const double u = full_turn * i / rounds, v = std::numbers::pi * j / rows;
      mesh.vertices.push_back(semi_axes.cwiseProduct(
          Eigen::Vector3d(std::sin(v) * std::cos(u), std::sin(v) * std::sin(u), std::cos(v))));
    }
  const auto at = [rounds](int i, int j) { return static_cast<Corner>(j * rounds + i % rounds); };
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < rounds; ++i) add_quad(mesh, at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
  return mesh;
}

/// Along z; a tube if there is an inner radius.
TriangleMesh cylinder_surface(double radius, double inner, double length, int rounds = 40) {
  TriangleMesh mesh;
  // A line or a disc still shows: a hundredth of its other extent thick.
  const double thick = std::max(radius, length / 2 * 0.02), half = std::max(length / 2, radius * 0.01);
  for (int i = 0; i < rounds; ++i) {
    const double c = std::cos(full_turn * i / rounds), s = std::sin(full_turn * i / rounds);
    for (const double r : {thick, inner})
      for (const double z : {-half, half}) mesh.vertices.emplace_back(r * c, r * s, z);
  }
  const auto at = [rounds](int i, int k) { return static_cast<Corner>(4 * (i % rounds) + k); };
  for (int i = 0; i < rounds; ++i) {
    add_quad(mesh, at(i, 0), at(i + 1, 0), at(i + 1, 1), at(i, 1));
    add_quad(mesh, at(i, 1), at(i + 1, 1), at(i + 1, 3), at(i, 3));
    add_quad(mesh, at(i, 2), at(i + 1, 2), at(i + 1, 0), at(i, 0));
    if (inner > 0) add_quad(mesh, at(i, 3), at(i + 1, 3), at(i + 1, 2), at(i, 2));
  }
  return mesh;
}

void add(TriangleMesh& whole, const TriangleMesh& part, const Eigen::Quaterniond& orientation,
         const Eigen::Vector3d& place) {
  const auto first = static_cast<Corner>(whole.vertices.size());
  for (const auto& v : part.vertices) whole.vertices.push_back(place + orientation * v);
  for (const auto& t : part.triangles) whole.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
}

TriangleMesh turned_along(const TriangleMesh& mesh, std::size_t axis) {
  TriangleMesh turned;
  const Eigen::Vector3d to = Eigen::Vector3d::Unit(static_cast<Eigen::Index>(axis));
  add(turned, mesh, shortest_turn(Eigen::Vector3d::UnitZ(), to), Eigen::Vector3d::Zero());
  return turned;
}

TriangleMesh shape_surface(const Given& shape, const ReadMesh& read_mesh) {
  if (shape.kind == "box") return box_surface(shape.needed_vector("size"));
  if (shape.kind == "ellipsoid") return ellipsoid_surface(shape.needed_vector("semi_axes"));
  if (shape.kind == "sphere")
    return ellipsoid_surface(Eigen::Vector3d::Constant(shape.needed_number("radius")));
  if (shape.kind == "mesh") return read_mesh(shape.text("file"));
  if (shape.kind != "cylinder") return {};
  const std::string axis = shape.text("axis");
  return turned_along(
      cylinder_surface(shape.needed_number("radius"), shape.number("inner_radius").value_or(0),
                       shape.needed_number("length")),
      axis == "x"   ? 0
      : axis == "y" ? 1
                    : 2);
}

/// Balls with volumes in proportion to the masses, the greatest a third as wide as the whole, and rods from
/// the heaviest.
TriangleMesh points_surface(const std::vector<Given>& given) {
  std::vector<PointMass> points;
  for (const Given& point : given)
    points.push_back({point.needed_number("mass"), point.needed_vector("position")});
  const auto heaviest = std::max_element(
      points.begin(), points.end(), [](const PointMass& a, const PointMass& b) { return a.mass < b.mass; });
  double reach = 0;
  for (const PointMass& p : points) reach = std::max(reach, (p.position - heaviest->position).norm());
  TriangleMesh mesh;
  for (const PointMass& p : points) {
    const double radius = std::max(0.12, 0.34 * std::cbrt(p.mass / heaviest->mass)) * reach;
    add(mesh, ellipsoid_surface(Eigen::Vector3d::Constant(radius), 24, 12), Eigen::Quaterniond::Identity(),
        p.position);
    const Eigen::Vector3d way = p.position - heaviest->position;
    if (way.norm() > 0 && points.size() <= 40)
      add(mesh, cylinder_surface(0.06 * reach, 0, way.norm(), 16),
          shortest_turn(Eigen::Vector3d::UnitZ(), way), heaviest->position + way / 2);
  }
  return mesh;
}

TriangleMesh parts_surface(const std::vector<Given>& parts, const ReadMesh& read_mesh) {
  TriangleMesh mesh;
  for (const Given& part : parts) {
    if (part.number("cavity")) continue;
    const auto turned = part.numbers.find("orientation");
    const std::vector<double> q = turned == part.numbers.end() || turned->second.size() != 4
                                      ? std::vector{1.0, 0.0, 0.0, 0.0}
                                      : turned->second;
    add(mesh, shape_surface(part, read_mesh), Eigen::Quaterniond(q[0], q[1], q[2], q[3]),
        part.vector("position").value_or(Eigen::Vector3d::Zero()));
  }
  return mesh;
}

TriangleMesh box_of_moments(const Inertia& body) {
  const auto& [i1, i2, i3] = from_eigen(body.moments());
  const double all = i1 / i3 + i2 / i3 + 1;
  Eigen::Vector3d edges(std::max(0.0, all - 2 * i1 / i3), std::max(0.0, all - 2 * i2 / i3),
                        std::max(0.0, all - 2));
  edges = edges.cwiseSqrt();
  // A rod or a plate still has a surface.
  TriangleMesh mesh = box_surface(edges.cwiseMax(Eigen::Vector3d::Constant(0.03 * edges.maxCoeff())));
  for (auto& v : mesh.vertices) v = body.axes() * v;
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

std::optional<TriangleMesh> body_surface(const Given& body, const ReadMesh& read_mesh) {
  TriangleMesh mesh = body.kind == "point_masses" ? points_surface(body.parts)
                      : body.kind == "parts"      ? parts_surface(body.parts, read_mesh)
                                                  : shape_surface(body, read_mesh);
  return mesh.triangles.empty() ? std::nullopt : std::optional(std::move(mesh));
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
    // Consecutive faces of one shade make one element; the order is from far to near.
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
