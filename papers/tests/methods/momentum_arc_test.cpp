// SPDX-License-Identifier: MIT
#include "frames/momentum_arc.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <polhode/elliptic/jacobi.hpp>
#include <support/random_motion.hpp>

#include "momentum_arcs.hpp"

namespace momentum_arc_test {
namespace {

using namespace polhode;
using namespace polhode::papers;
using polhode::test::arc_from;

constexpr double eps = 0x1p-52;

TEST(MomentumArc, EndsWhereTheJacobiFunctionsOfTheSumAre) {
  test::RandomMotions random(1);
  for (int i = 0; i < 2000; ++i) {
    const double mc = std::exp(random.uniform(-9, 0)), phase = random.uniform(-1.5, 1.5),
                 length = random.uniform(-30, 30);
    const MomentumArc arc = arc_from(phase, length, mc);
    ASSERT_FALSE(arc.lost);
    const auto f = elliptic::jacobi(phase + length, arc.k);
    const double parity = arc.end.parity(), tolerance = 8 * eps * (2 + std::abs(length)) / std::sqrt(mc);
    EXPECT_NEAR(parity * arc.end.sn, f.sn, tolerance);
    EXPECT_NEAR(parity * arc.end.cn, f.cn, tolerance);
    EXPECT_NEAR(arc.end.dn, f.dn, tolerance);
    EXPECT_GE(arc.end.cn, -4 * eps * (2 + std::abs(length)));
  }
}

TEST(MomentumArc, AmplitudeIsContinuousOverManyTurns) {
  for (double length = -40; length <= 40; length += 0.37) {
    const MomentumArc arc = arc_from(1.2, length, 0.3);
    const double expected = elliptic::amplitude(1.2 + length, arc.k);
    EXPECT_NEAR(arc.end.amplitude(), expected, 1e-13) << length;
  }
}

TEST(MomentumArc, StartsInAnyQuadrant) {
  for (double angle : {0.3, 2.0, 3.1, -0.3, -2.0, -3.1}) {
    MomentumArc arc;
    arc.k = elliptic::from_m(0.4);
    arc.length = 0.25;
    const double sn = std::sin(angle), cn = std::cos(angle);
    follow(arc, sn, cn, std::sqrt(1 - 0.4 * sn * sn));
    ASSERT_FALSE(arc.lost);
    EXPECT_NEAR(arc.begin.amplitude(), angle, 4 * eps * std::numbers::pi);
    EXPECT_GT(arc.end.amplitude(), angle);
    EXPECT_LT(arc.end.amplitude(), angle + 0.25 * 1.0001);  // d am/du = dn <= 1
  }
}

TEST(MomentumArc, SeparatrixIsHyperbolic) {
  const MomentumArc arc = arc_from(0.5, 3, 0.0);
  EXPECT_NEAR(arc.end.sn, std::tanh(3.5), 2 * eps);
  EXPECT_NEAR(arc.end.cn, 1 / std::cosh(3.5), 4 * eps);
  EXPECT_EQ(arc.end.half_turns, 0);
}

TEST(MomentumArc, StartThatItsConstantsDoNotReproduceIsLost) {
  MomentumArc arc;
  arc.k = elliptic::from_m(0.5);
  follow(arc, 0.6, 0.8001, std::sqrt(1 - 0.5 * 0.36));
  EXPECT_TRUE(arc.lost);
  follow(arc, 0.6, 0.8, 0.9);
  EXPECT_TRUE(arc.lost);
  follow(arc, std::nan(""), 0.8, 0.9);
  EXPECT_TRUE(arc.lost);
  follow(arc, 0.6, 0.8, std::sqrt(1 - 0.5 * 0.36));
  EXPECT_FALSE(arc.lost);
}

}  // namespace
}  // namespace momentum_arc_test
