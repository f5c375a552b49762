// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Transfer of states between memory and lanes, and the list of bodies unsuited for lanes.

#include <cstddef>
#include <cstdint>
#include <polhode/core/branch.hpp>
#include <polhode/kernel/advance.hpp>

#include "batch/block.hpp"
#include "batch/lanes.hpp"

namespace polhode::batch {

template <class L>
[[gnu::always_inline]] inline Vec3<L> momentum_from(const StatePointers<Element<L>>& p,
                                                    std::size_t at) noexcept {
  return {L::from(p.mx + at), L::from(p.my + at), L::from(p.mz + at)};
}
template <class L>
[[gnu::always_inline]] inline Quat<L> attitude_from(const StatePointers<Element<L>>& p,
                                                    std::size_t at) noexcept {
  return {L::from(p.qw + at), L::from(p.qx + at), L::from(p.qy + at), L::from(p.qz + at)};
}
template <class L>
[[gnu::always_inline]] inline void store(const StatePointers<Element<L>>& p, std::size_t at, const Vec3<L>& m,
                                         const Quat<L>& q) noexcept {
  m.x.to(p.mx + at);
  m.y.to(p.my + at);
  m.z.to(p.mz + at);
  q.w.to(p.qw + at);
  q.x.to(p.qx + at);
  q.y.to(p.qy + at);
  q.z.to(p.qz + at);
}

/// Transfer of a Phase or CompensatedPhase between a block and lanes.
template <class P>
struct InBlock;

template <class L>
struct InBlock<kernel::Phase<L>> {
  using Phase = kernel::Phase<L>;
  [[gnu::always_inline]] static Phase from(const Block<Element<L>>& b, std::size_t at) noexcept {
    return {momentum_from<L>(b.state, at), attitude_from<L>(b.state, at)};
  }
  [[gnu::always_inline]] static void to(const Block<Element<L>>& b, std::size_t at, const Phase& p) noexcept {
    store(b.state, at, p.m, p.q);
  }
  template <class M>
  [[gnu::always_inline]] static Phase selected(const M& condition, const Phase& a, const Phase& b) noexcept {
    return {select(condition, a.m, b.m), select(condition, a.q, b.q)};
  }
};

template <class L>
struct InBlock<kernel::CompensatedPhase<L>> {
  using Phase = kernel::CompensatedPhase<L>;
  [[gnu::always_inline]] static Phase from(const Block<Element<L>>& b, std::size_t at) noexcept {
    return {momentum_from<L>(b.state, at), momentum_from<L>(b.lost, at), attitude_from<L>(b.state, at),
            attitude_from<L>(b.lost, at)};
  }
  [[gnu::always_inline]] static void to(const Block<Element<L>>& b, std::size_t at, const Phase& p) noexcept {
    store(b.state, at, p.m, p.q);
    store(b.lost, at, p.em, p.eq);
  }
  template <class M>
  [[gnu::always_inline]] static Phase selected(const M& condition, const Phase& a, const Phase& b) noexcept {
    return {select(condition, a.m, b.m), select(condition, a.em, b.em), select(condition, a.q, b.q),
            select(condition, a.eq, b.eq)};
  }
};

/// Applies the increments to the bodies for which they are valid.
template <class P, class L>
[[gnu::always_inline]] inline void advance_as(const Block<Element<L>>& block, std::size_t at,
                                              const typename L::MaskType& fits,
                                              const kernel::Increment<L>& i) noexcept {
  const P now = InBlock<P>::from(block, at);
  InBlock<P>::to(block, at, InBlock<P>::selected(fits, kernel::advance(now, i), now));
}
template <class L>
[[gnu::always_inline]] inline void advance_block(const Block<Element<L>>& block, std::size_t at,
                                                 const typename L::MaskType& fits,
                                                 const kernel::Increment<L>& i) noexcept {
  if (block.lost.mx)
    advance_as<kernel::CompensatedPhase<L>>(block, at, fits, i);
  else
    advance_as<kernel::Phase<L>>(block, at, fits, i);
}

/// The indices of bodies left to the scalar kernels.
template <class L>
struct UnfitList {
  std::uint32_t* places;
  std::size_t size = 0;

  void add(std::size_t at, const typename L::MaskType& fits) noexcept {
    const unsigned bits = packed(fits);
    for (std::size_t lane = 0; lane < L::width; ++lane)
      if (!(bits >> lane & 1u)) places[size++] = static_cast<std::uint32_t>(at + lane);
  }
};

}  // namespace polhode::batch
