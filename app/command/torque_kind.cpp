// SPDX-License-Identifier: MIT
#include "command/torque_kind.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <polhode/core/error.hpp>
#include <polhode/core/nearest.hpp>
#include <polhode/torque/built_in.hpp>

#include "table/number.hpp"

namespace polhode::app {
namespace {

constexpr const char* free_kind = "free";

using Parameters = std::span<const double>;

Eigen::Vector3d vector_at(Parameters p, std::size_t first) { return {p[first], p[first + 1], p[first + 2]}; }

/// What does not act is left out: what it acts on then keeps its energy, and the coefficients that need no damping serve.
Torque with_damping(const Torque& torque, const Eigen::Vector3d& d) {
  return d.isZero(0) ? torque : torque + linear_damping(d.asDiagonal());
}

std::vector<TorqueKind> all_kinds() {
  return {
      {"top",
       {"a_1", "a_2", "a_3", "chi_1", "chi_2", "chi_3"},
       "heavy top: p1..p3 = a in space, p4..p6 = chi in the body; potential a . Q chi",
       [](Parameters p) { return heavy_top(vector_at(p, 0), vector_at(p, 3)); }},
      {"damped_top",
       {"a_1", "a_2", "a_3", "chi_1", "chi_2", "chi_3", "d"},
       "the same with friction -d omega, d = p7",
       [](Parameters p) {
         return with_damping(heavy_top(vector_at(p, 0), vector_at(p, 3)), Eigen::Vector3d::Constant(p[6]));
       }},
      {"vessel",
       {"mass", "g", "GM_L", "GM_T", "D_1", "D_2", "D_3"},
       "floating vessel: mass, gravity, metacentric heights along and across, and damping\n"
       "-D omega, D = diag(p5, p6, p7); the third axis of space points upwards",
       [](Parameters p) { return with_damping(vessel_restoring(p[0], p[1], p[2], p[3]), vector_at(p, 4)); }},
      {"ggfix",
       {"n", "a_1", "a_2", "a_3"},
       "gravity gradient 3 n^2 c x I c: n = p1, the mass in the direction p2..p4 of space",
       [](Parameters p) { return gravity_gradient_fixed(p[0], vector_at(p, 1)); }},
      {"ggrot",
       {"n"},
       "the same on a circle: direction (cos nt, sin nt, 0), n = p1",
       [](Parameters p) { return gravity_gradient_circular(p[0]); }},
      {"ggell",
       {"n", "eccentricity", "pericentre"},
       "the same on a Kepler ellipse in that plane: mean motion n, eccentricity,\n"
       "time of the pericentre, which is in the direction (1, 0, 0)",
       [](Parameters p) { return gravity_gradient_elliptic(p[0], p[1], p[2]); }},
      {"damping",
       {"D_1", "D_2", "D_3"},
       "-D omega, D = diag(p1, p2, p3)",
       [](Parameters p) { return linear_damping(vector_at(p, 0).asDiagonal()); }},
      {"gyrostat",
       {"h_1", "h_2", "h_3"},
       "a wheel inside the body with the momentum p1..p3, which m does not contain",
       [](Parameters p) { return gyrostat(vector_at(p, 0)); }},
  };
}

const TorqueKind& kind_of(const std::string& name) {
  const auto& kinds = torque_kinds();
  const auto found = std::ranges::find(kinds, name, &TorqueKind::name);
  if (found != kinds.end()) return *found;
  std::vector<std::string> known{free_kind};
  for (const TorqueKind& kind : kinds) known.push_back(kind.name);
  throw InvalidInput("kind", fmt::format("\"{}\"", name),
                     fmt::format("one of {}{}", fmt::join(known, ", "), suggestion(name, known)));
}

double parameter(const TorqueKind& kind, std::size_t number, const std::string& text) {
  const ReadNumber read = read_number(text);
  if (read.expected == nullptr) return read.value;
  throw InvalidInput(fmt::format("p{} of kind {} ({})", number + 1, kind.name, kind.parameters[number]),
                     fmt::format("\"{}\"", text), read.expected);
}

}  // namespace

const std::vector<TorqueKind>& torque_kinds() {
  static const std::vector<TorqueKind> kinds = all_kinds();
  return kinds;
}

std::vector<std::string> torque_columns() {
  std::size_t most = 0;
  for (const TorqueKind& kind : torque_kinds()) most = std::max(most, kind.parameters.size());
  std::vector<std::string> columns{"kind"};
  for (std::size_t i = 1; i <= most; ++i) columns.push_back(fmt::format("p{}", i));
  return columns;
}

std::optional<Torque> torque_of(std::span<const std::string> texts) {
  const std::string name(trimmed(texts[0]));
  if (name.empty() || name == free_kind) return std::nullopt;
  const TorqueKind& kind = kind_of(name);
  std::vector<double> parameters;
  for (std::size_t i = 0; i < kind.parameters.size(); ++i)
    parameters.push_back(parameter(kind, i, texts[i + 1]));
  return kind.make(parameters);
}

}  // namespace polhode::app
