// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The exact step on lanes: the short steps of kernel/exact_short.hpp.
///
/// Method.     Suited for lanes are bodies whose numbers need no scaling, whose half step is short and whose
///             rotation is within the range of the series for half of it; the others take a step of length 0
///             here and are recomputed by the scalar kernel.

#include <polhode/core/branch.hpp>
#include <polhode/kernel/exact_constants.hpp>
#include <polhode/kernel/exact_short.hpp>

#include "batch/block.hpp"
#include "batch/lanes.hpp"
#include "batch/state_lanes.hpp"

namespace polhode::batch {

/// c1 and c2 per body, from the one number stored: kernel::UnitFactor without its multiplication by 0 or 1.
template <class L>
class SignedFactor {
 public:
  [[gnu::always_inline]] explicit SignedFactor(const L& factor) noexcept
      : factor_(factor), first_is_large_(is_signed(factor)) {}

  [[gnu::always_inline]] L c1(const L& x) const noexcept {
    return fused_multiply_add(factor_, x, where(first_is_large_, x));
  }
  [[gnu::always_inline]] L c2(const L& x) const noexcept {
    return fused_multiply_add(-factor_, x, where(!first_is_large_, x));
  }

 private:
  L factor_;
  typename L::MaskType first_is_large_;
};

/// As kernel::exact_constants, in the precision of the lanes and without scaling: bodies that need scaling
/// get NaN.
template <class L>
void exact_constants_of(std::size_t size, const Triples<Element<L>>& moments, Element<L>* factor,
                        Element<L>* half_a2, Element<L>* half_inv_i3) noexcept {
  constexpr Element<L> high = kernel::detail::range_end<Element<L>>(), low = 1 / high,
                       nan = std::numeric_limits<Element<L>>::quiet_NaN();
  const L zero(0), one(1);
  for (std::size_t at = 0; at < size; at += L::width) {
    const Vec3<L> i{L::from(moments.x + at), L::from(moments.y + at), L::from(moments.z + at)};
    const auto turns_plainly = (i.x == i.z) | (i.x == zero);
    const auto in_range = (i.z < L(high)) & (i.z > L(low)) & ((i.x > L(low)) | turns_plainly);
    const L span = i.z - i.x;
    const L c1 = select(turns_plainly, zero, (i.x / i.y) * ((i.z - i.y) / span));
    const L c2 = select(turns_plainly, one, (i.z / i.y) * ((i.y - i.x) / span));
    select(c1 <= c2, c1, -c2).to(factor + at);
    select(turns_plainly, zero, span / i.z / i.x * L(0.5)).to(half_a2 + at);
    select(in_range, L(0.5) / i.z, L(nan)).to(half_inv_i3 + at);
  }
}

/// A step for lanes that may need series of different lengths; a separate function, so that the loop stays
/// small.
template <class C, class L>
[[gnu::noinline]] kernel::Increment<L> any_step(C k, Vec3<L> m, kernel::Orbit<L> o, L tau, L base,
                                                L x) noexcept {
  return kernel::short_step(k, m, o, tau, base, x);
}

/// P is Phase or CompensatedPhase.
template <class P, class L>
std::size_t exact_steps(const Block<Element<L>>& block, const Triples<Element<L>>& constants) noexcept {
  constexpr Element<L> high = kernel::detail::range_end<Element<L>>(), low = 1 / high;
  UnfitList<L> unfit{block.unfit};
  for (std::size_t at = 0; at < block.size; at += L::width) {
    const P now = InBlock<P>::from(block, at);
    const L h = L::from(block.h + at);
    const SignedFactor<L> k(L::from(constants.x + at));
    const L tau = L::from(constants.y + at) * h, base = L::from(constants.z + at) * h;
    const kernel::Orbit<L> o = kernel::orbit_of(k, now.m);
    // x must become NaN if a square is infinite and the rate is 0, because the series multiply by both.
    const L x = kernel::fastest_rate(o) * (tau * tau);
    // Q <= W tau^3 / 3, so this is an upper bound of half the rotation.
    const L half_turn = L(0.5) * (abs(base) + abs(tau) * x * ratio<L>(11, 32));
    const auto fits = (o.gg > L(low)) & (o.gg < L(high)) & (x <= kernel::short_bound<L>()) &
                      (o.gg * half_turn * half_turn <= L(kernel::longest_series_turn));
    const auto to_next = [&](const kernel::Increment<L>& i) __attribute__((always_inline)) {
      InBlock<P>::to(block, at, kernel::advance(now, i));
    };
    if (all_of(fits & (x <= kernel::series_bound<L, 4>()))) [[likely]] {
      to_next(kernel::series_step<4>(k, now.m, o, tau, base));
    } else if (all_of(fits & (x <= kernel::series_bound<L, 6>()) & (x > kernel::series_bound<L, 4>()))) {
      to_next(kernel::series_step<6>(k, now.m, o, tau, base));
    } else if (all_of(fits & (x <= kernel::series_bound<L, 8>()) & (x > kernel::series_bound<L, 6>()))) {
      to_next(kernel::series_step<8>(k, now.m, o, tau, base));
    } else {
      if (!all_of(fits)) unfit.add(at, fits);
      // The others take a step of length 0, by a series as long as that of their neighbours; the result is
      // not used.
      const L as_long = all_of(fits) ? x : select(fits, x, largest_of(where(fits, x)));
      const P next =
          kernel::advance(now, any_step(k, now.m, o, where(fits, tau), where(fits, base), as_long));
      InBlock<P>::to(block, at, InBlock<P>::selected(fits, next, now));
    }
  }
  return unfit.size;
}

}  // namespace polhode::batch
