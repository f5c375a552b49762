// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A torque by a formula that is text, as a scenario or a script has it; checked when it is read, recorded
/// once, and then as fast as a built-in torque.
///
/// Convention. A formula is a number or a vector of three, by + - * / ^ and parentheses, [x, y, z] for a
///             vector, and
///             - numbers and names of constants, pi, the time t;
///             - qw, qx, qy, qz, the attitude; m, the momentum, and omega, the angular velocity, in the body
///               frame; M and Omega, the same in space;
///             - components of a named vector: m1 or m_1, m2, m3;
///             - the functions of formula_functions() (expression.hpp), such as sin(x), pow(x, y); dot(a, b),
///               cross(a, b), length(a); in_body(a): a vector of space as the body sees it, in_space(a): the
///               other way. abs, sign, min, max, clip, where and atan2 have corners or jumps: steps end
///               there. sign(0) is 0. A sign that would switch back at once (dry friction at rest) ends the
///               run, with a message.
///             ^ binds before a minus sign and from the right: -x^2 is -(x^2), x^2^3 is x^(2^3). A power
///             whose exponent is a whole number is a product; any other needs a positive base.
/// Method.     Recursive descent into an Expression. Its Formula, run with symbols, is the tape of a power
///             series (formula.hpp), with duals the derivative of a potential.
/// Refusal.    InvalidFormula, with the column, what was found there and what was expected. Texts of more
///             than 4000 characters, formulas nested more than 100 deep or of more than 2000 operations are
///             refused.

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <map>
#include <polhode/core/error.hpp>
#include <polhode/torque/frame.hpp>
#include <polhode/torque/torque.hpp>
#include <string>

namespace polhode {

/// What the names in a formula mean. A name begins with a letter, goes on with letters, digits and _, and is
/// none that formulas have already.
struct FormulaNames {
  std::map<std::string, double> numbers{};
  std::map<std::string, Eigen::Vector3d> vectors{};  ///< three numbers, in whatever frame the formula means
  /// Vectors that stand still in space; in the formula they are what the body sees of them.
  std::map<std::string, Eigen::Vector3d> space_vectors{};
};

/// A formula that is refused.
class InvalidFormula : public InvalidInput {
 public:
  /// Which of the three formulas, counted from 1, or 0 where there is only one; line and column in it, from
  /// 1.
  InvalidFormula(int which, std::size_t line, std::size_t column, const std::string& place,
                 const std::string& found, const std::string& expected);

  int which() const noexcept { return which_; }
  std::size_t line() const noexcept { return line_; }
  std::size_t column() const noexcept { return column_; }
  /// "column 7", "line 2, column 7".
  const std::string& place() const noexcept { return place_; }

 private:
  int which_;
  std::size_t line_, column_;
  std::string place_;
};

/// A torque by its three components, each a formula for a number. Refuses by InvalidFormula what is no
/// formula, by InvalidInput a name or a constant that cannot be.
Torque formula_torque(const std::array<std::string, 3>& torque, const FormulaNames& names = {},
                      TorqueFrame frame = TorqueFrame::body);

/// The same by one formula for a vector.
Torque formula_torque(const std::string& torque, const FormulaNames& names = {},
                      TorqueFrame frame = TorqueFrame::body);

/// The torque of a potential, a formula for a number that must not contain momentum or angular velocity.
/// Where it does not depend on t, the energy is the conserved quantity of reports.
Torque potential_torque(const std::string& potential, const FormulaNames& names = {});

}  // namespace polhode
