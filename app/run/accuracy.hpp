// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How far a motion can be trusted at each time: what its method leaves, and what the rounding of its inputs
/// does.
///
/// Convention. Errors as in simulation/simulate.hpp. They do not fall: what was lost once is counted as lost.
/// Method.     A free motion: the derivative of the exact flow (free/rounding_effect.hpp), and of a motion in
///             steps its distance from the exact one. Under torque the same: the derivative of the motion by
///             its start, its moments and the torque's own numbers (simulation/torqued_rounding.hpp), and its
///             distance from the motion that is computed with it, which has errors of rounding alone. Where a
///             torque has no derivative, or that would take long, a second motion, the companion: its inputs
///             are changed by a rounding each and its method is finer (half the step, or a tenth of the
///             tolerance); its distance from the motion shows the method's error and the growth of the
///             rounding together.

#include <cmath>
#include <functional>
#include <polhode/simulation/simulate.hpp>
#include <vector>

#include "result/summary.hpp"
#include "run/record.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

/// Errors at some times of a motion, in their order; both empty where nothing is known.
class AccuracyCurve {
 public:
  AccuracyCurve() = default;
  /// Takes the greatest error so far for each.
  AccuracyCurve(std::vector<double> times, const std::vector<double>& errors);

  const std::vector<double>& times() const noexcept { return times_; }
  const std::vector<double>& errors() const noexcept { return errors_; }
  bool is_known() const noexcept { return !times_.empty(); }

  /// The error at a time; between two times of the curve that of the later one; NaN where nothing is known.
  double error_at(double time) const noexcept;
  /// The digits that it leaves, in tenths.
  double digits_at(double time) const noexcept;

  /// The first time from which on not one digit is known; infinite where there is none, as far as is known.
  double horizon() const noexcept { return horizon_; }
  /// Sets it where it is known to lie beyond the last of the times.
  void set_horizon(double time) noexcept { horizon_ = time; }

 private:
  std::vector<double> times_, errors_;
  double horizon_ = HUGE_VAL;
};

/// How many digits an error leaves, rounded down to tenths, from 0 to those of a double.
double digits_left(double error) noexcept;

/// How an accuracy is found: by derivatives where that is possible, or, for many runs, by a companion at
/// once.
enum class LookedAt { closely, quickly };

/// The accuracy of a motion that was run, from some of its rows. `goes_on` is called now and then with the
/// part that is done.
AccuracyCurve accuracy_of(const Scenario& scenario, const SimulationReport& report,
                          const std::vector<RawRow>& rows, const std::function<void(double)>& goes_on,
                          LookedAt how = LookedAt::closely);

/// The digits of a motion that is computed exactly, as a function of time; none for other motions. Here
/// digits may rise again with time.
std::function<double(double time)> exact_digits(const Scenario& scenario);

/// How fast neighbours of a motion under torque move apart, until a time. `goes_on` as above. Throws
/// InvalidInput where the motion ends before.
SummaryDivergence divergence_of(const Scenario& scenario, double until,
                                const std::function<void(double)>& goes_on);

/// Whether the motion of a scenario is free: nothing acts and nothing jumps.
bool is_free_motion(const Scenario& scenario) noexcept;

}  // namespace polhode::app
