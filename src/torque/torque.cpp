// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <polhode/body/invariants.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/torque/torque.hpp>
#include <utility>

#include "body/principal_attitude.hpp"
#include "core/number_text.hpp"
#include "series/program_cache.hpp"
#include "torque/formula_marks.hpp"
#include "torque/kernel_list.hpp"
#include "torque/user_function.hpp"

namespace polhode {

namespace {

using Phase = PreparedTorque::Phase;

Vec3<double> no_vector(const Quat<double>&, double) noexcept { return {}; }

/// The part of a torque that is not linear in the momentum: all of it if it does not depend on the momentum.
std::function<Vec3<double>(const Quat<double>&, double)> forcing_of(PreparedTorque& t) {
  if (t.rate) return std::move(t.forcing);
  return [torque = t.torque](const Quat<double>& q, double time) { return torque(Phase{{}, q}, time); };
}

/// The sum of two formulas; empty if either is.
TorqueFormula::Function sum_of(TorqueFormula::Function a, TorqueFormula::Function b) {
  if (!a || !b) return {};
  return [a = std::move(a), b = std::move(b)](const kernel::Phase<series::Symbol>& p,
                                              const series::Symbol& t) { return a(p, t) + b(p, t); };
}

std::string both(std::string a, const std::string& b) {
  return a + (a.empty() || b.empty() || a == b ? "" : "; ") + (a == b ? "" : b);
}

/// In a frame suitable for both: torques that do not depend on the attitude are the same in every frame.
std::optional<TorqueFormula::Turning> turning_sum(PreparedTorque& a, PreparedTorque& b) {
  using Turning = TorqueFormula::Turning;
  const auto one = [](Turning& turning, const PreparedTorque& other) -> std::optional<Turning> {
    if (other.depends_on_attitude || !other.formula) return std::nullopt;
    return Turning{turning.angular_velocity, sum_of(std::move(turning.function), other.formula.function())};
  };
  std::optional<Turning>& of_a = torques::FormulaMarks::turning(a.formula);
  std::optional<Turning>& of_b = torques::FormulaMarks::turning(b.formula);
  if (!of_a) return of_b ? one(*of_b, a) : std::nullopt;
  if (!of_b) return one(*of_a, b);
  if (!(of_a->angular_velocity == of_b->angular_velocity)) return std::nullopt;
  return Turning{of_a->angular_velocity, sum_of(std::move(of_a->function), std::move(of_b->function))};
}

bool is_affine(const PreparedTorque& t) { return t.rate || !t.depends_on_momentum; }

Mat3<double> rate_of(const PreparedTorque& t) { return t.rate.value_or(Mat3<double>{}); }

Mat3<double> sum_of(const Mat3<double>& a, const Mat3<double>& b) {
  Mat3<double> c;
  for (std::size_t i = 0; i < 9; ++i) c.entries[i] = a.entries[i] + b.entries[i];
  return c;
}

PreparedTorque none(const Inertia& body) {
  PreparedTorque t;
  t.depends_on_attitude = false;
  t.kernels = std::make_shared<const torques::KernelList>();
  t.torque = [](const Phase&, double) { return Vec3<double>{}; };
  t.formula = torques::FormulaMarks::built_in(
      [](const kernel::Phase<series::Symbol>&, const series::Symbol&) { return Vec3<series::Symbol>{}; });
  t.potential = [](const Quat<double>&, double) { return 0.0; };
  t.gradient = no_vector;
  t.conserved = [moments = body.moments()](const Phase& p, double) {
    return kinetic_energy(moments, to_eigen(p.m));
  };
  t.conserved_name = "energy";
  return t;
}

/// The function with the component of its result about the axis of a linear body removed.
template <class T, class... Arguments>
void remove_axis_component(std::function<Vec3<T>(Arguments...)>& function) {
  if (!function) return;
  function = [whole = function](Arguments... arguments) {
    const Vec3<T> v = whole(arguments...);
    return Vec3<T>{T(0), v.y, v.z};
  };
}

void remove_axis_component(PreparedTorque& t) {
  remove_axis_component(t.torque);
  torques::FormulaMarks::change(t.formula, [](TorqueFormula::Function& f) { remove_axis_component(f); });
  remove_axis_component(t.gradient);
  remove_axis_component(t.forcing);
  remove_axis_component(t.flow);
  if (t.rate) std::fill_n(t.rate->entries.begin(), 3, 0.0);
}

/// Checks a user's potential: compares its change under small rotations at some attitudes with the torque.
/// Exceptions and non-finite numbers are ignored here, because they will occur again in use.
void check_potential(PreparedTorque& t, const std::string& name) {
  constexpr double angle = 1e-5, rounding = std::numeric_limits<double>::epsilon() / angle;
  const Vec3<double> axis{0.48, -0.6, 0.64};
  const Quat<double> some[] = {{0.8, 0.36, 0.48, 0.0}, {0.1, -0.7, 0.1, 0.7}, {0.5, 0.5, -0.5, 0.5}};
  try {
    for (const Quat<double>& q : some) {
      const auto turned = [&](double by) {
        const Vec3<double> v = std::sin(by / 2) * axis;
        return t.potential(q * Quat<double>{std::cos(by / 2), v.x, v.y, v.z}, 0.0);
      };
      const Vec3<double> torque = t.torque({{}, q}, 0.0);
      const double before = turned(-angle), after = turned(angle);
      const double expected = -(after - before) / (2 * angle), found = dot(torque, axis);
      const double size = std::max(norm(torque), std::abs(expected));
      const double known = 100 * rounding * std::max(std::abs(before), std::abs(after));
      if (std::abs(found - expected) > 1e-3 * size + known) {
        t.warnings.push_back("The torque " + name +
                             " does not match its potential: about one axis the torque is " +
                             number_text(found, 4) + ", but minus the derivative of the potential is " +
                             number_text(expected, 4) + ". The reported energy is meaningless.");
        return;
      }
    }
  } catch (...) {
    return;
  }
}

/// For functions that are called with states.
constexpr const char* only_numbers = "it is a function of numbers; formula_torque() records generic ones";

/// The reason why the formula of a torque cannot be recorded; empty if it can.
std::string why_not(const PreparedTorque& t) {
  if (!t.formula) return t.why_no_formula.empty() ? "it has no formula" : t.why_no_formula;
  using series::Symbol;
  namespace row = series::row;
  series::Tape tape;
  const auto at = [&](int r) { return Symbol(tape, r); };
  const Vec3<Symbol> v =
      t.formula({{at(row::momentum), at(row::momentum + 1), at(row::momentum + 2)},
                 {at(row::attitude), at(row::attitude + 1), at(row::attitude + 2), at(row::attitude + 3)}},
                at(row::time));
  if (tape.has_failed()) return "it branches on a value that varies with the state";
  const bool is_finite = tape.is_finite() && series::is_finite(v.x.form()) && series::is_finite(v.y.form()) &&
                         series::is_finite(v.z.form());
  return is_finite ? "" : "products of its parameters overflow";
}

bool is_before(const Impulse& a, const Impulse& b) { return a.time < b.time; }

template <class Function>
void require_function(const std::string& torque, const Function& function, const char* expected) {
  if (!function) throw InvalidInput("torque " + torque, "no function", expected);
}

void require_finite(const char* what, double time) {
  if (!std::isfinite(time)) throw InvalidInput(what, number_text(time), "a finite time");
}

}  // namespace

Torque::Torque() : Torque("none", none) { is_none_ = true; }

/// The torque prepared last.
struct Torque::Last {
  std::mutex mutex{};
  std::optional<Inertia> body{};
  std::shared_ptr<const PreparedTorque> prepared{};
};

Torque::Torque(std::string name, Prepare prepare)
    : name_(std::move(name)),
      prepare_(std::make_shared<const Prepare>(std::move(prepare))),
      last_(std::make_shared<Last>()) {
  require_function(name_, *prepare_, "a function that prepares it for a body");
}

PreparedTorque Torque::prepare(const Inertia& body) const {
  PreparedTorque t = prepare_ ? (*prepare_)(body) : none(body);
  if (body.is_linear()) remove_axis_component(t);
  return t;
}

std::shared_ptr<const PreparedTorque> Torque::prepare_once(const Inertia& body) const {
  if (last_) {
    const std::lock_guard lock(last_->mutex);
    if (last_->body && last_->body->moments() == body.moments() && last_->body->axes() == body.axes())
      return last_->prepared;
  }
  const auto now = std::make_shared<PreparedTorque>(prepare(body));
  now->programs = std::make_shared<series::ProgramCache>();
  if (last_ && now->formula.is_built_in()) {
    const std::lock_guard lock(last_->mutex);
    last_->body = body;
    last_->prepared = now;
  }
  return now;
}

Torque::Recordability Torque::recordability(const Inertia& body) const {
  std::string why = why_not(*prepare_once(body));
  return {why.empty(), std::move(why)};
}

Torque Torque::of_attitude(std::string name, OfAttitude function, Potential potential) {
  require_function(name, function, "a function of attitude and time");
  return {name,
          [name, function = std::move(function), potential = std::move(potential)](const Inertia& body) {
            PreparedTorque t;
            t.is_pure = false;
            t.why_no_formula = only_numbers;
            const PrincipalAttitude frame(body);
            if (is_principal(body))
              t.torque = torques::FunctionOfAttitude{function};
            else
              t.torque = [function, body, frame](const Phase& p, double time) {
                return from_eigen(body.to_principal(function(frame.to_user(normalised(p.q)), time)));
              };
            if (potential) {
              t.potential = [potential, frame](const Quat<double>& q, double time) {
                return potential(frame.to_user(normalised(q)), time);
              };
              t.conserved = [potential = t.potential, moments = body.moments()](const Phase& p, double time) {
                return kinetic_energy(moments, to_eigen(p.m)) + potential(p.q, time);
              };
              t.conserved_name = "energy";
              check_potential(t, name);
            }
            return t;
          }};
}

Torque Torque::of_state(std::string name, OfState function, bool is_dissipative) {
  require_function(name, function, "a function of state and time");
  return {std::move(name), [function = std::move(function), is_dissipative](const Inertia& body) {
            PreparedTorque t;
            t.is_pure = false;
            t.why_no_formula = only_numbers;
            t.depends_on_momentum = true;
            t.is_dissipative = is_dissipative;
            if (is_principal(body))
              t.torque = torques::FunctionOfState{function};
            else
              t.torque = [function, body, frame = PrincipalAttitude(body)](const Phase& p, double time) {
                return from_eigen(body.to_principal(
                    function({frame.to_user(normalised(p.q)), body.from_principal(to_eigen(p.m))}, time)));
              };
            return t;
          }};
}

Torque Torque::pure() && {
  // A moved-from torque has nothing to declare.
  if (!prepare_) return std::move(*this);
  prepare_ = std::make_shared<const Prepare>([inner = std::move(prepare_)](const Inertia& body) {
    PreparedTorque t = (*inner)(body);
    t.is_pure = true;
    return t;
  });
  last_ = std::make_shared<Last>();
  return std::move(*this);
}

Torque Torque::with_breakpoints(std::vector<double> times) && {
  for (const double time : times) require_finite("breakpoint", time);
  breakpoints_.insert(breakpoints_.end(), times.begin(), times.end());
  std::sort(breakpoints_.begin(), breakpoints_.end());
  breakpoints_.erase(std::unique(breakpoints_.begin(), breakpoints_.end()), breakpoints_.end());
  return std::move(*this);
}

Torque Torque::with_impulses(std::vector<Impulse> impulses) && {
  for (const Impulse& i : impulses) {
    require_finite("time of an impulse", i.time);
    if (!i.momentum.allFinite())
      throw InvalidInput("impulse at time " + number_text(i.time), "a component that is not finite",
                         "finite numbers");
  }
  // The existing impulses are sorted.
  std::stable_sort(impulses.begin(), impulses.end(), is_before);
  const auto there = static_cast<std::ptrdiff_t>(impulses_.size());
  impulses_.insert(impulses_.end(), impulses.begin(), impulses.end());
  std::inplace_merge(impulses_.begin(), impulses_.begin() + there, impulses_.end(), is_before);
  return std::move(*this);
}

bool Torque::is_copy_of(const Torque& other) const {
  const bool is_same = is_none() ? other.is_none() : prepare_ == other.prepare_ && name_ == other.name_;
  return is_same && breakpoints_ == other.breakpoints_ &&
         std::equal(impulses_.begin(), impulses_.end(), other.impulses_.begin(), other.impulses_.end(),
                    [](const Impulse& a, const Impulse& b) {
                      return a.time == b.time && a.momentum == b.momentum && a.frame == b.frame;
                    });
}

Torque operator+(const Torque& a, const Torque& b) {
  Torque c = a.is_none() ? b : a;
  if (!a.is_none() && !b.is_none())
    c = Torque(a.name_ + " + " + b.name_, [pa = a.prepare_, pb = b.prepare_](const Inertia& body) {
      return sum((*pa)(body), (*pb)(body));
    });
  c.breakpoints_.clear();
  c.impulses_.clear();
  return std::move(c)
      .with_breakpoints(a.breakpoints_)
      .with_breakpoints(b.breakpoints_)
      .with_impulses(a.impulses_)
      .with_impulses(b.impulses_);
}

/// Functions are moved into the sum: with copies, a sum of n torques would cost n^2.
PreparedTorque sum(PreparedTorque a, PreparedTorque b) {
  PreparedTorque c;
  std::optional<TorqueFormula::Turning> turning = turning_sum(a, b);
  const bool is_built_in = a.formula.is_built_in() && b.formula.is_built_in();
  c.formula = torques::FormulaMarks::made(sum_of(std::move(torques::FormulaMarks::function(a.formula)),
                                                 std::move(torques::FormulaMarks::function(b.formula))),
                                          std::move(turning), is_built_in);
  c.why_no_formula = both(std::move(a.why_no_formula), b.why_no_formula);
  c.depends_on_attitude = a.depends_on_attitude || b.depends_on_attitude;
  c.depends_on_momentum = a.depends_on_momentum || b.depends_on_momentum;
  c.is_dissipative = a.is_dissipative || b.is_dissipative;
  c.is_pure = a.is_pure && b.is_pure;
  c.warnings = std::move(a.warnings);
  c.warnings.insert(c.warnings.end(), b.warnings.begin(), b.warnings.end());
  const bool has_energy = a.conserved && b.conserved && a.conserved_name == "energy" &&
                          b.conserved_name == "energy" && b.potential;
  if (has_energy) {
    // Both contain the kinetic energy.
    c.conserved = [ca = std::move(a.conserved), vb = b.potential](const Phase& p, double t) {
      return ca(p, t) + vb(p.q, t);
    };
    c.conserved_name = "energy";
  }
  if (a.potential && b.potential)
    c.potential = [va = std::move(a.potential), vb = std::move(b.potential)](
                      const Quat<double>& q, double t) { return va(q, t) + vb(q, t); };
  if ((a.rate || b.rate) && is_affine(a) && is_affine(b)) {
    c.rate = sum_of(rate_of(a), rate_of(b));
    c.forcing = [fa = forcing_of(a), fb = forcing_of(b)](const Quat<double>& q, double t) {
      return fa(q, t) + fb(q, t);
    };
  }
  if (a.kernels && b.kernels) c.kernels = torques::sum(*a.kernels, *b.kernels);
  c.torque = [fa = std::move(a.torque), fb = std::move(b.torque)](const Phase& p, double t) {
    return fa(p, t) + fb(p, t);
  };
  return c;
}

}  // namespace polhode
