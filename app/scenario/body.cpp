// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <polhode/body/mesh.hpp>
#include <polhode/body/parts.hpp>
#include <polhode/body/shapes.hpp>

#include "core/number_text.hpp"
#include "exit_code.hpp"
#include "mesh/read_mesh.hpp"
#include "scenario/file_cache.hpp"
#include "scenario/keys.hpp"
#include "scenario/parts.hpp"

namespace polhode::app {
namespace {

std::string text(double x) { return number_text(x); }

std::string text(const Eigen::Vector3d& v, const char* between) {
  return text(v.x()) + between + text(v.y()) + between + text(v.z());
}

struct NamedMatter {
  Matter matter;
  std::string words;
};

NamedMatter matter_of(const Section& shape) {
  const std::string key = *shape.only_one({"mass", "density"}, "a mass or a density");
  const bool is_mass = key == "mass";
  const double value = shape.need(key, "").positive({is_mass ? dimensions::mass : dimensions::density});
  return {is_mass ? Matter::of_mass(value) : Matter::of_density(value), ", " + key + " " + text(value)};
}

/// Matter of which mass, centre and inertia are known.
struct Piece {
  MassProperties properties;
  std::string words;
  std::optional<double> reach;
};

constexpr Measure in_lengths{dimensions::length};

Piece box_of(const Value& value) {
  const Section box(value, "body.box");
  const Value size = box.need("size", "size, the three edges");
  const Eigen::Vector3d edges = size.vector(in_lengths);
  const NamedMatter named = matter_of(box);
  return {size.made([&] { return solid_box(edges, named.matter); }),
          "box " + text(edges, " x ") + named.words, edges.norm() / 2};
}

Piece ellipsoid_of(const Value& value) {
  const Section ellipsoid(value, "body.ellipsoid");
  const Value axes = ellipsoid.need("semi_axes", "semi_axes, three half diameters");
  const Eigen::Vector3d lengths = axes.vector(in_lengths);
  const NamedMatter named = matter_of(ellipsoid);
  return {axes.made([&] { return solid_ellipsoid(lengths, named.matter); }),
          "ellipsoid with semi-axes " + text(lengths, ", ") + named.words, lengths.maxCoeff()};
}

/// Hollow where an inner radius is given.
std::string inner_words(const std::optional<double>& inner) {
  return inner ? ", inner radius " + text(*inner) : "";
}

std::optional<double> inner_radius(const Section& shape) {
  const auto value = shape.find("inner_radius");
  return value ? std::optional(value->not_negative(in_lengths)) : std::nullopt;
}

Piece sphere_of(const Value& value) {
  const Section sphere(value, "body.sphere");
  const double radius = sphere.need("radius", "a radius").positive(in_lengths);
  const auto inner = inner_radius(sphere);
  const NamedMatter named = matter_of(sphere);
  return {value.made([&] {
            return inner ? hollow_sphere(radius, *inner, named.matter) : solid_sphere(radius, named.matter);
          }),
          "sphere of radius " + text(radius) + inner_words(inner) + named.words, radius};
}

Piece cylinder_of(const Value& value) {
  const Section cylinder(value, "body.cylinder");
  const double radius = cylinder.need("radius", "a radius").not_negative(in_lengths);
  const double length = cylinder.need("length", "a length").not_negative(in_lengths);
  const auto axis_value = cylinder.find("axis");
  const FrameAxis axes[] = {FrameAxis::x, FrameAxis::y, FrameAxis::z};
  const FrameAxis axis = axis_value ? axes[axis_value->choice({"x", "y", "z"})] : FrameAxis::z;
  const auto inner = inner_radius(cylinder);
  const NamedMatter named = matter_of(cylinder);
  return {
      value.made([&] {
        return inner ? hollow_cylinder(radius, *inner, length, axis, named.matter)
                     : solid_cylinder(radius, length, axis, named.matter);
      }),
      "cylinder of radius " + text(radius) + inner_words(inner) + ", length " + text(length) + named.words,
      std::hypot(radius, length / 2)};
}

MeshProperties read_mesh_beside(const Value& file, const Matter& matter, std::optional<double> weld) {
  FileCache* const files = file.context().files;
  if (files == nullptr) file.refuse("no other files here");
  try {
    return files->mesh(beside(file.context().file, file.text()), matter, weld);
  } catch (const FileError& error) {
    file.fail_at(error.what());
  } catch (const RefusedMesh& error) {
    file.refuse_at(error.what());
  } catch (const InvalidInput& error) {
    file.refuse_at(error.what());
  }
}

Piece mesh_of(const Value& value) {
  const Section mesh(value, "body.mesh");
  const Value file = mesh.need("file", "the file of a mesh, STL or OBJ");
  const std::string& path = file.text();
  const NamedMatter named = matter_of(mesh);
  const auto weld_value = mesh.find("weld");
  const std::optional<double> weld =
      weld_value ? std::optional(weld_value->not_negative(in_lengths)) : std::nullopt;
  const MeshProperties found = read_mesh_beside(file, named.matter, weld);
  if (found.was_inside_out)
    file.warn(
        "the triangles of the mesh go clockwise seen from outside; they were taken the other way round");
  if (found.degenerate_triangles > 0)
    file.warn(
        fmt::format("{} triangles with two corners at one place were left out", found.degenerate_triangles));
  if (found.welded_vertices > 0)
    file.warn(
        fmt::format("the surface closes only if vertices within {:.3g} of each other are taken as one: {} "
                    "of them were welded (`weld` says within which distance)",
                    found.weld_distance, found.welded_vertices));
  if (found.cavities > 0)
    file.warn(fmt::format("{} of the {} shells of the mesh {} inside out: taken as {} without mass",
                          found.cavities, found.shells, found.cavities == 1 ? "is" : "are",
                          found.cavities == 1 ? "a cavity" : "cavities"));
  return {found.body, fmt::format("mesh {}{}", path, named.words), std::nullopt};
}

using PieceOf = Piece (*)(const Value& value);

/// By its key; null for what is no shape.
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
  if (points.size() < 2) value.refuse("two point masses at least");
  double mass = 0, reach = 0;
  Eigen::Vector3d first = Eigen::Vector3d::Zero();
  for (const PointMass& point : points) {
    mass += point.mass;
    first += point.mass * point.position;
  }
  const Eigen::Vector3d centre = first / mass;
  for (const PointMass& point : points) reach = std::max(reach, (point.position - centre).norm());
  return {{mass, 0, centre, value.made([&] { return Inertia::from_point_masses(points); })},
          fmt::format("{} point masses", points.size()),
          reach};
}

/// One part of a body of parts, and how far from the origin it reaches.
struct PlacedPart {
  BodyPart part;
  std::string words;
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
      if (turned) turned->refuse("no orientation of a point");
      const double mass = what.positive({dimensions::mass});
      return {what.made([&] { return part(PointMass{mass, position}); }), "point mass " + text(mass), 0.0};
    }
    const Piece piece = piece_reader(key)(what);
    const Eigen::Quaterniond orientation = turned ? attitude_of(*turned) : Eigen::Quaterniond::Identity();
    return {value.made([&] { return part(piece.properties, position, orientation); }), piece.words,
            piece.reach};
  }();
  if (place) placed.words += " at (" + text(position, ", ") + ")";
  if (hole && hole->flag()) {
    placed.part = cavity(placed.part);
    placed.words = "cavity: " + placed.words;
  }
  return placed;
}

Piece parts_of(const Value& value) {
  std::vector<BodyPart> parts;
  std::vector<std::optional<double>> reaches;
  std::string words;
  const auto items = value.items();
  if (items.empty()) value.refuse("one part at least, each under [[body.parts]] in two brackets");
  for (const Value& item : items) {
    PlacedPart placed = part_of_body(item);
    parts.push_back(placed.part);
    reaches.push_back(placed.reach);
    words += (words.empty() ? "" : "; ") + placed.words;
  }
  const MassProperties whole = value.made([&] { return mass_properties(std::span<const BodyPart>(parts)); });
  std::optional<double> reach = 0;
  for (std::size_t i = 0; i < parts.size() && reach; ++i)
    reach = reaches[i]
                ? std::optional(std::max(*reach, (parts[i].centre - whole.centre).norm() + *reaches[i]))
                : std::nullopt;
  return {whole, fmt::format("{} part{}: {}", parts.size(), parts.size() == 1 ? "" : "s", words), reach};
}

/// What [body] may say of moments or a tensor: their mass, and about which point they are.
void take_point(const Section& section, DescribedBody& body) {
  body.about = GivenAbout::unsaid;
  if (const auto about = section.find("about"))
    body.about =
        about->choice({"centre_of_mass", "pivot"}) == 0 ? GivenAbout::centre_of_mass : GivenAbout::pivot;
  if (const auto mass = section.find("mass")) body.mass = mass->positive({dimensions::mass});
  if (body.about == GivenAbout::centre_of_mass && body.mass)
    body.matter = MassProperties{*body.mass, 0, Eigen::Vector3d::Zero(), body.inertia};
}

DescribedBody from_moments(const Value& value) {
  const Eigen::Vector3d i = value.vector({dimensions::moment_of_inertia});
  return {value.made([&] { return Inertia::from_moments(i.x(), i.y(), i.z()); }),
          "principal moments " + text(i, ", ")};
}

DescribedBody from_tensor(const Value& value) {
  const Eigen::Matrix3d tensor = value.matrix({dimensions::moment_of_inertia});
  return {value.made([&] { return Inertia::from_tensor(tensor); }), "inertia tensor"};
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
  DescribedBody body{piece.properties.inertia, piece.words, piece.properties};
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
    const auto& i = body.inertia.moments();
    value.warn(fmt::format(
        "no real body has such moments: {} is more than {} and {} together; it is run all the same",
        text(i.z), text(i.x), text(i.y)));
  }
  return body;
}

}  // namespace polhode::app
