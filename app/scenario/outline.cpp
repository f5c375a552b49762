// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <polhode/body/mesh.hpp>
#include <polhode/rotation/shortest_turn.hpp>

#include "scenario/file_cache.hpp"
#include "scenario/parts.hpp"
#include "scenario/scenario.hpp"
#include "scenario/value.hpp"

namespace polhode::app {
namespace {

constexpr Measure lengths{dimensions::length};
constexpr double full_turn = 2 * std::numbers::pi;

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

/// Along z; a tube where there is an inner radius.
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

double inner_radius_of(const Section& shape) {
  const auto inner = shape.find("inner_radius");
  return inner ? inner->not_negative(lengths) : 0;
}

TriangleMesh shape_surface(const std::string& key, const Value& value) {
  const Section shape(value, "body." + key);
  if (key == "box") return box_surface(shape.need("size", "").vector(lengths));
  if (key == "ellipsoid") return ellipsoid_surface(shape.need("semi_axes", "").vector(lengths));
  if (key == "sphere")
    return ellipsoid_surface(Eigen::Vector3d::Constant(shape.need("radius", "").positive(lengths)));
  if (key == "cylinder") {
    const auto axis = shape.find("axis");
    return turned_along(
        cylinder_surface(shape.need("radius", "").not_negative(lengths), inner_radius_of(shape),
                         shape.need("length", "").not_negative(lengths)),
        axis ? axis->choice({"x", "y", "z"}) : 2);
  }
  const Value file = shape.need("file", "");
  FileCache* const files = value.context().files;
  if (files == nullptr) file.refuse("no other files here");
  return files->surface(beside(value.context().file, file.text()));
}

/// Balls whose volumes are as their masses, the greatest a third as wide as the whole, and rods from the
/// heaviest.
TriangleMesh points_surface(const Value& value) {
  std::vector<PointMass> points;
  for (const Value& item : value.items()) {
    const Section point(item, "body.point_masses");
    points.push_back(
        {point.need("mass", "").positive({dimensions::mass}), point.need("position", "").vector(lengths)});
  }
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

TriangleMesh parts_surface(const Value& value) {
  TriangleMesh mesh;
  for (const Value& item : value.items()) {
    const Section section(item, "body.parts");
    if (const auto hole = section.find("cavity"); hole && hole->flag()) continue;
    const std::string key =
        *section.only_one({"box", "ellipsoid", "sphere", "cylinder", "mesh", "point_mass"}, "");
    const auto place = section.find("position"), turned = section.find("orientation");
    if (key == "point_mass") continue;
    add(mesh, shape_surface(key, section.need(key, "")),
        turned ? attitude_of(*turned) : Eigen::Quaterniond::Identity(),
        place ? place->vector(lengths) : Eigen::Vector3d::Zero());
  }
  return mesh;
}

}  // namespace

std::optional<TriangleMesh> ScenarioFile::outline(std::uint64_t run) const {
  RunContext context = context_of(run);
  const Section top(Value(*tree_, "", context), "");
  if (const auto units = top.find("units")) context.units = ScenarioUnits(units_of(*units));
  const auto table = top.find("body");
  if (!table) return std::nullopt;
  const Section body(*table, "body");
  TriangleMesh mesh;
  for (const std::string key : {"box", "ellipsoid", "sphere", "cylinder", "mesh", "point_masses", "parts"})
    if (const auto value = body.find(key))
      mesh = key == "point_masses" ? points_surface(*value)
             : key == "parts"      ? parts_surface(*value)
                                   : shape_surface(key, *value);
  return mesh.triangles.empty() ? std::nullopt : std::optional(std::move(mesh));
}

}  // namespace polhode::app
