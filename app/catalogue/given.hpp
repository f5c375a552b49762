// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What a user has given, as data: what a result stores of the body, the torques and the events.

#include <Eigen/Core>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace polhode::app {

/// The kind of a body or of a torque, and its parameters by their names in scenarios, in the units of the
/// run.
struct Given {
  std::string kind;
  std::map<std::string, std::vector<double>> numbers{};     ///< numbers, vectors, matrices row by row, lists
  std::map<std::string, std::vector<std::string>> texts{};  ///< words, names of files and formulas
  std::vector<Given> parts{};                               ///< of a body of parts

  bool operator==(const Given&) const = default;

  /// A parameter that is one number; none if there is no such parameter.
  std::optional<double> number(const std::string& name) const;
  /// A parameter that is a vector of three numbers; none if there is no such parameter.
  std::optional<Eigen::Vector3d> vector(const std::string& name) const;
  /// A text; empty if there is none.
  std::string text(const std::string& name) const;

  /// The same for parameters that must be there. Throw InvalidInput, with kind and name, if one is not.
  double needed_number(const std::string& name) const;
  Eigen::Vector3d needed_vector(const std::string& name) const;

  void set(const std::string& name, double number) { numbers[name] = {number}; }
  void set(const std::string& name, const Eigen::Vector3d& v) { numbers[name] = {v.x(), v.y(), v.z()}; }
  void set(const std::string& name, const Eigen::Matrix3d& matrix);
};

/// "box 1 x 2 x 3, mass 5": a body as it was given. Throws InvalidInput if a parameter of its kind is
/// missing.
std::string body_words(const Given& body);

/// The passage of a quantity through a value: the keys of [[event]] in a scenario, in the units of the run
/// and radians.
struct EventData {
  std::string name;
  std::string quantity;  ///< "m_1", "angle", ... (docs/scenario.md)
  double value = 0;
  std::string crossing = "either";  ///< "rising", "falling" or "either"
  bool stops = false;
  /// Unit vectors, if the quantity is an angle with such axes.
  std::optional<Eigen::Vector3d> body_axis{}, space_axis{}, orbit_axis{};

  bool operator==(const EventData&) const = default;
};

}  // namespace polhode::app
