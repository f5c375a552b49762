// SPDX-License-Identifier: MIT
#include "simulation/error_estimate.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

namespace {

/// Without overflow. Of a copy that is aligned: the last digit of stableNorm depends on where a vector stands in memory.
double length_of(const Eigen::Vector3d& v) {
  alignas(16) const Eigen::Vector3d copy = v;
  return copy.stableNorm();
}

}  // namespace

RunDifference::RunDifference(const State& start) : scale_(length_of(start.momentum)) {}

void RunDifference::add(const State& a, const State& b) {
  scale_ = std::max(scale_, length_of(b.momentum));
  const double dm = length_of(a.momentum - b.momentum),
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
