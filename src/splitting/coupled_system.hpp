// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Coupled bodies as one system for a splitting; those that also translate have positions and velocities.
///
/// Convention. A drift rotates each body freely and moves its centre along its velocity; a kick changes
///             momentum and velocity at fixed attitudes, positions and time.

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <polhode/core/error.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/free/method.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/kernel/increment.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/splitting/stepper.hpp>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "body/principal_attitude.hpp"
#include "core/number_text.hpp"
#include "rotation/finite.hpp"
#include "splitting/flow.hpp"
#include "splitting/refusal_text.hpp"
#include "splitting/split_body.hpp"

namespace polhode::coupled {

using kernel::CompensatedPhase;
using kernel::Phase;

struct BodyFrame {
  Inertia body;
  PrincipalAttitude attitude;

  State state_of(const Phase<double>& p) const {
    return {attitude.to_user(p.q), body.from_principal(to_eigen(p.m))};
  }
};

/// The callback, its last result, and its failures: a step itself cannot throw.
class Callback {
 public:
  /// Writes torques, in the users' body frames, and forces, in space; all are initially zero. Bodies without
  /// translation have no positions and no forces.
  using Function =
      std::function<void(std::span<const State>, std::span<const Eigen::Vector3d> positions, double time,
                         std::span<Eigen::Vector3d> torques, std::span<Eigen::Vector3d> forces)>;

  Callback(Function function, std::vector<BodyFrame> frames, bool moves)
      : function_(std::move(function)), frames_(std::move(frames)) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    known_.torques.resize(frames_.size(), Eigen::Vector3d::Zero());
    known_.forces.resize(moves ? frames_.size() : 0, Eigen::Vector3d::Zero());
    states_.resize(frames_.size(), {Attitude(1, 0, 0, 0), Eigen::Vector3d::Constant(nan)});
  }

  struct BadLoad {
    std::size_t body;
    bool is_force;
    Eigen::Vector3d load;
    double time;
  };
  struct Failure {
    std::exception_ptr thrown;
    std::optional<BadLoad> bad;
    explicit operator bool() const noexcept { return thrown || bad; }
  };
  const Failure& failure() const noexcept { return failure_; }
  Failure take_failure() noexcept { return std::exchange(failure_, {}); }

  const std::vector<BodyFrame>& frames() const noexcept { return frames_; }

  /// The last result, with its attitudes and time.
  struct Known {
    std::uint64_t attitudes = 0;
    double time = 0;
    std::vector<Eigen::Vector3d> torques, forces;
  };
  const Known& known() const noexcept { return known_; }
  /// Restores the result from before a failed step, so that the function is not called again for it.
  void back_to(const Known& known) noexcept { known_ = known; }

  /// Attitudes are identified by a number, a new one for every drift.
  std::uint64_t new_attitudes() noexcept { return ++last_attitudes_; }

  /// Computes the torques for attitude(i), unless they are cached. Returns false on failure, which ends the
  /// step.
  template <class AttitudeOf>
  bool find_torques(std::uint64_t attitudes, double time, const AttitudeOf& attitude,
                    std::span<const Eigen::Vector3d> positions) noexcept {
    if (failure_) return false;
    if (attitudes == known_.attitudes && time == known_.time) return true;
    std::vector<Eigen::Vector3d>&torques = known_.torques, &forces = known_.forces;
    known_.attitudes = 0;
    try {
      for (std::size_t i = 0; i < frames_.size(); ++i) {
        // Normalised, as user functions expect.
        states_[i].attitude = frames_[i].attitude.to_user(normalised(attitude(i)));
        torques[i].setZero();
      }
      for (Eigen::Vector3d& force : forces) force.setZero();
      function_(states_, positions, time, torques, forces);
    } catch (...) {
      failure_.thrown = std::current_exception();
      return false;
    }
    for (const auto* loads : {&torques, &forces}) {
      const auto bad =
          std::find_if(loads->begin(), loads->end(), [](const auto& t) { return !t.allFinite(); });
      if (bad == loads->end()) continue;
      failure_.bad = BadLoad{static_cast<std::size_t>(bad - loads->begin()), loads == &forces, *bad, time};
      return false;
    }
    known_.attitudes = attitudes;
    known_.time = time;
    return true;
  }

  /// The current result of the function for the cached attitudes and time, if it differs from the cached one,
  /// which is kept. Empty after a failure.
  template <class AttitudeOf>
  std::optional<Known> changed(std::uint64_t attitudes, double time, const AttitudeOf& attitude,
                               std::span<const Eigen::Vector3d> positions) noexcept {
    if (attitudes != known_.attitudes || time != known_.time) return std::nullopt;
    const Known before = known_;
    known_.attitudes = 0;
    find_torques(attitudes, time, attitude, positions);
    const Known now = std::exchange(known_, before);
    if (failure_ || (now.torques == before.torques && now.forces == before.forces)) return std::nullopt;
    return now;
  }

  /// The torque on body i, in its principal frame.
  Vec3<double> torque(std::size_t i) const noexcept {
    return from_eigen(frames_[i].body.to_principal(known_.torques[i]));
  }

 private:
  Function function_;
  std::vector<BodyFrame> frames_;
  std::vector<State> states_;
  Known known_;
  std::uint64_t last_attitudes_ = 1;
  Failure failure_;
};

/// The motion of the centres of mass, in space; empty for bodies that only rotate.
struct Translation {
  std::vector<Eigen::Vector3d> positions, velocities;
  std::vector<double> masses;
};

/// A placeholder: the bodies are kicked by the system.
struct NoKick {};

template <class Free, class P>
class System {
 public:
  using Body = SplitBody<double, Free, NoKick, P>;
  struct Instant {
    std::vector<P> phases;
    std::vector<Eigen::Vector3d> positions, velocities;
    std::uint64_t attitudes;
    Callback::Known known;
  };

  System(std::vector<Body> bodies, Translation translation, bool drifts_merge,
         std::shared_ptr<Callback> callback)
      : bodies_(std::move(bodies)),
        moving_(std::move(translation)),
        drifts_merge_(drifts_merge),
        callback_(std::move(callback)),
        attitudes_(callback_->new_attitudes()) {}

  void drift(double length, double middle) noexcept {
    for (Body& body : bodies_) body.drift(length, middle);
    for (std::size_t i = 0; i < moving_.positions.size(); ++i)
      moving_.positions[i] += length * moving_.velocities[i];
    attitudes_ = callback_->new_attitudes();
  }

  void kick(double length, double time, double) noexcept {
    if (!find_torques(time)) return;
    for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i].add_momentum(length * callback_->torque(i));
    for (std::size_t i = 0; i < moving_.positions.size(); ++i)
      moving_.velocities[i] += (length / moving_.masses[i]) * callback_->known().forces[i];
  }

  /// Computes the torques of the current attitudes, for later kicks at this time. False on failure.
  bool find_torques(double time) const noexcept {
    const auto attitude = [&](std::size_t i) -> const Quat<double>& { return bodies_[i].phase().q; };
    return callback_->find_torques(attitudes_, time, attitude, moving_.positions);
  }

  /// As Callback::changed.
  std::optional<Callback::Known> changed(double time) const noexcept {
    return callback_->changed(
        attitudes_, time, [&](std::size_t i) -> const Quat<double>& { return bodies_[i].phase().q; },
        moving_.positions);
  }

  bool drifts_merge() const noexcept { return drifts_merge_; }
  static constexpr bool kicks_merge() noexcept { return true; }

  Instant instant() const noexcept {
    Instant now{{}, moving_.positions, moving_.velocities, attitudes_, callback_->known()};
    now.phases.reserve(bodies_.size());
    for (const Body& body : bodies_) now.phases.push_back(body.phase());
    return now;
  }
  void back_to(const Instant& instant) noexcept {
    for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i].back_to(instant.phases[i]);
    moving_.positions = instant.positions;
    moving_.velocities = instant.velocities;
    attitudes_ = instant.attitudes;
    callback_->back_to(instant.known);
  }

  Phase<double> phase(std::size_t i) const noexcept { return {bodies_[i].phase().m, bodies_[i].phase().q}; }
  const Translation& translation() const noexcept { return moving_; }

 private:
  std::vector<Body> bodies_;
  Translation moving_;
  bool drifts_merge_;
  std::shared_ptr<Callback> callback_;
  std::uint64_t attitudes_;
};

template <class Free, class P>
using CoupledFlow = SplittingFlow<double, System<Free, P>>;
/// As in stepper.cpp: the default drift is compiled in.
using AnyCoupledFlow =
    std::variant<CoupledFlow<kernel::Exact<double>, Phase<double>>,
                 CoupledFlow<kernel::Exact<double>, CompensatedPhase<double>>,
                 CoupledFlow<FreeStep, Phase<double>>, CoupledFlow<FreeStep, CompensatedPhase<double>>>;

inline std::string of_body(std::size_t i) { return " of body " + std::to_string(i); }

/// The states in principal frames.
inline std::vector<Phase<double>> principal_phases(const std::vector<BodyFrame>& frames,
                                                   const std::vector<State>& starts) {
  std::vector<Phase<double>> phases;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    try {
      phases.push_back({from_eigen(principal_momentum(frames[i].body, starts[i])),
                        frames[i].attitude.from_user(starts[i].attitude)});
    } catch (const InvalidInput& e) {
      throw InvalidInput(e.quantity() + of_body(i), e.found(), e.expected());
    }
  }
  return phases;
}

template <class P>
P as(const Phase<double>& p) {
  if constexpr (std::same_as<P, Phase<double>>)
    return p;
  else
    return {p.m, {}, p.q, {}};
}

/// free_of(body) creates the drift of one body.
template <class P, class FreeOf>
AnyCoupledFlow make_flow(const Splitting& s, const std::shared_ptr<Callback>& callback,
                         const std::vector<Phase<double>>& phases, const Translation& translation,
                         const FreeOf& free_of, bool merges, double time) {
  using Free = decltype(free_of(callback->frames().front().body));
  std::vector<typename System<Free, P>::Body> bodies;
  for (std::size_t i = 0; i < phases.size(); ++i)
    bodies.emplace_back(free_of(callback->frames()[i].body), NoKick{}, as<P>(phases[i]), merges);
  return CoupledFlow<Free, P>(s, System<Free, P>(std::move(bodies), translation, merges, callback), time);
}

template <class P>
AnyCoupledFlow make_flow(const Splitting& s, const std::shared_ptr<Callback>& callback,
                         const std::vector<Phase<double>>& phases, const Translation& translation,
                         const FreeMethod& method, double time) {
  const bool is_exact = method.properties.momentum_order == 0 && method.properties.attitude_order == 0;
  if (method.prepare.built_in() == BuiltInMethod::exact) {
    const auto exact = [](const Inertia& body) { return kernel::Exact<double>(from_eigen(body.moments())); };
    return make_flow<P>(s, callback, phases, translation, exact, is_exact, time);
  }
  const auto prepared = [&](const Inertia& body) { return method.prepare(body); };
  return make_flow<P>(s, callback, phases, translation, prepared, is_exact, time);
}

/// The first body with a phase that is not finite, or the number of bodies if there is none.
template <class S>
std::size_t first_unusable(const S& system, std::size_t size) noexcept {
  for (std::size_t i = 0; i < size; ++i) {
    const auto [m, q] = system.phase(i);
    if (!is_finite(m) || !is_finite(q)) return i;
    const Translation& moving = system.translation();
    if (!moving.positions.empty() && !(moving.positions[i].allFinite() && moving.velocities[i].allFinite()))
      return i;
  }
  return size;
}

/// The implementation of steppers for coupled bodies.
struct CoupledParts {
  std::shared_ptr<Callback> callback;
  std::string method;
  bool ends_with_kick, is_pure;
  AnyCoupledFlow flow;
  /// Several threads may read the states.
  std::shared_ptr<std::mutex> reading = std::make_shared<std::mutex>();

  /// If the torques have changed since the last step, completes that step with their former values; the next
  /// one starts with the new ones.
  void update_impure_torques() {
    std::visit(
        [this](auto& f) {
          const auto changed = f.pending_system().changed(f.time());
          if (!changed) return;
          f.change([](auto&) noexcept {});
          callback->back_to(*changed);
        },
        flow);
    if (callback->failure()) throw_failure(callback->frames().size());
  }

  double time() const noexcept {
    return std::visit([](const auto& f) { return f.time(); }, flow);
  }

  /// The states, after the pending part of the last step, whose torques are cached.
  std::vector<State> states() const {
    return std::visit(
        [this](const auto& f) {
          const auto now = f.system();
          std::vector<State> all;
          all.reserve(callback->frames().size());
          for (std::size_t i = 0; i < callback->frames().size(); ++i)
            all.push_back(callback->frames()[i].state_of(now.phase(i)));
          return all;
        },
        flow);
  }

  Translation translation() const {
    return std::visit([](const auto& f) { return f.system().translation(); }, flow);
  }

  /// Throws the failure of the last step, which has been undone; `unusable` is a body whose state is not
  /// finite.
  [[noreturn]] void throw_failure(std::size_t unusable) const {
    const Callback::Failure failure = callback->take_failure();
    if (failure.thrown) std::rethrow_exception(failure.thrown);
    const std::vector<State> start = states();
    const std::string from = "step from time " + number_text(time());
    if (failure.bad)
      throw StepFailure(from + (failure.bad->is_force ? ", force on body " : ", torque on body ") +
                            std::to_string(failure.bad->body) + " at time " + number_text(failure.bad->time),
                        vector_text(from_eigen(failure.bad->load)),
                        failure.bad->is_force ? "a finite force" : "a finite torque", time(),
                        start[failure.bad->body]);
    throw StepFailure(from + ", free method " + method + ", state" + of_body(unusable),
                      "a number that is not finite", "a shorter step, or a smaller torque", time(),
                      start[unusable]);
  }

  void step(double h) {
    if (!std::isfinite(h)) throw InvalidInput("step", number_text(h), "a finite number");
    if (ends_with_kick && !is_pure) update_impure_torques();
    const std::size_t size = callback->frames().size();
    const std::size_t unusable = std::visit(
        [&](auto& f) {
          const auto before = f.instant();
          f.step(h);
          // Evaluate the torques of the pending last kick now: later a failure could not be undone.
          if (ends_with_kick) f.pending_system().find_torques(f.time());
          const std::size_t first = first_unusable(f.pending_system(), size);
          if (first != size || callback->failure()) f.back_to(before);
          return first;
        },
        flow);
    if (unusable != size || callback->failure()) throw_failure(unusable);
  }
};

/// Constructs the implementation; throws InvalidInput as the steppers do. `what` names the bodies in
/// messages.
inline CoupledParts coupled_parts(const std::vector<Inertia>& bodies, const std::vector<State>& starts,
                                  Translation translation, Callback::Function function,
                                  const std::string& what, const Splitting& splitting,
                                  const SplittingOptions& options) {
  if (splitting.need == KickNeed::gradient)
    throw InvalidInput(
        "splitting of " + what, splitting.name,
        "coefficients without a modified potential, such as blanes_moan_srkn6b: the torques of "
        "coupled bodies do not provide the gradient of tau . I^-1 tau");
  if (!std::isfinite(options.start_time))
    throw InvalidInput("time of the start", number_text(options.start_time), "a finite number");

  std::vector<BodyFrame> frames;
  for (const Inertia& body : bodies) frames.push_back({body, PrincipalAttitude(body)});
  const std::vector<Phase<double>> phases = principal_phases(frames, starts);
  const FreeMethod& method = options.free_method;
  const bool is_compensated = options.summation == Summation::compensated;
  if (is_compensated && !std::holds_alternative<kernel::Increment<double>>(
                            method.prepare(bodies.front())(phases.front().m, 0.0)))
    throw InvalidInput("free method with compensated summation", method.name,
                       "a method that gives increments, such as exact");
  const auto callback =
      std::make_shared<Callback>(std::move(function), std::move(frames), !translation.positions.empty());
  return {callback, method.name, splitting.starts_with_kick, options.torques_are_pure,
          is_compensated ? make_flow<CompensatedPhase<double>>(splitting, callback, phases, translation,
                                                               method, options.start_time)
                         : make_flow<Phase<double>>(splitting, callback, phases, translation, method,
                                                    options.start_time)};
}

}  // namespace polhode::coupled
