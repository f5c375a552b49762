// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Torques from user-written formulas: a generic function that is called with numbers and, once per body,
/// with a number type that records it. A recorded torque is as fast as a built-in one: simulate integrates it
/// by power series.
///
/// Convention. The function receives a FormulaState in the user's body frame and returns the body torque in
///             it. It must perform the same operations for every state: an `if` on a varying value cannot be
///             recorded (the torque still works, but as an opaque function). Call functions unqualified:
///             sqrt, exp, log, pow, sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, hypot; those
///             with corners are members of the state: s.abs(x), s.sign(x), s.min(x, y), s.max(x, y),
///             s.clip(x, low, high), s.where(d, x, y). Steps end at corners. Constants are s.number(0.3) or
///             s.vector(0, 0, 1):
///
///     // A spring and a damper that hold the body's attitude: PD control.
///     const Torque control = formula_torque("PD control", [](const auto& s) {
///       return s.number(-0.6) * (s.attitude.w * s.attitude.vec()) + s.number(-0.1) * s.angular_velocity;
///     });
///     // A magnet in a constant field.
///     const Torque magnet = potential_torque("magnet", [](const auto& s) {
///       return -dot(s.vector(0, 0, 1), s.in_body(0.2, 0, 0.5));
///     });
///
/// Method.     expression.hpp. The torque of a potential is obtained by automatic differentiation
///             (core/dual.hpp): a rotation delta of the body changes q by q (0, delta) / 2 and the potential
///             by -torque . delta.

#include <concepts>
#include <functional>
#include <polhode/body/inertia.hpp>
#include <polhode/core/dual.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/torque/expression.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <polhode/torque/torque.hpp>
#include <string>
#include <utility>

namespace polhode {

namespace torques {

/// Transformation between the principal and the user's frame, in any number type.
class FormulaFrame {
 public:
  /// @param body  any body
  explicit FormulaFrame(const Inertia& body);

  /// The state in the user's frame from the state in the principal frame.
  template <class T>
  FormulaState<T> state(const kernel::Phase<T>& p, const T& time) const {
    const Vec3<T> omega = InverseInertia<T>(inverse_) * p.m;
    return {p.q * convert<T>(to_user_), convert<T>(axes_) * p.m, convert<T>(axes_) * omega, time};
  }
  /// A torque in the principal frame from one in the user's frame.
  template <class T>
  Vec3<T> torque(const Vec3<T>& user) const {
    return convert<T>(axes_).transpose() * user;
  }

 private:
  Mat3<double> axes_;     ///< principal to user
  Quat<double> to_user_;  ///< q_SB = q_SP to_user
  InverseInertia<double> inverse_;
};

/// The phase with a normalised attitude.
inline PreparedTorque::Phase unit_phase(const PreparedTorque::Phase& p) { return {p.m, normalised(p.q)}; }

/// Records a generic function.
template <class Function>
Formula recorded(const Function& function) {
  const FormulaState<Expression> state = Expression::state();
  return {state, function(state)};
}

/// A torque from a function that records the formula, called once per body, and from the function itself.
Torque formula_torque(std::string name, std::function<Formula()> record,
                      std::function<Vec3<double>(const FormulaState<double>&)> torque, bool is_dissipative);

/// A torque from a potential, which is also evaluated with derivatives.
using Slopes = Dual<double, 3>;
Torque potential_torque(std::string name, std::function<Formula()> record,
                        std::function<double(const FormulaState<double>&)> potential,
                        std::function<Slopes(const FormulaState<Slopes>&)> with_slopes, bool depends_on_time);

}  // namespace torques

/// A torque from a formula.
/// @param name            used in messages and reports
/// @param formula         has three results: the torque in the user's body frame
/// @param is_dissipative  whether the torque dissipates energy
Torque formula_torque(std::string name, const Formula& formula, bool is_dissipative = false);

/// A torque from a generic function.
/// @param name            used in messages and reports
/// @param function        maps a FormulaState<T> to the torque in the user's body frame, a Vec3<T>
/// @param is_dissipative  whether the torque dissipates energy
template <class Function>
requires std::invocable < const Function&, const FormulaState<double>
& > Torque formula_torque(const std::string& name, Function function, bool is_dissipative = false) {
  return torques::formula_torque(
      name, [function] { return torques::recorded(function); }, function, is_dissipative);
}

/// A torque from a potential. If the potential does not depend on time, reports show the energy as conserved
/// quantity.
/// @param name       used in messages and reports
/// @param potential  has one result and depends on attitude and time only
Torque potential_torque(std::string name, const Formula& potential);

/// A torque from a potential given as a generic function.
/// @param name             used in messages and reports
/// @param potential        maps a FormulaState<T> to a T; depends on attitude and time only
/// @param depends_on_time  must be true if the function depends on time and cannot be recorded
template <class Potential>
requires std::invocable < const Potential&, const FormulaState<double>
& > Torque potential_torque(const std::string& name, Potential potential, bool depends_on_time = false) {
  return torques::potential_torque(
      name, [potential] { return torques::recorded(potential); }, potential, potential, depends_on_time);
}

}  // namespace polhode
