// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Steps of a splitting under torque with their derivative: how the state after them changes with the start,
/// the body, the time and the torque's own numbers. It is the derivative of the method's own map.
///
/// Convention. As simulation/torqued_derivative.hpp, but for the column of the time: as in
///             free/step_derivative.hpp it is by the time that all steps take together; the start's time is
///             held.
/// Method.     The splitting with numbers that carry derivatives (core/dual.hpp): the same flow (first same
///             as last) and the same kicks, on the torque's recorded formula; drifts by
///             free/step_derivative.hpp.
/// Accuracy.   docs/derivatives.md

#include <cstddef>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/simulation/torqued_derivative.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/torque/torque.hpp>
#include <string>

namespace polhode {

/// Equal steps of a splitting.
struct SplittingSteps {
  double length = 0;  ///< of one, of either sign
  std::size_t count = 1;
  std::string free_method = "exact";  ///< for the drifts, by name
  double start_time = 0;
};

/// After all the steps; the state is that of a SplittingStepper, bit for bit. Refuses what that refuses, a
/// torque of which simulate_derivative knows no derivative or that has a flow of its own, a free method of
/// which FreeStepDerivative knows none, splittings with gradients, torques with breakpoints or impulses
/// (simulate_derivative has those), and less than one step. Throws StepFailure if the derivative is not
/// finite.
TorquedDerivative splitting_derivative(const Inertia& body, const State& start, const Torque& torque,
                                       const Splitting& splitting, const SplittingSteps& steps);
TorquedDerivative splitting_derivative(const Inertia& body, const State& start, const TorqueFamily& family,
                                       const Splitting& splitting, const SplittingSteps& steps);

}  // namespace polhode
