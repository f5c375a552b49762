// SPDX-License-Identifier: MIT
#include <polhode/body/invariants.hpp>
#include <polhode/core/dual.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/series/symbol.hpp>
#include <polhode/torque/formula.hpp>

namespace polhode {

namespace torques {
namespace {

using series::Symbol;

/// The torque of a potential, from its slopes along rotations about the three principal axes.
template <class T, class Potential>
Vec3<T> torque_of(const Potential& potential, const FormulaFrame& frame, const Quat<T>& q, const T& time) {
  using Along = Dual<T, 3>;
  const T half(0.5);
  const auto part = [&](const T& value, const T& x, const T& y, const T& z) {
    return Along(value, {half * x, half * y, half * z});
  };
  // q (0, delta) / 2
  const kernel::Phase<Along> along{{},
                                   {part(q.w, -q.x, -q.y, -q.z), part(q.x, q.w, -q.z, q.y),
                                    part(q.y, q.z, q.w, -q.x), part(q.z, -q.y, q.x, q.w)}};
  const Along v = potential(frame.state(along, Along(time, {T(0), T(0), T(0)})));
  return {-v.slope[0], -v.slope[1], -v.slope[2]};
}

}  // namespace

FormulaFrame::FormulaFrame(const Inertia& body)
    : axes_(from_eigen(body.axes())),
      to_user_(to_quat(axes_).conjugate()),
      inverse_(from_eigen(body.moments())) {}

Torque formula_torque(std::string name, std::function<Formula()> record,
                      std::function<Vec3<double>(const FormulaState<double>&)> torque, bool is_dissipative) {
  return {std::move(name), [=](const Inertia& body) {
            PreparedTorque t;
            const FormulaFrame frame(body);
            t.torque = [torque, frame](const PreparedTorque::Phase& p, double time) {
              return frame.torque(torque(frame.state(unit_phase(p), time)));
            };
            const Formula formula = record();
            t.why_no_formula = formula.why_not();
            t.depends_on_momentum = !t.why_no_formula.empty() || formula.depends_on_momentum();
            if (t.why_no_formula.empty())
              t.formula = [formula, frame](const kernel::Phase<Symbol>& p, const Symbol& time) {
                return frame.torque(formula.vector(frame.state(p, time)));
              };
            t.is_dissipative = is_dissipative;
            return t;
          }};
}

Torque potential_torque(std::string name, std::function<Formula()> record,
                        std::function<double(const FormulaState<double>&)> potential,
                        std::function<Slopes(const FormulaState<Slopes>&)> with_slopes,
                        bool depends_on_time) {
  return {std::move(name), [=](const Inertia& body) {
            PreparedTorque t;
            const FormulaFrame frame(body);
            t.torque = [with_slopes, frame](const PreparedTorque::Phase& p, double time) {
              return torque_of(with_slopes, frame, normalised(p.q), time);
            };
            const Formula formula = record();
            t.why_no_formula = formula.why_not();
            if (t.why_no_formula.empty())
              t.formula = [formula, frame](const kernel::Phase<Symbol>& p, const Symbol& time) {
                return torque_of([&](const auto& s) { return formula.number(s); }, frame, p.q, time);
              };
            t.potential = [potential, frame](const Quat<double>& q, double time) {
              return potential(frame.state(unit_phase({{}, q}), time));
            };
            if (!depends_on_time && !(t.why_no_formula.empty() && formula.depends_on_time())) {
              t.conserved = [v = t.potential, moments = body.moments()](const PreparedTorque::Phase& p,
                                                                        double time) {
                return polhode::kinetic_energy(moments, to_eigen(p.m)) + v(p.q, time);
              };
              t.conserved_name = "energy";
            }
            return t;
          }};
}

}  // namespace torques

Torque formula_torque(std::string name, const Formula& formula, bool is_dissipative) {
  return torques::formula_torque(
      std::move(name), [formula] { return formula; }, [formula](const auto& s) { return formula.vector(s); },
      is_dissipative);
}

Torque potential_torque(std::string name, const Formula& potential) {
  const auto value = [potential](const auto& s) { return potential.number(s); };
  return torques::potential_torque(
      std::move(name), [potential] { return potential; }, value, value, potential.depends_on_time());
}

}  // namespace polhode
