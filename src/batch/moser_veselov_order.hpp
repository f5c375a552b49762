// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The modified moments of the discrete Moser-Veselov step for an order selected at run time; the rest of the
/// step is the same for all orders.

#include <polhode/kernel/moser_veselov.hpp>

namespace polhode::batch {

/// @param order  2, 4, 6, 8 or 10
template <class T>
[[gnu::always_inline]] inline kernel::Modification<T> modification_of(
    int order, const kernel::MoserVeselovBody<T>& body, const kernel::ModifiedMoments<T>& series,
    const Vec3<T>& m, const T& h) noexcept {
  if (order == 2) return kernel::modification<2>(body, series, m, h);
  if (order == 4) return kernel::modification<4>(body, series, m, h);
  if (order == 6) return kernel::modification<6>(body, series, m, h);
  if (order == 8) return kernel::modification<8>(body, series, m, h);
  return kernel::modification<10>(body, series, m, h);
}

}  // namespace polhode::batch
