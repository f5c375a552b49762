// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Many free bodies taken side by side from time 0, each to a time of its own.
///
/// Method.     The steps of batch/free_step.hpp, cut as step_walk.hpp has it. A body that has arrived leaves the others when an eighth of
///             them has; until then it rides along at rest in time.

#include <functional>
#include <optional>
#include <polhode/batch/method.hpp>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/stepper.hpp>
#include <span>
#include <vector>

namespace polhode::app {

/// A body and the time that is asked for.
struct FreeWay {
  Inertia body;
  State start;
  double t;
};

/// How they go.
struct FreePace {
  batch::Method method;
  Summation summation;
  std::optional<double> step;  ///< none: in one
};

/// The state of each at its time; none of one that cannot go, or not in these steps: a FreeStepper says why. Tells now and then how far they
/// are, from 0 to 1. Throws Interrupted.
std::vector<std::optional<State>> free_ends(std::span<const FreeWay> ways, const FreePace& pace,
                                            const std::function<void(double)>& progress);

}  // namespace polhode::app
