// SPDX-License-Identifier: MIT
// RATTLE and its scaled orders, by name.
#include <polhode/free/method.hpp>
#include <polhode/papers/rattle.hpp>
#include <vector>

#include "free/methods/conserving.hpp"
#include "methods/families.hpp"

namespace polhode::papers {

namespace {

template <class T>
using Scaled4 = kernel::ScaledRattle<T, 4>;
template <class T>
using Scaled6 = kernel::ScaledRattle<T, 6>;

constexpr MethodProperties of_order(int momentum_order, bool is_symplectic) {
  return conserving({.momentum_order = momentum_order,
                     .attitude_order = 2,
                     .is_explicit = false,
                     .is_symplectic = is_symplectic});
}

}  // namespace

std::vector<FreeMethod> rattle_methods() {
  return {method_of<kernel::Rattle>("rattle", "RATTLE, of order 2; the map of dmv found by another equation",
                                    "McLachlan, Zanna 2005, section 6", of_order(2, true)),
          method_of<Scaled4>("rattle4_scaled", "RATTLE, the momentum scaled to order 4",
                             "McLachlan, Zanna 2005, section 6", of_order(4, false)),
          method_of<Scaled6>("rattle6_scaled", "RATTLE, the momentum scaled to order 6",
                             "McLachlan, Zanna 2005, section 6", of_order(6, false))};
}

}  // namespace polhode::papers
