// SPDX-License-Identifier: MIT
#include "frames/angle_quadrature.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <polhode/elliptic/jacobi.hpp>
#include <support/random_motion.hpp>

#include "momentum_arcs.hpp"

namespace angle_quadrature_test {
namespace {

using namespace polhode;
using namespace polhode::papers;
using polhode::test::arc_from;

constexpr double eps = 0x1p-52;

/// int du/(1 - n sn^2) from phase to phase + length by Gauss-Legendre with five nodes on many panels.
double by_many_panels(const Characteristic& c, double phase, double length, double mc) {
  constexpr long double nodes[] = {0.538469310105683091036L, 0.906179845938663992798L};
  constexpr long double weights[] = {0.478628670499366468041L, 0.236926885056189087514L};
  constexpr long double central = 0.568888888888888888889L;
  const elliptic::Parameter<long double> k = elliptic::from_mc(static_cast<long double>(mc));
  const auto f = [&](long double u) {
    const auto j = elliptic::jacobi(u, k);
    return 1 / (static_cast<long double>(c.nc) + static_cast<long double>(c.n) * j.cn * j.cn);
  };
  const int panels = 40 + static_cast<int>(40 * std::abs(length));
  const long double half = static_cast<long double>(length) / panels / 2;
  long double sum = 0;
  for (int i = 0; i < panels; ++i) {
    const long double middle = static_cast<long double>(phase) + (2 * i + 1) * half;
    sum += central * f(middle);
    for (int j = 0; j < 2; ++j)
      sum += weights[j] * (f(middle - nodes[j] * half) + f(middle + nodes[j] * half));
  }
  return static_cast<double>(sum * half);
}

TEST(AngleQuadrature, ExactRulesAreTheIntegral) {
  test::RandomMotions random(11);
  for (int i = 0; i < 150; ++i) {
    const double mc = random.uniform(0.05, 1),
                 n = i % 3 == 0 ? random.uniform(0, 0.8) : -std::exp(random.uniform(-6, 3));
    const double phase = random.uniform(-1.5, 1.5), length = random.uniform(-8, 8);
    const Characteristic c{n, 1 - n};
    const MomentumArc arc = arc_from(phase, length, mc);
    ASSERT_FALSE(arc.lost);
    const double expected = by_many_panels(c, phase, length, mc);
    EXPECT_NEAR(AngleQuadrature::carlson()(c, arc), expected,
                16 * eps * (2 + std::abs(length)) / (1 - std::max(n, 0.0)))
        << i;
    EXPECT_NEAR(AngleQuadrature::theta()(c, arc), expected,
                64 * eps * (2 + std::abs(length)) / (1 - std::max(n, 0.0)))
        << i;
  }
}

TEST(AngleQuadrature, NoCharacteristicLeavesTheLength) {
  const MomentumArc arc = arc_from(0.4, 2.5, 0.3);
  EXPECT_EQ(AngleQuadrature::carlson()({0, 1}, arc), 2.5);
}

/// The slope of the error over a fixed stretch when the number of steps doubles.
double observed_order(const AngleQuadrature& rule, int steps) {
  const Characteristic c{-0.8, 1.8};
  constexpr double mc = 0.4, phase = -0.9, length = 2.6;
  const double exact = by_many_panels(c, phase, length, mc);
  const auto error = [&](int n) {
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += rule(c, arc_from(phase + i * length / n, length / n, mc));
    return std::abs(sum - exact);
  };
  return std::log2(error(steps) / error(2 * steps));
}

TEST(AngleQuadrature, GaussHasOrderTwiceItsNodes) {
  // With more nodes rounding sets in before the slope settles; MoreNodesGetCloser covers those.
  for (int nodes = 1; nodes <= 3; ++nodes) {
    const AngleQuadrature rule = AngleQuadrature::gauss(nodes);
    EXPECT_EQ(rule.order(), 2 * nodes);
    EXPECT_NEAR(observed_order(rule, 32 / nodes), 2 * nodes, 0.35) << nodes;
  }
}

TEST(AngleQuadrature, HermiteHasOrderTwiceItsDerivativesPlusTwo) {
  for (int derivatives = 1; derivatives <= 3; ++derivatives) {
    const AngleQuadrature rule = AngleQuadrature::hermite(derivatives);
    EXPECT_EQ(rule.order(), 2 * derivatives + 2);
    EXPECT_NEAR(observed_order(rule, 48 / derivatives), 2 * derivatives + 2, 0.35) << derivatives;
  }
}

TEST(AngleQuadrature, MoreNodesGetCloserUntilRounding) {
  const Characteristic c{-0.8, 1.8};
  const MomentumArc arc = arc_from(-0.6, 1.4, 0.4);
  const double exact = by_many_panels(c, -0.6, 1.4, 0.4);
  double before = 1;
  for (int nodes = 1; nodes <= 10; ++nodes) {
    const double error = std::abs(AngleQuadrature::gauss(nodes)(c, arc) - exact);
    EXPECT_LT(error, std::max(before, 8 * eps)) << nodes;
    before = error;
  }
  EXPECT_LT(before, 1e-11);
}

TEST(AngleQuadrature, ReversedArcGivesTheOppositeIntegral) {
  const Characteristic c{-2, 3};
  const MomentumArc there = arc_from(0.2, 0.7, 0.5), back = arc_from(0.9, -0.7, 0.5);
  for (const AngleQuadrature& rule :
       {AngleQuadrature::carlson(), AngleQuadrature::gauss(3), AngleQuadrature::gauss(4),
        AngleQuadrature::hermite(2), AngleQuadrature::hermite(3)})
    EXPECT_NEAR(rule(c, there), -rule(c, back), 8 * eps);
}

}  // namespace
}  // namespace angle_quadrature_test
