// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Sums of products of series on registers of four numbers, for the units that have no wider ones.

#include "series/coefficients.hpp"

namespace polhode::series {

namespace {

/// Fused is the unit's own: Fused::fused(a, b, c).
template <class Fused>
struct FourLanes : Fused {
  using Fused::fused;

  /// sum of a_i r_i over so many, from two halves; one more than asked may be read, where r is 0.
  [[gnu::always_inline]] static Four middle(const double* a, const double* r, int terms) noexcept {
    Four even{}, odd{};
    for (int i = 0; i < terms; i += 2, a += 8, r += 8) {
      even = fused(load(a), load(r), even);
      odd = fused(load(a + 4), load(r + 4), odd);
    }
    return even + odd;
  }

  /// The sum of three of them.
  [[gnu::always_inline]] static Four middle3(double* const (&p)[6], int order, int k) noexcept {
    Four even1{}, even2{}, even3{}, odd1{}, odd2{}, odd3{};
    const std::ptrdiff_t offset = 4 * (order - k + 1);
    const double *a = p[0], *b = p[1], *c = p[2], *r = p[3] + offset, *s = p[4] + offset, *t = p[5] + offset;
    for (int i = 0; i < k - 1; i += 2) {
      const std::ptrdiff_t j = 4 * i;
      even1 = fused(load(a + j), load(r + j), even1);
      even2 = fused(load(b + j), load(s + j), even2);
      even3 = fused(load(c + j), load(t + j), even3);
      odd1 = fused(load(a + j + 4), load(r + j + 4), odd1);
      odd2 = fused(load(b + j + 4), load(s + j + 4), odd2);
      odd3 = fused(load(c + j + 4), load(t + j + 4), odd3);
    }
    return ((even1 + even2) + even3) + ((odd1 + odd2) + odd3);
  }
};

}  // namespace

}  // namespace polhode::series
