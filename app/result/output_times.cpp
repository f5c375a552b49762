// SPDX-License-Identifier: MIT
#include "result/output_times.hpp"

#include <cmath>

namespace polhode::app {

double OutputTimes::operator[](std::uint64_t k) const noexcept {
  if (!list.empty()) return list[k];
  if (k == 0) return start;
  if (k >= count) return end;
  const double whole = end - start, n = static_cast<double>(count), product = static_cast<double>(k) * whole;
  return start + (std::isfinite(product) ? product / n : whole * (static_cast<double>(k) / n));
}

}  // namespace polhode::app
