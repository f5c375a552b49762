// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A body for a splitting: a free kernel for the drift and a kick for the torque.
///
/// Convention. Ascending principal frame, any number type. P is kernel::Phase<T>, or
///             kernel::CompensatedPhase<T> for compensated summation, which needs a free kernel that gives
///             increments.
/// Method.     kernel/advance.hpp for the drift, one sum for the kick. The kernels are compiled into the
///             step; SplittingStepper (stepper.hpp) is the same with both selected at run time.

#include <concepts>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <utility>
#include <variant>

namespace polhode {

/// A free kernel of a changing body, which also takes the time at the middle of the step (changing_body.hpp).
template <class F, class T>
concept TimedFreeKernel = requires(const F& f, const Vec3<T>& m, const T& x) {
  { f(m, x, x) }
  noexcept->kernel::StepResult<T>;
};

template <class T, class Free, class Kick, class P = kernel::Phase<T>>
class SplitBody {
 public:
  SplitBody(Free free, Kick kick, const P& start, bool drifts_merge)
      : free_(std::move(free)), kick_(std::move(kick)), phase_(start), drifts_merge_(drifts_merge) {}

  void drift(const T& length, [[maybe_unused]] const T& middle) noexcept {
    if constexpr (TimedFreeKernel<Free, T>)
      apply(free_(phase_.m, length, middle));
    else
      apply(free_(phase_.m, length));
  }

  void kick(const T& length, const T& time, const T& gradient) noexcept {
    add_momentum(kick_(kernel::Phase<T>{phase_.m, phase_.q}, time, length, gradient));
  }

  void add_momentum(const Vec3<T>& dm) noexcept { kernel::add_momentum(phase_, dm); }

  bool drifts_merge() const noexcept { return drifts_merge_; }
  bool kicks_merge() const noexcept { return kick_.is_flow; }

  /// The kick, for adjustments between steps.
  Kick& kick_function() noexcept { return kick_; }
  const Kick& kick_function() const noexcept { return kick_; }

  const P& phase() const noexcept { return phase_; }
  const P& instant() const noexcept { return phase_; }
  void back_to(const P& phase) noexcept { phase_ = phase; }

 private:
  template <class Result>
  void apply(const Result& result) noexcept {
    phase_ = kernel::advance(phase_, result);
  }
  void apply(const kernel::IncrementOrImage<T>& result) noexcept {
    if constexpr (std::same_as<P, kernel::CompensatedPhase<T>>)
      phase_ = kernel::advance(phase_, std::get<kernel::Increment<T>>(result));
    else
      phase_ = std::visit([this](const auto& r) { return kernel::advance(phase_, r); }, result);
  }

  Free free_;
  Kick kick_;
  P phase_;
  bool drifts_merge_;
};

}  // namespace polhode
