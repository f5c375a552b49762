// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <polhode/rotation/convention.hpp>
#include <polhode/torque/formula.hpp>

namespace polhode::torques {

FormulaFrame::FormulaFrame(const Inertia& body)
    : axes_(from_eigen(body.axes())), to_user_(to_quat(axes_).conjugate()), inverse_(body.moments()) {}

namespace {

/// Whether what a formula gives, a list of symbols, depends on one of `count` inputs from a row on; one that
/// cannot be recorded is said to do what `unless_recorded` says.
template <class Formula>
bool depends_on(const Formula& formula, int first, int count, bool unless_recorded) {
  using series::Form;
  using series::Symbol;
  namespace row = series::row;
  series::Tape tape;
  const auto at = [&](int r) { return Symbol(tape, r); };
  const auto given =
      formula({{at(row::momentum), at(row::momentum + 1), at(row::momentum + 2)},
               {at(row::attitude), at(row::attitude + 1), at(row::attitude + 2), at(row::attitude + 3)}},
              at(row::time));
  const auto knows = [&](const Form& f) {
    return std::any_of(f.terms.begin(), f.terms.end(),
                       [&](const series::Term& t) { return t.row >= first && t.row < first + count; });
  };
  if (tape.has_failed()) return unless_recorded;
  return std::any_of(given.begin(), given.end(), [&](const Symbol& s) { return knows(s.form()); }) ||
         std::any_of(tape.all().begin(), tape.all().end(),
                     [&](const series::Row& r) { return knows(r.a) || knows(r.b); });
}

using PhaseOfSymbols = kernel::Phase<series::Symbol>;

}  // namespace

bool depends_on_momentum(
    const std::function<Vec3<series::Symbol>(const PhaseOfSymbols&, const series::Symbol&)>& formula) {
  return depends_on(
      [&](const PhaseOfSymbols& p, const series::Symbol& time) {
        const Vec3<series::Symbol> torque = formula(p, time);
        return std::array{torque.x, torque.y, torque.z};
      },
      series::row::momentum, 3, true);
}

bool depends_on_time(
    const std::function<series::Symbol(const PhaseOfSymbols&, const series::Symbol&)>& formula) {
  return depends_on(
      [&](const PhaseOfSymbols& p, const series::Symbol& time) { return std::array{formula(p, time)}; },
      series::row::time, 1, false);
}

}  // namespace polhode::torques
