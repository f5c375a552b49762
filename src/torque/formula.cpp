// SPDX-License-Identifier: MIT
#include <algorithm>
#include <polhode/rotation/convention.hpp>
#include <polhode/torque/formula.hpp>

namespace polhode::torques {

FormulaFrame::FormulaFrame(const Inertia& body)
    : axes_(from_eigen(body.axes())), to_user_(to_quat(axes_).conjugate()), inverse_(body.moments()) {}

bool depends_on_momentum(const std::function<Vec3<series::Symbol>(const kernel::Phase<series::Symbol>&,
                                                                  const series::Symbol&)>& formula) {
  using series::Form;
  using series::Symbol;
  namespace row = series::row;
  series::Tape tape;
  const auto at = [&](int r) { return Symbol(tape, r); };
  const Vec3<Symbol> torque =
      formula({{at(row::momentum), at(row::momentum + 1), at(row::momentum + 2)},
               {at(row::attitude), at(row::attitude + 1), at(row::attitude + 2), at(row::attitude + 3)}},
              at(row::time));
  const auto knows = [](const Form& f) {
    return std::any_of(f.terms.begin(), f.terms.end(), [](const series::Term& t) {
      return t.row >= row::momentum && t.row < row::momentum + 3;
    });
  };
  return tape.has_failed() || knows(torque.x.form()) || knows(torque.y.form()) || knows(torque.z.form()) ||
         std::any_of(tape.all().begin(), tape.all().end(),
                     [&](const series::Row& r) { return knows(r.a) || knows(r.b); });
}

}  // namespace polhode::torques
