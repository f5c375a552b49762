// SPDX-License-Identifier: MIT
#include "simulation/error_estimate.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

void RunDifference::add(const State& a, const State& b) {
  scale_ = std::max(scale_, b.momentum.stableNorm());
  const double dm = (a.momentum - b.momentum).stableNorm(),
               dq = (a.attitude.coeffs() - b.attitude.coeffs()).norm();
  const double d = std::max(dm == 0 ? 0.0 : dm / scale_, dq);
  value_ = std::isnan(d)        ? std::numeric_limits<double>::infinity()
           : std::isnan(value_) ? d
                                : std::max(value_, d);
}

double error_of_coarser(double difference, double order) {
  const double power = std::exp2(order);
  return difference * (power / (power - 1));
}

}  // namespace polhode
