// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A torque as data: what a result stores of the torques that acted.

#include <Eigen/Core>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace polhode::app {

struct CatalogueTorque;
class TorqueArguments;

/// The kind of a torque and its parameters by the names of docs/torques.md, in the units of the run.
struct TorqueData {
  std::string kind;
  std::map<std::string, std::vector<double>> numbers{};     ///< numbers, vectors, matrices row by row, lists
  std::map<std::string, std::vector<std::string>> texts{};  ///< words and formulas

  /// A vector of three numbers; none where there is no such parameter.
  std::optional<Eigen::Vector3d> vector(const std::string& name) const;
};

/// The weight of a heavy top is always a vector of space that points upwards.
TorqueData torque_data(const CatalogueTorque& kind, const TorqueArguments& arguments);

}  // namespace polhode::app
