// SPDX-License-Identifier: MIT
// The discrete Moser-Veselov method by the explicit solver of its paper.
#include "free/moser_veselov_explicit.hpp"

#include <polhode/free/method.hpp>

#include "free/methods/conserving.hpp"

namespace polhode {

std::vector<FreeMethod> moser_veselov_explicit_methods() {
  return {method_of<ExplicitMoserVeselov>(
      "dmv_explicit", "discrete Moser-Veselov, solved by the roots of a cubic and eigenvectors",
      "McLachlan, Zanna 2005, section 9",
      conserving({.momentum_order = 2, .attitude_order = 2, .is_explicit = true, .is_symplectic = true}))};
}

}  // namespace polhode
