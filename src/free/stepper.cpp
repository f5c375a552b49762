// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <polhode/body/principal_attitude.hpp>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/compensated.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/kernel/exact.hpp>
#include <variant>

#include "core/checkpoint_bytes.hpp"
#include "core/number_text.hpp"
#include "free/advanced.hpp"
#include "free/failure_text.hpp"
#include "rotation/finite.hpp"

namespace polhode {

namespace {

/// A method returns increments always or never.
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
  // In long double, whose range includes every quotient of doubles.
  const long double g = norm(convert<long double>(principal_momentum));
  const long double t = 0x1p53L * static_cast<long double>(least) / g;
  return t > static_cast<long double>(std::numeric_limits<double>::max())
             ? std::numeric_limits<double>::infinity()
             : static_cast<double>(t);
}

FreeStepper::FreeStepper(const Inertia& body, const State& start, const FreeMethod& method,
                         Summation summation)
    : body_(body),
      frame_(body),
      name_(method.name),
      summation_(summation),
      longest_step_(0),
      plain_{principal_momentum(body, start), frame_.from_user(start.attitude)},
      compensated_{plain_.m, {}, plain_.q, {}} {
  if (method.prepare.built_in() == BuiltIn::exact) {
    exact_ = kernel::exact_constants(body.moments());
    look_at_momentum();
    return;
  }
  step_ = method.prepare(body);
  look_at_momentum();
  if (summation_ == Summation::compensated && !gives_increments(*step_, plain_.m))
    throw InvalidInput("method with compensated summation", name_,
                       "a method that gives increments, such as exact");
}

FreeStepper::FreeStepper(const Inertia& body, const State& start, Summation summation)
    : FreeStepper(body, start, exact_method(), summation) {}

void FreeStepper::step(double h) {
  if (!(std::abs(h) <= longest_step_) || !std::isfinite(h)) refuse_step(h, longest_step_);
  // Results are written in place and not checked: a copy would make a step a fifth slower.
  if (!cannot_fail_) {
    step_with_care(h);
  } else if (is_plain()) {
    plain_ = kernel::advance(plain_, kernel::exact_step(exact_, plain_.m, h));
  } else {
    compensated_ = kernel::advance(compensated_, kernel::exact_step(exact_, compensated_.m, h));
  }
  ++steps_;
  if (h != last_step_) [[unlikely]] {
    compensated_add(time_, lost_time_, static_cast<double>(alike_) * last_step_);
    alike_ = 0;
    last_step_ = h;
  }
  ++alike_;
}

void FreeStepper::step_with_care(double h) {
  const kernel::CompensatedPhase<double> now = instant().phase;
  kernel::CompensatedPhase<double> next;
  if (step_) {
    next = advanced(*step_, now, h, summation_);
  } else {
    const kernel::Increment<double> i = kernel::exact_step(exact_, now.m, h);
    const kernel::Phase<double> plain = kernel::advance(kernel::Phase<double>{now.m, now.q}, i);
    next = is_plain() ? kernel::CompensatedPhase<double>{plain.m, now.em, plain.q, now.eq}
                      : kernel::advance(now, i);
  }
  if (!is_finite(next.m) || !is_finite(next.q)) refuse_failure(h);
  plain_ = {next.m, next.q};
  compensated_ = next;
}

/// Decides whether the exact step can fail. For numbers in the middle of the range, and a step that rotates
/// the body by at most 2^53 radians, all its intermediate results are finite: the largest is the square of
/// that angle.
void FreeStepper::look_at_momentum() noexcept {
  longest_step_ = longest_time(body_, m());
  constexpr double high = 0x1p400, low = 0x1p-400;
  const Vec3<double>& i = body_.moments();
  const double mm = dot(m(), m()), least = body_.is_linear() ? i.y : i.x;
  cannot_fail_ = !step_ && mm > low && mm < high && least > low && i.z < high;
}

FreeStepper::Instant FreeStepper::instant() const noexcept {
  Instant now{compensated_, steps_, time_, lost_time_};
  now.phase.m = m();
  now.phase.q = q();
  compensated_add(now.time, now.lost_time, static_cast<double>(alike_) * last_step_);
  return now;
}

void FreeStepper::refuse_failure(double h) const {
  const double turn = std::abs(h) * body_.angular_velocity(body_.from_principal(m())).norm();
  throw StepFailure("step " + std::to_string(steps_ + 1) + " of method " + name_,
                    number_text(h) + " (h|omega| = " + number_text(turn, 3) + ")",
                    body_.is_linear()
                        ? "a body with three positive moments: this method divides by the smallest one"
                        : expected_instead(step_ ? step_->why(m(), h) : kernel::Failure::out_of_range),
                    time(), state());
}

void FreeStepper::reset(const State& state, double time) {
  if (!std::isfinite(time)) throw InvalidInput("time", number_text(time), "a finite number");
  const Vec3<double> m = principal_momentum(body_, state);
  back_to({.phase = {m, {}, frame_.from_user(state.attitude), {}}, .time = time});
}

void FreeStepper::back_to(const Instant& instant) noexcept {
  compensated_ = instant.phase;
  plain_ = {instant.phase.m, instant.phase.q};
  steps_ = instant.steps;
  time_ = instant.time;
  lost_time_ = instant.lost_time;
  alike_ = 0;
  look_at_momentum();
}

void FreeStepper::add_momentum(const Eigen::Vector3d& jump) {
  Vec3<double> dm = body_.to_principal(jump);
  if (body_.is_linear()) dm.x = 0;
  if (is_plain())
    kernel::add_momentum(plain_, dm);
  else
    kernel::add_momentum(compensated_, dm);
  look_at_momentum();
}

namespace {

constexpr const char* checkpoint_name = "free stepper";

constexpr auto instant_fields = [](auto& bytes, auto& i) {
  phase_fields(bytes, i.phase);
  bytes(i.steps);
  bytes(i.time);
  bytes(i.lost_time);
};

}  // namespace

std::uint64_t FreeStepper::origin() const {
  ByteWriter bytes;
  body_fields(bytes, body_);
  bytes(name_);
  bytes(static_cast<int>(summation_));
  return checksum(bytes.bytes());
}

std::string FreeStepper::checkpoint() const {
  return checkpoint_bytes(checkpoint_name, origin(), instant(), instant_fields);
}

void FreeStepper::resume(std::string_view checkpoint) {
  back_to(open_checkpoint<Instant>(checkpoint_name, origin(), checkpoint, instant_fields));
}

State FreeStepper::state() const noexcept { return {frame_.to_user(q()), body_.from_principal(m())}; }

bool can_be_compensated(const FreeMethod& method, const Inertia& body) {
  return gives_increments(method.prepare(body), {1, 1, 1});
}

State exact_flow(const Inertia& body, const State& start, double t) {
  FreeStepper stepper(body, start);
  stepper.step(t);
  return stepper.state();
}

}  // namespace polhode
