// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The accuracy of a motion at each time: the error of its method, and the effect of rounding its inputs.
///
/// Convention. Errors as in simulation/simulate.hpp. They do not decrease with time.
/// Method.     A free motion: the derivative of the exact flow (free/rounding_effect.hpp), and for a motion
///             in steps its distance from the exact one. Under torque likewise: the derivative of the motion
///             with respect to its start, moments and the torque's parameters
///             (simulation/torqued_rounding.hpp), and its distance from the motion that is computed with it,
///             which has only round-off. If a torque has no derivative, or it would take too long, a second
///             motion, the companion, has each input changed by about one rounding and a finer method (half
///             the step, or a tenth of the tolerance); its distance from the motion shows both errors
///             together.

#include <cmath>
#include <functional>
#include <polhode/simulation/simulate.hpp>
#include <vector>

#include "result/summary.hpp"
#include "run/record.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

/// Errors at some times of a motion, in order of time; empty if nothing is known.
class AccuracyCurve {
 public:
  AccuracyCurve() = default;
  /// Each error becomes the greatest so far.
  AccuracyCurve(std::vector<double> times, const std::vector<double>& errors);

  const std::vector<double>& times() const noexcept { return times_; }
  const std::vector<double>& errors() const noexcept { return errors_; }
  bool is_known() const noexcept { return !times_.empty(); }

  /// The error at a time; between two times of the curve that of the later one; NaN if nothing is known.
  double error_at(double time) const noexcept;
  /// The correct digits, in tenths.
  double digits_at(double time) const noexcept;

  /// The first time from which on no digit is correct; infinite if none is known.
  double horizon() const noexcept { return horizon_; }
  /// Sets it if it lies beyond the last of the times.
  void set_horizon(double time) noexcept { horizon_ = time; }

 private:
  std::vector<double> times_, errors_;
  double horizon_ = HUGE_VAL;
};

/// The correct digits for an error, rounded down to tenths, from 0 to those of a double.
double digits_left(double error) noexcept;

/// How an accuracy is found: by derivatives if possible, or, for many runs, always by a companion.
enum class AccuracyMethod { by_derivative, by_companion };

/// The accuracy of a motion from some of its rows. `progress` is called now and then with the part that is
/// done.
AccuracyCurve accuracy_of(const Scenario& scenario, const SimulationReport& report,
                          const std::vector<RawRow>& rows, const std::function<void(double)>& progress,
                          AccuracyMethod how = AccuracyMethod::by_derivative);

/// The correct digits of a motion that is computed exactly, as a function of time, which may increase again;
/// none for other motions.
std::function<double(double time)> exact_digits(const Scenario& scenario);

/// Whether the motion of a scenario is free: no torque and no impulses.
bool is_free_motion(const Scenario& scenario) noexcept;

}  // namespace polhode::app
