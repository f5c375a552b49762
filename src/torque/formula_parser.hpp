// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// From the text of a formula (formula_text.hpp has the language) to its operations.

#include <array>
#include <cstddef>
#include <map>
#include <polhode/torque/formula_text.hpp>
#include <string>
#include <vector>

#include "torque/formula_program.hpp"

namespace polhode::torques {

/// The operations of the formulas of one torque: equal ones are made once, those of constants are computed.
class FormulaOperations {
 public:
  int number(double x) { return made({FormulaOperation::number, 0, 0, x}); }
  int input(int which) { return made({FormulaOperation::input, which}); }
  int apply(FormulaOperation operation, int a, int b, double number = 0);
  int apply(FormulaOperation operation, int a) { return apply(operation, a, a); }
  /// a^exponent by products.
  int whole_power(int a, int exponent);

  bool is_number(int node) const { return at(node).operation == FormulaOperation::number; }
  double value(int node) const { return at(node).number; }
  std::size_t size() const noexcept { return nodes_.size(); }

  /// Those that the results need.
  FormulaProgram program(const std::array<int, 3>& results) const;

 private:
  const FormulaNode& at(int node) const { return nodes_[static_cast<std::size_t>(node)]; }
  int made(const FormulaNode& node);

  std::vector<FormulaNode> nodes_;
};

/// A number, or a vector of three.
struct FormulaValue {
  bool is_vector = false;
  std::array<int, 3> parts{};  ///< of a number, the first
};

/// What names stand for, and what vectors do.
class FormulaScope {
 public:
  /// Refuses names and constants that cannot be.
  FormulaScope(const FormulaNames& names, bool is_potential);

  FormulaOperations& operations() noexcept { return operations_; }
  /// All names that are not functions, and what they mean; as many as are needed.
  const std::vector<std::string>& names() const noexcept { return all_; }
  bool has(const std::string& name) const;
  FormulaValue value(const std::string& name);
  bool is_potential() const noexcept { return is_potential_; }
  /// Whether the name is of what a potential must not know.
  static bool is_of_motion(const std::string& name);

  FormulaValue in_body(const FormulaValue& v);
  FormulaValue in_space(const FormulaValue& v);
  int dot(const FormulaValue& a, const FormulaValue& b);
  FormulaValue cross(const FormulaValue& a, const FormulaValue& b);

 private:
  FormulaValue vector(const std::string& name);
  FormulaValue inputs(int first);
  FormulaValue constant(const Eigen::Vector3d& v);
  /// Row i of the rotation from body to space times v, or of its transpose.
  int turned(int i, const FormulaValue& v, bool to_space);

  FormulaOperations operations_;
  FormulaNames names_;
  bool is_potential_;
  std::vector<std::string> all_;
};

/// One formula; `which` is for refusals.
FormulaValue parse_formula(const std::string& text, int which, FormulaScope& scope);

/// Refuses a formula as a whole.
[[noreturn]] void refuse_formula(int which, const std::string& found, const std::string& expected);

}  // namespace polhode::torques
