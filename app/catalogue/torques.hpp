// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The catalogue of torques: their names, their parameters and how they are made. Scenarios, tables, the help
/// of `polhode propagate` and docs/torques.md come from it; a new torque is added in torques.cpp alone.
///
/// Convention. That of torque/built_in.hpp: body vectors in the user's body frame, space vectors in space.
///             Units are the user's own; the catalogue says which quantity each parameter is.

#include <functional>
#include <optional>
#include <polhode/simulation/torqued_derivative.hpp>
#include <polhode/torque/orbit_frame.hpp>
#include <polhode/torque/torque.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/given.hpp"

namespace polhode::app {

enum class ParameterType {
  number,
  positive_number,
  number_not_negative,
  vector,
  direction,  ///< a vector that is made a unit vector
  number_or_vector,
  matrix,
  word,  ///< one of a few
  numbers,
  vectors,
  table_file,       ///< a CSV file from which `times` and `torques` are read
  formula,          ///< a formula for a number
  vector_formula,   ///< one for a vector, or three for its components
  named_constants,  ///< a table of numbers and vectors
  named_vectors     ///< a table of vectors
};

/// As documentation calls it: "number", "array of vectors".
const char* type_text(ParameterType type);

enum class Need {
  always,
  never,       ///< it has a default
  one_of_them  ///< exactly one of the parameters that are marked so
};

struct TorqueParameter {
  std::string name;
  ParameterType type;
  std::string unit;  ///< the quantity: "mass", "length / time^2"; empty for a pure number or a word
  std::string meaning;
  Need need = Need::always;
  std::string otherwise{};           ///< the default, as text
  std::vector<std::string> words{};  ///< of a word: all that are allowed, the default first
  /// It means nothing beside this parameter; beside a number_or_vector only if that is a vector.
  std::string not_with{};
  std::string as_many_as{};  ///< it must have as many entries as this parameter

  /// What a refusal asks for if it is missing: "a number (mass)".
  std::string expected() const;
};

struct DescribedTorque {
  Torque torque;
  OrbitFrame orbit{};  ///< of a torque that has an orbit; else empty
  std::vector<std::string> warnings{};
  TorqueFamily family{};       ///< the torque as a function of its own numbers; empty if none acts
  std::vector<Given> given{};  ///< of each part, if a scenario gives them
};

struct CatalogueTorque {
  std::string name;
  std::string summary;
  std::vector<TorqueParameter> parameters;
  std::function<DescribedTorque(const Given&)> make;  ///< refuses what the library refuses
  /// "gravity gradient, mean motion 1, ..."
  std::function<std::string(const Given&)> words;
  std::string expected_one{};  ///< what a refusal asks for if none of those marked one_of_them is there

  /// The parameter of that name, which must be one of them.
  const TorqueParameter& parameter(const std::string& of_name) const;
};

const std::vector<CatalogueTorque>& torques();

/// A sum of torques in a sentence; empty if none acts.
std::string torque_words(const std::vector<Given>& torques);

/// The torque of that name; null if there is none.
const CatalogueTorque* find_torque(std::string_view name);

/// The torque as a function of its own numbers, to find what their rounding does: of all but those that are
/// 0, the times of a table, an impulse, and what is in the text of a formula. The torques of a table count as
/// one number, the greatest, with which all of them are scaled.
TorqueFamily torque_by_numbers(const CatalogueTorque& kind, const Given& given);

/// The sum of torques. Impulses are collected first: added one by one, n of them would take n^2 steps.
Torque sum_of(const std::vector<Torque>& terms);

/// The sum of the terms, as a function of the numbers of all of them in turn.
TorqueFamily sum_of(std::vector<TorqueFamily> terms);

/// The damping -D omega that a row may add to its torque. It is left out if D = 0: then the torque keeps
/// its energy, and splittings for torques that do not depend on the momentum can be used.
enum class RowDamping { none, one_coefficient, three_coefficients };

/// A torque in a row of a table: a word in the column `kind`, numbers in p1, p2, ...
struct RowKind {
  std::string name, torque;
  /// As the catalogue calls them. A vector takes three columns, which messages call weight_1 to weight_3.
  std::vector<std::string> parameters;
  RowDamping damping;   ///< other than none: the kind is a combination of the torque and `linear_damping`
  std::string summary;  ///< for the help; may have several lines

  /// What p1, p2, ... are.
  std::vector<std::string> columns() const;
};

const std::vector<RowKind>& row_kinds();

/// The columns that describe a torque: kind, and p1, p2, ... up to the most that a kind has.
std::vector<std::string> torque_columns();

/// From the texts of those columns; empty for the kind "free" or an empty one.
/// @throws InvalidInput for an unknown kind, and for a parameter that is not a finite number
std::optional<DescribedTorque> torque_of(std::span<const std::string> texts);

}  // namespace polhode::app
