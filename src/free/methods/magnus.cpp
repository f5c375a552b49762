// SPDX-License-Identifier: MIT
// The Magnus methods on the exact momentum, by quaternions and by matrices.
#include <polhode/free/method.hpp>
#include <polhode/kernel/magnus.hpp>
#include <string>
#include <vector>

namespace polhode {

namespace {

constexpr MethodProperties magnus_properties(int order) {
  return {.momentum_order = 0,
          .attitude_order = order,
          .keeps_norm = true,
          .keeps_energy = true,
          .keeps_spatial_momentum = false,
          .is_explicit = true,
          .is_reversible = true,
          .is_symplectic = false};
}

template <int Order>
struct OfOrder {
  template <class T>
  using Quaternion = kernel::Magnus<T, Order>;
  template <class T>
  using Matrix = kernel::MagnusMatrix<T, Order>;
};

template <int Order>
FreeMethod by_quaternions(const char* commutators, const char* reference) {
  return method_of<OfOrder<Order>::template Quaternion>(
      "magnus" + std::to_string(Order),
      "exact momentum; attitude by the Magnus series, " + std::string(commutators), reference,
      magnus_properties(Order));
}

template <int Order>
FreeMethod by_matrices(const char* reference) {
  return method_of<OfOrder<Order>::template Matrix>(
      "magnus" + std::to_string(Order) + "_matrix",
      "magnus" + std::to_string(Order) + " with the exponential of rotation matrices", reference,
      magnus_properties(Order));
}

}  // namespace

std::vector<FreeMethod> magnus_methods() {
  return {by_quaternions<2>("no commutator", "Gustafsson 2010, (22)"),
          by_quaternions<4>("one commutator", "Gustafsson 2010, (23)"),
          by_quaternions<6>("three commutators", "Gustafsson 2010, (24); Blanes, Casas, Ros 2002"),
          by_quaternions<8>("six commutators", "Gustafsson 2010, (25); Blanes, Casas, Ros 2002"),
          by_matrices<2>("Gustafsson 2010, (22), 4.3.1"),
          by_matrices<4>("Gustafsson 2010, (23), 4.3.1"),
          by_matrices<6>("Gustafsson 2010, (24), 4.3.1"),
          by_matrices<8>("Gustafsson 2010, (25), 4.3.1")};
}

}  // namespace polhode
