// SPDX-License-Identifier: MIT
#include <cmath>
#include <polhode/core/error.hpp>
#include <polhode/simulation/controlled_body.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <utility>

#include "core/number_text.hpp"
#include "simulation/input.hpp"
#include "simulation/series_track.hpp"

namespace polhode {

struct ControlledBody::Parts {
  Inertia body;
  PrincipalAttitude frame;
  series::Stepper stepper;

  State state() const {
    const kernel::CompensatedPhase<double>& p = stepper.instant().phase;
    return {frame.to_user((1 / std::sqrt(dot(p.q, p.q))) * p.q), body.from_principal(p.m)};
  }
  void set(int first, const char* what, const Eigen::Vector3d& v) {
    for (const double x : v)
      if (!std::isfinite(x)) throw InvalidInput(what, number_text(x), "a finite number");
    Vec3<double> p = body.to_principal(v);
    if (body.is_linear() && first == 0) p.x = 0;
    series::Program& program = *stepper.program();
    program.set_parameter(first, p.x);
    program.set_parameter(first + 1, p.y);
    program.set_parameter(first + 2, p.z);
  }
};

namespace {

/// What is set, as parameters: the torque, then the wheels.
Torque with_parameters(const Torque& always) {
  return {always.name(), [always](const Inertia& body) {
            using series::Symbol;
            PreparedTorque t = always.prepare(body);
            if (!t.formula) return t;
            t.formula = [inner = t.formula, inverse = torques::InverseInertia<double>(body.moments()),
                         is_linear = body.is_linear()](const kernel::Phase<Symbol>& p, const Symbol& time) {
              const auto parameters = [&](int k) {
                const auto at = [&](int i) { return Symbol(time.tape(), time.tape()->parameter(i)); };
                return Vec3<Symbol>{at(k), at(k + 1), at(k + 2)};
              };
              Vec3<Symbol> all = inner(p, time) + parameters(0) +
                                 cross(parameters(3), torques::InverseInertia<Symbol>(inverse) * p.m);
              if (is_linear) all.x = Symbol(0);
              return all;
            };
            return t;
          }};
}

series::Stepper stepper_of(const Inertia& body, const State& start, double tolerance, double time,
                           const Torque& always) {
  SimulationOptions options;
  options.start_time = time;
  simulation::refuse_bad_input(TimeSequence(std::span(&time, 1)), tolerance, options);
  check(body, start);
  if (!always.breakpoints().empty() || !always.impulses().empty())
    throw InvalidInput("torque " + always.name(), "one with breakpoints or impulses", "one that is smooth");
  const simulation::SingleProblem problem{
      body,          {normalise_attitude(start.attitude).q, start.momentum},
      always,        time,
      time,          Summation::compensated,
      exact_method()};
  const auto recorded = simulation::recorded_torque(problem, with_parameters(always).prepare(body));
  if (!recorded)
    throw InvalidInput("torque " + always.name(), "a function without a formula",
                       "one whose formula is known");
  const int order = series::order_for(tolerance);
  series::Stepper stepper(recorded->program(body, order), {order, 1e-300, tolerance, tolerance < 1e-15}, 1,
                          recorded->unit);
  stepper.begin(
      {principal_momentum(body, problem.start), PrincipalAttitude(body).from_user(problem.start.attitude)},
      time);
  return stepper;
}

}  // namespace

ControlledBody::ControlledBody(const Inertia& body, const State& start, double tolerance, double time,
                               const Torque& always)
    : parts_(std::make_unique<Parts>(
          Parts{body, PrincipalAttitude(body), stepper_of(body, start, tolerance, time, always)})) {}
ControlledBody::ControlledBody(ControlledBody&&) noexcept = default;
ControlledBody& ControlledBody::operator=(ControlledBody&&) noexcept = default;
ControlledBody::~ControlledBody() = default;

void ControlledBody::set_torque(const Eigen::Vector3d& torque) { parts_->set(0, "torque", torque); }
void ControlledBody::set_wheels(const Eigen::Vector3d& momentum) {
  parts_->set(3, "momentum of the wheels", momentum);
}

void ControlledBody::step(double dt) {
  if (!(dt > 0 && std::isfinite(dt))) throw InvalidInput("step", number_text(dt), "a positive number");
  series::Stepper& s = parts_->stepper;
  const series::Stepper::Instant before = s.instant();
  const double end = before.time + dt;
  while (s.instant().time < end) {
    if (!s.expand(end)) {
      s.back_to(before);
      throw StepFailure("step from time " + number_text(before.time),
                        "a motion that has no finite power series there", "a torque that is finite",
                        before.time, parts_->state());
    }
    s.advance();
  }
}

double ControlledBody::time() const noexcept { return parts_->stepper.instant().time; }
State ControlledBody::state() const { return parts_->state(); }

}  // namespace polhode
