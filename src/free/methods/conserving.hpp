// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The properties of reversible methods that conserve all invariants of the free motion: |m|, energy and
/// spatial momentum.

#include <polhode/free/method.hpp>

namespace polhode {

/// The properties in which such methods differ.
struct ConservingMethod {
  int momentum_order, attitude_order;
  bool is_explicit, is_symplectic;
};

constexpr MethodProperties conserving(const ConservingMethod& method) {
  return {.momentum_order = method.momentum_order,
          .attitude_order = method.attitude_order,
          .keeps_norm = true,
          .keeps_energy = true,
          .keeps_spatial_momentum = true,
          .is_explicit = method.is_explicit,
          .is_reversible = true,
          .is_symplectic = method.is_symplectic};
}

}  // namespace polhode
