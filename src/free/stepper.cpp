// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <polhode/body/principal_attitude.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/kernel/exact.hpp>
#include <variant>

#include "core/number_text.hpp"
#include "free/advanced.hpp"
#include "free/failure_text.hpp"
#include "rotation/finite.hpp"

namespace polhode {

namespace {

/// A method gives increments always or never.
bool gives_increments(const FreeStep& step, const Vec3<double>& m) noexcept {
  return std::holds_alternative<kernel::Increment<double>>(step(m, 0.0));
}

void refuse_step(double h, double longest) {
  if (!std::isfinite(h)) throw InvalidInput("step", number_text(h), "a finite number");
  if (std::abs(h) > longest)
    throw InvalidInput("step", number_text(h),
                       "at most " + number_text(longest) +
                           " either way: beyond it the angle |m| t / I exceeds 2^53 radians");
}

}  // namespace

double longest_time(const Inertia& body, const Vec3<double>& principal_momentum) noexcept {
  const Vec3<double>& i = body.moments();
  const double least = body.is_linear() ? i.y : i.x;
  // In long double, whose range holds every quotient of doubles.
  const long double g = norm(convert<long double>(principal_momentum));
  const long double t = 0x1p53L * static_cast<long double>(least) / g;
  return t > static_cast<long double>(std::numeric_limits<double>::max())
             ? std::numeric_limits<double>::infinity()
             : static_cast<double>(t);
}

FreeStepper::FreeStepper(const Inertia& body, const State& start, const FreeMethod& method,
                         Summation summation)
    : body_(body),
      step_(method.prepare(body)),
      name_(method.name),
      summation_(summation),
      longest_step_(0),
      phase_{principal_momentum(body, start), {}, PrincipalAttitude(body).from_user(start.attitude), {}} {
  longest_step_ = longest_time(body_, phase_.m);
  if (summation_ == Summation::compensated && !gives_increments(step_, phase_.m))
    throw InvalidInput("method with compensated summation", name_,
                       "a method that gives increments, such as exact");
}

FreeStepper::FreeStepper(const Inertia& body, const State& start, Summation summation)
    : FreeStepper(body, start, exact_method(), summation) {}

void FreeStepper::step(double h) {
  if (!std::isfinite(h) || std::abs(h) > longest_step_) refuse_step(h, longest_step_);
  const kernel::CompensatedPhase<double> next = advanced(step_, phase_, h, summation_);
  if (!is_finite(next.m) || !is_finite(next.q)) refuse_failure(h);
  phase_ = next;
  ++steps_;
}

void FreeStepper::refuse_failure(double h) const {
  const double turn = std::abs(h) * body_.angular_velocity(body_.from_principal(phase_.m)).norm();
  throw InvalidInput("step " + std::to_string(steps_ + 1) + " of method " + name_,
                     number_text(h) + " (h|omega| = " + number_text(turn, 3) + ")",
                     body_.is_linear()
                         ? "a body with three positive moments: this method divides by the least one"
                         : expected_instead(step_.why(phase_.m, h)));
}

void FreeStepper::back_to(const Instant& instant) noexcept {
  phase_ = instant.phase;
  steps_ = instant.steps;
  longest_step_ = longest_time(body_, phase_.m);
}

void FreeStepper::add_momentum(const Eigen::Vector3d& jump) {
  Vec3<double> dm = body_.to_principal(jump);
  if (body_.is_linear()) dm.x = 0;
  if (summation_ == Summation::compensated) {
    kernel::add_momentum(phase_, dm);
  } else {
    phase_.m = phase_.m + dm;
  }
  longest_step_ = longest_time(body_, phase_.m);
}

State FreeStepper::state() const {
  return {PrincipalAttitude(body_).to_user(phase_.q), body_.from_principal(phase_.m)};
}

bool can_be_compensated(const FreeMethod& method, const Inertia& body) {
  return gives_increments(method.prepare(body), {1, 1, 1});
}

State exact_flow(const Inertia& body, const State& start, double t) {
  FreeStepper stepper(body, start);
  stepper.step(t);
  return stepper.state();
}

}  // namespace polhode
