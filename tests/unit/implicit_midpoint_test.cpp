// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/kernel/implicit_midpoint.hpp>
#include <support/kernel_checks.hpp>
#include <support/nasty_motion.hpp>
#include <support/wide.hpp>

namespace implicit_midpoint_test {
namespace {

using namespace polhode;
using namespace polhode::kernel;
using test::checked_motions;
using test::CheckedMotion;
using test::Wide;

constexpr double eps = std::numeric_limits<double>::epsilon();

TEST(ImplicitMidpoint, SolvesItsEquation) {
  for (const CheckedMotion& c : checked_motions)
    for (const Wide& h : {Wide(-0.5), Wide(0.01), Wide(1), Wide(30)}) {
      const Vec3<Wide> I = convert<Wide>(c.moments), m = convert<Wide>(c.m);
      const Increment<Wide> i = ImplicitMidpoint<Wide>(I)(m, h);
      const Vec3<Wide> middle = m + Wide(0.5) * i.dm, omega{middle.x / I.x, middle.y / I.y, middle.z / I.z};
      EXPECT_LT(norm(i.dm - h * cross(middle, omega)), Wide(1e-46)) << c.name << ' ' << h;
      const Quat<Wide> cayley{1, h / 2 * omega.x, h / 2 * omega.y, h / 2 * omega.z};
      EXPECT_LT(norm(Quat<Wide>::identity() + i.dr - (1 / norm(cayley)) * cayley), Wide(1e-46))
          << c.name << ' ' << h;
    }
}

TEST(ImplicitMidpoint, IncrementsKeepTheirDigits) {
  const auto worst = test::worst_increments<ImplicitMidpoint, Wide>(3, 300);
  EXPECT_LT(worst.m, 3);
  EXPECT_LT(worst.q, 2);
}

TEST(ImplicitMidpoint, TurnsASphereAboutM) {
  const ImplicitMidpoint<double> sphere({2, 2, 2});
  const auto i = sphere({0, 3, 4}, 0.8);  // c = (0, 0.6, 0.8)
  EXPECT_EQ(i.dm, Vec3<double>{});
  EXPECT_NEAR(i.dr.w + 1, std::sqrt(0.5), eps);
  EXPECT_NEAR(i.dr.z, 0.8 * std::sqrt(0.5), eps);
}

/// 2 T I2 / |m|^2 - 1: zero on the separatrix.
long double off_separatrix(const Vec3<long double>& I, const Vec3<long double>& m) {
  return 2 * test::energy(I, m) * I.y / dot(m, m) - 1;
}

/// The momentum circles one axis and never leaves its side of it; the equation's other roots are on the other
/// side.
TEST(ImplicitMidpoint, SolvesEverySteepStepOffTheSeparatrixOnTheRightSide) {
  test::NastyMotions nasty(5);
  int taken = 0, refused = 0;
  for (int n = 0; n < 4000; ++n) {
    const test::NastyMotion c = nasty.next();
    const ImplicitMidpoint<double> step(c.moments);
    const auto i = step(c.m, c.h);
    const Vec3<long double> I = convert<long double>(c.moments), m = convert<long double>(c.m);
    const long double off = off_separatrix(I, m);
    if (test::refused(i)) {
      ++refused;
      EXPECT_LT(std::abs(off), 1e-4L) << c.kind;
      EXPECT_EQ(step.why(c.m, c.h), Failure::no_convergence) << c.kind;
      continue;
    }
    ++taken;
    const Vec3<long double> end = m + convert<long double>(i.dm);
    EXPECT_TRUE(off < 1e-12L || end.x * m.x > 0) << c.kind;
    EXPECT_TRUE(off > -1e-12L || end.z * m.z > 0) << c.kind;
    const Vec3<double> omega{c.m.x / c.moments.x, c.m.y / c.moments.y, c.m.z / c.moments.z};
    const auto e = test::invariant_errors(step, c.moments, c.m, c.h);
    EXPECT_LT(e.norm, 4 * eps) << c.kind;
    EXPECT_LT(e.spatial, 4 * eps * (1 + std::abs(c.h) * norm(omega))) << c.kind;
  }
  EXPECT_GT(taken, 3000);
  EXPECT_GT(refused, 10);
}

/// Near the intermediate axis the momentum grows by (1 + x)/(1 - x) a step, x = h/2 times the rate of the
/// exponential: there is no step beyond x = 1.
TEST(ImplicitMidpoint, RefusesStepsBeyondThePoleOfTheUnstableAxis) {
  const Vec3<double> moments{1, 2, 3}, m{0, 1, 0};
  const double rate = std::sqrt((1 - 1.0 / 2) * (1.0 / 2 - 1.0 / 3));
  const ImplicitMidpoint<double> step(moments);
  EXPECT_TRUE(test::is_identity(Increment<double>{step(m, 1.99 / rate).dm, {}}));
  EXPECT_TRUE(test::refused(step(m, 2.01 / rate)));
  EXPECT_EQ(step.why(m, 2.01 / rate), Failure::no_convergence);
}

TEST(ImplicitMidpoint, RefusesWhatOverflows) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const ImplicitMidpoint<double> step({1, 2, 3}), sphere({1, 1, 1});
  EXPECT_TRUE(test::refused(step({1, 1, 1}, infinity)));
  EXPECT_EQ(step.why({1, 1, 1}, infinity), Failure::out_of_range);
  EXPECT_TRUE(test::refused(step({1, infinity, 1}, 0.1)));
  EXPECT_EQ(step.why({1, infinity, 1}, 0.1), Failure::out_of_range);
  EXPECT_TRUE(test::refused(sphere({1, 1, 1}, 1e200)));
  EXPECT_EQ(sphere.why({1, 1, 1}, 1e200), Failure::out_of_range);
  EXPECT_TRUE(test::refused(ImplicitMidpoint<double>({0, 1, 1})({0, 1, 1}, 0.1)));
}

}  // namespace
}  // namespace implicit_midpoint_test
