// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// An event as data: what a result stores of what was watched for.

#include <Eigen/Core>
#include <optional>
#include <string>

namespace polhode::app {

/// The passage of a quantity through a value: the keys of [[event]] in a scenario, in the units of the run
/// and radians.
struct EventData {
  std::string name;
  std::string quantity;  ///< "m_1", "angle", ... (docs/scenario.md)
  double value = 0;
  std::string crossing = "either";  ///< "rising", "falling" or "either"
  bool stops = false;
  /// Of an angle, unit vectors; none where it knows no such axis.
  std::optional<Eigen::Vector3d> body_axis{}, space_axis{}, orbit_axis{};

  bool operator==(const EventData&) const = default;
};

}  // namespace polhode::app
