// SPDX-License-Identifier: MIT
#include "peers/vectorised.hpp"

#include <Eigen/Dense>
#include <boost/numeric/odeint.hpp>

#include "free_problem.hpp"
#include "general_solvers.hpp"

namespace polhode::bench {
namespace {

using Vector7 = Eigen::Matrix<double, 7, 1>;

Vector7 rate_by_eigen(const Vector7& y, const Eigen::Vector3d& inverse_moments) {
  const Eigen::Quaterniond q(y(0), y(1), y(2), y(3));
  const Eigen::Vector3d m = y.tail<3>(), omega = inverse_moments.cwiseProduct(m);
  const Eigen::Quaterniond turning = q * Eigen::Quaterniond(0, omega.x(), omega.y(), omega.z());
  Vector7 rate;
  rate << turning.w() / 2, turning.x() / 2, turning.y() / 2, turning.z() / 2, m.cross(omega);
  return rate;
}

}  // namespace

template <int Time>
Run by_eigen(double steps) {
  return [n = static_cast<long>(steps), h = FreeWater<Time>::end / steps]() -> Outcome {
    const auto setting = FreeWater<Time>::template setting<double>();
    const Eigen::Vector3d inverse(1 / setting.moments.x, 1 / setting.moments.y, 1 / setting.moments.z);
    const SevenNumbers start = numbers(setting.start);
    Vector7 y = Vector7::Map(start.data());
    for (long i = 0; i < n; ++i) {
      const Vector7 a = rate_by_eigen(y, inverse), b = rate_by_eigen(y + h / 2 * a, inverse),
                    c = rate_by_eigen(y + h / 2 * b, inverse), d = rate_by_eigen(y + h * c, inverse);
      y += h / 6 * (a + 2 * (b + c) + d);
    }
    return {phase(y.data()), 4 * n};
  };
}

template <int Time>
Run by_fehlberg78(double tolerance) {
  return by_odeint<boost::numeric::odeint::runge_kutta_fehlberg78, FreeWater<Time>>(tolerance);
}

template Run by_eigen<1>(double);
template Run by_eigen<100>(double);
template Run by_eigen<10000>(double);
template Run by_fehlberg78<1>(double);
template Run by_fehlberg78<100>(double);
template Run by_fehlberg78<10000>(double);

}  // namespace polhode::bench
