// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// simulate_derivative with a limit on its cost, for callers that can do without the result.

#include <functional>
#include <polhode/simulation/torqued_derivative.hpp>
#include <span>
#include <vector>

namespace polhode::simulation {

/// What a derivative may still cost: rows of power series, each expanded once for a step, of which the motion
/// itself counts as 30.
struct DerivativeWork {
  double left;

  /// Uses this much.
  /// @throws InvalidInput  if it is not left
  void take(double rows);
  /// The same without using it.
  void need(double rows) const;
};

/// As the public function of this name; throws InvalidInput, too, where more work is needed than is left.
std::vector<TorquedDerivative> simulate_derivative(const Inertia& body, const State& start,
                                                   const TorqueFamily& family, std::span<const double> times,
                                                   double start_time,
                                                   const std::function<void(double part)>& goes_on,
                                                   DerivativeWork& work);

}  // namespace polhode::simulation
