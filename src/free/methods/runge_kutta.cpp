// SPDX-License-Identifier: MIT
// The classical Runge-Kutta method.
#include <polhode/free/method.hpp>
#include <polhode/kernel/runge_kutta.hpp>

namespace polhode {

std::vector<FreeMethod> runge_kutta_methods() {
  return {method_of<kernel::RungeKutta4>("rk4", "the classical Runge-Kutta method for momentum and attitude",
                                         "Kutta 1901; Celledoni, Safstrom 2006, section 4",
                                         {.momentum_order = 4,
                                          .attitude_order = 4,
                                          .keeps_norm = false,
                                          .keeps_energy = false,
                                          .keeps_spatial_momentum = false,
                                          .is_explicit = true,
                                          .is_reversible = false,
                                          .is_symplectic = false})};
}

}  // namespace polhode
