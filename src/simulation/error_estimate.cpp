// SPDX-License-Identifier: MIT
#include "simulation/error_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>

namespace polhode {

namespace {

/// Without overflow.
double length_of(const Eigen::Vector3d& v) { return norm(from_eigen(v)); }

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
