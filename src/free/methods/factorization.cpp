// SPDX-License-Identifier: MIT
// The factorization methods on the exact momentum, with c0 = c3 = 1/2.
#include <polhode/free/method.hpp>
#include <polhode/kernel/factorization.hpp>
#include <string>
#include <vector>

#include "conserving.hpp"

namespace polhode {

namespace {

template <int Order>
struct OfOrder {
  template <class T>
  using Kernel = kernel::Factorization<T, Order>;
};

template <int Order>
FreeMethod of_order(const char* nodes) {
  return method_of<OfOrder<Order>::template Kernel>(
      "factorization" + std::to_string(Order),
      "exact momentum; attitude by a frame that follows it, angle by " + std::string(nodes),
      "Gustafsson 2010, (31)-(36)",
      conserving(
          {.momentum_order = 0, .attitude_order = Order, .is_explicit = true, .is_symplectic = false}));
}

}  // namespace

std::vector<FreeMethod> factorization_methods() {
  return {of_order<2>("one Gauss node"), of_order<4>("two Gauss nodes"), of_order<6>("three Gauss nodes"),
          of_order<8>("four Gauss nodes")};
}

}  // namespace polhode
