// SPDX-License-Identifier: MIT
#include <cmath>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/splitting/changing_body.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "body/principal_attitude.hpp"
#include "core/number_text.hpp"
#include "rotation/finite.hpp"
#include "splitting/changing_exact.hpp"
#include "splitting/erased_kick.hpp"
#include "splitting/flow.hpp"
#include "splitting/marks.hpp"
#include "splitting/refusal_text.hpp"
#include "splitting/split_body.hpp"

namespace polhode {

namespace {

using kernel::CompensatedPhase;
using kernel::Phase;

constexpr const char* proper_moments = "three positive, finite numbers";

/// The first failure of a step, which itself cannot throw.
class Failure {
 public:
  void thrown(std::exception_ptr e) noexcept {
    if (!is_some()) thrown_ = std::move(e);
  }
  void moments(const Vec3<double>& found, double time) noexcept {
    if (!is_some()) found_ = Found{found, time, true};
  }
  void torque(const Vec3<double>& found, double time) noexcept {
    if (!is_some()) found_ = Found{found, time, false};
  }

  bool is_some() const noexcept { return thrown_ || found_; }

  [[noreturn]] void throw_failure(const std::string& torque_name, double start, const State& state) const {
    if (thrown_) std::rethrow_exception(thrown_);
    const std::string from = "step from time " + number_text(start) + ", ";
    if (!found_)
      throw StepFailure(from + "state at its end", "a number that is not finite", "a shorter step", start,
                        state);
    const std::string at = " at time " + number_text(found_->time);
    if (found_->is_moments)
      throw StepFailure(from + "moments of inertia" + at, vector_text(found_->vector), proper_moments, start,
                        state);
    throw StepFailure(from + "torque " + torque_name + at,
                      vector_text(found_->vector) + " as the change of the momentum",
                      std::string("a finite torque, or ") + step_for_change, start, state);
  }

 private:
  struct Found {
    Vec3<double> vector;
    double time;
    bool is_moments;
  };
  std::exception_ptr thrown_;
  std::optional<Found> found_;
};

/// The user's function, wrapped so that it does not throw.
class GuardedMoments {
 public:
  GuardedMoments(ChangingBodyStepper::Moments moments, std::shared_ptr<Failure> failure)
      : moments_(std::make_shared<const ChangingBodyStepper::Moments>(std::move(moments))),
        failure_(std::move(failure)) {}

  Vec3<double> operator()(double time) const noexcept {
    try {
      const Vec3<double> i = from_eigen((*moments_)(time));
      if (!are_moments(i)) failure_->moments(i, time);
      return i;
    } catch (...) {
      failure_->thrown(std::current_exception());
      return kernel::no_vector<double>();
    }
  }

 private:
  std::shared_ptr<const ChangingBodyStepper::Moments> moments_;
  std::shared_ptr<Failure> failure_;
};

/// The torque prepared for the current moments, with the transformation to their principal frame and back.
class CurrentKick {
 public:
  CurrentKick(const Torque& torque, const Vec3<double>& moments, int order)
      : moments_(moments),
        body_(Inertia::from_moments(moments.x, moments.y, moments.z)),
        frame_(body_),
        acting_(torque.prepare(body_)),
        kick_(acting_, order) {}

  const Vec3<double>& moments() const noexcept { return moments_; }
  bool is_flow() const noexcept { return kick_.is_flow; }
  bool is_pure() const noexcept { return acting_.prepared().is_pure; }
  /// Clears the cached torque.
  void clear_cache() noexcept { acting_.remember({}); }

  Vec3<double> operator()(const Phase<double>& p, double t, double h) {
    const Phase<double> principal{from_eigen(body_.to_principal(to_eigen(p.m))),
                                  frame_.from_user(to_eigen(p.q))};
    const Vec3<double> dm = kick_(principal, t, h, 0.0);
    acting_.rethrow();
    return from_eigen(body_.from_principal(to_eigen(dm)));
  }

 private:
  Vec3<double> moments_;
  Inertia body_;
  PrincipalAttitude frame_;
  ErasedTorque acting_;
  ErasedKick kick_;
};

/// A torque on a changing body, in the user's body frame.
class ChangingKick {
 public:
  ChangingKick(Torque torque, GuardedMoments moments, const Vec3<double>& at_start, int order,
               std::shared_ptr<Failure> failure)
      : torque_(std::move(torque)),
        moments_(std::move(moments)),
        order_(order),
        failure_(std::move(failure)),
        now_(torque_, at_start, order),
        is_flow(now_.is_flow()) {}

  bool is_pure() const noexcept { return now_.is_pure(); }
  void clear_cache() noexcept { now_.clear_cache(); }

  /// After a failure no function is called again in the step.
  Vec3<double> operator()(const Phase<double>& p, double t, double h, double) noexcept {
    if (torque_.is_none()) return {};
    if (failure_->is_some() || !is_finite(p.m)) return kernel::no_vector<double>();
    const Vec3<double> moments = moments_(t);
    if (!are_moments(moments)) return kernel::no_vector<double>();
    try {
      if (!(moments == now_.moments())) now_ = CurrentKick(torque_, moments, order_);
      const Vec3<double> dm = now_(p, t, h);
      if (!is_finite(dm)) failure_->torque(dm, t);
      return dm;
    } catch (...) {
      failure_->thrown(std::current_exception());
      return kernel::no_vector<double>();
    }
  }

 private:
  Torque torque_;
  GuardedMoments moments_;
  int order_;
  std::shared_ptr<Failure> failure_;
  CurrentKick now_;

 public:
  bool is_flow;
};

template <class P>
using Body = SplitBody<double, ChangingExact<double, GuardedMoments>, ChangingKick, P>;
template <class P>
using Flow = SplittingFlow<double, Body<P>>;
using AnyFlow = std::variant<Flow<Phase<double>>, Flow<CompensatedPhase<double>>>;

void refuse_unsuited(const Splitting& s) {
  if (s.composed.empty() || !s.starts_with_kick)
    throw InvalidInput(
        "splitting of a body that changes", s.name,
        "a composition of Strang steps that start with a kick, such as strang_kick, suzuki4 or "
        "kahan_li8: a drift with the moments of inertia at its midpoint is not a flow, and only such "
        "compositions keep their order");
}

}  // namespace

struct ChangingBodyStepper::Parts {
  std::shared_ptr<Failure> failure;
  std::string torque_name;
  Marks marks;
  AnyFlow flow;
  std::shared_ptr<std::mutex> reading = std::make_shared<std::mutex>();  ///< threads may read the state

  double time() const noexcept {
    return std::visit([](const auto& f) { return f.time(); }, flow);
  }

  /// The state after the pending kick; it may not be finite.
  State state() const {
    return std::visit(
        [](const auto& f) {
          const auto now = f.system();
          return State{to_eigen(now.phase().q), to_eigen(now.phase().m)};
        },
        flow);
  }

  /// Throws the failure of the last step, which has been undone.
  [[noreturn]] void throw_failure() {
    const Failure first = std::exchange(*failure, {});
    const State start = state();
    *failure = {};  // a failure of the pending kick
    first.throw_failure(torque_name, time(), start);
  }
};

ChangingBodyStepper::ChangingBodyStepper(Moments moments, const State& start, const Torque& torque,
                                         const Splitting& splitting, const ChangingBodyOptions& options) {
  refuse_unsuited(splitting);
  if (!std::isfinite(options.start_time))
    throw InvalidInput("time of the start", number_text(options.start_time), "a finite number");
  if (!moments) throw InvalidInput("moments of inertia", "no function", "a function of time");
  if (!torque.impulses().empty())
    throw InvalidInput("torque " + torque.name() + " on a body that changes",
                       std::to_string(torque.impulses().size()) + " impulses", "none");
  const Vec3<double> at_start = from_eigen(moments(options.start_time));
  if (!are_moments(at_start))
    throw InvalidInput("moments of inertia at time " + number_text(options.start_time), vector_text(at_start),
                       proper_moments);
  check(Inertia::from_moments(at_start.x, at_start.y, at_start.z), start);

  auto failure = std::make_shared<Failure>();
  const GuardedMoments guarded(std::move(moments), failure);
  const ChangingExact<double, GuardedMoments> drift(guarded);
  const ChangingKick kick(torque, guarded, at_start, splitting.order, failure);
  const Phase<double> phase{from_eigen(start.momentum), from_eigen(normalise_attitude(start.attitude).q)};
  const auto flow = [&](const auto& p) -> AnyFlow {
    using P = std::remove_cvref_t<decltype(p)>;
    return Flow<P>(splitting, Body<P>(drift, kick, p, false), options.start_time);
  };
  parts_ = std::make_unique<Parts>(Parts{failure, torque.name(), Marks(torque),
                                         options.summation == Summation::compensated
                                             ? flow(CompensatedPhase<double>{phase.m, {}, phase.q, {}})
                                             : flow(phase)});
}

ChangingBodyStepper::ChangingBodyStepper(ChangingBodyStepper&&) noexcept = default;
ChangingBodyStepper& ChangingBodyStepper::operator=(ChangingBodyStepper&&) noexcept = default;
ChangingBodyStepper::~ChangingBodyStepper() = default;

void ChangingBodyStepper::step(double h) {
  if (!std::isfinite(h)) throw InvalidInput("step", number_text(h), "a finite number");
  if (const double t = parts_->marks.breakpoint_inside(time(), h); !std::isnan(t))
    throw InvalidInput("step from time " + number_text(time()), number_text(h),
                       "a step that ends at the torque's breakpoint, at time " + number_text(t));
  const bool is_taken = std::visit(
      [&](auto& f) {
        const auto before = f.instant();
        f.step(h);
        const auto& p = f.pending_system().phase();
        if (!parts_->failure->is_some() && is_finite(p.m) && is_finite(p.q)) {
          // The data of an impure function may change before the next step.
          if (f.pending_system().kick_function().is_pure()) return true;
          f.change([](auto& body) noexcept { body.kick_function().clear_cache(); });
          const auto& now = f.pending_system().phase();
          if (!parts_->failure->is_some() && is_finite(now.m)) return true;
        }
        f.back_to(before);
        return false;
      },
      parts_->flow);
  if (!is_taken) parts_->throw_failure();
}

double ChangingBodyStepper::time() const noexcept { return parts_->time(); }

State ChangingBodyStepper::state() const {
  const std::lock_guard lock(*parts_->reading);
  const State now = parts_->state();
  if (parts_->failure->is_some() || !now.momentum.allFinite()) parts_->throw_failure();
  return now;
}

}  // namespace polhode
