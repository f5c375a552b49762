// SPDX-License-Identifier: MIT
// The discrete Moser-Veselov method by the explicit solver of its paper.
#include <polhode/free/method.hpp>

#include "free/methods/conserving.hpp"
#include "free/moser_veselov_solvers.hpp"

namespace polhode {

std::vector<FreeMethod> moser_veselov_explicit_methods() {
  // In double only: Eigen's solvers for one more number type take a compiler half a minute.
  return {{"dmv_explicit",
           "discrete Moser-Veselov, solved by the roots of a cubic and eigenvectors",
           "McLachlan, Zanna 2005, section 9",
           conserving({.momentum_order = 2, .attitude_order = 2, .is_explicit = true, .is_symplectic = true}),
           [](const Inertia& body) -> FreeStep {
             return SolvedMoserVeselov(body.moments(), MoserVeselovSolver::explicit_formulas);
           },
           {}}};
}

}  // namespace polhode
