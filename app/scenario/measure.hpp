// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Numbers that carry a unit, "12 deg/s", and the units in which a scenario is written.
///
/// Convention. A unit is a product of symbols with whole powers: "kg m^2/s", "N*m", "deg/h"; all after the
///             one slash is divided by. The scenario's own units are those that [units] names for time,
///             length and mass; angles are radians. Length and mass may also come from the name of the
///             momentum ("kg m^2/s") or of the energy.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/output_choice.hpp"

namespace polhode::app {

/// The dimension of a quantity, as powers of these.
struct Dimension {
  int mass = 0, length = 0, time = 0, angle = 0, current = 0;
  bool operator==(const Dimension&) const = default;
};

namespace dimensions {
constexpr Dimension none{};
constexpr Dimension mass{1, 0, 0, 0};
constexpr Dimension length{0, 1, 0, 0};
constexpr Dimension time{0, 0, 1, 0};
constexpr Dimension angle{0, 0, 0, 1};
constexpr Dimension density{1, -3, 0, 0};
constexpr Dimension moment_of_inertia{1, 2, 0, 0};
constexpr Dimension momentum{1, 2, -1, 0};
constexpr Dimension angular_velocity{0, 0, -1, 1};
constexpr Dimension energy{1, 2, -2, 0};
}  // namespace dimensions

/// What a number means: its dimension, and the factor that turns a number without a unit into the scenario's
/// units.
struct Measure {
  Dimension dimension{};
  double plain = 1;
};

/// A number with its unit, in units of kg, m, s and rad.
struct MeasuredNumber {
  double value;
  Dimension dimension;
  std::string unit;
  bool is_ambiguous = false;  ///< "A" in it may be ampere or angstrom
};

/// From "12 deg/s". None if the text is not a finite number followed by a known unit.
std::optional<MeasuredNumber> measured_number(std::string_view text);

/// The dimension of a quantity as the catalogue of torques writes it: "radians / time", "torque * time^2".
Dimension dimension_of_quantity(std::string_view words);

/// The known symbols, for messages.
const std::string& known_units();

/// The units of a scenario, as far as it names them.
class ScenarioUnits {
 public:
  ScenarioUnits() = default;
  /// From the names in [units]; a name that is not a known unit is only a label.
  explicit ScenarioUnits(const Units& names);

  /// The scenario's own unit of this dimension, in kg, m, s and rad; none if a unit that it needs is not
  /// known, which `missing` then names: "time".
  std::optional<double> size(const Dimension& dimension, std::string& missing) const;

  /// What [units] calls the unit of "time", "length" or "mass"; empty if it says nothing.
  std::string name_of(const std::string& quantity) const;

  /// Contradictions among the names, a sentence each.
  const std::vector<std::string>& contradictions() const noexcept { return contradictions_; }

 private:
  std::optional<double> mass_, length_, time_;  // in kg, m, s
  Units names_{};
  std::vector<std::string> contradictions_;
};

}  // namespace polhode::app
