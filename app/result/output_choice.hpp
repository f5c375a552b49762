// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What a user wants to have written, and what the units are called.

#include <polhode/torque/torque.hpp>
#include <string>
#include <vector>

namespace polhode::app {

/// The names of the formats that are written where the scenario chooses none (format.hpp).
std::vector<std::string> usual_formats();

/// Which files to write and what they contain.
struct OutputChoice {
  std::vector<std::string> columns;  ///< groups by name, see columns.hpp: "m", "omega", "q", ...
  std::vector<std::string> formats = usual_formats();  ///< of the tables, by name
  std::string euler_sequence = "ZYX";  ///< as rotation/euler.hpp has it: capitals turn about the body's axes
  bool in_degrees = false;
  bool divergence = false;  ///< whether the summary says how neighbouring motions part, under torque
};

/// Names of units, as the user calls them.
struct Units {
  std::string time{}, momentum{}, angular_velocity{}, energy{};
  std::string length{}, mass{};

  /// Of what a torque conserves; empty where it is not known.
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
