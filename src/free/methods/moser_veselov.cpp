// SPDX-License-Identifier: MIT
// The discrete Moser-Veselov method and its higher orders, by name; also those whose attitude is
// not the discrete map's own.
#include <polhode/free/method.hpp>
#include <polhode/kernel/moser_veselov.hpp>
#include <polhode/kernel/moser_veselov_scaled.hpp>
#include <string>
#include <vector>

#include "free/built_in.hpp"
#include "free/methods/conserving.hpp"
#include "free/moser_veselov_interpolated.hpp"

namespace polhode {

namespace {

template <class T>
using Order2 = kernel::MoserVeselov<T, 2>;
template <class T>
using Order4 = kernel::MoserVeselov<T, 4>;
template <class T>
using Order6 = kernel::MoserVeselov<T, 6>;
template <class T>
using Order8 = kernel::MoserVeselov<T, 8>;
template <class T>
using Order10 = kernel::MoserVeselov<T, 10>;
template <class T>
using Scaled4 = kernel::ScaledMoserVeselov<T, 4>;
template <class T>
using Scaled6 = kernel::ScaledMoserVeselov<T, 6>;

/// Moser-Veselov with r at m.
constexpr MethodProperties of_orders(int momentum_order, int attitude_order, bool is_symplectic) {
  return conserving({.momentum_order = momentum_order,
                     .attitude_order = attitude_order,
                     .is_explicit = false,
                     .is_symplectic = is_symplectic});
}

template <template <class> class Kernel>
FreeMethod preprocessed(int order, BuiltIn built_in) {
  const std::string number = std::to_string(order);
  return marked(
      method_of<Kernel>("dmv" + number,
                        "discrete Moser-Veselov of order " + number + ", with modified moments of inertia",
                        "Hairer, Vilmart 2006", of_orders(order, order, false)),
      built_in);
}

template <template <class> class Kernel>
FreeMethod scaled_momentum(int order) {
  const std::string number = std::to_string(order);
  return method_of<Kernel>("dmv" + number + "_scaled",
                           "discrete Moser-Veselov, the momentum scaled to order " + number,
                           "McLachlan, Zanna 2005, section 4", of_orders(order, 2, false));
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

}  // namespace

std::vector<FreeMethod> moser_veselov_methods() {
  return {marked(method_of<Order2>("dmv", "discrete Moser-Veselov, of order 2", "Moser, Veselov 1991",
                                   of_orders(2, 2, true)),
                 BuiltIn::dmv2),
          preprocessed<Order4>(4, BuiltIn::dmv4),
          preprocessed<Order6>(6, BuiltIn::dmv6),
          preprocessed<Order8>(8, BuiltIn::dmv8),
          preprocessed<Order10>(10, BuiltIn::dmv10),
          method_of<kernel::StaggeredMoserVeselov>(
              "dmv_staggered", "discrete Moser-Veselov, the attitude turned by the rotation of the next step",
              "McLachlan, Zanna 2005, (8.2)",
              {.momentum_order = 2,
               .attitude_order = 1,
               .keeps_norm = true,
               .keeps_energy = true,
               .keeps_spatial_momentum = false,
               .is_explicit = false,
               .is_reversible = false,
               .is_symplectic = false}),
          scaled_momentum<Scaled4>(4),
          scaled_momentum<Scaled6>(6)};
}

std::vector<FreeMethod> moser_veselov_interpolated_methods() {
  return {interpolated<Interpolated4>(4), interpolated<Interpolated6>(6)};
}

}  // namespace polhode
