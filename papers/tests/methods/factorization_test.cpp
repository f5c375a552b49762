// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <polhode/papers/factorization.hpp>
#include <support/kernel_checks.hpp>
#include <support/nasty_motion.hpp>
#include <support/worst.hpp>

#include "methods/compiled_once.hpp"

namespace factorization_test {
namespace {

using namespace polhode;
using kernel::Factorization;
using kernel::Failure;
using L = long double;

constexpr double eps = std::numeric_limits<double>::epsilon();
const Vec3<double> water{0.345, 0.653, 1}, start{0.5, 0.2, 0.843};

template <int Order>
void expect_exact_for_equal_smaller_moments() {
  const Vec3<double> oblate{1, 1, 1.7}, m{0.5, 0.6, -0.7};
  for (const double h : {0.01, 0.5, 3.0, 40.0}) {
    const auto found = Factorization<double, Order>(oblate)(m, h), exact = kernel::Exact(oblate)(m, h);
    EXPECT_LE(norm(found.dr - exact.dr), 4 * eps * (1 + h)) << Order << " " << h;
  }
}

TEST(Factorization, IsExactWhereTheIntegrandIsConstant) {
  expect_exact_for_equal_smaller_moments<2>();
  expect_exact_for_equal_smaller_moments<8>();
}

TEST(Factorization, DoesNotDependOnTheFramesFreeAngle) {
  const auto plain = Factorization<double, 6>(water)(start, 0.3);
  for (const auto& [c0, c3] :
       {std::array{1.0, 0.0}, {0.0, 1.0}, {-3.0, 1.0}, {0.5, -0.5}, {1e-300, 1e-300}}) {
    const auto turned = Factorization<double, 6>(water, c0, c3)(start, 0.3);
    EXPECT_LE(norm(turned.dr - plain.dr), 2 * eps) << c0 << " " << c3;
    EXPECT_EQ(turned.dm, plain.dm);
  }
}

TEST(Factorization, HasNoFrameForTheZeroPair) {
  EXPECT_TRUE(std::isnan(Factorization<double, 4>(water, 0.0, 0.0)(start, 0.3).dm.x));
}

/// |r m' - m r| / |m| and ||r|^2 - 1| of one step, in eps, whatever the body and however long the step.
TEST(Factorization, EveryStepCarriesTheMomentum) {
  test::NastyMotions any(31);
  test::Worst carries("factorization: r m' - m r, eps |m|"), unit("factorization: |r|^2 - 1, eps");
  int refused = 0;
  for (int n = 0; n < 3000; ++n) {
    auto c = any.next();
    const auto where = [&] { return c.kind; };
    const int e = std::ilogb(largest(c.m));
    const auto i = Factorization<double, 4>(c.moments)(c.m, c.h);
    if (std::isnan(i.dr.w)) {
      ++refused;
      EXPECT_EQ((Factorization<double, 4>(c.moments).why(c.m, c.h)), Failure::frame_singularity) << c.kind;
      continue;
    }
    const Vec3<L> m = convert<L>(scaled(c.m, -e)), after = m + convert<L>(scaled(i.dm, -e));
    const Quat<L> r = Quat<L>::identity() + convert<L>(i.dr);
    const Quat<L> off = r * Quat<L>{0, after.x, after.y, after.z} - Quat<L>{0, m.x, m.y, m.z} * r;
    carries.add(static_cast<double>(norm(off) / norm(m)) / eps, where);
    unit.add(static_cast<double>(std::abs(dot(r, r) - 1)) / eps, where);
  }
  std::printf("  refused at the frame's singularity: %d of 3000\n", refused);
  carries.expect_at_most(8);
  unit.expect_at_most(6);
  EXPECT_LE(refused, 120);
}

// ---- Towards the singularity at m3 = -|m|

/// The error of the attitude, less that of the quadrature, from one step that begins at the distance `away`
/// from -e3.
double rounding_beside_the_pole(double away) {
  const Vec3<double> m{0.8 * away, 0.6 * away, -1};
  const double h = 0.01;
  const auto found = Factorization<double, 8>(water)(m, h);
  const auto wide = Factorization<L, 8>(convert<L>(water))(convert<L>(m), L(h));
  return static_cast<double>(norm(convert<L>(found.dr) - wide.dr)) / eps;
}

TEST(Factorization, LosesNothingBesideThePole) {
  double worst = 0;
  for (double away = 1; away > 1e-140; away /= 10) worst = std::max(worst, rounding_beside_the_pole(away));
  std::printf("  worst rounding of r from 1 to 1e-140 beside -e3, h|omega| = 0.01: %.3f eps\n", worst);
  EXPECT_LE(worst, 0.1);
}

/// The pole is a resting point, so an orbit beside it is a small ellipse round it, along which the integrand
/// swings between finite values.
TEST(Factorization, TheQuadraturesErrorTendsToALimitBesideThePole) {
  const Vec3<L> moments = convert<L>(water);
  const auto error = [&](L away) {
    const Vec3<L> m{0.8L * away, 0.6L * away, -1};
    return norm(Factorization<L, 4>(moments)(m, 0.2L).dr - kernel::Exact(moments)(m, 0.2L).dr);
  };
  const L limit = error(1e-100L);
  EXPECT_NEAR(static_cast<double>(error(1e-5L) / limit), 1, 1e-6);
  EXPECT_NEAR(static_cast<double>(error(1e-2L) / limit), 1, 1e-2);
  EXPECT_GT(limit, 1e-6L);
  EXPECT_LT(limit, 1e-5L);
}

TEST(Factorization, RefusesThePole) {
  const Factorization<double, 4> step(water);
  for (const double away : {0.0, 1e-160, 1e-300}) {
    const auto i = step({away, 0, -1}, 0.1);
    for (const double x : {i.dm.x, i.dm.y, i.dm.z, i.dr.w, i.dr.x, i.dr.y, i.dr.z})
      EXPECT_TRUE(std::isnan(x)) << away;
    EXPECT_EQ(step.why({away, 0, -1}, 0.1), Failure::frame_singularity) << away;
    EXPECT_FALSE(std::isnan(step({away, 0, 1}, 0.1).dr.w)) << away;
    // The criterion knows no units.
    EXPECT_TRUE(std::isnan(step({1e-60 * away, 0, -1e-60}, 0.1).dr.w)) << away;
  }
  EXPECT_FALSE(std::isnan(step({1e-140, 0, -1}, 0.1).dr.w));
  EXPECT_EQ(step.why({1, 0, std::numeric_limits<double>::infinity()}, 0.1), Failure::out_of_range);
}

}  // namespace
}  // namespace factorization_test
