// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The growth of round-off errors over many steps: Vilmart's experiment for any body and any method.
///
/// Convention. Momentum errors are in units of |m| and times in units of I3/|m|, so that with |m| = I3 = 1
///             they are the numbers of the paper; eps = 2^-52. The relative error of |m| is that of |m|^2/2
///             divided by |m|.
/// Method.     Many nearby initial states with different attitudes are integrated; energy, |m|^2/2 and the
///             spatial momentum q m q^-1 are compared in long double with their initial values [Vilmart 2008,
///             sections 3.1 and 5]. Without bias the errors of N steps are a random walk (Brouwer's law):
///             mean zero, standard deviation proportional to eps sqrt(N), or eps h sqrt(N) with compensated
///             summation. A bias makes them grow linearly. Because the samples of one random walk are
///             correlated, a line with an intercept is fitted to each trajectory, and mean and standard error
///             of the slopes are taken over the independent trajectories.
///
///     RoundOffExperiment e;  // the paper's: water molecule, h = 0.01, 200 starts, a million steps
///     e.method = free_method("vilmart_3_1");
///     const RoundOff r = measure_round_off(e);
///     r.energy().slope                            // about -0.05 eps per step,
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

/// The setup of an experiment.
struct RoundOffExperiment {
  Inertia body = Inertia::from_moments(0.345, 0.653, 1.0);
  Eigen::Vector3d momentum{0.5, 0.2, std::sqrt(0.71)};  ///< in the user's body frame
  double h = 0.01;                                      ///< step size
  std::uint64_t steps = 1'000'000;
  int starts = 200;  ///< number of trajectories
  /// Standard deviation of each component of the initial momenta, relative to |m|; they are then rescaled to
  /// |m|.
  double spread = 0.01;
  FreeMethod method = exact_method();
  Summation summation = Summation::plain;
  /// After each step a kick as in a splitting is applied: each component of the momentum changes by a random
  /// number within +-kick |m|. The change of the invariants by the kick, including its own rounding, does not
  /// count as an error.
  double kick = 0;
  std::uint64_t seed = 1;
  int samples = 100;  ///< number of samples per trajectory, evenly spaced, the last one at its end
  int kept = 0;       ///< number of trajectories to return: those of the first starts
  /// Number of threads; 0 for the number of hardware threads. The result does not depend on it.
  int threads = 0;
  /// Called now and then, in the caller's thread, with the fraction completed; an exception ends the run.
  std::function<void(double)> progress{};
};

/// The error of one invariant over all starts.
struct RoundOffOfInvariant {
  std::vector<double> mean, deviation;  ///< at each sample, in eps

  /// At the end, in units of RoundOff::unit eps: mean, its standard error, and standard deviation.
  double final_mean = 0, standard_error = 0, final_deviation = 0;

  /// In eps per step: mean slope of the lines fitted to the trajectories, and its standard error.
  double slope = 0, slope_error = 0;

  /// The exponent p with which the root mean square error grows, as (number of steps)^p; 0 if there is no
  /// error.
  double growth = 0;
};

/// The result of an experiment.
struct RoundOff {
  std::vector<std::uint64_t> steps;  ///< the number of steps at each sample
  /// sqrt(N), or h sqrt(N) for compensated summation, with h in units of I3/|m|.
  double unit = 0;
  /// |angular velocity| for `momentum` in units of |m|/I3: the scale of the energy error.
  double omega = 0;
  std::array<RoundOffOfInvariant, 5> invariants;
  /// The errors of the trajectories kept, at each sample, in eps; in the order of `invariants`.
  std::vector<std::vector<std::array<double, 5>>> trajectories;

  const RoundOffOfInvariant& energy() const noexcept { return invariants[0]; }
  const RoundOffOfInvariant& half_square() const noexcept { return invariants[1]; }
  /// @param component  of q m q^-1 in space: 0, 1 or 2
  /// @throws std::out_of_range for other components
  const RoundOffOfInvariant& spatial_momentum(std::size_t component) const {
    return invariants.at(2 + component);
  }
};

/// Runs an experiment.
/// @throws InvalidInput if a number is not finite or out of range, the momentum is zero, there are fewer than
///   two starts or samples, more samples than steps, or more trajectories to keep than starts, if compensated
///   summation is requested of a method that gives no increments, or if the method fails; the message then
///   gives the step
RoundOff measure_round_off(const RoundOffExperiment& experiment);

}  // namespace polhode
