// SPDX-License-Identifier: MIT
// The discrete Moser-Veselov method by the Schur form.
#include <polhode/free/method.hpp>
#include <polhode/free/moser_veselov_schur.hpp>

#include "conserving.hpp"

namespace polhode {

std::vector<FreeMethod> moser_veselov_schur_methods() {
  return {method_of<SchurMoserVeselov>(
      "dmv_schur", "discrete Moser-Veselov, solved by an ordered Schur form",
      "Cardoso, Leite 2003; McLachlan, Zanna 2005, 9.1",
      conserving({.momentum_order = 2, .attitude_order = 2, .is_explicit = false, .is_symplectic = true}))};
}

}  // namespace polhode
