// SPDX-License-Identifier: MIT
// The forms of the discrete Moser-Veselov method that its papers compare: other attitudes, other orders,
// other solvers.
#include <polhode/free/method.hpp>
#include <polhode/papers/moser_veselov_scaled.hpp>
#include <polhode/papers/staggered_moser_veselov.hpp>
#include <polhode/rotation/convention.hpp>
#include <string>
#include <vector>

#include "free/methods/conserving.hpp"
#include "methods/families.hpp"
#include "moser_veselov/explicit.hpp"
#include "moser_veselov/interpolated.hpp"
#include "moser_veselov/schur_step.hpp"

namespace polhode::papers {

namespace {

template <class T>
using Scaled4 = kernel::ScaledMoserVeselov<T, 4>;
template <class T>
using Scaled6 = kernel::ScaledMoserVeselov<T, 6>;

template <template <class> class Kernel>
FreeMethod scaled_momentum(int order) {
  const std::string number = std::to_string(order);
  return method_of<Kernel>(
      "dmv" + number + "_scaled", "discrete Moser-Veselov, the momentum scaled to order " + number,
      "McLachlan, Zanna 2005, section 4",
      conserving(
          {.momentum_order = order, .attitude_order = 2, .is_explicit = false, .is_symplectic = false}));
}

template <class T>
using Interpolated4 = InterpolatedMoserVeselov<T, 4>;
template <class T>
using Interpolated6 = InterpolatedMoserVeselov<T, 6>;

template <template <class> class Kernel>
FreeMethod interpolated(int order) {
  return method_of<Kernel>("dmv" + std::to_string(order) + "_interpolated",
                           "scaled discrete Moser-Veselov momentum, attitude from interpolated omega",
                           "McLachlan, Zanna 2005, sections 4 and 8",
                           {.momentum_order = order,
                            .attitude_order = order,
                            .keeps_norm = true,
                            .keeps_energy = true,
                            .keeps_spatial_momentum = false,
                            .is_explicit = false,
                            .is_reversible = true,
                            .is_symplectic = false});
}

FreeMethod staggered() {
  return method_of<kernel::StaggeredMoserVeselov>(
      "dmv_staggered", "discrete Moser-Veselov, the attitude turned by the rotation of the next step",
      "McLachlan, Zanna 2005, (8.2)",
      {.momentum_order = 2,
       .attitude_order = 1,
       .keeps_norm = true,
       .keeps_energy = true,
       .keeps_spatial_momentum = false,
       .is_explicit = false,
       .is_reversible = false,
       .is_symplectic = false});
}

FreeMethod by_roots() {
  return method_of<ExplicitMoserVeselov>(
      "dmv_explicit", "discrete Moser-Veselov, solved by the roots of a cubic and eigenvectors",
      "McLachlan, Zanna 2005, section 9",
      conserving({.momentum_order = 2, .attitude_order = 2, .is_explicit = true, .is_symplectic = true}));
}

/// In double only: Eigen's Schur form for one more number type takes a compiler ten seconds.
FreeMethod by_schur_form() {
  return {"dmv_schur",
          "discrete Moser-Veselov, solved by an ordered Schur form",
          "Cardoso, Leite 2003; McLachlan, Zanna 2005, 9.1",
          conserving({.momentum_order = 2, .attitude_order = 2, .is_explicit = false, .is_symplectic = true}),
          [](const Inertia& body) -> FreeStep { return SchurMoserVeselovStep(from_eigen(body.moments())); },
          {}};
}

}  // namespace

std::vector<FreeMethod> moser_veselov_methods() {
  return {staggered(),
          scaled_momentum<Scaled4>(4),
          scaled_momentum<Scaled6>(6),
          interpolated<Interpolated4>(4),
          interpolated<Interpolated6>(6),
          by_roots(),
          by_schur_form()};
}

}  // namespace polhode::papers
