// SPDX-License-Identifier: MIT
// The discrete Moser-Veselov method by the Schur form.
#include <polhode/free/method.hpp>

#include "free/methods/conserving.hpp"
#include "free/moser_veselov_schur_step.hpp"

namespace polhode {

std::vector<FreeMethod> moser_veselov_schur_methods() {
  // In double only: Eigen's Schur form for one more number type takes a compiler ten seconds.
  return {
      {"dmv_schur",
       "discrete Moser-Veselov, solved by an ordered Schur form",
       "Cardoso, Leite 2003; McLachlan, Zanna 2005, 9.1",
       conserving({.momentum_order = 2, .attitude_order = 2, .is_explicit = false, .is_symplectic = true}),
       [](const Inertia& body) -> FreeStep { return SchurMoserVeselovStep(body.moments()); },
       {}}};
}

}  // namespace polhode
