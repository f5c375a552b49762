// SPDX-License-Identifier: MIT
// RATTLE and its scaled orders, by name.
#include <polhode/free/method.hpp>
#include <polhode/kernel/rattle.hpp>
#include <vector>

namespace polhode {

namespace {

template <class T>
using Scaled4 = kernel::ScaledRattle<T, 4>;
template <class T>
using Scaled6 = kernel::ScaledRattle<T, 6>;

constexpr MethodProperties conserving(int momentum_order, bool is_symplectic) {
  return {.momentum_order = momentum_order,
          .attitude_order = 2,
          .keeps_norm = true,
          .keeps_energy = true,
          .keeps_spatial_momentum = true,
          .is_explicit = false,
          .is_reversible = true,
          .is_symplectic = is_symplectic};
}

}  // namespace

std::vector<FreeMethod> rattle_methods() {
  return {method_of<kernel::Rattle>("rattle", "RATTLE, of order 2; the map of dmv found by another equation",
                                    "McLachlan, Zanna 2005, section 6", conserving(2, true)),
          method_of<Scaled4>("rattle4_scaled", "RATTLE, the momentum scaled to order 4",
                             "McLachlan, Zanna 2005, section 6", conserving(4, false)),
          method_of<Scaled6>("rattle6_scaled", "RATTLE, the momentum scaled to order 6",
                             "McLachlan, Zanna 2005, section 6", conserving(6, false))};
}

}  // namespace polhode
