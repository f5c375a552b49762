// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The output that a scenario asks for, and the names of units.

#include <polhode/torque/torque.hpp>
#include <string>
#include <vector>

namespace polhode::app {

/// The names of the formats that are written by default (format.hpp).
std::vector<std::string> usual_formats();

/// Which files to write and what they contain.
struct OutputChoice {
  std::vector<std::string> columns;  ///< groups by name, see columns.hpp: "m", "omega", "q", ...
  std::vector<std::string> formats = usual_formats();  ///< of the tables, by name
  std::string euler_sequence = "ZYX";  ///< see rotation/euler.hpp: capitals turn about the body's axes
  bool in_degrees = false;
  bool divergence = false;  ///< whether the summary has the divergence of neighbouring motions, under torque
};

/// Units, as the user names them.
struct Units {
  std::string time{}, momentum{}, angular_velocity{}, energy{};
  std::string length{}, mass{};

  /// Of a conserved quantity; empty if it is not known.
  std::string of_conserved(ConservedUnit unit) const {
    switch (unit) {
      case ConservedUnit::energy:
        return energy;
      case ConservedUnit::momentum:
        return momentum;
      case ConservedUnit::momentum_squared:
        return momentum.empty() ? "" : "(" + momentum + ")^2";
    }
    return "";
  }
};

}  // namespace polhode::app
