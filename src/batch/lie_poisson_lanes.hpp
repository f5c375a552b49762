// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The splitting into axis rotations on lanes, if all half angles are in the range of the lanes' sine.

#include <cstddef>
#include <polhode/core/branch.hpp>
#include <polhode/kernel/lie_poisson.hpp>

#include "batch/block.hpp"
#include "batch/lanes.hpp"
#include "batch/state_lanes.hpp"

namespace polhode::batch {

template <class L>
std::size_t lie_poisson_steps(const Block<Element<L>>& block, const Triples<Element<L>>& moments) noexcept {
  UnfitList<L> unfit{block.unfit};
  for (std::size_t at = 0; at < block.size; at += L::width) {
    const kernel::LiePoisson123<L> splitting(
        Vec3<L>{L::from(moments.x + at), L::from(moments.y + at), L::from(moments.z + at)});
    const kernel::Increment<L> i = splitting(momentum_from<L>(block.state, at), L::from(block.h + at));
    const auto fits = i.dr.w == i.dr.w;
    if (!all_of(fits)) unfit.add(at, fits);
    advance_block(block, at, fits, i);
  }
  return unfit.size;
}

}  // namespace polhode::batch
