// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The torques that a row of a table can name: a kind, and its parameters p1, p2, ...
///
/// Convention. That of torque/built_in.hpp: space vectors in space, body vectors along the principal axes, in the order of I1 I2 I3.

#include <functional>
#include <optional>
#include <polhode/torque/torque.hpp>
#include <span>
#include <string>
#include <vector>

namespace polhode::app {

struct TorqueKind {
  std::string name;
  std::vector<std::string> parameters;  ///< what p1, p2, ... are
  std::string summary;
  std::function<Torque(std::span<const double>)> make;
};

const std::vector<TorqueKind>& torque_kinds();

/// The columns that describe a torque: kind, and p1, p2, ... up to the most that a kind has.
std::vector<std::string> torque_columns();

/// From the texts of those columns; none for the kind "free" and where none is named. Refuses a kind that is unknown, and a
/// parameter of the kind that is no finite number.
std::optional<Torque> torque_of(std::span<const std::string> texts);

}  // namespace polhode::app
