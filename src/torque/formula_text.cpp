// SPDX-License-Identifier: MIT
#include <polhode/torque/formula.hpp>
#include <polhode/torque/formula_text.hpp>
#include <utility>

#include "torque/formula_parser.hpp"

namespace polhode {
namespace {

using torques::FormulaScope;
using torques::FormulaValue;

std::string quantity_of(int which, const std::string& place) {
  return "formula" + (which > 0 ? " " + std::to_string(which) : "") + ", " + place;
}

Torque torque_of(const FormulaScope& scope, FormulaValue vector, TorqueFrame frame) {
  if (frame == TorqueFrame::space) vector = scope.in_body(vector);
  const Vec3<Expression> torque{vector.parts[0], vector.parts[1], vector.parts[2]};
  return formula_torque("formula", Formula(scope.state(), torque));
}

}  // namespace

InvalidFormula::InvalidFormula(int which, std::size_t line, std::size_t column, const std::string& place,
                               const std::string& found, const std::string& expected)
    : InvalidInput(quantity_of(which, place), found, expected),
      which_(which),
      line_(line),
      column_(column),
      place_(place) {}

Torque formula_torque(const std::array<std::string, 3>& components, const FormulaNames& names,
                      TorqueFrame frame) {
  FormulaScope scope(names, false);
  FormulaValue vector{true, {}};
  for (std::size_t k = 0; k < 3; ++k) {
    const int which = static_cast<int>(k) + 1;
    const FormulaValue part = torques::parse_formula(components[k], which, scope);
    if (part.is_vector) torques::refuse_formula(which, "a vector", "a number, one component of the torque");
    vector.parts[k] = part.parts[0];
  }
  return torque_of(scope, vector, frame);
}

Torque formula_torque(const std::string& vector, const FormulaNames& names, TorqueFrame frame) {
  FormulaScope scope(names, false);
  const FormulaValue value = torques::parse_formula(vector, 0, scope);
  if (!value.is_vector)
    torques::refuse_formula(0, "a number", "a vector: [x, y, z], or three formulas for its components");
  return torque_of(scope, value, frame);
}

Torque potential_torque(const std::string& potential, const FormulaNames& names) {
  FormulaScope scope(names, true);
  const FormulaValue value = torques::parse_formula(potential, 0, scope);
  if (value.is_vector) torques::refuse_formula(0, "a vector", "a number");
  return potential_torque("potential", Formula(scope.state(), value.parts[0]));
}

}  // namespace polhode
