// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A scenario as a problem of the library.

#include <polhode/simulation/simulate_many.hpp>

#include "catalogue/methods.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

/// The problem, which must not outlive the scenario. Runs of an ensemble may share SIMD lanes if torque,
/// times and method are not random.
Problem problem_of(const Scenario& scenario);

/// Sets method, step, tolerance and summation of a problem.
void set_method(const MethodSettings& settings, Problem& problem);

}  // namespace polhode::app
