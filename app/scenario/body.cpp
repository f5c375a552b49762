// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <polhode/body/mesh.hpp>
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
  const double value = shape.need(key, "").positive();
  return {key == "mass" ? Matter::of_mass(value) : Matter::of_density(value), ", " + key + " " + text(value)};
}

DescribedBody from_moments(const Value& value) {
  const Eigen::Vector3d i = value.vector();
  return {value.made([&] { return Inertia::from_moments(i.x(), i.y(), i.z()); }),
          "principal moments " + text(i, ", ")};
}

DescribedBody from_tensor(const Value& value) {
  const Eigen::Matrix3d tensor = value.matrix();
  return {value.made([&] { return Inertia::from_tensor(tensor); }), "inertia tensor"};
}

DescribedBody from_points(const Value& value) {
  std::vector<PointMass> points;
  for (const Value& item : value.items()) {
    const Section point(item, "body.point_masses");
    points.push_back({point.need("mass", "a positive number").positive(),
                      point.need("position", "an array of 3 numbers").vector()});
  }
  if (points.size() < 2) value.refuse("two point masses at least");
  return {value.made([&] { return Inertia::from_point_masses(points); }),
          fmt::format("{} point masses", points.size())};
}

DescribedBody from_box(const Value& value) {
  const Section box(value, "body.box");
  const Value size = box.need("size", "size, the three edges");
  const Eigen::Vector3d edges = size.vector();
  const NamedMatter named = matter_of(box);
  return {size.made([&] { return solid_box(edges, named.matter).inertia; }),
          "box " + text(edges, " x ") + named.words};
}

DescribedBody from_ellipsoid(const Value& value) {
  const Section ellipsoid(value, "body.ellipsoid");
  const Value axes = ellipsoid.need("semi_axes", "semi_axes, three half diameters");
  const Eigen::Vector3d lengths = axes.vector();
  const NamedMatter named = matter_of(ellipsoid);
  return {axes.made([&] { return solid_ellipsoid(lengths, named.matter).inertia; }),
          "ellipsoid with semi-axes " + text(lengths, ", ") + named.words};
}

/// Hollow where an inner radius is given.
std::string inner_words(const std::optional<double>& inner) {
  return inner ? ", inner radius " + text(*inner) : "";
}

std::optional<double> inner_radius(const Section& shape) {
  const auto value = shape.find("inner_radius");
  return value ? std::optional(value->not_negative()) : std::nullopt;
}

DescribedBody from_sphere(const Value& value) {
  const Section sphere(value, "body.sphere");
  const double radius = sphere.need("radius", "a radius").positive();
  const auto inner = inner_radius(sphere);
  const NamedMatter named = matter_of(sphere);
  return {value.made([&] {
            return (inner ? hollow_sphere(radius, *inner, named.matter) : solid_sphere(radius, named.matter))
                .inertia;
          }),
          "sphere of radius " + text(radius) + inner_words(inner) + named.words};
}

DescribedBody from_cylinder(const Value& value) {
  const Section cylinder(value, "body.cylinder");
  const double radius = cylinder.need("radius", "a radius").not_negative();
  const double length = cylinder.need("length", "a length").not_negative();
  const auto axis_value = cylinder.find("axis");
  const FrameAxis axes[] = {FrameAxis::x, FrameAxis::y, FrameAxis::z};
  const FrameAxis axis = axis_value ? axes[axis_value->choice({"x", "y", "z"})] : FrameAxis::z;
  const auto inner = inner_radius(cylinder);
  const NamedMatter named = matter_of(cylinder);
  return {
      value.made([&] {
        return (inner ? hollow_cylinder(radius, *inner, length, axis, named.matter)
                      : solid_cylinder(radius, length, axis, named.matter))
            .inertia;
      }),
      "cylinder of radius " + text(radius) + inner_words(inner) + ", length " + text(length) + named.words};
}

MeshProperties read_mesh_beside(const Value& file, const Matter& matter) {
  FileCache* const files = file.context().files;
  if (files == nullptr) file.refuse("no other files here");
  try {
    return files->mesh(beside(file.context().file, file.text()), matter);
  } catch (const FileError& error) {
    file.refuse_at(error.what());
  } catch (const RefusedMesh& error) {
    file.refuse_at(error.what());
  } catch (const InvalidInput& error) {
    file.refuse_at(error.what());
  }
}

DescribedBody from_mesh(const Value& value) {
  const Section mesh(value, "body.mesh");
  const Value file = mesh.need("file", "the file of a mesh, STL or OBJ");
  const std::string& path = file.text();
  const NamedMatter named = matter_of(mesh);
  const MeshProperties found = read_mesh_beside(file, named.matter);
  if (found.was_inside_out)
    file.warn(
        "the triangles of the mesh go clockwise seen from outside; they were taken the other way round");
  if (found.degenerate_triangles > 0)
    file.warn(
        fmt::format("{} triangles with two corners at one place were left out", found.degenerate_triangles));
  if (found.cavities > 0)
    file.warn(fmt::format("{} of the {} shells of the mesh {} inside out: taken as {} without mass",
                          found.cavities, found.shells, found.cavities == 1 ? "is" : "are",
                          found.cavities == 1 ? "a cavity" : "cavities"));
  return {found.body.inertia, fmt::format("mesh {}{}", path, named.words)};
}

DescribedBody made_of(const std::string& key, const Value& value) {
  if (key == "moments") return from_moments(value);
  if (key == "tensor") return from_tensor(value);
  if (key == "point_masses") return from_points(value);
  if (key == "box") return from_box(value);
  if (key == "ellipsoid") return from_ellipsoid(value);
  if (key == "sphere") return from_sphere(value);
  if (key == "cylinder") return from_cylinder(value);
  return from_mesh(value);
}

}  // namespace

DescribedBody body_of(const Value& table) {
  const Section section(table, "body");
  const std::string key = *section.only_one(keys_of("body"), "one of them");
  const Value value = section.need(key, "");
  DescribedBody body = made_of(key, value);
  if (!body.inertia.satisfies_triangle_inequality()) {
    const auto& i = body.inertia.moments();
    value.warn(fmt::format(
        "no real body has such moments: {} is more than {} and {} together; it is run all the same",
        text(i.z), text(i.x), text(i.y)));
  }
  return body;
}

}  // namespace polhode::app
