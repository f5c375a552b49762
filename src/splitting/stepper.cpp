// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <polhode/kernel/exact.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/direction.hpp>
#include <type_traits>
#include <utility>
#include <variant>

#include "body/principal_attitude.hpp"
#include "core/checkpoint_bytes.hpp"
#include "core/held.hpp"
#include "core/number_text.hpp"
#include "free/failure_text.hpp"
#include "rotation/finite.hpp"
#include "splitting/erased_kick.hpp"
#include "splitting/flow.hpp"
#include "splitting/marks.hpp"
#include "splitting/refusal_text.hpp"
#include "splitting/split_body.hpp"
#include "splitting/stepper_access.hpp"
#include "splitting/suitability.hpp"
#include "torque/torque_fields.hpp"

namespace polhode {

namespace {

using kernel::CompensatedPhase;
using kernel::Phase;

template <class Free, class P>
using Flow = SplittingFlow<double, SplitBody<double, Free, ErasedKick, P>>;

/// The default drift is compiled in, which is cheaper than a virtual call.
using AnyFlow = std::variant<Flow<kernel::Exact<double>, Phase<double>>,
                             Flow<kernel::Exact<double>, CompensatedPhase<double>>,
                             Flow<FreeStep, Phase<double>>, Flow<FreeStep, CompensatedPhase<double>>>;

template <class System>
bool is_finite_system(const System& s) noexcept {
  return is_finite(s.phase().m) && is_finite(s.phase().q);
}

/// A checksum of everything from which a stepper is constructed.
std::uint64_t origin_of(const Inertia& body, const Torque& torque, const PreparedTorque& prepared,
                        const Splitting& splitting, const SplittingOptions& options) {
  ByteWriter bytes;
  body_fields(bytes, body);
  torques::torque_fields(bytes, torque, prepared, from_eigen(body.moments()));
  bytes(splitting.starts_with_kick);
  for (const auto* all : {&splitting.drifts, &splitting.kicks, &splitting.gradients})
    for (const long double one : *all) bytes(static_cast<double>(one));
  bytes(options.free_method.name);
  bytes(static_cast<int>(options.summation));
  return checksum(bytes.bytes());
}

}  // namespace

/// The data that copies of a stepper share.
struct SplittingStepper::Fixed {
  Inertia body;
  PrincipalAttitude frame;
  std::string torque_name, method_name;
  FreeStep drift;
  ErasedTorque acting;
  Marks marks;
  bool starts_with_kick;
  int order;
  std::vector<std::string> warnings;
  std::uint64_t origin;  ///< a checksum of everything from which the stepper is constructed
  std::shared_ptr<std::mutex> reading = std::make_shared<std::mutex>();

  const PreparedTorque& torque() const noexcept { return acting.prepared(); }
  State state_of(const Phase<double>& p) const {
    return {frame.to_user(p.q), body.from_principal(to_eigen(p.m))};
  }
};

struct SplittingStepper::Parts {
  std::shared_ptr<const Fixed> fixed;
  AnyFlow flow;
  std::size_t impulses = 0;                                    ///< number of impulses applied so far
  double earliest = -std::numeric_limits<double>::infinity(),  ///< times at which the torque may be evaluated
      latest = std::numeric_limits<double>::infinity();
  ErasedTorque::Memory at_end{};  ///< the value of an impure torque at the end of the last step

  /// Restores the torque of the last step, which must be used to complete it.
  void restore_torque() const noexcept {
    if (at_end.is_known) fixed->acting.remember(at_end);
  }

  /// Completing the pending part may evaluate the torque again, if a copy has evaluated it for another
  /// attitude since.
  Phase<double> phase() const {
    // Several threads may read one stepper, but they share the cached torque.
    const std::lock_guard lock(*fixed->reading);
    restore_torque();
    const auto now = std::visit(
        [](const auto& f) {
          const auto all = f.system();
          return Phase<double>{all.phase().m, all.phase().q};
        },
        flow);
    fixed->acting.rethrow();
    return now;
  }
  double time() const {
    return std::visit([](const auto& f) { return f.time(); }, flow);
  }
  /// Completes the pending part and lets act(body) modify the body. If the torque throws, nothing is changed.
  template <class Act>
  void change(const Act& act) {
    phase();
    std::visit([&](auto& f) { f.change(act); }, flow);
  }

  /// If an impure torque has changed since the last step, completes that step with its former value; the next
  /// step starts with the new one.
  void update_impure_torque() {
    if (!at_end.is_known) return;
    restore_torque();
    const Vec3<double> now = fixed->acting.asked_again(at_end);
    fixed->acting.rethrow();
    if (now == at_end.vector) return;
    std::visit([](auto& f) { f.change([](auto&) noexcept {}); }, flow);
    at_end.vector = now;
    restore_torque();
  }

  void step(double h) {
    const bool is_pure = fixed->torque().is_pure;
    if (!is_pure) update_impure_torque();
    // After a failure the torque is not evaluated again for the pending part: it may fail there too.
    const ErasedTorque::Memory memory = fixed->acting.memory();
    const bool is_taken = std::visit(
        [h](auto& f) {
          const auto before = f.instant();
          f.step(h);
          if (is_finite_system(f.pending_system()) && is_finite_system(f.system())) return true;
          f.back_to(before);
          return false;
        },
        flow);
    if (!is_taken) {
      fixed->acting.remember(memory);
      refuse(h);
    }
    if (is_pure) return;
    if (!fixed->starts_with_kick) return;
    if (fixed->torque().flow)  // the pending part would evaluate the flow again
      std::visit([](auto& f) { f.change([](auto&) noexcept {}); }, flow);
    else
      at_end = fixed->acting.memory();
  }

  void apply(const Eigen::Vector3d& momentum, TorqueFrame in) {
    const Fixed& f = *fixed;
    const auto add = [&](auto& body) noexcept {
      const Vec3<double> given = from_eigen(momentum);
      const Vec3<double> in_user_frame =
          in == TorqueFrame::space ? torques::in_body(from_eigen(f.frame.to_user(body.phase().q)), given)
                                   : given;
      Vec3<double> jump = from_eigen(f.body.to_principal(to_eigen(in_user_frame)));
      if (f.body.is_linear()) jump.x = 0;
      body.add_momentum(jump);
    };
    change(add);
  }

  void restrict_times(double from, double to) {
    if (from == earliest && to == latest) return;
    earliest = from;
    latest = to;
    change([&](auto& body) noexcept { body.kick_function().keep_within(earliest, latest); });
  }

  /// A step that may cross breakpoints and impulses.
  void step_over_marks(double h) {
    const Parts before = *this;
    const ErasedTorque::Memory memory = fixed->acting.memory();
    try {
      for (const StepPiece& piece : fixed->marks.pieces(time(), h, impulses)) {
        restrict_times(piece.earliest, piece.latest);
        if (piece.length != 0) step(piece.length);
        const std::vector<Impulse>& all = fixed->marks.impulses();
        for (; impulses < piece.impulses_after; ++impulses)
          apply(all[impulses].momentum, all[impulses].frame);
        for (; impulses > piece.impulses_after; --impulses)
          apply(-all[impulses - 1].momentum, all[impulses - 1].frame);
      }
    } catch (...) {
      *this = before;
      fixed->acting.remember(memory);
      throw;
    }
  }

  /// Repeats the failed step part by part to find out where it failed.
  [[noreturn]] void refuse(double h) const {
    restore_torque();
    const ErasedTorque& acting = fixed->acting;
    acting.rethrow();
    const ErasedTorque::Memory memory = acting.memory();
    const double start = time();
    const State state = fixed->state_of(phase());
    std::string where = "step from time " + number_text(start), found, expected;
    const auto blame_drift = [&](const Vec3<double>& m, double length) {
      where += ", free method " + fixed->method_name;
      found = "length " + number_text(length);
      expected = expected_instead(fixed->drift.why(m, length));
    };
    const auto blame_kick = [&](const Phase<double>& p, double t, const std::string& at) {
      const Vec3<double> torque = acting(p, t);
      where += ", torque " + fixed->torque_name + at;
      found = vector_text(torque);
      expected = "a finite torque";
      if (!is_finite(torque)) return;
      found += change_not_found;
      expected = step_for_change;
    };
    std::visit(
        [&](auto again) {
          auto last = again.system();
          std::optional<StepPart> first;
          again.step(h, [&](StepPart part, const auto& now, double t) {
            if (!first) first = part;
            if (found.empty() && !is_finite_system(now)) {
              if (part == StepPart::kick)
                blame_kick({last.phase().m, last.phase().q}, t, " at time " + number_text(t));
              else
                blame_drift(last.phase().m, h);
            }
            last = now;
          });
          if (!found.empty()) return;
          // The pending part, of the kind with which steps start.
          if (first == StepPart::kick)
            blame_kick({last.phase().m, last.phase().q}, again.time(), " at its end");
          else
            blame_drift(last.phase().m, again.instant().pending);
        },
        flow);
    acting.remember(memory);
    acting.rethrow();
    throw StepFailure(where, found, expected, start, state);
  }
};

namespace {

template <class P, class Free>
AnyFlow make_flow(const Splitting& s, Free free, ErasedKick kick, const P& start, bool merges, double time) {
  return Flow<Free, P>(
      s, SplitBody<double, Free, ErasedKick, P>(std::move(free), std::move(kick), start, merges), time);
}

AnyFlow make_flow(const Inertia& body, const FreeStep& drift, bool is_default, bool merges,
                  const Splitting& s, const ErasedKick& kick, const Phase<double>& start,
                  const SplittingOptions& options) {
  const CompensatedPhase<double> wide{start.m, {}, start.q, {}};
  const kernel::Exact<double> exact(from_eigen(body.moments()));
  const double t = options.start_time;
  if (options.summation == Summation::compensated)
    return is_default ? make_flow(s, exact, kick, wide, true, t) : make_flow(s, drift, kick, wide, merges, t);
  return is_default ? make_flow(s, exact, kick, start, true, t) : make_flow(s, drift, kick, start, merges, t);
}

}  // namespace

SplittingStepper::SplittingStepper(const Inertia& body, const State& start, const Torque& torque,
                                   const Splitting& splitting, const SplittingOptions& options) {
  if (!std::isfinite(options.start_time))
    throw InvalidInput("time of the start", number_text(options.start_time), "a finite number");
  const FreeMethod& method = options.free_method;
  const PreparedTorque prepared = torque.prepare(body);
  refuse_unsuited(splitting, prepared, torque.name());
  const PrincipalAttitude frame(body);
  const Phase<double> phase{from_eigen(principal_momentum(body, start)), frame.from_user(start.attitude)};
  const FreeStep drift = method.prepare(body);
  if (options.summation == Summation::compensated &&
      !std::holds_alternative<kernel::Increment<double>>(drift(phase.m, 0.0)))
    throw InvalidInput("free method with compensated summation", method.name,
                       "a method that gives increments, such as exact");
  const ErasedTorque acting(prepared);
  const bool is_exact = method.properties.momentum_order == 0 && method.properties.attitude_order == 0;
  const auto fixed = std::make_shared<const Fixed>(
      Fixed{body, frame, torque.name(), method.name, drift, acting, Marks(torque), splitting.starts_with_kick,
            order_of(splitting, method), warnings_of(splitting, prepared, method),
            origin_of(body, torque, prepared, splitting, options)});
  const bool is_default = method.prepare.built_in() == BuiltInMethod::exact;
  parts_ =
      std::make_unique<Parts>(Parts{fixed, make_flow(body, drift, is_default, is_exact, splitting,
                                                     ErasedKick(acting, splitting.order), phase, options)});
  parts_->impulses = fixed->marks.applied_at(options.start_time);
}

SplittingStepper::SplittingStepper(const SplittingStepper& other)
    : parts_(std::make_unique<Parts>(held(other.parts_, "stepper"))) {}
SplittingStepper& SplittingStepper::operator=(const SplittingStepper& other) {
  if (parts_)
    *parts_ = held(other.parts_, "stepper");
  else  // *this was moved from
    parts_ = std::make_unique<Parts>(held(other.parts_, "stepper"));
  return *this;
}
SplittingStepper::SplittingStepper(SplittingStepper&&) noexcept = default;
SplittingStepper& SplittingStepper::operator=(SplittingStepper&&) noexcept = default;
SplittingStepper::~SplittingStepper() = default;

void SplittingStepper::step(double h) {
  if (!std::isfinite(h)) throw InvalidInput("step", number_text(h), "a finite number");
  Parts& parts = held(parts_, "stepper");
  if (parts.fixed->marks.is_empty())
    parts.step(h);
  else
    parts.step_over_marks(h);
}

double SplittingStepper::time() const noexcept {
  return parts_ ? parts_->time() : std::numeric_limits<double>::quiet_NaN();
}

State SplittingStepper::state() const {
  const Parts& parts = held(parts_, "stepper");
  return parts.fixed->state_of(parts.phase());
}

double SplittingStepper::conserved() const {
  const Parts& parts = held(parts_, "stepper");
  const auto& conserved = parts.fixed->torque().conserved;
  return conserved ? conserved(parts.phase(), time()) : std::numeric_limits<double>::quiet_NaN();
}

void SplittingStepper::add_momentum(const Eigen::Vector3d& jump, TorqueFrame frame) {
  held(parts_, "stepper").apply(jump, frame);
}

void SplittingStepper::ask_torque_within(double earliest, double latest) {
  held(parts_, "stepper").restrict_times(earliest, latest);
}

void SplittingStepper::reset(const State& state, double start_time) {
  if (!std::isfinite(start_time))
    throw InvalidInput("start_time", number_text(start_time), "a finite number");
  const Fixed& fixed = *held(parts_, "stepper").fixed;
  const Vec3<double> m = from_eigen(principal_momentum(fixed.body, state));
  SplittingInstant to{.phase = {m, {}, fixed.frame.from_user(state.attitude), {}}, .time = start_time};
  to.impulses = fixed.marks.applied_at(start_time);
  SplittingStepperAccess::back_to(*this, to);
}

SplittingInstant SplittingStepperAccess::instant(const SplittingStepper& stepper) {
  const SplittingStepper::Parts& parts = held(stepper.parts_, "stepper");
  SplittingInstant now;
  std::visit(
      [&now](const auto& f) {
        const auto i = f.instant();
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(i.system)>, CompensatedPhase<double>>)
          now.phase = i.system;
        else
          now.phase = {i.system.m, {}, i.system.q, {}};
        now.time = i.time;
        now.lost_time = i.lost_time;
        now.pending = i.pending;
      },
      parts.flow);
  const std::lock_guard lock(*parts.fixed->reading);
  parts.restore_torque();
  const ErasedTorque::Memory memory = parts.fixed->acting.memory();
  now.has_torque = memory.is_known;
  now.torque_attitude = memory.q;
  now.torque_time = memory.t;
  now.torque = memory.vector;
  now.impulses = parts.impulses;
  return now;
}

void SplittingStepperAccess::back_to(SplittingStepper& stepper, const SplittingInstant& to) {
  SplittingStepper::Parts& parts = held(stepper.parts_, "stepper");
  std::visit(
      [&to](auto& f) {
        auto i = f.instant();
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(i.system)>, CompensatedPhase<double>>)
          i.system = to.phase;
        else
          i.system = {to.phase.m, to.phase.q};
        i.time = to.time;
        i.lost_time = to.lost_time;
        i.pending = to.pending;
        f.back_to(i);
      },
      parts.flow);
  parts.impulses = to.impulses;
  const ErasedTorque::Memory memory{to.has_torque, to.torque_attitude, to.torque_time, to.torque};
  const bool keeps = !parts.fixed->torque().is_pure && parts.fixed->starts_with_kick;
  parts.at_end = keeps ? memory : ErasedTorque::Memory{};
  parts.fixed->acting.remember(memory);
}

namespace {

constexpr const char* splitting_checkpoint_name = "splitting stepper";

constexpr auto splitting_instant_fields = [](auto& bytes, auto& i) {
  phase_fields(bytes, i.phase);
  bytes(i.time);
  bytes(i.lost_time);
  bytes(i.pending);
  bytes(i.has_torque);
  quat_fields(bytes, i.torque_attitude);
  bytes(i.torque_time);
  vector_fields(bytes, i.torque);
  bytes(i.impulses);
};

}  // namespace

Checkpoint SplittingStepper::checkpoint() const {
  return made_checkpoint(splitting_checkpoint_name, held(parts_, "stepper").fixed->origin,
                         SplittingStepperAccess::instant(*this), splitting_instant_fields);
}

void SplittingStepper::resume(const Checkpoint& checkpoint) {
  SplittingStepperAccess::back_to(*this, open_checkpoint<SplittingInstant>(
                                             splitting_checkpoint_name, held(parts_, "stepper").fixed->origin,
                                             checkpoint, splitting_instant_fields));
}

const std::string& SplittingStepper::conserved_name() const noexcept {
  static const std::string none;
  return parts_ ? parts_->fixed->torque().conserved_name : none;
}
int SplittingStepper::order() const noexcept { return parts_ ? parts_->fixed->order : 0; }
const std::vector<std::string>& SplittingStepper::warnings() const noexcept {
  static const std::vector<std::string> none;
  return parts_ ? parts_->fixed->warnings : none;
}

}  // namespace polhode
