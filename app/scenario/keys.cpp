// SPDX-License-Identifier: MIT
#include "scenario/keys.hpp"

#include <algorithm>
#include <stdexcept>

namespace polhode::app {
namespace {

constexpr std::string_view torque_prefix = "torque ";

}  // namespace

const std::vector<SectionKeys>& section_keys() {
  static const std::vector<SectionKeys> all{
      {"", {"title", "body", "start", "torque", "times", "method", "event", "output", "units", "ensemble"}},
      {"body", {"moments", "tensor", "point_masses", "box", "ellipsoid", "sphere", "cylinder", "mesh"}},
      {"body.point_masses", {"mass", "position"}},
      {"body.box", {"size", "mass", "density"}},
      {"body.ellipsoid", {"semi_axes", "mass", "density"}},
      {"body.sphere", {"radius", "inner_radius", "mass", "density"}},
      {"body.cylinder", {"radius", "inner_radius", "length", "axis", "mass", "density"}},
      {"body.mesh", {"file", "mass", "density"}},
      {"start", {"time", "attitude", "angular_velocity", "momentum", "frame", "rate_unit"}},
      {"start.attitude",
       {"quaternion", "scalar", "sense", "axis", "angle", "euler", "sequence", "unit", "matrix"}},
      {"start.angular_velocity", {"length", "direction"}},
      {"start.momentum", {"length", "direction"}},
      {"torque heavy_top", {"kind", "weight", "centre_of_mass", "up"}},
      {"torque gravity_gradient_fixed", {"kind", "mean_motion", "direction"}},
      {"torque gravity_gradient_circular", {"kind", "mean_motion", "first", "towards"}},
      {"torque gravity_gradient_elliptic",
       {"kind", "mean_motion", "eccentricity", "pericentre_time", "first", "towards"}},
      {"torque vessel", {"kind", "mass", "gravity", "longitudinal_height", "transverse_height"}},
      {"torque damping", {"kind", "coefficients", "matrix"}},
      {"torque drag", {"kind", "coefficients"}},
      {"torque internal_dissipation", {"kind", "strength"}},
      {"torque gyrostat", {"kind", "momentum"}},
      {"torque steady", {"kind", "torque", "frame"}},
      {"torque table", {"kind", "times", "torques", "file", "frame", "beyond"}},
      {"torque impulse", {"kind", "time", "momentum", "frame"}},
      {"times", {"end", "every", "count", "list"}},
      {"method", {"tolerance", "name", "step", "drift", "summation"}},
      {"event", {"name", "quantity", "body_axis", "space_axis", "unit", "value", "direction", "stop"}},
      {"output", {"columns", "csv", "hdf5", "euler_sequence", "degrees"}},
      {"units", {"time", "momentum", "angular_velocity", "energy"}},
      {"ensemble", {"runs", "seed"}},
      {"distribution", {"uniform", "normal", "log_uniform", "list", "choice"}},
  };
  return all;
}

const std::vector<std::string>& keys_of(std::string_view section) {
  const auto& all = section_keys();
  const auto found = std::ranges::find(all, section, &SectionKeys::section);
  if (found == all.end()) throw std::logic_error("no such section of a scenario");
  return found->keys;
}

const std::vector<std::string>& torque_kind_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> kinds;
    for (const auto& [section, keys] : section_keys())
      if (is_kind_of_torque(section)) kinds.push_back(section.substr(torque_prefix.size()));
    return kinds;
  }();
  return names;
}

bool is_kind_of_torque(std::string_view section) { return section.starts_with(torque_prefix); }

bool is_bare_key(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

}  // namespace polhode::app
