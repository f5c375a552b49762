// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The greatest difference of two runs, and the error of a splitting that follows from it. (How each method
/// estimates its error: docs/architecture.md.)
///
/// Convention. As in simulate.hpp: of the momenta relative to the largest |m| so far, of the attitude
///             quaternions, sign included.

#include <limits>
#include <polhode/body/state.hpp>

namespace polhode {

/// The greatest difference of two runs.
class RunDifference {
 public:
  explicit RunDifference(const State& start);
  /// Continues another one.
  RunDifference(double scale, double value) : scale_(scale), value_(value) {}

  /// Adds the states of both runs at one time; b is that of the companion.
  void add(const State& a, const State& b);
  /// Adds a momentum, and the lengths of both differences. Momenta below `least` count as `least`.
  void add(const Eigen::Vector3d& momentum, double of_momentum, double of_attitude, double least = 0);

  /// NaN while nothing was added.
  double value() const noexcept { return value_; }
  double scale() const noexcept { return scale_; }

 private:
  double scale_, value_ = std::numeric_limits<double>::quiet_NaN();
};

/// The error of steps of h from their difference to steps of h/2: that times 2^p / (2^p - 1), p the order.
double error_of_coarser(double difference, double order);

}  // namespace polhode
