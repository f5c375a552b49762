// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// simulate_derivative with a limit to what it may cost: for those who can do without it.

#include <functional>
#include <polhode/simulation/torqued_derivative.hpp>
#include <span>
#include <vector>

namespace polhode::simulation {

/// What a derivative may still cost: rows of power series, each expanded once for a step, of which the motion
/// itself counts as 30.
struct DerivativeWork {
  double left;

  /// Takes so many. Throws InvalidInput if they are not left.
  void take(double rows);
  /// The same without taking them.
  void need(double rows) const;
};

/// As the public function of this name; throws InvalidInput, too, where more work is needed than is left.
std::vector<TorquedDerivative> simulate_derivative(const Inertia& body, const State& start,
                                                   const TorqueFamily& family, std::span<const double> times,
                                                   double start_time,
                                                   const std::function<void(double part)>& goes_on,
                                                   DerivativeWork& work);

}  // namespace polhode::simulation
