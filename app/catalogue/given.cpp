// SPDX-License-Identifier: MIT
#include "catalogue/given.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <polhode/core/error.hpp>

#include "core/number_text.hpp"

namespace polhode::app {
namespace {

[[noreturn]] void refuse(const Given& given, const std::string& name, const char* expected) {
  throw InvalidInput(fmt::format("{}.{}", given.kind, name), "nothing", expected);
}

std::string number_words(const Given& body, const std::string& name) {
  return number_text(body.needed_number(name));
}

std::string vector_words(const Given& body, const std::string& name, const char* between) {
  const Eigen::Vector3d v = body.needed_vector(name);
  return number_text(v.x()) + between + number_text(v.y()) + between + number_text(v.z());
}

std::string inner_words(const Given& body) {
  return body.number("inner_radius") ? ", inner radius " + number_words(body, "inner_radius") : "";
}

std::string matter_words(const Given& body) {
  const char* name = body.number("density") ? "density" : "mass";
  return fmt::format(", {} {}", name, number_words(body, name));
}

std::string shape_words(const Given& body) {
  const std::string& kind = body.kind;
  if (kind == "box") return "box " + vector_words(body, "size", " x ") + matter_words(body);
  if (kind == "ellipsoid")
    return "ellipsoid with semi-axes " + vector_words(body, "semi_axes", ", ") + matter_words(body);
  if (kind == "sphere")
    return "sphere of radius " + number_words(body, "radius") + inner_words(body) + matter_words(body);
  if (kind == "cylinder")
    return "cylinder of radius " + number_words(body, "radius") + inner_words(body) + ", length " +
           number_words(body, "length") + matter_words(body);
  if (kind == "mesh") return "mesh " + body.text("file") + matter_words(body);
  if (kind == "point_mass") return "point mass " + number_words(body, "mass");
  throw InvalidInput("body", fmt::format("the kind \"{}\"", kind), "a kind of body that scenarios know");
}

std::string part_words(const Given& part) {
  std::string words = shape_words(part);
  if (part.vector("position")) words += " at (" + vector_words(part, "position", ", ") + ")";
  return part.number("cavity") ? "cavity: " + words : words;
}

}  // namespace

std::optional<double> Given::number(const std::string& name) const {
  const auto found = numbers.find(name);
  if (found == numbers.end() || found->second.size() != 1) return std::nullopt;
  return found->second[0];
}

std::optional<Eigen::Vector3d> Given::vector(const std::string& name) const {
  const auto found = numbers.find(name);
  if (found == numbers.end() || found->second.size() != 3) return std::nullopt;
  return Eigen::Vector3d(found->second[0], found->second[1], found->second[2]);
}

std::string Given::text(const std::string& name) const {
  const auto found = texts.find(name);
  return found == texts.end() || found->second.empty() ? "" : found->second[0];
}

double Given::needed_number(const std::string& name) const {
  if (const auto found = number(name)) return *found;
  refuse(*this, name, "a number");
}

Eigen::Vector3d Given::needed_vector(const std::string& name) const {
  if (const auto found = vector(name)) return *found;
  refuse(*this, name, "a vector of 3 numbers");
}

void Given::set(const std::string& name, const Eigen::Matrix3d& matrix) {
  const Eigen::Matrix3d by_rows = matrix.transpose();
  numbers[name] = {by_rows.data(), by_rows.data() + by_rows.size()};
}

std::string body_words(const Given& body) {
  if (body.kind == "moments") return "principal moments " + vector_words(body, "moments", ", ");
  if (body.kind == "tensor") return "inertia tensor";
  const std::size_t count = body.parts.size();
  if (body.kind == "point_masses") return fmt::format("{} point masses", count);
  if (body.kind != "parts") return shape_words(body);
  std::string words;
  for (const Given& part : body.parts) words += (words.empty() ? "" : "; ") + part_words(part);
  return fmt::format("{} part{}: {}", count, count == 1 ? "" : "s", words);
}

}  // namespace polhode::app
