// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Torques from formulas in text form, as in scenarios and scripts; parsed and recorded once, and then as
/// fast as built-in torques.
///
/// Convention. A formula is a number or a vector of three, built with + - * / ^ and parentheses, [x, y, z]
///             for a vector, and
///              - numbers and names of constants, pi, the time t;
///              - qw, qx, qy, qz, the attitude; m, the momentum, and omega, the angular velocity, in the body
///                frame; M and Omega, the same in space;
///              - components of a named vector: m1 or m_1, m2, m3;
///              - the functions of formula_functions() (expression.hpp), such as sin(x), pow(x, y); dot(a,
///                b), cross(a, b), length(a); in_body(a), a space vector in the body frame; in_space(a), the
///                converse. abs, sign, min, max, clip, where and atan2 have corners or jumps, at which steps
///                end. sign(0) is 0. A sign that would switch back at once (dry friction at rest) ends the
///                run with a message.
///             ^ binds more tightly than unary minus and is right-associative: -x^2 is -(x^2), x^2^3 is
///             x^(2^3). Powers with integer exponents are products; all others need a positive base.
/// Method.     Recursive descent into an Expression. Evaluated with symbols, its Formula gives the tape of a
///             power series (formula.hpp), with dual numbers the derivative of a potential.
/// Errors.     InvalidFormula, with the column, what was found and what was expected. The limits are 4000
///             characters, 100 levels of nesting and 2000 operations.

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <map>
#include <polhode/core/error.hpp>
#include <polhode/torque/frame.hpp>
#include <polhode/torque/torque.hpp>
#include <string>

namespace polhode {

/// The meaning of names in a formula. A name consists of letters, digits and _, begins with a letter, and
/// must not be one that formulas already define.
struct FormulaNames {
  std::map<std::string, double> numbers{};
  std::map<std::string, Eigen::Vector3d> vectors{};  ///< three numbers; the formula determines their frame
  /// Vectors fixed in space; in the formula they are expressed in the body frame.
  std::map<std::string, Eigen::Vector3d> space_vectors{};
};

/// An invalid formula.
class InvalidFormula : public InvalidInput {
 public:
  /// @param which     which of three formulas, from 1; 0 if there is only one
  /// @param line      of the error, from 1
  /// @param column    of the error, from 1
  /// @param place     line and column as text
  /// @param found     what was found there
  /// @param expected  what would be valid
  InvalidFormula(int which, std::size_t line, std::size_t column, const std::string& place,
                 const std::string& found, const std::string& expected);

  int which() const noexcept { return which_; }
  std::size_t line() const noexcept { return line_; }
  std::size_t column() const noexcept { return column_; }
  /// Such as "column 7" or "line 2, column 7".
  const std::string& place() const noexcept { return place_; }

 private:
  int which_;
  std::size_t line_, column_;
  std::string place_;
};

/// A torque from three components.
/// @param torque  its three components, a formula for a number each
/// @param names   constants and vectors
/// @param frame   of the components
/// @throws InvalidFormula if a formula is invalid
/// @throws InvalidInput if a name or a constant is invalid
Torque formula_torque(const std::array<std::string, 3>& torque, const FormulaNames& names = {},
                      TorqueFrame frame = TorqueFrame::body);

/// A torque from one formula for a vector.
/// @param torque  a formula for a vector
/// @param names   constants and vectors
/// @param frame   of the vector
/// @throws InvalidFormula as above
/// @throws InvalidInput as above
Torque formula_torque(const std::string& torque, const FormulaNames& names = {},
                      TorqueFrame frame = TorqueFrame::body);

/// A torque from a potential. If the potential does not depend on t, reports show the energy as conserved
/// quantity.
/// @param potential  a formula for a number, without momentum or angular velocity
/// @param names      constants and vectors
/// @throws InvalidFormula as above
/// @throws InvalidInput as above
Torque potential_torque(const std::string& potential, const FormulaNames& names = {});

}  // namespace polhode
