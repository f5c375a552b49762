// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What a user has given, as data: what a result stores of the body and of the torques that acted.

#include <Eigen/Core>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace polhode::app {

/// The kind of a body or of a torque, and its parameters by the names that scenarios have, in the units of
/// the run.
struct Given {
  std::string kind;
  std::map<std::string, std::vector<double>> numbers{};     ///< numbers, vectors, matrices row by row, lists
  std::map<std::string, std::vector<std::string>> texts{};  ///< words, names of files and formulas
  std::vector<Given> parts{};                               ///< of a body of parts

  bool operator==(const Given&) const = default;

  /// A number; none where there is no such parameter.
  std::optional<double> number(const std::string& name) const;
  /// A vector of three numbers; none where there is no such parameter.
  std::optional<Eigen::Vector3d> vector(const std::string& name) const;
  /// A text; empty where there is none.
  std::string text(const std::string& name) const;
};

}  // namespace polhode::app
