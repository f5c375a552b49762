// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Many free bodies on SIMD lanes, each from its own start to a time of its own.
///
/// Method.     The steps of batch/free_step.hpp, of the length that each problem gives, the last one shorter
///             (steps_of_piece.hpp). Bodies that need fewer steps than others stay on the lanes with steps of
///             length 0 until an eighth of all has arrived; then those are removed.

#include <functional>
#include <optional>
#include <polhode/simulation/simulate_many.hpp>
#include <span>
#include <vector>

#include "simulation/motion_end.hpp"

namespace polhode::simulation {

/// Whether this is such a motion: free, without impulses and events, in given steps of a method that batches
/// have, to a single time, and without an error estimate.
bool is_free_end(const Problem& problem);

/// For problems that are such motions. None for one that cannot be computed, or not in these steps:
/// simulate() says why. Calls progress now and then with the part that is done; what it throws is passed on.
std::vector<std::optional<MotionEnd>> free_ends(std::span<const Problem* const> problems,
                                                const std::function<void(double)>& progress);

}  // namespace polhode::simulation
