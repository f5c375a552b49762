// SPDX-License-Identifier: MIT
#include "core/kepler.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <support/wide.hpp>
#include <support/worst.hpp>

namespace kepler_test {
namespace {

using namespace polhode;
using polhode::eccentric_anomaly;
using test::Wide;

/// M of E in fifty digits, E - e sin E as it stands: 1 - e and M down to 1e-16 and 1e-30 leave some fifteen
/// digits.
Wide mean_anomaly(const Wide& anomaly, const Wide& e) { return anomaly - e * sin(anomaly); }

/// The error of E, in eps E: the residual over the derivative, both in fifty digits.
double error_in_eps(double m, double e) {
  const Wide anomaly(eccentric_anomaly(m, e)), ecc(e);
  const Wide error = (mean_anomaly(anomaly, ecc) - Wide(m)) / (1 - ecc * cos(anomaly)) / anomaly;
  return std::abs(static_cast<double>(error)) / std::numeric_limits<double>::epsilon();
}

TEST(Kepler, IsSolvedToRoundingForEveryEccentricity) {
  std::mt19937_64 engine(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  test::Worst worst("eccentric anomaly, in eps");
  for (int k = 0; k < 4000; ++k) {
    const bool close = k % 2 == 0, small = k % 4 < 2;
    const double e = close ? 1 - std::pow(10, -16 * uniform(engine)) : uniform(engine);
    const double m = std::acos(-1.0) * (small ? std::pow(10, -12 * uniform(engine)) : uniform(engine));
    if (!(e < 1)) continue;
    worst.add(error_in_eps(m, e), [&] { return std::to_string(m) + " " + std::to_string(e); });
  }
  worst.expect_at_most(2.5);
}

TEST(Kepler, IsSolvedAtTheCorners) {
  const double last = 1 - 0x1p-53, pi = std::acos(-1.0);
  for (const double e : {0x1p-1022, 1e-20, 1e-8, 0.1, 0.5, 0.9, 0.999, 1 - 1e-12, last})
    for (const double m : {1e-300, 1e-100, 1e-30, 1e-24, 1e-16, 1e-8, 1e-3, 0.5, 1.0, 2.0, 3.0, pi})
      if (m > 1e-28 || e < 0.9) {
        EXPECT_LE(error_in_eps(m, e), 2.5) << m << " " << e;
      }
  // Beyond what fifty digits tell apart: there E = M / (1 - e).
  for (const double m : {1e-300, 1e-100, 1e-40})
    EXPECT_NEAR(eccentric_anomaly(m, last) / (m * 0x1p53), 1, 0x1p-52);
}

TEST(Kepler, IsOddAndExactWhereItIsTrivial) {
  for (const double m : {0.0, 1e-5, 0.7, 3.0}) {
    EXPECT_EQ(eccentric_anomaly(-m, 0.9), -eccentric_anomaly(m, 0.9));
    EXPECT_EQ(eccentric_anomaly(m, 0.0), m);
  }
  EXPECT_EQ(eccentric_anomaly(0.0, 1 - 0x1p-53), 0);
  EXPECT_TRUE(std::isnan(eccentric_anomaly(std::numeric_limits<double>::quiet_NaN(), 0.5)));
}

TEST(Kepler, IsSolvedInOtherNumberTypes) {
  const Wide e("0.99"), m("0.01"), anomaly = eccentric_anomaly(m, e);
  EXPECT_LE(abs(mean_anomaly(anomaly, e) - m), Wide("1e-50"));
  const long double f = 0.99L, n = 0.01L, found = eccentric_anomaly(n, f);
  EXPECT_NEAR(static_cast<double>((found - f * std::sin(found) - n) / n), 0, 1e-16);
}

}  // namespace
}  // namespace kepler_test
