// SPDX-License-Identifier: MIT
#include <array>
#include <polhode/batch/method.hpp>
#include <string_view>
#include <utility>

namespace polhode::batch {

std::optional<Method> method_of(const FreeMethod& method) {
  static constexpr std::array<std::pair<std::string_view, Method>, 7> known{
      {{"exact", Method::exact},
       {"dmv", Method::dmv2},
       {"dmv4", Method::dmv4},
       {"dmv6", Method::dmv6},
       {"dmv8", Method::dmv8},
       {"dmv10", Method::dmv10},
       {"lie_poisson_123", Method::lie_poisson}}};
  for (const auto& [name, found] : known)
    if (name == method.name) return found;
  return std::nullopt;
}

bool suits(const Inertia& body, Method method) noexcept {
  return method == Method::exact || method == Method::lie_poisson || body.satisfies_triangle_inequality();
}

}  // namespace polhode::batch
