// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A torque by a formula of your own: a generic function, which is called with numbers and, once, with
/// symbols that record it. So it is as fast as a built-in torque: simulate follows it by power series.
///
/// Convention. The formula is given a FormulaState in the user's body frame and gives the body torque there.
///             It must do the same for every state: an `if` on what changes cannot be recorded (the torque
///             then still works, as a function). Functions are called unqualified: sqrt, exp, log, sin, cos,
///             tan, atan, tanh, pow with a constant exponent; those with corners are members of the state:
///             s.abs(x), s.sign(x), s.min(x, y), s.max(x, y), s.clip(x, low, high), s.where(d, x, y). Steps
///             end at corners. Constants are s.number(0.3) or s.vector(0, 0, 1):
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
/// Method.     series/symbol.hpp. From a potential the torque follows by derivatives (core/dual.hpp): a
///             rotation delta of the body changes q by q (0, delta) / 2 and the potential by -torque . delta.

#include <cmath>
#include <functional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/invariants.hpp>
#include <polhode/body/principal_attitude.hpp>
#include <polhode/core/corner.hpp>
#include <polhode/core/dual.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/series/symbol.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <polhode/torque/torque.hpp>
#include <string>
#include <utility>

namespace polhode {

/// What a formula may depend on, in the user's body frame; T is double, or a symbol.
template <class T>
struct FormulaState {
  using Number = T;

  Quat<T> attitude;                    ///< of the body frame in space, unit
  Vec3<T> momentum, angular_velocity;  ///< in the body frame
  T time;

  /// A constant.
  T number(double x) const { return T(x); }
  Vec3<T> vector(double x, double y, double z) const { return {T(x), T(y), T(z)}; }
  /// Functions with corners or jumps.
  T abs(const T& x) const { return absolute(x); }
  /// 1, -1, or 0 at zero.
  T sign(const T& x) const { return sign_of(x); }
  T min(const T& x, const T& y) const { return lesser_of(x, y); }
  T max(const T& x, const T& y) const { return greater_of(x, y); }
  /// x, not below `low` and not above `high`.
  T clip(const T& x, const T& low, const T& high) const { return min(max(x, low), high); }
  /// x where d >= 0, otherwise y; both are computed and must be finite everywhere.
  T where(const T& d, const T& x, const T& y) const { return choose(d, x, y); }
  /// A direction of space as the body sees it: Q^T v.
  Vec3<T> in_body(const Vec3<T>& v) const { return rotate(attitude.conjugate(), v); }
  Vec3<T> in_body(double x, double y, double z) const { return in_body(vector(x, y, z)); }
  /// A body vector in space: Q v.
  Vec3<T> in_space(const Vec3<T>& v) const { return rotate(attitude, v); }
};

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

/// Whether a formula depends on the momentum.
bool depends_on_momentum(const std::function<Vec3<series::Symbol>(const kernel::Phase<series::Symbol>&,
                                                                  const series::Symbol&)>& formula);
/// Whether a formula of one number depends on the time, as far as it can be recorded.
bool depends_on_time(const std::function<series::Symbol(const kernel::Phase<series::Symbol>&,
                                                        const series::Symbol&)>& formula);

}  // namespace torques

/// The torque that a function of FormulaState gives; is_dissipative: it takes energy away.
template <class Formula>
Torque formula_torque(std::string name, Formula formula, bool is_dissipative = false) {
  return {std::move(name), [formula = std::move(formula), is_dissipative](const Inertia& body) {
            using series::Symbol;
            PreparedTorque t;
            const torques::FormulaFrame frame(body);
            t.torque = [formula, frame](const PreparedTorque::Phase& p, double time) {
              return frame.torque(formula(frame.state(torques::unit_phase(p), time)));
            };
            t.formula = [formula, frame](const kernel::Phase<Symbol>& p, const Symbol& time) {
              return frame.torque(formula(frame.state(p, time)));
            };
            t.depends_on_momentum = torques::depends_on_momentum(t.formula);
            t.is_dissipative = is_dissipative;
            return t;
          }};
}

/// The torque of a potential, a function of FormulaState that may use attitude and time alone. Where neither
/// the recorded formula nor `depends_on_time` says that it depends on time, the energy is the conserved
/// quantity of reports.
template <class Potential>
Torque potential_torque(std::string name, Potential potential, bool depends_on_time = false) {
  return {std::move(name), [potential = std::move(potential), depends_on_time](const Inertia& body) {
            using series::Symbol;
            PreparedTorque t;
            const torques::FormulaFrame frame(body);
            const auto torque = [potential, frame]<class T>(const kernel::Phase<T>& p, const T& time) {
              // q (0, delta) / 2 in the three directions, in the principal frame.
              const Quat<T>& q = p.q;
              const T half(0.5);
              using Along = Dual<T, 3>;
              const auto part = [&](const T& value, const T& x, const T& y, const T& z) {
                return Along(value, {half * x, half * y, half * z});
              };
              const kernel::Phase<Along> along{{},
                                               {part(q.w, -q.x, -q.y, -q.z), part(q.x, q.w, -q.z, q.y),
                                                part(q.y, q.z, q.w, -q.x), part(q.z, -q.y, q.x, q.w)}};
              const Along v = potential(frame.state(along, Along(time, {T(0), T(0), T(0)})));
              return Vec3<T>{-v.slope[0], -v.slope[1], -v.slope[2]};
            };
            t.torque = [torque](const PreparedTorque::Phase& p, double time) {
              return torque(torques::unit_phase(p), time);
            };
            t.formula = [torque](const kernel::Phase<Symbol>& p, const Symbol& time) {
              return torque(p, time);
            };
            t.potential = [potential, frame](const Quat<double>& q, double time) {
              return potential(frame.state(torques::unit_phase({{}, q}), time));
            };
            const auto of_symbols = [potential, frame](const kernel::Phase<Symbol>& p, const Symbol& time) {
              return potential(frame.state(p, time));
            };
            if (!depends_on_time && !torques::depends_on_time(of_symbols)) {
              t.conserved = [v = t.potential, moments = body.moments()](const PreparedTorque::Phase& p,
                                                                        double time) {
                return kinetic_energy(moments, p.m) + v(p.q, time);
              };
              t.conserved_name = "energy";
            }
            return t;
          }};
}

}  // namespace polhode
