// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Kicks on lanes: the change of the momenta by given torques.

#include <cstddef>
#include <polhode/core/compensated.hpp>
#include <polhode/rotation/matrix.hpp>

#include "batch/block.hpp"
#include "batch/lanes.hpp"
#include "batch/state_lanes.hpp"
#include "batch/torque_lanes.hpp"
#include "splitting/linear_flow.hpp"

namespace polhode::batch {

template <class L>
[[gnu::always_inline]] inline typename L::MaskType is_finite(const Vec3<L>& v) noexcept {
  const L zero(0);
  return (v.x - v.x == zero) & (v.y - v.y == zero) & (v.z - v.z == zero);
}

template <class L>
[[gnu::always_inline]] inline void add_to(Element<L>* sum, Element<L>* lost, const L& x) noexcept {
  L s = L::from(sum), e = L::from(lost);
  compensated_add(s, e, x);
  s.to(sum);
  e.to(lost);
}

/// Adds change(at, m) to each momentum m, with plain or compensated summation.
template <class L, class Change>
[[gnu::always_inline]] inline bool change_momenta(std::size_t size, const StatePointers<Element<L>>& state,
                                                  const StatePointers<Element<L>>& lost,
                                                  const Change& change) noexcept {
  const bool is_compensated = lost.mx;
  auto finite = L(0) == L(0);
  for (std::size_t at = 0; at < size; at += L::width) {
    const Vec3<L> m = momentum_from<L>(state, at), dm = change(at, m);
    if (is_compensated) {
      add_to(state.mx + at, lost.mx + at, dm.x);
      add_to(state.my + at, lost.my + at, dm.y);
      add_to(state.mz + at, lost.mz + at, dm.z);
      finite = finite & is_finite(momentum_from<L>(state, at));
    } else {
      const Vec3<L> next = m + dm;
      next.x.to(state.mx + at);
      next.y.to(state.my + at);
      next.z.to(state.mz + at);
      finite = finite & is_finite(next);
    }
  }
  return all_of(finite);
}

template <class L>
bool kick_block(std::size_t size, const StatePointers<Element<L>>& state,
                const StatePointers<Element<L>>& lost, Element<L> h,
                const Vectors<Element<L>>& torques) noexcept {
  return change_momenta<L>(
      size, state, lost, [&](std::size_t at, const Vec3<L>&) __attribute__((always_inline)) {
        return L(h) * vector_from<L>(torques, at);
      });
}

template <class L>
bool linear_kick_block(std::size_t size, const StatePointers<Element<L>>& state,
                       const StatePointers<Element<L>>& lost, Element<L> h,
                       const TorqueNumbers<Element<L>>& n, const Vectors<Element<L>>& torques) noexcept {
  return change_momenta<L>(
      size, state, lost, [&](std::size_t at, const Vec3<L>& m) __attribute__((always_inline)) {
        Mat3<L> rate, phi;
        for (std::size_t i = 0; i < 9; ++i) {
          set_number(rate.entries[i], n, i, at);
          set_number(phi.entries[i], n, 9 + i, at);
        }
        return linear_increment(rate, phi, m, vector_from<L>(torques, at), L(h));
      });
}

template <class L>
bool are_within(std::size_t size, const Vectors<Element<L>>& vectors, Element<L> most) noexcept {
  auto within = L(0) == L(0);
  for (std::size_t at = 0; at < size; at += L::width) {
    const Vec3<L> v = vector_from<L>(vectors, at);
    within = within & (abs(v.x) <= L(most)) & (abs(v.y) <= L(most)) & (abs(v.z) <= L(most));
  }
  return all_of(within);
}

}  // namespace polhode::batch
