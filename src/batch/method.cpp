// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <polhode/batch/method.hpp>
#include <utility>

namespace polhode::batch {

namespace {

constexpr std::array<std::pair<Method, std::string_view>, 7> names{
    {{Method::exact, "exact"},
     {Method::dmv2, "dmv"},
     {Method::dmv4, "dmv4"},
     {Method::dmv6, "dmv6"},
     {Method::dmv8, "dmv8"},
     {Method::dmv10, "dmv10"},
     {Method::lie_poisson, "lie_poisson_123"}}};

}  // namespace

std::string_view free_method_name(Method method) noexcept {
  return std::ranges::find(names, method, [](const auto& n) { return n.first; })->second;
}

std::optional<Method> method_of(const FreeMethod& method) {
  const auto* const found = std::ranges::find(names, method.name, [](const auto& n) { return n.second; });
  return found == names.end() ? std::nullopt : std::optional(found->first);
}

bool suits(const Inertia& body, Method method) noexcept {
  return method == Method::exact || method == Method::lie_poisson || body.satisfies_triangle_inequality();
}

}  // namespace polhode::batch
