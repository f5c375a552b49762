// SPDX-License-Identifier: MIT
// The discrete Moser-Veselov method and its higher orders, by name.
#include <polhode/free/method.hpp>
#include <polhode/kernel/moser_veselov.hpp>
#include <string>
#include <vector>

#include "free/built_in.hpp"
#include "free/methods/conserving.hpp"

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

/// The properties of Moser-Veselov steps with r computed at m.
constexpr MethodProperties properties_of_orders(int momentum_order, int attitude_order, bool is_symplectic) {
  return conserving({.momentum_order = momentum_order,
                     .attitude_order = attitude_order,
                     .is_explicit = false,
                     .is_symplectic = is_symplectic});
}

template <template <class> class Kernel>
FreeMethod preprocessed(int order, BuiltInMethod built_in) {
  const std::string number = std::to_string(order);
  return marked(
      method_of<Kernel>("dmv" + number,
                        "discrete Moser-Veselov of order " + number + ", with modified moments of inertia",
                        "Hairer, Vilmart 2006", properties_of_orders(order, order, false)),
      built_in);
}

}  // namespace

std::vector<FreeMethod> moser_veselov_methods() {
  return {marked(method_of<Order2>("dmv", "discrete Moser-Veselov, of order 2", "Moser, Veselov 1991",
                                   properties_of_orders(2, 2, true)),
                 BuiltInMethod::dmv2),
          preprocessed<Order4>(4, BuiltInMethod::dmv4), preprocessed<Order6>(6, BuiltInMethod::dmv6),
          preprocessed<Order8>(8, BuiltInMethod::dmv8), preprocessed<Order10>(10, BuiltInMethod::dmv10)};
}

}  // namespace polhode
