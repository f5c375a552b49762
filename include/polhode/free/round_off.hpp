// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How round-off grows over many steps of a method: Vilmart's experiment for any body and any method.
///
/// Convention. Errors are counted in units of |m| for momentum and I3/|m| for time, so that with |m| = I3 = 1
///             they are the numbers of the paper; eps = 2^-52. |m| needs no column of its own: its error is
///             that of |m|^2/2 divided by |m|.
/// Method.     Many starts near one, each with an attitude of its own; energy, |m|^2/2 and the spatial
///             momentum q m q^-1 are compared, in long double, with what they were at the beginning [Vilmart
///             2008, sections 3.1 and 5]. Without bias the errors of N steps make a random walk (Brouwer's
///             law): mean zero, deviation proportional to eps sqrt(N), or eps h sqrt(N) where the sums are
///             compensated. A bias makes them grow with N. The samples of one random walk depend on each
///             other; so a line is fitted to each trajectory by itself, and the slopes' mean and standard
///             error are taken over the trajectories, which are independent. The line has an intercept: an
///             offset that does not grow is no drift.
///
///     RoundOffExperiment e;
///     // the paper's: water molecule, h = 0.01, 200 starts, a million steps
///     e.method = free_method("vilmart_3_1");
///     const RoundOff r = measure_round_off(e);
///     r.energy().slope                            // about -0.05: so many eps a step,
///     r.energy().slope_error                      // with this standard error
///     r.energy().growth                           // 1.0 for a drift, 0.5 for a random walk

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <polhode/body/inertia.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/stepper.hpp>
#include <vector>

namespace polhode {

/// What is measured: a body, a method, how far and from how many starts.
struct RoundOffExperiment {
  Inertia body = Inertia::from_moments(0.345, 0.653, 1.0);
  Eigen::Vector3d momentum{0.5, 0.2, std::sqrt(0.71)};  ///< in the user's body frame
  double h = 0.01;
  std::uint64_t steps = 1'000'000;
  int starts = 200;
  /// Deviation of each component of a start from `momentum`, in parts of |m|; its length is then made |m|
  /// again.
  double spread = 0.01;
  FreeMethod method = exact_method();
  Summation summation = Summation::plain;
  /// After each step the momentum is changed as a splitting would: each component by a random number within
  /// +-kick |m|. What the kick does to the invariants, its own rounding included, is not counted as an error.
  double kick = 0;
  std::uint64_t seed = 1;
  int samples = 100;  ///< along each trajectory, evenly spaced, the last one at its end
  int kept = 0;       ///< how many trajectories are handed out, those of the first starts
  /// 0: as many as the processor runs at once. The result does not depend on it.
  unsigned threads = 0;
  /// Called now and then, by the caller's own thread, with the part that is done; what it throws ends the
  /// run.
  std::function<void(double)> progress{};
};

/// The error of one invariant over all starts.
struct RoundOffOfInvariant {
  std::vector<double> mean, deviation;  ///< at each sample, in eps

  /// At the end, in RoundOff::unit eps: mean, its standard error, and standard deviation.
  double final_mean = 0, standard_error = 0, final_deviation = 0;

  /// In eps a step: mean over the trajectories of the slope of a fitted line, and the standard error of that
  /// mean.
  double slope = 0, slope_error = 0;

  /// The power of the number of steps with which the root of the mean square grows; 0 where there is no error
  /// at all.
  double growth = 0;
};

/// What was found.
struct RoundOff {
  std::vector<std::uint64_t> steps;  ///< the number of steps at each sample
  /// sqrt(N), or h sqrt(N) for compensated sums, h in units of I3/|m|.
  double unit = 0;
  /// |angular velocity| of `momentum` in units of |m|/I3: the scale of the energy's error.
  double omega = 0;
  std::array<RoundOffOfInvariant, 5> invariants;
  /// The errors of the kept starts, at each sample, in eps; in the order of `invariants`.
  std::vector<std::vector<std::array<double, 5>>> trajectories;

  const RoundOffOfInvariant& energy() const noexcept { return invariants[0]; }
  const RoundOffOfInvariant& half_square() const noexcept { return invariants[1]; }
  /// The component of q m q^-1 in space: 0, 1, 2.
  const RoundOffOfInvariant& spatial_momentum(std::size_t component) const {
    return invariants.at(2 + component);
  }
};

/// Refuses numbers that are not finite or out of their ranges, a momentum of zero, fewer than two starts or
/// samples, more samples than steps, more trajectories to keep than starts, and compensated sums of a method
/// that gives no increments. Throws StepFailure if the method fails, with the step at which it did.
RoundOff measure_round_off(const RoundOffExperiment& experiment);

}  // namespace polhode
