// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The discrete Moser-Veselov step on lanes, if sweeps and Newton's method are guaranteed to find the
/// required solution.

#include <cstddef>
#include <limits>
#include <polhode/core/branch.hpp>
#include <polhode/kernel/exact_constants.hpp>
#include <polhode/kernel/moser_veselov.hpp>
#include <polhode/kernel/moser_veselov_series.hpp>

#include "batch/block.hpp"
#include "batch/lanes.hpp"
#include "batch/moser_veselov_order.hpp"
#include "batch/state_lanes.hpp"

namespace polhode::batch {

template <class L>
std::size_t moser_veselov_steps(const Block<Element<L>>& block, int order,
                                const Columns<Element<L>>& constants) noexcept {
  constexpr Element<L> high = kernel::detail::range_end<Element<L>>(), low = 1 / high;
  UnfitList<L> unfit{block.unfit};
  for (std::size_t at = 0; at < block.size; at += L::width) {
    kernel::MoserVeselovBody<L> body{};
    kernel::ModifiedMoments<L> series{};
    L time_scale{};
    const Element<L>* next_number = constants.first + at * constants.place_stride;
    const auto read = [&](L & number) __attribute__((always_inline)) {
      number = L::from(next_number);
      next_number += constants.number_stride;
    };
    kernel::for_each_number(body, read);
    kernel::for_each_number(series, read);
    read(time_scale);

    const Vec3<L> m = momentum_from<L>(block.state, at);
    const L mm = dot(m, m), scaled_h = L::from(block.h + at) * time_scale;
    const auto in_range =
        (mm > L(low)) & (mm < L(high)) & (abs(scaled_h) < L(high)) & (abs(scaled_h) > L(low));
    // If |c|^2 will be far beyond the guaranteed range, there is no need to solve.
    const Vec3<L> angle{scaled_h * body.inverse.x * m.x, scaled_h * body.inverse.y * m.y,
                        scaled_h * body.inverse.z * m.z};
    const auto may_fit = in_range & (dot(angle, angle) < L(8) * body.surely_right);
    if (none_of(may_fit)) {
      unfit.add(at, may_fit);
      continue;
    }
    const L h = where(may_fit, scaled_h);
    const kernel::Modification<L> by = modification_of(order, body, series, m, h);
    const kernel::MoserVeselovEquation<L> equation(body, by, m, h * L(0.5));
    const kernel::MoserVeselovRoot<L> root = equation.solve();
    const auto fits = may_fit & root.found & equation.is_surely_right(root) & (root.b <= body.surely_begun);
    if (!all_of(fits)) unfit.add(at, fits);
    advance_block(block, at, fits, root.increment());
  }
  return unfit.size;
}

}  // namespace polhode::batch
