// SPDX-License-Identifier: MIT
// Scaled discrete Moser-Veselov momenta with an attitude that is not the discrete map's own.
#include <polhode/free/method.hpp>
#include <polhode/free/moser_veselov_interpolated.hpp>
#include <string>

namespace polhode {

namespace {

template <class T>
using OfOrder4 = InterpolatedMoserVeselov<T, 4>;
template <class T>
using OfOrder6 = InterpolatedMoserVeselov<T, 6>;

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

}  // namespace

std::vector<FreeMethod> moser_veselov_interpolated_methods() {
  return {interpolated<OfOrder4>(4), interpolated<OfOrder6>(6)};
}

}  // namespace polhode
