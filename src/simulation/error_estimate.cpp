// SPDX-License-Identifier: MIT
#include "simulation/error_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>

namespace polhode {

namespace {

/// Without overflow.
double length_of(const Eigen::Vector3d& v) {
  const double square = v.squaredNorm();
  return square > 0x1p-900 && square < 0x1p1000 ? std::sqrt(square) : norm(from_eigen(v));
}

}  // namespace

RunDifference::RunDifference(const State& start) : scale_(length_of(start.momentum)) {}

void RunDifference::add(const State& a, const State& b) {
  add(b.momentum, length_of(a.momentum - b.momentum), (a.attitude.coeffs() - b.attitude.coeffs()).norm());
}

void RunDifference::add(const Eigen::Vector3d& momentum, double of_momentum, double of_attitude,
                        double least) {
  scale_ = std::max({scale_, length_of(momentum), least});
  const double d = std::max(of_momentum == 0 ? 0.0 : of_momentum / scale_, of_attitude);
  value_ = std::isnan(d)        ? std::numeric_limits<double>::infinity()
           : std::isnan(value_) ? d
                                : std::max(value_, d);
}

double error_of_coarser(double difference, double order) {
  const double power = std::exp2(order);
  return difference * (power / (power - 1));
}

}  // namespace polhode
