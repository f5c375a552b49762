// SPDX-License-Identifier: MIT
#include "scenario/keys.hpp"

#include <algorithm>
#include <stdexcept>

#include "catalogue/torques.hpp"
#include "result/format.hpp"

namespace polhode::app {
namespace {

constexpr std::string_view torque_prefix = "torque ";

std::vector<std::string> output_keys() {
  std::vector<std::string> keys{"columns"};
  for (const TableFormat& format : table_formats()) keys.push_back(format.name);
  keys.insert(keys.end(), {"euler_sequence", "degrees", "divergence"});
  return keys;
}

std::vector<SectionKeys> all_keys() {
  std::vector<SectionKeys> all{
      {"", {"title", "body", "start", "torque", "times", "method", "event", "output", "units", "ensemble"}},
      {"body",
       {"moments", "tensor", "point_masses", "box", "ellipsoid", "sphere", "cylinder", "mesh", "parts",
        "mass", "about"}},
      {"body.point_masses", {"mass", "position"}},
      {"body.box", {"size", "mass", "density"}},
      {"body.ellipsoid", {"semi_axes", "mass", "density"}},
      {"body.sphere", {"radius", "inner_radius", "mass", "density"}},
      {"body.cylinder", {"radius", "inner_radius", "length", "axis", "mass", "density"}},
      {"body.mesh", {"file", "mass", "density", "weld"}},
      {"body.parts",
       {"box", "ellipsoid", "sphere", "cylinder", "mesh", "point_mass", "position", "orientation", "cavity"}},
      {"start",
       {"time", "attitude", "angular_velocity", "momentum", "periods", "frame", "rate_unit", "space"}},
      {"start.attitude",
       {"quaternion", "scalar", "sense", "axis", "angle", "euler", "sequence", "unit", "matrix"}},
      {"start.angular_velocity", {"length", "direction"}},
      {"start.momentum", {"length", "direction"}},
      {"start.periods", {"regime", "rotation", "precession", "phase"}},
      {"times", {"end", "every", "count", "list"}},
      {"method", {"tolerance", "name", "step", "max_step", "free_method", "summation", "companion"}},
      {"event",
       {"name", "quantity", "body_axis", "space_axis", "orbit_axis", "unit", "value", "crossing", "stops"}},
      {"output", output_keys()},
      {"units", {"time", "momentum", "angular_velocity", "energy", "length", "mass"}},
      {"ensemble", {"runs", "seed"}},
      {"distribution", {"uniform", "normal", "log_uniform", "list", "choice"}},
  };
  for (const CatalogueTorque& torque : torques()) {
    all.push_back({torque_section(torque.name), {"kind"}});
    for (const TorqueParameter& parameter : torque.parameters) all.back().keys.push_back(parameter.name);
  }
  return all;
}

}  // namespace

const std::vector<SectionKeys>& section_keys() {
  static const std::vector<SectionKeys> all = all_keys();
  return all;
}

const std::vector<std::string>& keys_of(std::string_view section) {
  const auto& all = section_keys();
  const auto found = std::ranges::find(all, section, &SectionKeys::section);
  if (found == all.end()) throw std::logic_error("no such section of a scenario");
  return found->keys;
}

std::string torque_section(std::string_view torque) { return std::string(torque_prefix).append(torque); }

bool is_kind_of_torque(std::string_view section) { return section.starts_with(torque_prefix); }

bool is_bare_key(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

}  // namespace polhode::app
