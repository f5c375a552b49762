// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Many bodies under torque on SIMD lanes, each from its own start to a time of its own by steps of its own,
/// where nothing but the ends is asked for.
///
/// Method.     The method of Dormand and Prince of order 8 (runge_kutta/bodies_on_lanes.hpp) with the control
///             of steps of function_track.hpp. The torque is a sum of built-in kernels of the attitude which
///             stand still in a frame that turns uniformly, such as that of a circular orbit, or that of
///             space. A body that is over makes room for the next one. On lanes it takes less than half the
///             time of a series (docs/performance.md): a step is some 1,200 operations, where one of a series
///             of order 12 has 2,700 and is hardly longer.
/// Accuracy.   That of function_track.hpp: errors at the end of 0.03 to 2.4 tolerances for motions that do
///             not multiply them. On one machine a body's digits are the same whatever its neighbours; they
///             are not those of simulate(), which takes a series.

#include <functional>
#include <optional>
#include <polhode/simulation/simulate_many.hpp>
#include <span>
#include <vector>

#include "simulation/motion_end.hpp"

namespace polhode::simulation {

/// Whether this may be such a motion: to a single time and without an error estimate, events, impulses,
/// breakpoints and checkpoints; no step and no method is named; and the tolerance is not so small that a
/// series is faster.
bool may_be_torqued_end(const Problem& problem);

/// For problems that may be such motions. None for one that is not: whose torque is of another kind, that has
/// no kinetic energy and no torque at the start, that would take more than a million steps, or for which no
/// step is accurate enough. Calls progress now and then with the part that is done; what it throws is passed
/// on.
std::vector<std::optional<MotionEnd>> torqued_ends(std::span<const Problem* const> problems,
                                                   const std::function<void(double)>& progress);

}  // namespace polhode::simulation
