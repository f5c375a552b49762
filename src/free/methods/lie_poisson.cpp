// SPDX-License-Identifier: MIT
// Splitting into rotations about the principal axes, in each order of the axes.
#include <polhode/free/method.hpp>
#include <polhode/kernel/lie_poisson.hpp>

#include "free/built_in.hpp"

namespace polhode {

namespace {

template <template <class> class Kernel>
FreeMethod splitting(const char* axes) {
  return method_of<Kernel>(
      std::string("lie_poisson_") + axes,
      std::string("five rotations about the principal axes, outermost to middle ") + axes,
      "McLachlan 1993; Reich 1994; McLachlan, Zanna 2005, section 7 (LP2)",
      {.momentum_order = 2,
       .attitude_order = 2,
       .keeps_norm = true,
       .keeps_energy = false,
       .keeps_spatial_momentum = true,
       .is_explicit = true,
       .is_reversible = true,
       .is_symplectic = true});
}

}  // namespace

std::vector<FreeMethod> lie_poisson_methods() {
  return {marked(splitting<kernel::LiePoisson123>("123"), BuiltInMethod::lie_poisson_123),
          splitting<kernel::LiePoisson132>("132"),
          splitting<kernel::LiePoisson213>("213"),
          splitting<kernel::LiePoisson231>("231"),
          splitting<kernel::LiePoisson312>("312"),
          splitting<kernel::LiePoisson321>("321")};
}

}  // namespace polhode
