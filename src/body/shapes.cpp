// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <polhode/body/shapes.hpp>
#include <polhode/core/error.hpp>
#include <string>

#include "body/range.hpp"
#include "core/number_text.hpp"

namespace polhode {
namespace {

// Squares and cubes at extreme scales overflow a double, and the round-off of a long double is not visible in
// the result.
using Real = long double;
using WideTriple = std::array<Real, 3>;

constexpr Real pi = std::numbers::pi_v<Real>;

/// A length; may be 0 only if a mass is given.
Real checked_length(double value, const std::string& name, const Matter& matter) {
  if (!(value >= 0 && std::isfinite(value)))
    throw InvalidInput(name, number_text(value), "a finite length that is not negative");
  if (value == 0 && matter.is_density())
    throw InvalidInput(name, number_text(value),
                       "a positive length (a body without volume needs a mass, not a density)");
  return static_cast<Real>(value);
}

/// Mass properties from the volume and the second moments int x_k^2 dm / mass.
MassProperties properties(const std::string& shape, const Matter& matter, Real volume,
                          const WideTriple& second) {
  const Real mass = matter.mass_of(volume);
  const auto moment = [&](std::size_t i, std::size_t j) {
    return in_range(mass * (second[i] + second[j]), shape + ": moment of inertia");
  };
  if (std::count(second.begin(), second.end(), Real(0)) == 3)
    throw InvalidInput(shape, "no extent", "at least one positive length");
  return {in_range(mass, shape + ": mass"), static_cast<double>(volume), Eigen::Vector3d::Zero(),
          Inertia::from_moments(moment(1, 2), moment(2, 0), moment(0, 1))};
}

/// Second moments of a solid of revolution.
WideTriple along(FrameAxis axis, Real axial, Real radial) noexcept {
  WideTriple result{radial, radial, radial};
  result[static_cast<std::size_t>(axis)] = axial;
  return result;
}

WideTriple lengths_of(const Eigen::Vector3d& given, const std::string& name, const Matter& matter) {
  return {checked_length(given.x(), name + " along x", matter),
          checked_length(given.y(), name + " along y", matter),
          checked_length(given.z(), name + " along z", matter)};
}

/// The inner radius; may be 0 and, if a mass is given, equal to the outer radius.
Real checked_inner(double inner, double outer, const std::string& name, const Matter& matter) {
  if (!(inner >= 0 && inner <= outer) || (inner == outer && matter.is_density()))
    throw InvalidInput(name, number_text(inner),
                       "a radius from 0 to the outer radius, " + number_text(outer) +
                           (matter.is_density() ? ", and smaller if a density is given" : ""));
  return static_cast<Real>(inner);
}

}  // namespace

FrameAxis frame_axis_from_text(std::string_view text) {
  if (text == "x" || text == "X") return FrameAxis::x;
  if (text == "y" || text == "Y") return FrameAxis::y;
  if (text == "z" || text == "Z") return FrameAxis::z;
  throw InvalidInput("axis", "\"" + std::string(text) + "\"", "x, y or z");
}

MassProperties solid_box(const Eigen::Vector3d& edges, const Matter& matter) {
  const auto [a, b, c] = lengths_of(edges, "box: edge", matter);
  return properties("box", matter, a * b * c, {a * a / 12, b * b / 12, c * c / 12});
}

MassProperties solid_ellipsoid(const Eigen::Vector3d& semi_axes, const Matter& matter) {
  const auto [a, b, c] = lengths_of(semi_axes, "ellipsoid: semi-axis", matter);
  return properties("ellipsoid", matter, 4 * pi / 3 * a * b * c, {a * a / 5, b * b / 5, c * c / 5});
}

MassProperties solid_sphere(double radius, const Matter& matter) {
  const Real r = checked_length(radius, "sphere: radius", matter);
  return properties("sphere", matter, 4 * pi / 3 * r * r * r, {r * r / 5, r * r / 5, r * r / 5});
}

MassProperties hollow_sphere(double outer_radius, double inner_radius, const Matter& matter) {
  const Real R = checked_length(outer_radius, "hollow sphere: outer radius", matter);
  const Real r = checked_inner(inner_radius, outer_radius, "hollow sphere: inner radius", matter);
  // (R^5 - r^5)/(R^3 - r^3), numerator and denominator divided by R - r.
  const Real cubes = R * R + R * r + r * r, fifths = R * R * R * R + R * r * cubes + r * r * r * r;
  const Real second = R > 0 ? fifths / cubes / 5 : 0;
  return properties("hollow sphere", matter, 4 * pi / 3 * (R - r) * cubes, {second, second, second});
}

MassProperties solid_cylinder(double radius, double length, FrameAxis axis, const Matter& matter) {
  const Real R = checked_length(radius, "cylinder: radius", matter);
  const Real L = checked_length(length, "cylinder: length", matter);
  return properties("cylinder", matter, pi * R * R * L, along(axis, L * L / 12, R * R / 4));
}

MassProperties hollow_cylinder(double outer_radius, double inner_radius, double length, FrameAxis axis,
                               const Matter& matter) {
  const Real R = checked_length(outer_radius, "hollow cylinder: outer radius", matter);
  const Real r = checked_inner(inner_radius, outer_radius, "hollow cylinder: inner radius", matter);
  const Real L = checked_length(length, "hollow cylinder: length", matter);
  return properties("hollow cylinder", matter, pi * (R - r) * (R + r) * L,
                    along(axis, L * L / 12, (R * R + r * r) / 4));
}

}  // namespace polhode
