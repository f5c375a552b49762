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
  /// The motion from start_time to end_time, which may be earlier. Refuses what simulate() refuses, a torque
  /// that is only a function, and one under which the motion does not reach the end. `goes_on` is called
  /// after each step with the part that is done, and may throw.
  TorquedMotion(const Inertia& body, const State& start, const Torque& torque, double start_time,
                double end_time, double tolerance = default_tolerance,
                const std::function<void(double part)>& goes_on = {});

  /// The state at a time. Refuses a time outside the interval.
  State at(double time) const;

  /// The ends of the interval, as they were given.
  double start_time() const noexcept;
  double end_time() const noexcept;
  /// How many steps were kept.
  std::size_t steps() const noexcept;

 private:
  struct Parts;
  std::shared_ptr<const Parts> parts_;
};

}  // namespace polhode
