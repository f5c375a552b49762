// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Parser for formulas in text form (formula_text.hpp describes the language).

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <polhode/torque/expression.hpp>
#include <polhode/torque/formula_text.hpp>
#include <string>
#include <vector>

namespace polhode::torques {

/// A number, or a vector of three.
struct FormulaValue {
  bool is_vector = false;
  std::array<Expression, 3> parts{};  ///< a number is stored in the first
};

/// The names in a formula and the operations on vectors.
class FormulaScope {
 public:
  /// @throws InvalidInput if a name or a constant is invalid
  FormulaScope(const FormulaNames& names, bool is_potential);

  const FormulaState<Expression>& state() const noexcept { return state_; }
  /// All names that are not functions.
  const std::vector<std::string>& names() const noexcept { return all_; }
  bool has(const std::string& name) const;
  FormulaValue value(const std::string& name) const;
  bool is_potential() const noexcept { return is_potential_; }
  /// Whether the name denotes momentum or angular velocity, which a potential must not use.
  static bool is_of_motion(const std::string& name);

  FormulaValue in_body(const FormulaValue& v) const;
  FormulaValue in_space(const FormulaValue& v) const;

 private:
  FormulaValue vector(const std::string& name) const;
  /// Component i of v rotated from body to space, or from space to body.
  Expression turned(std::size_t i, const FormulaValue& v, bool to_space) const;

  FormulaState<Expression> state_ = Expression::state();
  FormulaNames names_;
  bool is_potential_;
  std::vector<std::string> all_;
};

/// Parses one formula; `which` is used in messages.
FormulaValue parse_formula(const std::string& text, int which, FormulaScope& scope);

/// Rejects a formula as a whole.
[[noreturn]] void refuse_formula(int which, const std::string& found, const std::string& expected);

}  // namespace polhode::torques
