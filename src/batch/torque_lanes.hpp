// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The torque kernels of the attitude on lanes.

#include <cstddef>
#include <polhode/kernel/advance.hpp>
#include <polhode/torque/torque_kernel.hpp>

#include "batch/block.hpp"
#include "batch/lanes.hpp"
#include "batch/state_lanes.hpp"
#include "torque/gravity_gradient.hpp"
#include "torque/heavy_top.hpp"
#include "torque/steady.hpp"
#include "torque/vessel_restoring.hpp"

namespace polhode::batch {

template <class L>
[[gnu::always_inline]] inline Vec3<L> vector_from(const Vectors<Element<L>>& v, std::size_t at) noexcept {
  return {L::from(v.x + at), L::from(v.y + at), L::from(v.z + at)};
}

template <class L>
[[gnu::always_inline]] inline void set_number(L& number, const TorqueNumbers<Element<L>>& n, std::size_t i,
                                              std::size_t at) noexcept {
  number = L::from(n.first[i] + at * n.stride[i]);
}

/// K is a kernel of the attitude, for lanes.
template <class K, class L>
[[gnu::always_inline]] inline K kernel_from(const TorqueNumbers<Element<L>>& n, std::size_t at) noexcept {
  K kernel;
  std::size_t i = 0;
  for_each_number(
      kernel, [&](L & number) __attribute__((always_inline)) { set_number(number, n, i++, at); });
  return kernel;
}

/// torque_of(kernel, attitude).
template <class K, class L, class TorqueOf>
[[gnu::always_inline]] inline void add_each(std::size_t size, const StatePointers<Element<L>>& state,
                                            const TorqueNumbers<Element<L>>& n,
                                            const Vectors<Element<L>>& torques,
                                            const TorqueOf& torque_of) noexcept {
  for (std::size_t at = 0; at < size; at += L::width) {
    const K kernel = kernel_from<K, L>(n, at);
    const Vec3<L> sum = vector_from<L>(torques, at) + torque_of(kernel, attitude_from<L>(state, at));
    sum.x.to(torques.x + at);
    sum.y.to(torques.y + at);
    sum.z.to(torques.z + at);
  }
}

template <class K, class L>
void add_torques_of(std::size_t size, const StatePointers<Element<L>>& state,
                    const TorqueNumbers<Element<L>>& n, Element<L> c,
                    const Vectors<Element<L>>& torques) noexcept {
  const auto torque = [](const K& kernel, const Quat<L>& q) __attribute__((always_inline)) {
    return kernel(kernel::Phase<L>{{}, q}, L(0));  // the numbers include the time
  };
  if constexpr (torques::HasGradient<K, L>) {
    if (!(c == 0)) {
      add_each<K, L>(
          size, state, n, torques, [&](const K& kernel, const Quat<L>& q) __attribute__((always_inline)) {
            return torque(kernel, q) - L(c) * kernel.gradient(q, L(0));
          });
      return;
    }
  }
  add_each<K, L>(size, state, n, torques, torque);
}

template <class L>
void add_torques(TorqueForm form, std::size_t size, const StatePointers<Element<L>>& state,
                 const TorqueNumbers<Element<L>>& n, Element<L> c,
                 const Vectors<Element<L>>& torques) noexcept {
  switch (form) {
    case TorqueForm::heavy_top:
      return add_torques_of<torques::HeavyTop<L>, L>(size, state, n, c, torques);
    case TorqueForm::gravity_gradient:
      return add_torques_of<torques::GravityGradient<L, torques::FixedDirection<L>>, L>(size, state, n, c,
                                                                                        torques);
    case TorqueForm::vessel_restoring:
      return add_torques_of<torques::VesselRestoring<L>, L>(size, state, n, c, torques);
    case TorqueForm::steady_in_space:
      return add_torques_of<torques::SteadyInSpace<L>, L>(size, state, n, c, torques);
    case TorqueForm::steady_in_body:
      return add_torques_of<torques::SteadyInBody<L>, L>(size, state, n, c, torques);
  }
}

}  // namespace polhode::batch
