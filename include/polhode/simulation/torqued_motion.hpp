// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The motion of a body under torque as a function of time over an interval: made once to a tolerance, then
/// asked for any time inside, in any order.
///
/// Convention. As simulate(): user's body frame, the state at the time of an impulse is the one after it.
/// Method.     The power series of every step (docs/series.md) is kept: some 7 N numbers for a series of
///             order N.
/// Accuracy.   That of simulate() at the same tolerance. A state takes some 100 ns.

#include <cstddef>
#include <functional>
#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/torque/torque.hpp>

namespace polhode {

/// The motion over an interval, to be asked for any time in it. Calls may be made by several threads at once.
class TorquedMotion {
 public:
  /// @param body        what turns
  /// @param start       its state at start_time
  /// @param torque      what acts on it; its formula must be known
  /// @param end_time    where the motion ends; may be before start_time
  /// @param tolerance   of the error, as for simulate()
  /// @param start_time  where the motion begins
  /// @param goes_on     called after each step with the fraction that is done; may throw
  /// @throws InvalidInput for what simulate() refuses, and a torque that is only a function
  /// @throws StepFailure  if the motion does not reach the end
  TorquedMotion(const Inertia& body, const State& start, const Torque& torque, double end_time,
                double tolerance = default_tolerance, double start_time = 0,
                const std::function<void(double part)>& goes_on = {});

  /// @param time  inside the interval
  /// @return      the state then
  /// @throws InvalidInput for a time outside the interval
  State at(double time) const;

  /// @return where the motion begins, as it was given
  double start_time() const noexcept;
  /// @return where the motion ends, as it was given
  double end_time() const noexcept;
  /// @return how many power series are kept
  std::size_t steps() const noexcept;

 private:
  struct Parts;
  std::shared_ptr<const Parts> parts_;
};

}  // namespace polhode
