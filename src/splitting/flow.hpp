// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Steps of a splitting, for any system that can drift and be kicked.
///
/// Convention. The equation is z' = A(z) + B(z, t): the drift is the free motion, A, during which time
///             advances; the kick is the torque, B, at fixed attitude and time. A splitting alternates the
///             two with its coefficients (splitting.hpp); a time-dependent torque is evaluated at the time
///             reached by the drifts, which preserves every order (time is one more variable of the drift).
/// Method.     First same as last: if the last part of a step and the first of the next are of the same kind,
///             they are combined. The last part therefore stays pending until the next step, whose length may
///             differ, and is applied to a copy when the state is read: the motion does not depend on how
///             often that happens. Parts that are not flows (an approximate free method, a collocation) are
///             applied at once.
/// Accuracy.   docs/accuracy.md

#include <concepts>
#include <cstddef>
#include <memory>
#include <polhode/core/compensated.hpp>
#include <polhode/splitting/splitting.hpp>
#include <type_traits>
#include <utility>
#include <vector>

namespace polhode {

/// A system that a splitting can integrate.
///   drift(length, middle)          free motion; `middle` is the time at its middle, for changing bodies
///   kick(length, time, gradient)   the torque minus `gradient` times that of the potential tau . I^-1 tau
///   drifts_merge(), kicks_merge()  whether two consecutive ones equal one of their total length
///   instant(), back_to(instant)    the state, to save and restore
template <class S, class T>
concept SplitSystem = std::copy_constructible<S> && requires(S& s, const S& c, const T& x) {
  { s.drift(x, x) }
  noexcept;
  { s.kick(x, x, x) }
  noexcept;
  { c.drifts_merge() }
  noexcept->std::same_as<bool>;
  { c.kicks_merge() }
  noexcept->std::same_as<bool>;
  s.back_to(c.instant());
};

/// The kind of a part of a step, for observers.
enum class StepPart { drift, kick };

template <class T, SplitSystem<T> System>
class SplittingFlow {
 public:
  /// @throws InvalidInput as check() in splitting.hpp
  SplittingFlow(const Splitting& s, System system, const T& time = T(0))
      : parts_(std::make_shared<const Parts>(s)), system_(std::move(system)), time_(time) {}

  /// The complete state of the integration.
  struct Instant {
    std::remove_cvref_t<decltype(std::declval<const System&>().instant())> system;
    T time, lost_time, pending;
  };
  Instant instant() const noexcept { return {system_.instant(), time_, lost_time_, pending_}; }
  void back_to(const Instant& i) noexcept {
    system_.back_to(i.system);
    time_ = i.time;
    lost_time_ = i.lost_time;
    pending_ = i.pending;
  }

  /// Advances from time() to time() + h.
  void step(const T& h) noexcept {
    step(h, [](StepPart, const System&, const T&) noexcept {});
  }

  /// The same; calls watch(part, system, time) after each part.
  template <class Watch>
  void step(const T& h, const Watch& watch) noexcept {
    if (parts_->starts_with_kick)
      step_from_kick(h, watch);
    else
      step_from_drift(h, watch);
    compensated_add(time_, lost_time_, h);
  }

  /// The system at time(), with the pending part applied.
  System system() const noexcept {
    System s = system_;
    if (pending_ == T(0)) return s;
    if (parts_->starts_with_kick)
      s.kick(pending_, time_, T(0));
    else
      s.drift(pending_, time_ - pending_ / T(2));
    return s;
  }

  const T& time() const noexcept { return time_; }

  /// The system as it stands, with the last part of the last step still to be done.
  const System& pending_system() const noexcept { return system_; }

  /// Applies the pending part and lets change_it(system) modify the system, for example by an impulse.
  template <class Change>
  void change(const Change& change_it) noexcept {
    system_ = system();
    pending_ = T(0);
    change_it(system_);
  }

 private:
  struct Parts {
    explicit Parts(const Splitting& s)
        : starts_with_kick(s.starts_with_kick),
          drifts(s.drifts.begin(), s.drifts.end()),
          kicks(s.kicks.begin(), s.kicks.end()),
          gradients(s.gradients.begin(), s.gradients.end()) {
      check(s);
      gradients.resize(kicks.size(), T(0));
    }
    bool starts_with_kick;
    std::vector<T> drifts, kicks, gradients;
  };

  template <class Watch>
  void kick(const T& length, const T& time, const T& gradient, const Watch& watch) noexcept {
    system_.kick(length, time, gradient);
    watch(StepPart::kick, system_, time);
  }

  template <class Watch>
  void drift(const T& length, const T& middle, const Watch& watch) noexcept {
    system_.drift(length, middle);
    watch(StepPart::drift, system_, middle);
  }

  /// Kick, drift, ..., kick. Splittings with a gradient do not use it in their first and last kick.
  template <class Watch>
  void step_from_kick(const T& h, const Watch& watch) noexcept {
    const std::vector<T>&drifts = parts_->drifts, &kicks = parts_->kicks, &gradients = parts_->gradients;
    const std::size_t last = drifts.size();
    kick(pending_ + kicks[0] * h, time_, T(0), watch);
    pending_ = T(0);
    T done = T(0);
    for (std::size_t i = 0; i < last; ++i) {
      drift(drifts[i] * h, time_ + (done + drifts[i] / T(2)) * h, watch);
      done = done + drifts[i];
      if (i + 1 < last) kick(kicks[i + 1] * h, time_ + done * h, gradients[i + 1] * h * h, watch);
    }
    if (system_.kicks_merge())
      pending_ = kicks[last] * h;
    else
      kick(kicks[last] * h, time_ + h, T(0), watch);
  }

  /// Drift, kick, ..., drift.
  template <class Watch>
  void step_from_drift(const T& h, const Watch& watch) noexcept {
    const std::vector<T>&drifts = parts_->drifts, &kicks = parts_->kicks, &gradients = parts_->gradients;
    const std::size_t last = kicks.size();
    drift(pending_ + drifts[0] * h, time_ + (drifts[0] * h - pending_) / T(2), watch);
    pending_ = T(0);
    T done = drifts[0];
    for (std::size_t i = 0; i < last; ++i) {
      kick(kicks[i] * h, time_ + done * h, gradients[i] * h * h, watch);
      if (i + 1 == last) break;
      drift(drifts[i + 1] * h, time_ + (done + drifts[i + 1] / T(2)) * h, watch);
      done = done + drifts[i + 1];
    }
    if (system_.drifts_merge())
      pending_ = drifts[last] * h;
    else
      drift(drifts[last] * h, time_ + (T(1) - drifts[last] / T(2)) * h, watch);
  }

  std::shared_ptr<const Parts> parts_;
  System system_;
  T time_, lost_time_ = T(0), pending_ = T(0);
};

}  // namespace polhode
