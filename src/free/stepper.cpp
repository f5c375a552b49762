// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <optional>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/compensated.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/kernel/exact_constants.hpp>
#include <polhode/rotation/convention.hpp>
#include <variant>

#include "body/principal_attitude.hpp"
#include "core/checkpoint_bytes.hpp"
#include "core/held.hpp"
#include "core/number_text.hpp"
#include "free/advanced.hpp"
#include "free/failure_text.hpp"
#include "free/stepper_access.hpp"
#include "rotation/finite.hpp"

namespace polhode {

namespace {

/// As refusals of one that was moved from call it.
constexpr const char* stepper_kind = "stepper";

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

double longest_time(const Inertia& body, const Eigen::Vector3d& momentum) noexcept {
  const Eigen::Vector3d& i = body.moments();
  const double least = body.is_linear() ? i.y() : i.x();
  // In long double, whose range includes every quotient of doubles.
  const long double g = norm(convert<long double>(from_eigen(momentum)));
  const long double t = 0x1p53L * static_cast<long double>(least) / g;
  return t > static_cast<long double>(std::numeric_limits<double>::max())
             ? std::numeric_limits<double>::infinity()
             : static_cast<double>(t);
}

struct FreeStepper::Parts {
  Parts(const Inertia& body, const State& start, const FreeMethod& method, Summation summation);

  [[gnu::always_inline]] void step(double h);
  Instant instant() const noexcept;
  void back_to(const Instant& instant) noexcept;
  void add_momentum(const Eigen::Vector3d& jump);
  double time() const noexcept { return time_ + (lost_time_ + static_cast<double>(alike_) * last_step_); }
  State state() const noexcept { return {frame_.to_user(q()), body_.from_principal(to_eigen(m()))}; }

  [[noreturn]] void refuse_failure(double h) const;
  void step_with_care(double h);
  void look_at_momentum() noexcept;
  std::uint64_t origin() const;  ///< a checksum of body, method and summation
  bool is_plain() const noexcept { return summation_ == Summation::plain; }
  const Vec3<double>& m() const noexcept { return is_plain() ? plain_.m : compensated_.m; }
  const Quat<double>& q() const noexcept { return is_plain() ? plain_.q : compensated_.q; }

  Inertia body_;
  PrincipalAttitude frame_;
  std::optional<FreeStep> step_;  // none: the exact step, with the constants below
  kernel::ExactConstants<double> exact_{};
  std::string name_;
  Summation summation_;
  double longest_step_;
  bool cannot_fail_ = false;  // the exact step, for any length up to longest_step_
  std::uint64_t steps_ = 0;   // that were taken
  // The steps since time_ had all the same length: they are counted, not added.
  double time_ = 0, lost_time_ = 0, last_step_ = 0;
  std::uint64_t alike_ = 0;
  // Where the motion is: in the first for plain sums, in the second for compensated ones. Each is written by
  // a step as a whole, from the result to where it stays; through a copy the next step would wait for it.
  kernel::Phase<double> plain_;
  kernel::CompensatedPhase<double> compensated_;
};

FreeStepper::Parts::Parts(const Inertia& body, const State& start, const FreeMethod& method,
                          Summation summation)
    : body_(body),
      frame_(body),
      name_(method.name),
      summation_(summation),
      longest_step_(0),
      plain_{from_eigen(principal_momentum(body, start)), frame_.from_user(start.attitude)},
      compensated_{plain_.m, {}, plain_.q, {}} {
  if (method.prepare.built_in() == BuiltInMethod::exact) {
    exact_ = kernel::exact_constants(from_eigen(body.moments()));
    look_at_momentum();
    return;
  }
  step_ = method.prepare(body);
  look_at_momentum();
  if (summation_ == Summation::compensated && !gives_increments(*step_, plain_.m))
    throw InvalidInput("method with compensated summation", name_,
                       "a method that gives increments, such as exact");
}

inline void FreeStepper::Parts::step(double h) {
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

void FreeStepper::Parts::step_with_care(double h) {
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
void FreeStepper::Parts::look_at_momentum() noexcept {
  longest_step_ = longest_time(body_, to_eigen(m()));
  constexpr double high = 0x1p400, low = 0x1p-400;
  const Vec3<double> i = from_eigen(body_.moments());
  const double mm = dot(m(), m()), least = body_.is_linear() ? i.y : i.x;
  cannot_fail_ = !step_ && mm > low && mm < high && least > low && i.z < high;
}

FreeStepper::Instant FreeStepper::Parts::instant() const noexcept {
  Instant now{compensated_, steps_, time_, lost_time_};
  now.phase.m = m();
  now.phase.q = q();
  compensated_add(now.time, now.lost_time, static_cast<double>(alike_) * last_step_);
  return now;
}

void FreeStepper::Parts::refuse_failure(double h) const {
  const double turn = std::abs(h) * body_.angular_velocity(body_.from_principal(to_eigen(m()))).norm();
  throw StepFailure("step " + std::to_string(steps_ + 1) + " of method " + name_,
                    number_text(h) + " (h|omega| = " + number_text(turn, 3) + ")",
                    body_.is_linear()
                        ? "a body with three positive moments: this method divides by the smallest one"
                        : expected_instead(step_ ? step_->why(m(), h) : kernel::Failure::out_of_range),
                    time(), state());
}

void FreeStepper::Parts::back_to(const Instant& instant) noexcept {
  compensated_ = instant.phase;
  plain_ = {instant.phase.m, instant.phase.q};
  steps_ = instant.steps;
  time_ = instant.time;
  lost_time_ = instant.lost_time;
  alike_ = 0;
  look_at_momentum();
}

void FreeStepper::Parts::add_momentum(const Eigen::Vector3d& jump) {
  Vec3<double> dm = from_eigen(body_.to_principal(jump));
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

std::uint64_t FreeStepper::Parts::origin() const {
  ByteWriter bytes;
  body_fields(bytes, body_);
  bytes(name_);
  bytes(static_cast<int>(summation_));
  return checksum(bytes.bytes());
}

FreeStepper::FreeStepper(const Inertia& body, const State& start, const FreeMethod& method,
                         Summation summation)
    : parts_(std::make_unique<Parts>(body, start, method, summation)) {}

FreeStepper::FreeStepper(const Inertia& body, const State& start, Summation summation)
    : FreeStepper(body, start, exact_method(), summation) {}

FreeStepper::FreeStepper(const FreeStepper& other)
    : parts_(std::make_unique<Parts>(held(other.parts_, stepper_kind))) {}
FreeStepper& FreeStepper::operator=(const FreeStepper& other) {
  if (parts_)
    *parts_ = held(other.parts_, stepper_kind);
  else
    parts_ = std::make_unique<Parts>(held(other.parts_, stepper_kind));
  return *this;
}
FreeStepper::FreeStepper(FreeStepper&&) noexcept = default;
FreeStepper& FreeStepper::operator=(FreeStepper&&) noexcept = default;
FreeStepper::~FreeStepper() = default;

void FreeStepper::step(double h) { held(parts_, stepper_kind).step(h); }

State FreeStepper::state() const { return held(parts_, stepper_kind).state(); }

double FreeStepper::time() const noexcept {
  return parts_ ? parts_->time() : std::numeric_limits<double>::quiet_NaN();
}

void FreeStepper::reset(const State& state, double start_time) {
  Parts& parts = held(parts_, stepper_kind);
  if (!std::isfinite(start_time))
    throw InvalidInput("start_time", number_text(start_time), "a finite number");
  const Vec3<double> m = from_eigen(principal_momentum(parts.body_, state));
  parts.back_to({.phase = {m, {}, parts.frame_.from_user(state.attitude), {}}, .time = start_time});
}

void FreeStepper::add_momentum(const Eigen::Vector3d& jump) { held(parts_, stepper_kind).add_momentum(jump); }

FreeStepper::Instant FreeStepperAccess::instant(const FreeStepper& stepper) {
  return held(stepper.parts_, stepper_kind).instant();
}
void FreeStepperAccess::back_to(FreeStepper& stepper, const Instant& instant) {
  held(stepper.parts_, stepper_kind).back_to(instant);
}

Checkpoint FreeStepper::checkpoint() const {
  const Parts& parts = held(parts_, stepper_kind);
  return made_checkpoint(checkpoint_name, parts.origin(), parts.instant(), instant_fields);
}

void FreeStepper::resume(const Checkpoint& checkpoint) {
  Parts& parts = held(parts_, stepper_kind);
  parts.back_to(open_checkpoint<Instant>(checkpoint_name, parts.origin(), checkpoint, instant_fields));
}

bool can_be_compensated(const FreeMethod& method, const Inertia& body) {
  return gives_increments(method.prepare(body), {1, 1, 1});
}

State exact_flow(const Inertia& body, const State& start, double t) {
  FreeStepper::Parts parts(body, start, exact_method(), Summation::plain);
  parts.step(t);
  return parts.state();
}

}  // namespace polhode
