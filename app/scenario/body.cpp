// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <polhode/body/mesh.hpp>
#include <polhode/body/parts.hpp>
#include <polhode/body/shapes.hpp>
#include <polhode/rotation/convention.hpp>

#include "core/number_text.hpp"
#include "scenario/file_cache.hpp"
#include "scenario/keys.hpp"
#include "scenario/parts.hpp"

namespace polhode::app {
namespace {

std::vector<double> listed(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

/// Stores in `given` which of the two it was.
Matter matter_of(const Section& shape, Given& given) {
  const std::string key = *shape.only_one({"mass", "density"}, "a mass or a density");
  const bool is_mass = key == "mass";
  const double value = shape.need(key, "").positive({is_mass ? dimensions::mass : dimensions::density});
  given.numbers[key] = {value};
  return is_mass ? Matter::of_mass(value) : Matter::of_density(value);
}

/// A body whose mass, centre and inertia are known.
struct Piece {
  MassProperties properties;
  Given given;
  std::optional<double> reach;
};

constexpr Measure in_lengths{dimensions::length};

Piece box_of(const Value& value) {
  const Section box(value, "body.box");
  const Value size = box.need("size", "size, the three edges");
  const Eigen::Vector3d edges = size.vector(in_lengths);
  Given given{"box", {{"size", listed(edges)}}};
  const Matter matter = matter_of(box, given);
  return {size.made([&] { return solid_box(edges, matter); }), given, edges.norm() / 2};
}

Piece ellipsoid_of(const Value& value) {
  const Section ellipsoid(value, "body.ellipsoid");
  const Value axes = ellipsoid.need("semi_axes", "semi_axes, three half diameters");
  const Eigen::Vector3d lengths = axes.vector(in_lengths);
  Given given{"ellipsoid", {{"semi_axes", listed(lengths)}}};
  const Matter matter = matter_of(ellipsoid, given);
  return {axes.made([&] { return solid_ellipsoid(lengths, matter); }), given, lengths.maxCoeff()};
}

/// The inner radius of a hollow shape; stores it in `given`.
std::optional<double> inner_radius(const Section& shape, Given& given) {
  const auto value = shape.find("inner_radius");
  if (!value) return std::nullopt;
  const double radius = value->not_negative(in_lengths);
  given.numbers["inner_radius"] = {radius};
  return radius;
}

Piece sphere_of(const Value& value) {
  const Section sphere(value, "body.sphere");
  const double radius = sphere.need("radius", "a radius").positive(in_lengths);
  Given given{"sphere", {{"radius", {radius}}}};
  const auto inner = inner_radius(sphere, given);
  const Matter matter = matter_of(sphere, given);
  return {value.made(
              [&] { return inner ? hollow_sphere(radius, *inner, matter) : solid_sphere(radius, matter); }),
          given, radius};
}

Piece cylinder_of(const Value& value) {
  const Section cylinder(value, "body.cylinder");
  const double radius = cylinder.need("radius", "a radius").not_negative(in_lengths);
  const double length = cylinder.need("length", "a length").not_negative(in_lengths);
  const auto axis_value = cylinder.find("axis");
  const FrameAxis axes[] = {FrameAxis::x, FrameAxis::y, FrameAxis::z};
  const FrameAxis axis = axis_value ? axes[axis_value->choice({"x", "y", "z"})] : FrameAxis::z;
  Given given{"cylinder", {{"radius", {radius}}, {"length", {length}}}};
  given.texts["axis"] = {axis_value ? axis_value->text() : "z"};
  const auto inner = inner_radius(cylinder, given);
  const Matter matter = matter_of(cylinder, given);
  return {value.made([&] {
            return inner ? hollow_cylinder(radius, *inner, length, axis, matter)
                         : solid_cylinder(radius, length, axis, matter);
          }),
          given, std::hypot(radius, length / 2)};
}

Piece mesh_of(const Value& value) {
  const Section mesh(value, "body.mesh");
  const Value file = mesh.need("file", "the file of a mesh, STL or OBJ");
  Given given{"mesh", {}, {{"file", {file.text()}}}};
  const Matter matter = matter_of(mesh, given);
  const auto weld_value = mesh.find("weld");
  const std::optional<double> weld =
      weld_value ? std::optional(weld_value->not_negative(in_lengths)) : std::nullopt;
  if (weld) given.numbers["weld"] = {*weld};
  const MeshProperties found = read_file(
      file, [&](FileCache& files, const std::string& path) { return files.mesh(path, matter, weld); });
  if (found.was_inside_out)
    file.warn("the triangles of the mesh are clockwise seen from outside; their orientation was reversed");
  if (found.degenerate_triangles > 0)
    file.warn(fmt::format("{} degenerate triangles, with two vertices in one place, were ignored",
                          found.degenerate_triangles));
  if (found.welded_vertices > 0)
    file.warn(
        fmt::format("the surface is closed only if vertices within {:.3g} of each other are merged: {} "
                    "were welded (the key weld sets this distance)",
                    found.weld_distance, found.welded_vertices));
  if (found.cavities > 0)
    file.warn(fmt::format("{} of the {} shells of the mesh {} inside out: taken as {} without mass",
                          found.cavities, found.shells, found.cavities == 1 ? "is" : "are",
                          found.cavities == 1 ? "a cavity" : "cavities"));
  return {found.body, given, std::nullopt};
}

using PieceOf = Piece (*)(const Value& value);

/// By its key; null if it is not a shape.
PieceOf piece_reader(const std::string& key) {
  if (key == "box") return box_of;
  if (key == "ellipsoid") return ellipsoid_of;
  if (key == "sphere") return sphere_of;
  if (key == "cylinder") return cylinder_of;
  return key == "mesh" ? mesh_of : nullptr;
}

Piece points_of(const Value& value) {
  std::vector<PointMass> points;
  for (const Value& item : value.items()) {
    const Section point(item, "body.point_masses");
    points.push_back({point.need("mass", "a positive number").positive({dimensions::mass}),
                      point.need("position", "an array of 3 numbers").vector(in_lengths)});
  }
  if (points.size() < 2) value.refuse("at least two point masses");
  const MassProperties whole = value.made([&] { return mass_properties(points); });
  double reach = 0;
  Given given{"point_masses"};
  for (const PointMass& point : points) {
    reach = std::max(reach, (point.position - whole.centre).norm());
    given.parts.push_back({"point_mass", {{"mass", {point.mass}}, {"position", listed(point.position)}}});
  }
  return {whole, given, reach};
}

/// One part of a body of parts, and how far from the origin it reaches.
struct PlacedPart {
  BodyPart part;
  Given given;
  std::optional<double> reach;
};

PlacedPart part_of_body(const Value& value) {
  const Section section(value, "body.parts");
  const std::string key = *section.only_one({"box", "ellipsoid", "sphere", "cylinder", "mesh", "point_mass"},
                                            "a shape, a mesh or a point_mass");
  const auto place = section.find("position"), turned = section.find("orientation"),
             hole = section.find("cavity");
  const Eigen::Vector3d position = place ? place->vector(in_lengths) : Eigen::Vector3d::Zero();
  const Value what = section.need(key, "");
  PlacedPart placed = [&]() -> PlacedPart {
    if (key == "point_mass") {
      if (turned) turned->refuse("no orientation for a point mass");
      const double mass = what.positive({dimensions::mass});
      return {what.made([&] {
                return part(PointMass{mass, position});
              }),
              {"point_mass", {{"mass", {mass}}}},
              0.0};
    }
    Piece piece = piece_reader(key)(what);
    const Eigen::Quaterniond q = turned ? attitude_of(*turned) : Eigen::Quaterniond::Identity();
    if (turned) piece.given.numbers["orientation"] = {q.w(), q.x(), q.y(), q.z()};
    return {value.made([&] { return part(piece.properties, position, q); }), piece.given, piece.reach};
  }();
  if (place) placed.given.numbers["position"] = listed(position);
  if (hole && hole->flag()) {
    placed.part = cavity(placed.part);
    placed.given.numbers["cavity"] = {1};
  }
  return placed;
}

Piece parts_of(const Value& value) {
  std::vector<BodyPart> parts;
  std::vector<std::optional<double>> reaches;
  Given given{"parts"};
  const auto items = value.items();
  if (items.empty()) value.refuse("at least one part, each under [[body.parts]] in double brackets");
  for (const Value& item : items) {
    PlacedPart placed = part_of_body(item);
    parts.push_back(placed.part);
    reaches.push_back(placed.reach);
    given.parts.push_back(std::move(placed.given));
  }
  const MassProperties whole = value.made([&] { return mass_properties(std::span<const BodyPart>(parts)); });
  std::optional<double> reach = 0;
  for (std::size_t i = 0; i < parts.size() && reach; ++i)
    reach = reaches[i]
                ? std::optional(std::max(*reach, (parts[i].centre - whole.centre).norm() + *reaches[i]))
                : std::nullopt;
  return {whole, given, reach};
}

/// For moments or a tensor: their mass and the point to which they refer, if [body] says so.
void take_point(const Section& section, DescribedBody& body) {
  body.about = GivenAbout::unsaid;
  if (const auto about = section.find("about"))
    body.about =
        about->choice({"centre_of_mass", "pivot"}) == 0 ? GivenAbout::centre_of_mass : GivenAbout::pivot;
  if (const auto mass = section.find("mass")) {
    body.mass = mass->positive({dimensions::mass});
    body.given.numbers["mass"] = {*body.mass};
  }
  if (body.about == GivenAbout::centre_of_mass && body.mass)
    body.matter = MassProperties{*body.mass, 0, Eigen::Vector3d::Zero(), body.inertia};
}

DescribedBody from_moments(const Value& value) {
  const Eigen::Vector3d i = value.vector({dimensions::moment_of_inertia});
  return {value.made([&] { return Inertia::from_moments(i.x(), i.y(), i.z()); }),
          {"moments", {{"moments", listed(i)}}}};
}

DescribedBody from_tensor(const Value& value) {
  const Eigen::Matrix3d tensor = value.matrix({dimensions::moment_of_inertia});
  const Eigen::Matrix3d by_rows = tensor.transpose();
  return {value.made([&] { return Inertia::from_tensor(tensor); }),
          {"tensor", {{"tensor", {by_rows.data(), by_rows.data() + by_rows.size()}}}}};
}

DescribedBody made_of(const Section& section, const std::string& key, const Value& value) {
  if (key == "moments" || key == "tensor") {
    DescribedBody body = key == "moments" ? from_moments(value) : from_tensor(value);
    take_point(section, body);
    return body;
  }
  section.without({"mass", "about"}, fmt::format("beside {}, which has its own", key));
  const Piece piece = key == "point_masses" ? points_of(value)
                      : key == "parts"      ? parts_of(value)
                                            : piece_reader(key)(value);
  DescribedBody body{piece.properties.inertia, piece.given, piece.properties};
  body.mass = piece.properties.mass;
  body.reach = piece.reach;
  return body;
}

}  // namespace

DescribedBody body_of(const Value& table) {
  const Section section(table, "body");
  std::vector<std::string> ways = keys_of("body");
  std::erase_if(ways, [](const std::string& key) { return key == "mass" || key == "about"; });
  const std::string key = *section.only_one(ways, "one of them");
  const Value value = section.need(key, "");
  DescribedBody body = made_of(section, key, value);
  if (!body.inertia.satisfies_triangle_inequality()) {
    const Vec3<double> i = from_eigen(body.inertia.moments());
    value.warn(fmt::format(
        "no distribution of mass has these moments: {} exceeds the sum of {} and {}; the run continues",
        number_text(i.z), number_text(i.x), number_text(i.y)));
  }
  return body;
}

}  // namespace polhode::app
