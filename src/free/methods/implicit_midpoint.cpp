// SPDX-License-Identifier: MIT
// The implicit midpoint rule.
#include <polhode/free/method.hpp>
#include <polhode/kernel/implicit_midpoint.hpp>

#include "free/methods/conserving.hpp"

namespace polhode {

std::vector<FreeMethod> implicit_midpoint_methods() {
  return {method_of<kernel::ImplicitMidpoint>(
      "implicit_midpoint",
      "the implicit midpoint rule for m, the attitude by the corresponding Cayley transform",
      "McLachlan, Zanna 2005, section 7 (IMR)",
      conserving({.momentum_order = 2, .attitude_order = 2, .is_explicit = false, .is_symplectic = false}))};
}

}  // namespace polhode
