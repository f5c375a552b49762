// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A torque by a formula of your own: a generic function, which is called with numbers and, once for each
/// body, with numbers that record it. So it is as fast as a built-in torque: simulate follows it by power
/// series.
///
/// Convention. The formula is given a FormulaState in the user's body frame and gives the body torque there.
///             It must do the same for every state: an `if` on what changes cannot be recorded (the torque
///             then still works, as a function). Functions are called unqualified: sqrt, exp, log, pow, sin,
///             cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, hypot; those with corners are members of
///             the state: s.abs(x), s.sign(x), s.min(x, y), s.max(x, y), s.clip(x, low, high),
///             s.where(d, x, y). Steps end at corners. Constants are s.number(0.3) or s.vector(0, 0, 1):
///
///     // A spring and a damper that keep the body in its attitude: PD control.
///     const Torque control = formula_torque("PD control", [](const auto& s) {
///       return s.number(-0.6) * (s.attitude.w * s.attitude.vec()) + s.number(-0.1) * s.angular_velocity;
///     });
///     // A magnet in a field that stands still.
///     const Torque magnet = potential_torque("magnet", [](const auto& s) {
///       return -dot(s.vector(0, 0, 1), s.in_body(0.2, 0, 0.5));
///     });
///
/// Method.     expression.hpp. From a potential the torque follows by derivatives (core/dual.hpp): a
///             rotation delta of the body changes q by q (0, delta) / 2 and the potential by -torque . delta.

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

/// From the principal frame to the user's and back, in any number type.
class FormulaFrame {
 public:
  /// Of any body.
  explicit FormulaFrame(const Inertia& body);

  /// The state in the user's frame, from that in the principal one.
  template <class T>
  FormulaState<T> state(const kernel::Phase<T>& p, const T& time) const {
    const Vec3<T> omega = InverseInertia<T>(inverse_) * p.m;
    return {p.q * convert<T>(to_user_), convert<T>(axes_) * p.m, convert<T>(axes_) * omega, time};
  }
  /// A torque in the user's frame along the principal axes.
  template <class T>
  Vec3<T> torque(const Vec3<T>& user) const {
    return convert<T>(axes_).transpose() * user;
  }

 private:
  Mat3<double> axes_;     ///< principal to user
  Quat<double> to_user_;  ///< q_SB = q_SP to_user
  InverseInertia<double> inverse_;
};

/// The phase with its attitude made of length 1.
inline PreparedTorque::Phase unit_phase(const PreparedTorque::Phase& p) { return {p.m, normalised(p.q)}; }

/// What a generic function makes of a state that records.
template <class Function>
Formula recorded(const Function& function) {
  const FormulaState<Expression> state = Expression::state();
  return {state, function(state)};
}

/// What makes a torque: a function that records the formula, asked for each body, and the function itself.
Torque formula_torque(std::string name, std::function<Formula()> record,
                      std::function<Vec3<double>(const FormulaState<double>&)> torque, bool is_dissipative);

/// The same of a potential, which is computed with its derivatives too.
using Slopes = Dual<double, 3>;
Torque potential_torque(std::string name, std::function<Formula()> record,
                        std::function<double(const FormulaState<double>&)> potential,
                        std::function<Slopes(const FormulaState<Slopes>&)> with_slopes, bool depends_on_time);

}  // namespace torques

/// The torque of a formula with three results.
Torque formula_torque(std::string name, const Formula& formula, bool is_dissipative = false);

/// The torque that a function of FormulaState gives; is_dissipative: it takes energy away.
template <class Function>
requires std::invocable < const Function&, const FormulaState<double>
& > Torque formula_torque(std::string name, Function function, bool is_dissipative = false) {
  return torques::formula_torque(
      std::move(name), [function] { return torques::recorded(function); }, function, is_dissipative);
}

/// The torque of a potential, a formula with one result, which may use attitude and time alone. Where it does
/// not depend on time, the energy is the conserved quantity of reports.
Torque potential_torque(std::string name, const Formula& potential);

/// The same of a function of FormulaState. Where it cannot be recorded, `depends_on_time` says what it does.
template <class Potential>
requires std::invocable < const Potential&, const FormulaState<double>
& > Torque potential_torque(std::string name, Potential potential, bool depends_on_time = false) {
  return torques::potential_torque(
      std::move(name), [potential] { return torques::recorded(potential); }, potential, potential,
      depends_on_time);
}

}  // namespace polhode
