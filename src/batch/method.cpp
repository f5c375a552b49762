// SPDX-License-Identifier: MIT
#include <polhode/batch/method.hpp>

namespace polhode::batch {

bool suits(const Inertia& body, BuiltInMethod method) noexcept {
  return method == BuiltInMethod::exact || method == BuiltInMethod::lie_poisson_123 ||
         body.satisfies_triangle_inequality();
}

}  // namespace polhode::batch
