// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// From the text of a formula (formula_text.hpp has the language) to its expression.

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
  std::array<Expression, 3> parts{};  ///< of a number, the first
};

/// What names stand for, and what vectors do.
class FormulaScope {
 public:
  /// Refuses names and constants that cannot be.
  FormulaScope(const FormulaNames& names, bool is_potential);

  const FormulaState<Expression>& state() const noexcept { return state_; }
  /// All names that are not functions, and what they mean; as many as are needed.
  const std::vector<std::string>& names() const noexcept { return all_; }
  bool has(const std::string& name) const;
  FormulaValue value(const std::string& name) const;
  bool is_potential() const noexcept { return is_potential_; }
  /// Whether the name is of what a potential must not know.
  static bool is_of_motion(const std::string& name);

  FormulaValue in_body(const FormulaValue& v) const;
  FormulaValue in_space(const FormulaValue& v) const;

 private:
  FormulaValue vector(const std::string& name) const;
  /// Row i of the rotation from body to space times v, or of its transpose.
  Expression turned(std::size_t i, const FormulaValue& v, bool to_space) const;

  FormulaState<Expression> state_ = Expression::state();
  FormulaNames names_;
  bool is_potential_;
  std::vector<std::string> all_;
};

/// One formula; `which` is for refusals.
FormulaValue parse_formula(const std::string& text, int which, FormulaScope& scope);

/// Refuses a formula as a whole.
[[noreturn]] void refuse_formula(int which, const std::string& found, const std::string& expected);

}  // namespace polhode::torques
