// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <polhode/batch/bodies.hpp>
#include <polhode/batch/free_step.hpp>
#include <polhode/batch/splitting_stepper.hpp>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include "batch/block.hpp"
#include "batch/change_body.hpp"
#include "batch/padded_block.hpp"
#include "batch/parallel.hpp"
#include "batch/splitting_block.hpp"
#include "batch/splitting_bodies.hpp"
#include "batch/state_arrays.hpp"
#include "batch/stepper_access.hpp"
#include "batch/torque_numbers.hpp"
#include "batch/torque_source.hpp"
#include "core/checkpoint_bytes.hpp"
#include "core/held.hpp"
#include "core/number_text.hpp"
#include "rotation/finite.hpp"
#include "splitting/flow.hpp"
#include "splitting/marks.hpp"
#include "splitting/refusal_text.hpp"
#include "splitting/suitability.hpp"
#include "torque/torque_fields.hpp"

namespace polhode::batch {

namespace {

/// What was being done when a body failed.
constexpr const char* of_step = "step from time ";

struct Part {
  StepPart what;
  double length, time, gradient;
};

/// Records the parts of a splitting's step for later execution.
class Recorder {
 public:
  Recorder(bool drifts_merge, bool kicks_merge) noexcept
      : drifts_merge_(drifts_merge), kicks_merge_(kicks_merge) {}

  void drift(double length, double middle) noexcept {
    parts_.push_back({StepPart::drift, length, middle, 0});
  }
  void kick(double length, double time, double gradient) noexcept {
    parts_.push_back({StepPart::kick, length, time, gradient});
  }
  const std::vector<Part>& parts() const noexcept { return parts_; }
  bool drifts_merge() const noexcept { return drifts_merge_; }
  bool kicks_merge() const noexcept { return kicks_merge_; }

  struct Nothing {};
  Nothing instant() const noexcept { return {}; }
  void back_to(Nothing) noexcept {}

 private:
  std::vector<Part> parts_;
  bool drifts_merge_, kicks_merge_;
};

/// The bodies at one time, without the pending part.
template <class Real>
struct Moment {
  Moment(States<Real> s, bool has_room_for_torques)
      : states(std::move(s)), torques(has_room_for_torques ? 3 * whole_registers(states.size()) : 0) {}

  States<Real> states;
  std::vector<Real> torques;  ///< for the next kick, if a step starts with one
  bool has_torques = false;

  StatePointers<Real> state() noexcept { return pointers_of(states.spans()); }
  StatePointers<Real> lost() noexcept { return pointers_of(states.compensation()); }
  Vectors<Real> torques_from(std::size_t first) noexcept {
    Real* const t = torques.data() + first;
    const std::size_t stride = torques.size() / 3;
    return {t, t + stride, t + 2 * stride};
  }
};

template <class Real>
States<Real> copy_of(States<Real>& from) {
  States<Real> to(from.size(), from.summation());
  copy_bodies(from, to, same_place);
  return to;
}

template <class Real>
Bodies<Real> bodies_of(const SplittingBodies& b, BuiltInMethod method) {
  if (b.form == Form::one) return Bodies<Real>::one(b.kinds.front());
  return b.form == Form::each ? Bodies<Real>::each(b.kinds, method) : Bodies<Real>::kinds(b.kinds, b.which);
}

/// Checks bodies, initial states and options.
template <class Real>
SplittingBodies checked(SplittingBodies bodies, States<Real>& starts, const StepperOptions& options) {
  const std::size_t size = starts.size();
  const std::size_t given = bodies.form == Form::each ? bodies.kinds.size() : bodies.which.size();
  if (size == 0 || (bodies.form != Form::one && given != size))
    throw InvalidInput(
        "number of bodies",
        std::to_string(bodies.form == Form::one ? size : given) + " with " + std::to_string(size) + " states",
        "one state per body, and at least one body");
  const StateSpans<Real> s = starts.spans();
  for (std::size_t i = 0; i < size; ++i) {
    const auto refuse_body = [i](const char* what, double found, const char* expected) {
      throw InvalidInput(what + (" of body " + std::to_string(i)), number_text(found), expected);
    };
    for (const Real x : {s.mx[i], s.my[i], s.mz[i], s.qw[i], s.qx[i], s.qy[i], s.qz[i]})
      if (!std::isfinite(x)) refuse_body("state", static_cast<double>(x), "finite numbers");
    if (bodies[i].is_linear() && s.mx[i] != 0)
      refuse_body("momentum about the axis", static_cast<double>(s.mx[i]), "0, because the body is linear");
  }
  if (!std::isfinite(options.start_time))
    throw InvalidInput("time of the start", number_text(options.start_time), "a finite number");
  // Threads and target are checked by the step of free bodies; here it steps none.
  States<Real> none(0);
  batch::step(Bodies<Real>::one(bodies.kinds.front()), none, Real(0),
              {.free_method = options.free_method, .target = options.target, .threads = options.threads});
  return bodies;
}

/// Where a batch is, as a checkpoint holds it.
template <class Real>
struct Place {
  double time = 0, lost_time = 0, pending = 0;
  std::vector<std::vector<Real>> numbers{};
  bool has_torques = false;
  std::vector<Real> torques{};
  std::uint64_t impulses = 0;
  double earliest = 0, latest = 0;
  std::uint64_t first_failed = 0;
  std::string reason{};  ///< why it failed
};

/// A checksum of what acts, and of the splitting.
template <class Real>
std::uint64_t origin_of(const AnyTorque<Real>& acting, const Inertia& body, const Splitting& splitting) {
  ByteWriter bytes;
  if (const auto* torque = std::get_if<Torque>(&acting)) {
    torques::torque_fields(bytes, *torque, torque->prepare(body), from_eigen(body.moments()));
  } else {
    const auto& function = std::get<TorqueFunction<Real>>(acting);
    bytes(function.name);
    bytes(static_cast<int>(function.sees));
    bytes(function.is_pure);
  }
  bytes(splitting.starts_with_kick);
  for (const auto* all : {&splitting.drifts, &splitting.kicks, &splitting.gradients})
    for (const long double one : *all) bytes(static_cast<double>(one));
  return checksum(bytes.bytes());
}

}  // namespace

template <class Real>
struct SplittingStepper<Real>::Parts {
  SplittingBodies bodies;
  Bodies<Real> table;
  TorqueSource<Real> source;
  BuiltInMethod method;
  Target target;
  int threads;
  int splitting_order, order;
  double least_moment =
      std::numeric_limits<double>::infinity();  ///< of all bodies, except the zero moments of linear ones
  bool keeps_torques;  ///< the torques at the end of a step are those at the start of the next
  std::vector<std::string> warnings;
  Moment<Real> now, next;
  SplittingFlow<double, Recorder> flow;  ///< its list stays empty: copies record
  Marks marks;
  std::size_t impulses = 0;                                    ///< number of impulses applied so far
  double earliest = -std::numeric_limits<double>::infinity(),  ///< times at which the torque may be evaluated
      latest = std::numeric_limits<double>::infinity();
  std::uint64_t acting_origin = 0;  ///< a checksum of torque and splitting
  // Bodies that could not be stepped: all, and those of the step that is being done.
  std::vector<unsigned char> has_failed;
  std::size_t failed = 0, first_failed = 0;
  std::string reason{};
  std::vector<std::size_t> new_failed{};
  std::optional<Trouble> new_first{};
  std::string new_reason{};

  Parts(SplittingBodies all, States<Real> starts, AnyTorque<Real> torque, const Splitting& s,
        const StepperOptions& options)
      : bodies(checked(std::move(all), starts, options)),
        table(bodies_of<Real>(bodies, options.free_method)),
        source(torque, bodies, s),
        method(options.free_method),
        target(options.target ? *options.target : best_target()),
        threads(options.threads == 0 && !source.is_built_in() ? 1 : options.threads),
        splitting_order(s.order),
        keeps_torques(s.starts_with_kick &&
                      (source.kind() == KickKind::torque || source.kind() == KickKind::linear)),
        now(std::move(starts), keeps_torques || source.sees_all()),
        next(copy_of(now.states), keeps_torques || source.sees_all()),
        flow(s, Recorder(method == BuiltInMethod::exact, source.kind() != KickKind::collocation),
             options.start_time),
        marks(std::holds_alternative<Torque>(torque) ? std::get<Torque>(torque) : Torque()),
        impulses(marks.applied_at(options.start_time)),
        has_failed(now.states.size(), 0) {
    acting_origin = origin_of(torque, bodies.kinds.front(), s);
    const FreeMethod scalar = free_method(polhode::name(method));
    order = order_of(s, scalar);
    warnings = warnings_of(s, source.traits(), scalar);
    for (const Inertia& body : bodies.kinds)
      least_moment = std::min(least_moment, body.is_linear() ? body.moments().y() : body.moments().x());
  }

  /// The parts of a step, except the pending one.
  struct Plan {
    std::vector<Part> parts;
    std::vector<KickPart<Real>> kicks;  ///< one per part; empty for drifts
    std::optional<Part> pending;
    /// The pending kick; if torques are kept, without the data that only kicks need.
    KickPart<Real> at_end;
  };
  /// The plan of the step from `flow` to `after`.
  Plan plan_of(const SplittingFlow<double, Recorder>& after) const {
    Plan plan{after.pending_system().parts(), {}, pending_of(after), {}};
    for (const Part& p : plan.parts)
      plan.kicks.push_back(p.what == StepPart::kick ? source.part(p.length, asked(p.time), p.gradient)
                                                    : KickPart<Real>{});
    const bool is_kick_pending = plan.pending && plan.pending->what == StepPart::kick;
    if (keeps_torques) {
      plan.at_end = source.at(asked(after.time()));
      if (is_kick_pending) plan.at_end.length = plan.pending->length;
    } else if (is_kick_pending) {
      plan.at_end = source.part(plan.pending->length, asked(plan.pending->time), 0);
    }
    return plan;
  }
  double asked(double time) const noexcept { return std::clamp(time, earliest, latest); }
  static std::optional<Part> pending_of(const SplittingFlow<double, Recorder>& flow) {
    const Recorder all = flow.system();
    if (all.parts().size() == flow.pending_system().parts().size()) return std::nullopt;
    return all.parts().back();
  }

  /// Only exact drifts stay pending. They fail if the rotation overflows; its angle is at most |m| |length|
  /// divided by the smallest moment. The kernel was observed to fail from 2^1025 on, with floats from 2^130;
  /// the bound is the square root of that.
  double sure_momentum(double length) const noexcept {
    const double sure_turn = std::ldexp(1.0, std::numeric_limits<Real>::max_exponent / 2);
    const bool is_number = std::abs(length) <= static_cast<double>(std::numeric_limits<Real>::max());
    return is_number ? least_moment / std::abs(length) * sure_turn : 0;
  }

  /// Checks that the pending part will not fail later: when the step cannot be undone.
  void try_pending(SplittingBlock<Real>& block, const Plan& plan, std::size_t begin) {
    if (!plan.pending || block.thrown()) return;
    if (plan.pending->what == StepPart::drift)
      block.try_drift(plan.pending->length, sure_momentum(plan.pending->length));
    else if (keeps_torques)
      block.try_kick(plan.at_end, next.torques_from(begin));
    else
      block.try_kick(plan.at_end);
  }

  /// The bodies that have failed in the part of a step, and what a function has thrown.
  struct Failures {
    std::vector<std::size_t> bodies{};
    Trouble first{};
    std::exception_ptr thrown{};
    std::size_t thrown_at = 0;
  };

  /// Calls work(block) for each block of bodies, from one moment to another. Returns the bodies that have
  /// failed, which are NaN there.
  template <class Work>
  Failures for_each_block(Moment<Real>& from, Moment<Real>& to, const Work& work) {
    const std::size_t size = now.states.size();
    const bool have_some_failed = failed > 0 || !new_failed.empty();
    Failures all;
    std::mutex noting;
    const auto run = [&](std::size_t first, std::size_t last) {
      SplittingBlock<Real> block(bodies, table.table(), source, splitting_order, method, target);
      for (std::size_t b = first; b < last; ++b) {
        const std::size_t begin = b * block_size;
        const std::size_t here = std::min(block_size, size - begin);
        block.take(begin, here, from.state(), from.lost(),
                   have_some_failed ? has_failed.data() + begin : nullptr);
        work(block, begin);
        if (block.thrown()) {
          const std::lock_guard lock(noting);
          if (!all.thrown || begin < all.thrown_at) {
            all.thrown = block.thrown();
            all.thrown_at = begin;
          }
          return;
        }
        if (const Trouble& t = block.trouble()) {
          const std::lock_guard lock(noting);
          if (!all.first || t.body < all.first.body) all.first = t;
          for (std::size_t i = 0; i < here; ++i)
            if (block.has_failed(i) && has_failed[begin + i] == 0) all.bodies.push_back(begin + i);
        }
        block.give(to.state(), to.lost());
      }
    };
    for_blocks((size + block_size - 1) / block_size, threads, run);
    return all;
  }

  /// Records failures: these bodies are left out from now on. Throws what a function has thrown.
  void note(const Failures& failures, const char* doing) {
    if (failures.thrown) std::rethrow_exception(failures.thrown);
    if (!failures.first) return;
    for (const std::size_t i : failures.bodies) has_failed[i] = 1;
    new_failed.insert(new_failed.end(), failures.bodies.begin(), failures.bodies.end());
    if (new_first && new_first->body <= failures.first.body) return;
    new_first = failures.first;
    new_reason = failure_of(failures.first, doing, now.states).what();
  }

  /// Steps from `now` to `next`, each block independently.
  void step_blocks(const Plan& plan) {
    note(for_each_block(now, next,
                        [&](SplittingBlock<Real>& block, std::size_t begin) {
                          for (std::size_t i = 0; i < plan.parts.size() && !block.thrown(); ++i) {
                            if (plan.parts[i].what == StepPart::drift)
                              block.drift(plan.parts[i].length);
                            else if (i == 0 && now.has_torques)
                              block.kick(plan.kicks[i], now.torques_from(begin));
                            else
                              block.kick(plan.kicks[i]);
                          }
                          if (keeps_torques && !block.thrown())
                            block.find_torques(plan.at_end, next.torques_from(begin));
                          try_pending(block, plan, begin);
                        }),
         of_step);
  }

  /// Steps from `now` to `next`, all blocks part by part: the torques on a body depend on the others.
  void step_together(const Plan& plan) {
    for (std::size_t i = 0; i < plan.parts.size(); ++i) {
      Moment<Real>& from = i == 0 ? now : next;
      if (plan.parts[i].what == StepPart::drift) {
        note(for_each_block(
                 from, next,
                 [&](SplittingBlock<Real>& block, std::size_t) { block.drift(plan.parts[i].length); }),
             of_step);
        continue;
      }
      const bool is_known = i == 0 && now.has_torques;
      if (!is_known) ask_all(from, plan.kicks[i].time);
      Moment<Real>& asked = is_known ? now : next;
      note(for_each_block(from, next,
                          [&](SplittingBlock<Real>& block, std::size_t begin) {
                            block.kick(plan.kicks[i], asked.torques_from(begin));
                          }),
           of_step);
    }
    if (keeps_torques) ask_all(next, plan.at_end.time);
    if (plan.pending)
      note(for_each_block(
               next, next,
               [&](SplittingBlock<Real>& block, std::size_t begin) { try_pending(block, plan, begin); }),
           of_step);
  }

  /// Computes the torques on all bodies into `next`.
  void ask_all(Moment<Real>& from, double time) {
    std::ranges::fill(next.torques, Real(0));
    const std::size_t size = now.states.size();
    const Vectors<Real> t = next.torques_from(0);
    source.ask(0, size, time, from.state(), t);
    Failures failures;
    for (std::size_t i = 0; i < size; ++i) {
      const Vec3<Real> torque{t.x[i], t.y[i], t.z[i]};
      const bool is_bad = !is_finite(torque);
      if (is_bad && has_failed[i] == 0) {
        failures.bodies.push_back(i);
        if (!failures.first) failures.first = {Trouble::What::torque, i, time, convert<double>(torque)};
      }
      if (is_bad || has_failed[i] != 0) t.x[i] = t.y[i] = t.z[i] = 0;
    }
    note(failures, of_step);
  }

  /// Applies the pending part, so that the bodies can be changed.
  void settle() {
    auto i = flow.instant();
    if (i.pending == 0) return;
    now.states = states();
    i.pending = 0;
    flow.back_to(i);
  }

  /// If impure torques have changed since the last step, completes that step with their former values; the
  /// next one starts with the new ones.
  void see_change() {
    if (source.is_pure() || !now.has_torques) return;
    const KickPart<Real> here = source.at(asked(flow.time()));
    if (source.sees_all())
      ask_all(now, here.time);
    else
      note(for_each_block(now, next,
                          [&](SplittingBlock<Real>& block, std::size_t begin) {
                            block.find_torques(here, next.torques_from(begin));
                          }),
           of_step);
    if (next.torques == now.torques) return;
    settle();
    now.torques = next.torques;
  }

  void step(double h) {
    see_change();
    step_as_it_is(h);
    // The pending part would evaluate the flow again.
    if (!source.is_pure() && source.kind() == KickKind::flow) settle();
  }

  void ask_within(double from, double to) {
    if (from == earliest && to == latest) return;
    settle();
    now.has_torques = false;  // they may belong to the other side of a jump
    earliest = from;
    latest = to;
  }

  /// A step that may cross breakpoints and impulses.
  void step_over_marks(double h) {
    States<Real> states_before = copy_of(now.states);
    const std::vector<Real> torques_before = now.torques;
    const auto flow_before = flow.instant();
    const auto others = std::tuple(now.has_torques, impulses, earliest, latest);
    try {
      for (const StepPiece& piece : marks.pieces(flow.time(), h, impulses)) {
        ask_within(piece.earliest, piece.latest);
        if (piece.length != 0) step(piece.length);
        if (impulses != piece.impulses_after) settle();
        for (; impulses < piece.impulses_after; ++impulses) apply_to_all(marks.impulses()[impulses], 1);
        for (; impulses > piece.impulses_after; --impulses) apply_to_all(marks.impulses()[impulses - 1], -1);
      }
    } catch (...) {
      copy_bodies(states_before, now.states, same_place);
      now.torques = torques_before;
      flow.back_to(flow_before);
      std::tie(now.has_torques, impulses, earliest, latest) = others;
      throw;
    }
  }
  void apply_to_all(const Impulse& impulse, double sign) {
    for (std::size_t i = 0; i < now.states.size(); ++i)
      batch::add_momentum(now.state(), now.lost(), i, bodies[i], sign * impulse.momentum, impulse.frame);
  }

  void step_as_it_is(double h) {
    SplittingFlow<double, Recorder> after = flow;
    after.step(h);
    const Plan plan = plan_of(after);
    if (source.sees_all())
      step_together(plan);
    else
      step_blocks(plan);
    next.has_torques = keeps_torques;
    std::swap(now, next);
    flow.back_to(after.instant());
    bury();
  }

  /// What has failed since the step began is NaN, whatever was computed after that.
  void bury() {
    for (const std::size_t i : new_failed) {
      for (const std::span<Real> array : arrays_of(now.states))
        array[i] = std::numeric_limits<Real>::quiet_NaN();
      if (now.torques.empty()) continue;
      const Vectors<Real> t = now.torques_from(0);
      t.x[i] = t.y[i] = t.z[i] = 0;
    }
  }

  /// The whole step. The outcome reports the bodies that have failed; if a function throws, nothing is
  /// changed.
  Outcome whole_step(double h) {
    try {
      if (marks.is_empty())
        step(h);
      else
        step_over_marks(h);
    } catch (...) {
      for (const std::size_t i : new_failed) has_failed[i] = 0;
      new_failed.clear();
      new_first.reset();
      throw;
    }
    if (new_first && (failed == 0 || new_first->body < first_failed)) {
      first_failed = new_first->body;
      reason = std::move(new_reason);
    }
    failed += new_failed.size();
    new_failed.clear();
    new_first.reset();
    return {failed, first_failed, reason};
  }

  /// Modifies nothing: several threads may read the states at once.
  States<Real> states() {
    const std::optional<Part> pending = pending_of(flow);
    if (!pending) return copy_of(now.states);
    const bool is_drift = pending->what == StepPart::drift;
    const KickPart<Real> kick =
        is_drift ? KickPart<Real>{} : source.part(pending->length, asked(pending->time), pending->gradient);
    Moment<Real> to(States<Real>(now.states.size(), now.states.summation()), false);
    const Failures failures = for_each_block(now, to, [&](SplittingBlock<Real>& block, std::size_t begin) {
      if (is_drift)
        block.drift(pending->length);
      else if (now.has_torques)
        block.kick(kick, now.torques_from(begin));
      else
        block.kick(kick);
    });
    // It was checked before, but a user's flow may return something else each time.
    if (failures.thrown) std::rethrow_exception(failures.thrown);
    if (failures.first) throw failure_of(failures.first, "states at time ", now.states);
    return std::move(to.states);
  }

  template <class PlaceOf>
  void go_to(Parts& other, const PlaceOf& place_of) {
    if (other.now.states.summation() != now.states.summation() || other.keeps_torques != keeps_torques)
      throw InvalidInput("other stepper", "one with another summation or splitting",
                         "an identically constructed stepper");
    copy_bodies(other.now.states, now.states, place_of);
    const Vectors<Real> from = other.now.torques_from(0), to = now.torques_from(0);
    now.has_torques = other.now.has_torques;
    for (std::size_t i = 0; i < now.states.size() && now.has_torques; ++i) {
      to.x[i] = from.x[place_of(i)];
      to.y[i] = from.y[place_of(i)];
      to.z[i] = from.z[place_of(i)];
    }
    failed = 0;
    for (std::size_t i = 0; i < has_failed.size(); ++i) {
      has_failed[i] = other.has_failed[place_of(i)];
      if (has_failed[i] != 0 && failed++ == 0) first_failed = i;
    }
    reason = failed > 0 ? other.reason : std::string();
    flow.back_to(other.flow.instant());
    impulses = other.impulses;
    earliest = other.earliest;
    latest = other.latest;
  }

  /// A checksum of what it was made of.
  std::uint64_t origin() const {
    ByteWriter bytes;
    bytes(acting_origin);
    bytes(static_cast<std::uint64_t>(now.states.size()));
    for (const Inertia& body : bodies.kinds) body_fields(bytes, body);
    bytes(bodies.which);
    bytes(std::string(name(method)));
    bytes(static_cast<std::uint64_t>(sizeof(Real)));
    bytes(static_cast<int>(now.states.summation()));
    return checksum(bytes.bytes());
  }

  Place<Real> place() {
    const auto at = flow.instant();
    Place<Real> p{at.time,  at.lost_time, at.pending, {},           now.has_torques, now.torques,
                  impulses, earliest,     latest,     first_failed, reason};
    for (const std::span<Real> array : arrays_of(now.states))
      p.numbers.emplace_back(array.begin(), array.end());
    return p;
  }

  void go_to(const Place<Real>& p) {
    const std::vector<std::span<Real>> here = arrays_of(now.states);
    for (std::size_t i = 0; i < here.size(); ++i) std::ranges::copy(p.numbers[i], here[i].begin());
    now.has_torques = p.has_torques;
    now.torques = p.torques;
    auto at = flow.instant();
    at.time = p.time;
    at.lost_time = p.lost_time;
    at.pending = p.pending;
    flow.back_to(at);
    impulses = static_cast<std::size_t>(p.impulses);
    earliest = p.earliest;
    latest = p.latest;
    // Bodies that have failed are NaN, and no others.
    failed = 0;
    for (std::size_t i = 0; i < has_failed.size(); ++i) {
      has_failed[i] = std::isnan(now.states.spans().mx[i]) ? 1 : 0;
      failed += has_failed[i];
    }
    first_failed = static_cast<std::size_t>(p.first_failed);
    reason = p.reason;
  }

  /// Throws a failure; `all` are the current states.
  StepFailure failure_of(const Trouble& trouble, const char* doing, States<Real>& all) {
    const std::string body = " body " + std::to_string(trouble.body);
    std::string where = doing + number_text(flow.time()), found, expected;
    if (trouble.what == Trouble::What::motion) {
      where += ", free method " + std::string(polhode::name(method)) + ", state of" + body;
      found = "a number that is not finite";
      expected = "a shorter step, or a smaller torque";
    } else {
      where += ", torque " + source.name() + " on" + body + " at time " + number_text(trouble.time);
      found = vector_text(trouble.torque);
      expected = "a finite torque";
      if (trouble.what == Trouble::What::change) {
        found += knows_only_changes() ? " as the change of the momentum" : change_not_found;
        expected =
            knows_only_changes() ? std::string("a finite torque, or ") + step_for_change : step_for_change;
      }
    }
    const StateSpans<Real> s = all.spans();
    const std::size_t i = trouble.body;
    const Inertia& inertia = bodies[i];
    const Quat<double> q = convert<double>(Quat<Real>{s.qw[i], s.qx[i], s.qy[i], s.qz[i]});
    const Vec3<double> m = convert<double>(Vec3<Real>{s.mx[i], s.my[i], s.mz[i]});
    const State state{PrincipalAttitude(inertia).to_user(q), inertia.from_principal(to_eigen(m))};
    return {where, found, expected, flow.time(), state};
  }

  /// Whether kicks compute only the change of the momentum.
  bool knows_only_changes() const noexcept {
    return source.kind() == KickKind::flow || source.kind() == KickKind::collocation;
  }
};

template <class Real>
SplittingStepper<Real>::SplittingStepper(const Inertia& body, States<Real> starts, Acting torque,
                                         const Splitting& splitting, const StepperOptions& options)
    : parts_(std::make_unique<Parts>(SplittingBodies{Form::one, {body}, {}}, std::move(starts),
                                     std::move(torque), splitting, options)) {}

template <class Real>
SplittingStepper<Real>::SplittingStepper(std::span<const Inertia> all, States<Real> starts, Acting torque,
                                         const Splitting& splitting, const StepperOptions& options)
    : parts_(std::make_unique<Parts>(SplittingBodies{Form::each, {all.begin(), all.end()}, {}},
                                     std::move(starts), std::move(torque), splitting, options)) {}

template <class Real>
SplittingStepper<Real>::SplittingStepper(std::span<const Inertia> kinds, std::vector<std::uint32_t> which,
                                         States<Real> starts, Acting torque, const Splitting& splitting,
                                         const StepperOptions& options) {
  static_cast<void>(Bodies<Real>::kinds(kinds, which));  // throws for an index out of range
  parts_ =
      std::make_unique<Parts>(SplittingBodies{Form::kinds, {kinds.begin(), kinds.end()}, std::move(which)},
                              std::move(starts), std::move(torque), splitting, options);
}

template <class Real>
SplittingStepper<Real>::SplittingStepper(const Inertia& body, std::span<const State> starts, Acting torque,
                                         const Splitting& splitting, const StepperOptions& options)
    : SplittingStepper(body, States<Real>::from_user(starts, body, options.summation), std::move(torque),
                       splitting, options) {}

template <class Real>
SplittingStepper<Real>::SplittingStepper(std::span<const Inertia> all, std::span<const State> starts,
                                         Acting torque, const Splitting& splitting,
                                         const StepperOptions& options)
    : SplittingStepper(all, States<Real>::from_user(starts, all, options.summation), std::move(torque),
                       splitting, options) {}

template <class Real>
SplittingStepper<Real>::SplittingStepper(std::span<const Inertia> kinds, std::vector<std::uint32_t> which,
                                         std::span<const State> starts, Acting torque,
                                         const Splitting& splitting, const StepperOptions& options)
    : SplittingStepper(kinds, which, States<Real>::from_user(starts, kinds, which, options.summation),
                       std::move(torque), splitting, options) {}

template <class Real>
SplittingStepper<Real>::SplittingStepper(SplittingStepper&&) noexcept = default;
template <class Real>
SplittingStepper<Real>& SplittingStepper<Real>::operator=(SplittingStepper&&) noexcept = default;
template <class Real>
SplittingStepper<Real>::~SplittingStepper() = default;

template <class Real>
Outcome SplittingStepper<Real>::step(double h) {
  if (!std::isfinite(h)) throw InvalidInput("step", number_text(h), "a finite number");
  return held(parts_, "batch").whole_step(h);
}

template <class Real>
void SplittingStepper<Real>::add_momentum(std::size_t body, const Eigen::Vector3d& jump, TorqueFrame frame) {
  Parts& parts = held(parts_, "batch");
  refuse_body(body, size());
  refuse_jump(body, jump);
  parts.settle();
  batch::add_momentum(parts.now.state(), parts.now.lost(), body, parts.bodies[body], jump, frame);
}

template <class Real>
std::vector<State> SplittingStepper<Real>::user_states() const {
  const States<Real> all = states();
  const SplittingBodies& b = held(parts_, "batch").bodies;
  if (b.form == Form::one) return all.to_user(b.kinds.front());
  return b.form == Form::each ? all.to_user(b.kinds) : all.to_user(b.kinds, b.which);
}

template <class Real>
void SplittingStepperAccess::go_to(SplittingStepper<Real>& stepper, const SplittingStepper<Real>& other) {
  if (other.size() != stepper.size())
    throw InvalidInput("number of bodies of the other stepper", std::to_string(other.size()),
                       std::to_string(stepper.size()));
  held(stepper.parts_, "batch").go_to(held(other.parts_, "batch"), same_place);
}
template <class Real>
void SplittingStepperAccess::go_to(SplittingStepper<Real>& stepper, const SplittingStepper<Real>& other,
                                   std::span<const std::size_t> places) {
  if (places.size() != stepper.size() ||
      std::ranges::any_of(places, [&](auto p) { return p >= other.size(); }))
    throw InvalidInput("indices of bodies", std::to_string(places.size()),
                       std::to_string(stepper.size()) + " indices below " + std::to_string(other.size()));
  held(stepper.parts_, "batch").go_to(held(other.parts_, "batch"), [places](std::size_t i) {
    return places[i];
  });
}

namespace {

constexpr const char* checkpoint_name = "batch of bodies under torque";

constexpr auto place_fields = [](auto& bytes, auto& p) {
  bytes(p.time);
  bytes(p.lost_time);
  bytes(p.pending);
  bytes(p.numbers);
  bytes(p.has_torques);
  bytes(p.torques);
  bytes(p.impulses);
  bytes(p.earliest);
  bytes(p.latest);
  bytes(p.first_failed);
  bytes(p.reason);
};

}  // namespace

template <class Real>
Checkpoint SplittingStepper<Real>::checkpoint() const {
  Parts& parts = held(parts_, "batch");
  return made_checkpoint(checkpoint_name, parts.origin(), parts.place(), place_fields);
}

template <class Real>
void SplittingStepper<Real>::resume(const Checkpoint& checkpoint) {
  Parts& parts = held(parts_, "batch");
  parts.go_to(open_checkpoint<Place<Real>>(checkpoint_name, parts.origin(), checkpoint, place_fields));
}

template <class Real>
std::size_t SplittingStepper<Real>::size() const noexcept {
  return parts_ ? parts_->now.states.size() : 0;
}
template <class Real>
double SplittingStepper<Real>::time() const noexcept {
  return parts_ ? parts_->flow.time() : std::numeric_limits<double>::quiet_NaN();
}
template <class Real>
States<Real> SplittingStepper<Real>::states() const {
  return held(parts_, "batch").states();
}
template <class Real>
int SplittingStepper<Real>::order() const noexcept {
  return parts_ ? parts_->order : 0;
}
template <class Real>
const std::vector<std::string>& SplittingStepper<Real>::warnings() const noexcept {
  static const std::vector<std::string> none;
  return parts_ ? parts_->warnings : none;
}

template class SplittingStepper<double>;
template class SplittingStepper<float>;
template void SplittingStepperAccess::go_to(SplittingStepper<double>&, const SplittingStepper<double>&);
template void SplittingStepperAccess::go_to(SplittingStepper<double>&, const SplittingStepper<double>&,
                                            std::span<const std::size_t>);
template void SplittingStepperAccess::go_to(SplittingStepper<float>&, const SplittingStepper<float>&);
template void SplittingStepperAccess::go_to(SplittingStepper<float>&, const SplittingStepper<float>&,
                                            std::span<const std::size_t>);

}  // namespace polhode::batch
