// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <polhode/kernel/free_kernel.hpp>
#include <polhode/kernel/moser_veselov_scaled.hpp>
#include <support/random_motion.hpp>
#include <support/taylor_motion.hpp>
#include <support/wide.hpp>

namespace {

using namespace polhode;
using kernel::ScaledMoserVeselov;
using test::Wide;

struct Body {
  const char* name;
  Vec3<Wide> moments, m;
};

const Body bodies[] = {{"water", {0.345, 0.653, 1}, {0.5, 0.2, 0.84}},
                       {"symmetric", {0.7, 0.7, 1.1}, {0.6, -0.5, 0.4}},
                       {"flat", {0.4, 0.75, 1.15}, {-0.3, 0.8, 0.5}}};

template <int Order>
void expect_orders() {
  for (const Body& b : bodies) {
    const ScaledMoserVeselov<Wide, Order> method(b.moments);
    const auto error = [&](const Wide& h) {
      return test::distance(b.m, method(b.m, h), test::taylor_motion(b.moments, b.m, h));
    };
    const Wide h = Wide(1) / 128;
    const auto order = test::observed_order(error(h), error(h / 2));
    EXPECT_NEAR(order.m, Order, 0.05) << b.name;
    EXPECT_NEAR(order.q, 2, 0.05) << b.name;
  }
}

TEST(ScaledMoserVeselov, RaisesTheOrderOfTheMomentumAlone) {
  expect_orders<4>();
  expect_orders<6>();
}

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
  const ScaledMoserVeselov<double, 4> method(Vec3<double>{0.4, 0.75, 1});
  for (const auto& i : {method({0.1, 0.2, 0.3}, 0.0), method({0, 0, 0}, 0.1)}) {
    EXPECT_EQ(i.dm, (Vec3<double>{}));
    EXPECT_EQ(i.dr, (Quat<double>{}));
  }
}

/// The divisor of order 6 falls for long steps and comes to zero.
TEST(ScaledMoserVeselov, RefusesWhereTheScaledStepHasNoSolution) {
  const Vec3<double> moments{0.345, 0.653, 1}, m{0.5, 0.2, 0.84};
  const ScaledMoserVeselov<double, 6> method(moments);
  int refused = 0;
  for (double h = 0.5; h < 8; h += 0.25) {
    const kernel::Increment<double> i = method(m, h);
    if (std::isnan(i.dm.x)) {
      ++refused;
      EXPECT_TRUE(std::isnan(i.dr.w) && std::isnan(i.dm.z));
      EXPECT_TRUE(method.why(m, h) == kernel::Failure::no_unique_solution ||
                  method.why(m, h) == kernel::Failure::out_of_range);
    }
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
