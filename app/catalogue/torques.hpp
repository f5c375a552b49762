// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The catalogue of torques: their names, their parameters and how they are made. Scenarios, tables, the help
/// of `polhode propagate` and docs/torques.md come from it; a new torque is added in torques.cpp alone.
///
/// Convention. That of torque/built_in.hpp: body vectors in the user's body frame, space vectors in space.
///             Units are the user's own; the catalogue says which quantity each parameter is.

#include <Eigen/Core>
#include <functional>
#include <map>
#include <optional>
#include <polhode/core/error.hpp>
#include <polhode/simulation/torqued_derivative.hpp>
#include <polhode/torque/formula_text.hpp>
#include <polhode/torque/orbit_frame.hpp>
#include <polhode/torque/torque.hpp>
#include <span>
#include <string>
#include <string_view>
#include <variant>
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
  std::string expected{};            ///< what a refusal asks for where it is missing
  std::string otherwise{};           ///< the default, as text
  std::vector<std::string> words{};  ///< of a word: all that are allowed, the default first
  std::string
      not_with{};  ///< it means nothing beside this parameter; beside a number_or_vector, if that is a vector
  std::string as_many_as{};  ///< it must have as many entries as this parameter
};

/// The values of parameters, by name.
class TorqueArguments {
 public:
  using Value = std::variant<double, Eigen::Vector3d, Eigen::Matrix3d, std::string, std::vector<double>,
                             std::vector<Eigen::Vector3d>, std::vector<std::string>, FormulaNames>;

  void set(const std::string& name, Value value) { values_.insert_or_assign(name, std::move(value)); }

  /// Null where it is not there, or of another type.
  template <class T>
  const T* find(std::string_view name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : std::get_if<T>(&found->second);
  }
  /// Throws InvalidInput where it is not there: what the catalogue gives no default for must be.
  template <class T>
  const T& get(std::string_view name) const {
    const T* const value = find<T>(name);
    if (value == nullptr) throw InvalidInput(std::string(name), "nothing that suits it", "a value");
    return *value;
  }
  template <class T>
  T get(std::string_view name, const T& otherwise) const {
    const T* value = find<T>(name);
    return value ? *value : otherwise;
  }
  /// Null where it is not there.
  const Value* value(std::string_view name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : &found->second;
  }
  Value* value(std::string_view name) {
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : &found->second;
  }
  void remove(std::string_view name) {
    if (const auto found = values_.find(name); found != values_.end()) values_.erase(found);
  }
  /// Likewise.
  double number(std::string_view name) const { return get<double>(name); }
  const Eigen::Vector3d& vector(std::string_view name) const { return get<Eigen::Vector3d>(name); }

 private:
  std::map<std::string, Value, std::less<>> values_;
};

struct DescribedTorque {
  Torque torque;
  OrbitFrame orbit{};  ///< of a torque that has an orbit; else empty
  std::vector<std::string> warnings{};
  TorqueFamily
      family{};  ///< the torque by its own numbers (catalogue/torque_numbers.hpp); empty where none acts
  std::vector<Given> given{};  ///< of each part, where a scenario gives them
};

struct CatalogueTorque {
  std::string name;
  std::string summary;
  std::vector<TorqueParameter> parameters;
  std::string expected_one{};  ///< what a refusal asks for where none of those marked one_of_them is there
  std::function<DescribedTorque(const TorqueArguments&)> make;  ///< refuses what the library refuses
  /// "gravity gradient, mean motion 1, ..."
  std::function<std::string(const TorqueArguments&)> words;
};

const std::vector<CatalogueTorque>& torques();

/// What a result stores of a torque. The weight of a heavy top is always a vector of space that points
/// upwards.
Given given_torque(const CatalogueTorque& kind, const TorqueArguments& arguments);

/// And read back.
TorqueArguments arguments_of(const CatalogueTorque& kind, const Given& given);

/// A sum of torques in a sentence; empty where none acts.
std::string torque_words(const std::vector<Given>& torques);

/// The torque of that name; null where there is none.
const CatalogueTorque* find_torque(std::string_view name);

/// The damping -D omega that a row may add to its torque. It is left out where D = 0: then the torque keeps
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

/// From the texts of those columns; none for the kind "free" and where none is named. Refuses a
/// kind that is unknown, and a parameter of the kind that is no finite number.
std::optional<DescribedTorque> torque_of(std::span<const std::string> texts);

}  // namespace polhode::app
