// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/kernel/free_kernel.hpp>
#include <polhode/papers/moser_veselov_scaled.hpp>
#include <support/kernel_checks.hpp>
#include <support/random_motion.hpp>

namespace moser_veselov_scaled_test {
namespace {

using namespace polhode;
using kernel::ScaledMoserVeselov;

TEST(ScaledMoserVeselov, ConservesAndLeadsBack) {
  constexpr double eps = 0x1p-52;
  test::RandomMotions motions(5);
  for (int n = 0; n < 300; ++n) {
    const auto [moments, m] = motions.next();
    const double spin = norm(Vec3<double>{m.x / moments.x, m.y / moments.y, m.z / moments.z});
    const double h = motions.uniform(-0.3, 0.3) / spin;
    const ScaledMoserVeselov<double, 6> method(moments);
    const kernel::Increment<double> there = method(m, h);
    const Vec3<double> after = m + there.dm, back = after + method(after, -h).dm - m;
    const Vec3<double> turned =
        rotate(Quat<double>::identity() + there.dr, after) - m;  // r m' = m where q m q^-1 is conserved
    EXPECT_LE(norm(back), 4 * eps * norm(m));
    EXPECT_LE(norm(turned), 4 * eps * norm(m));
    EXPECT_NEAR(dot(after, after), dot(m, m), 4 * eps * dot(m, m));
  }
}

TEST(ScaledMoserVeselov, StandsStillWhereNothingMoves) {
  EXPECT_TRUE(test::stands_still(ScaledMoserVeselov<double, 4>({0.4, 0.75, 1})));
}

/// The divisor of order 6 falls for long steps, so that the scaled step grows beyond any solution; at h = 4.3
/// it comes to zero.
TEST(ScaledMoserVeselov, RefusesWhereTheScaledStepHasNoSolutionAndWhereThereIsNone) {
  const Vec3<double> moments{0.345, 0.653, 1}, m{0.5, 0.2, 0.84};
  const ScaledMoserVeselov<double, 6> method(moments);
  for (double h = 0.5; h < 1.3; h += 0.25) EXPECT_FALSE(test::refused(method(m, h))) << h;
  const auto expect_refusal = [&](double h, kernel::Failure expected) {
    EXPECT_TRUE(test::refused(method(m, h))) << h;
    EXPECT_EQ(method.why(m, h), expected) << h;
  };
  for (double h = 1.5; h < 4.3; h += 0.25) expect_refusal(h, kernel::Failure::no_unique_solution);
  for (double h = 4.5; h < 8; h += 0.25) expect_refusal(h, kernel::Failure::beyond_series);
  expect_refusal(std::numeric_limits<double>::infinity(), kernel::Failure::out_of_range);
}

}  // namespace
}  // namespace moser_veselov_scaled_test
