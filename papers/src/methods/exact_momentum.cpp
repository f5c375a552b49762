// SPDX-License-Identifier: MIT
// The methods on the exact momentum: Magnus, by quaternions and by matrices, and factorization with
// c0 = c3 = 1/2. They share a file because both compile the exact momentum at one to four nodes.
#include <polhode/free/method.hpp>
#include <polhode/papers/factorization.hpp>
#include <polhode/papers/magnus.hpp>
#include <string>
#include <vector>

#include "free/methods/conserving.hpp"
#include "methods/compiled_once.hpp"
#include "methods/families.hpp"

namespace polhode::papers {

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
struct MagnusOfOrder {
  template <class T>
  using Quaternion = kernel::Magnus<T, Order>;
  template <class T>
  using Matrix = kernel::MagnusMatrix<T, Order>;
};

template <int Order>
FreeMethod by_quaternions(const char* commutators, const char* reference) {
  return method_of<MagnusOfOrder<Order>::template Quaternion>(
      "magnus" + std::to_string(Order),
      "exact momentum; attitude by the Magnus series, " + std::string(commutators), reference,
      magnus_properties(Order));
}

template <int Order>
FreeMethod by_matrices(const char* reference) {
  return method_of<MagnusOfOrder<Order>::template Matrix>(
      "magnus" + std::to_string(Order) + "_matrix",
      "magnus" + std::to_string(Order) + " with the exponential of rotation matrices", reference,
      magnus_properties(Order));
}

template <int Order>
struct FactorizationOfOrder {
  template <class T>
  using Kernel = kernel::Factorization<T, Order>;
};

template <int Order>
FreeMethod factorization(const char* nodes) {
  return method_of<FactorizationOfOrder<Order>::template Kernel>(
      "factorization" + std::to_string(Order),
      "exact momentum; attitude by a frame that follows it, angle by " + std::string(nodes),
      "Gustafsson 2010, (31)-(36)",
      conserving(
          {.momentum_order = 0, .attitude_order = Order, .is_explicit = true, .is_symplectic = false}));
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

std::vector<FreeMethod> factorization_methods() {
  return {factorization<2>("one Gauss node"), factorization<4>("two Gauss nodes"),
          factorization<6>("three Gauss nodes"), factorization<8>("four Gauss nodes")};
}

}  // namespace polhode::papers
