// SPDX-License-Identifier: MIT
// The three routes to Pi against each other.
#include "frames/theta.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <polhode/elliptic/jacobi.hpp>
#include <polhode/elliptic/legendre.hpp>
#include <random>
#include <string>

#include "frames/landen.hpp"
#include "support/worst.hpp"

namespace theta_test {
namespace {

using namespace polhode::elliptic;
using polhode::test::Worst;

constexpr double eps = std::numeric_limits<double>::epsilon();

enum class Range { negative, below_m, above_m, above_one };

/// Names the test.
void PrintTo(Range range, std::ostream* out) {
  switch (range) {
    case Range::negative:
      *out << "n_negative";
      break;
    case Range::below_m:
      *out << "n_below_m";
      break;
    case Range::above_m:
      *out << "n_between_m_and_1";
      break;
    case Range::above_one:
      *out << "n_above_1";
  }
}

double random_n(Range range, double m, std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(0, 1);
  switch (range) {
    case Range::negative:
      return -std::pow(10.0, 8 * unit(random) - 4);
    case Range::below_m:
      return m * unit(random);
    case Range::above_m:
      return m + (1 - m) * unit(random);
    case Range::above_one:
      return 1 + std::pow(10.0, 4 * unit(random) - 2);
  }
  return 0;
}

struct Case {
  Parameter<double> p;
  double n, u, phi;
  std::string text() const {
    return "n = " + std::to_string(n) + ", m = " + std::to_string(p.m) + ", u = " + std::to_string(u);
  }
};

Case random_case(Range range, std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(0, 1), argument(-10, 10);
  const Parameter<double> p = from_m(0.99 * unit(random));
  const double phi = amplitude(argument(random), p);
  return {p, random_n(range, p.m, random), ellint_f(phi, p), phi};
}

/// |u dPi/du| where the pole makes it large.
double slope(const Case& c) { return std::abs(c.u / (1 - c.n * std::pow(std::sin(c.phi), 2))); }

class ThetaRoute : public ::testing::TestWithParam<Range> {};

TEST_P(ThetaRoute, AgreesWithCarlson) {
  std::mt19937_64 random(51);
  Worst worst("Pi by theta against Carlson, in eps(|rate u| + max(C, 1) + cond)");
  for (int i = 0; i < 10000; ++i) {
    const Case c = random_case(GetParam(), random);
    const ThetaPi<double> theta(c.n, c.p);
    const double scale = std::abs(theta.rate() * c.u) + std::max(theta.factor(), 1.0) + slope(c);
    worst.add(std::abs(theta(c.u) - ellint_pi(c.n, c.phi, c.p)) / (eps * scale), [&] { return c.text(); });
  }
  worst.expect_at_most(8);
}

TEST_P(ThetaRoute, PeriodicPartIsOddAndOfPeriod2K) {
  std::mt19937_64 random(52);
  for (int i = 0; i < 200; ++i) {
    const Case c = random_case(GetParam(), random);
    const ThetaPi<double> theta(c.n, c.p);
    const double period = 2 * ellint_k(c.p),
                 tolerance = 16 * eps * (theta.factor() + slope(c)) * (1 + std::abs(c.u));
    EXPECT_NEAR(theta.periodic(c.u + period), theta.periodic(c.u), 4 * tolerance) << c.text();
    EXPECT_NEAR(theta.periodic(-c.u), -theta.periodic(c.u), tolerance) << c.text();
    EXPECT_NEAR(theta.rate() * period, 2 * ellint_pi(c.n, c.p), 4 * eps * std::abs(theta.rate() * period));
  }
}

INSTANTIATE_TEST_SUITE_P(Ranges, ThetaRoute,
                         ::testing::Values(Range::negative, Range::below_m, Range::above_m, Range::above_one),
                         ::testing::PrintToStringParamName());

/// The third route's loss near m = 1, as its header states it.
TEST(ThetaRouteNearOne, LosesTheFourthRootOfTheComplement) {
  std::mt19937_64 random(53);
  std::uniform_real_distribution<double> unit(0, 1);
  Worst worst("Pi by theta, m near 1, in eps mc^(-1/4)(|rate u| + C)");
  for (int i = 0; i < 4000; ++i) {
    const Parameter<double> p = from_mc(std::pow(10.0, -12 * unit(random)));
    const double n = -std::pow(10.0, 4 * unit(random) - 2), u = 2 * unit(random) * ellint_k(p);
    const ThetaPi<double> theta(n, p);
    const Jacobi<double> at = jacobi(u, p);
    const double scale = std::pow(p.mc, -0.25) * (std::abs(theta.rate() * u) + theta.factor());
    worst.add(std::abs(theta(u) - ellint_pi(n, at, p)) / (eps * scale), [&] {
      return Case{p, n, u, 0}.text() + ", mc = " + std::to_string(p.mc);
    });
  }
  worst.expect_at_most(8);
}

/// Gauss' transformation subtracts at each level: the bound says how much it loses, and no more.
TEST(ThreeRoutesOfPi, LandenAgreesWithCarlsonAndTheta) {
  std::mt19937_64 random(54);
  for (const Range range : {Range::negative, Range::above_m}) {
    Worst worst(range == Range::negative ? "Pi by Landen, n < 0, in eps(Pi + F + cond)"
                                         : "Pi by Landen, m < n < 1, in eps(Pi + C + cond)");
    for (int i = 0; i < 10000; ++i) {
      const Case c = random_case(range, random);
      const ThetaPi<double> theta(c.n, c.p);
      const double carlson = ellint_pi(c.n, c.phi, c.p);
      const double scale = std::abs(carlson) + std::abs(c.u) + theta.factor() + slope(c);
      worst.add(std::abs(landen_pi(c.n, c.phi, c.p) - carlson) / (eps * scale), [&] { return c.text(); });
    }
    worst.expect_at_most(256);
  }
}

TEST(ThetaRouteDomain, ZeroCharacteristicIsLinearAndTheRestNan) {
  EXPECT_EQ(ThetaPi<double>(0.0, from_m(0.5))(1.25), 1.25);
  EXPECT_TRUE(std::isnan(ThetaPi<double>(0.5, from_m(0.5))(1.0)));
  EXPECT_TRUE(std::isnan(ThetaPi<double>(1.0, from_m(0.5))(1.0)));
  EXPECT_TRUE(std::isnan(ThetaPi<double>(0.5, from_m(0.0))(1.0)));
  EXPECT_TRUE(std::isnan(ThetaPi<double>(0.5, from_m(1.0))(1.0)));
}

}  // namespace
}  // namespace theta_test
