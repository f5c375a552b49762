// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The function table of one target, for its lanes. Included only by the translation units of the targets.

#include <cstddef>
#include <polhode/kernel/advance.hpp>

#include "batch/block.hpp"
#include "batch/exact_lanes.hpp"
#include "batch/kick_lanes.hpp"
#include "batch/lanes.hpp"
#include "batch/lie_poisson_lanes.hpp"
#include "batch/moser_veselov_lanes.hpp"
#include "batch/targets.hpp"
#include "batch/torque_lanes.hpp"

namespace polhode::batch {

template <class L>
std::size_t exact_block(const Block<Element<L>>& block, const Triples<Element<L>>& constants) noexcept {
  return block.lost.mx ? exact_steps<kernel::CompensatedPhase<L>, L>(block, constants)
                       : exact_steps<kernel::Phase<L>, L>(block, constants);
}

template <class L>
constexpr Functions<Element<L>> functions_on{
    L::width,       exact_block<L>, exact_constants_of<L>, moser_veselov_steps<L>, lie_poisson_steps<L>,
    add_torques<L>, kick_block<L>,  linear_kick_block<L>,  are_within<L>};

}  // namespace polhode::batch
