// SPDX-License-Identifier: MIT
#include "catalogue/bodies.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <polhode/core/error.hpp>

#include "core/number_text.hpp"

namespace polhode::app {
namespace {

[[noreturn]] void refuse(const Given& body, const std::string& name) {
  throw InvalidInput(fmt::format("{}.{}", body.kind, name), "nothing that suits it", "a value");
}

std::string number(const Given& body, const std::string& name) {
  const auto value = body.number(name);
  if (!value) refuse(body, name);
  return number_text(*value);
}

std::string joined(const Given& body, const std::string& name, const char* between) {
  const auto v = body.vector(name);
  if (!v) refuse(body, name);
  return number_text(v->x()) + between + number_text(v->y()) + between + number_text(v->z());
}

/// Hollow where an inner radius is given.
std::string inner_words(const Given& body) {
  return body.number("inner_radius") ? ", inner radius " + number(body, "inner_radius") : "";
}

std::string matter_words(const Given& body) {
  for (const char* name : {"mass", "density"})
    if (body.number(name)) return fmt::format(", {} {}", name, number(body, name));
  refuse(body, "mass");
}

std::string shape_words(const Given& body) {
  const std::string& kind = body.kind;
  if (kind == "box") return "box " + joined(body, "size", " x ") + matter_words(body);
  if (kind == "ellipsoid")
    return "ellipsoid with semi-axes " + joined(body, "semi_axes", ", ") + matter_words(body);
  if (kind == "sphere")
    return "sphere of radius " + number(body, "radius") + inner_words(body) + matter_words(body);
  if (kind == "cylinder")
    return "cylinder of radius " + number(body, "radius") + inner_words(body) + ", length " +
           number(body, "length") + matter_words(body);
  if (kind == "mesh") return "mesh " + body.text("file") + matter_words(body);
  if (kind == "point_mass") return "point mass " + number(body, "mass");
  throw InvalidInput("body", fmt::format("the kind \"{}\"", kind), "a kind of body that scenarios know");
}

std::string part_words(const Given& part) {
  std::string words = shape_words(part);
  if (part.vector("position")) words += " at (" + joined(part, "position", ", ") + ")";
  return part.number("cavity") ? "cavity: " + words : words;
}

}  // namespace

std::string body_words(const Given& body) {
  if (body.kind == "moments") return "principal moments " + joined(body, "moments", ", ");
  if (body.kind == "tensor") return "inertia tensor";
  const std::size_t count = body.parts.size();
  if (body.kind == "point_masses") return fmt::format("{} point masses", count);
  if (body.kind != "parts") return shape_words(body);
  std::string words;
  for (const Given& part : body.parts) words += (words.empty() ? "" : "; ") + part_words(part);
  return fmt::format("{} part{}: {}", count, count == 1 ? "" : "s", words);
}

}  // namespace polhode::app
