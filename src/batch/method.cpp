// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <polhode/batch/method.hpp>

namespace polhode::batch {

namespace {

struct Scalar {
  Method method;
  BuiltIn built_in;
  std::string_view name;
};

constexpr std::array<Scalar, 7> scalars{{{Method::exact, BuiltIn::exact, "exact"},
                                         {Method::dmv2, BuiltIn::dmv2, "dmv"},
                                         {Method::dmv4, BuiltIn::dmv4, "dmv4"},
                                         {Method::dmv6, BuiltIn::dmv6, "dmv6"},
                                         {Method::dmv8, BuiltIn::dmv8, "dmv8"},
                                         {Method::dmv10, BuiltIn::dmv10, "dmv10"},
                                         {Method::lie_poisson, BuiltIn::lie_poisson_123, "lie_poisson_123"}}};

}  // namespace

std::string_view free_method_name(Method method) noexcept {
  return std::ranges::find(scalars, method, &Scalar::method)->name;
}

std::optional<Method> method_of(const FreeMethod& method) noexcept {
  const auto* const found = std::ranges::find(scalars, method.prepare.built_in(), &Scalar::built_in);
  return found == scalars.end() ? std::nullopt : std::optional(found->method);
}

bool suits(const Inertia& body, Method method) noexcept {
  return method == Method::exact || method == Method::lie_poisson || body.satisfies_triangle_inequality();
}

}  // namespace polhode::batch
