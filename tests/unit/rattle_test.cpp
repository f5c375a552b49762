// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <polhode/kernel/moser_veselov.hpp>
#include <polhode/kernel/moser_veselov_scaled.hpp>
#include <polhode/kernel/rattle.hpp>
#include <support/random_motion.hpp>
#include <support/taylor_motion.hpp>
#include <support/wide.hpp>
#include <support/worst.hpp>

namespace {

using namespace polhode;
using kernel::Increment;
using test::Wide;

constexpr double eps = 0x1p-52;

double difference(const Increment<double>& a, const Increment<double>& b, const Vec3<double>& m) {
  const Quat<double> dr = a.dr - b.dr;
  return std::max(norm(a.dm - b.dm) / norm(m), std::sqrt(dot(dr, dr))) / eps;
}

/// The theorem of section 6.
TEST(Rattle, IsTheDiscreteMoserVeselovMap) {
  test::RandomMotions motions(8);
  test::Worst worst("RATTLE against DMV (eps)"), scaled("scaled RATTLE against scaled DMV (eps)");
  int refused = 0;
  for (int n = 0; n < 2000; ++n) {
    const auto [moments, m] = motions.next();
    const double spin = norm(Vec3<double>{m.x / moments.x, m.y / moments.y, m.z / moments.z});
    const double h = std::pow(10, motions.uniform(-4, -0.5)) / spin;
    const auto where = [&] { return "h|omega| " + std::to_string(h * spin); };
    const Increment<double> a = kernel::Rattle<double>(moments)(m, h),
                            b = kernel::MoserVeselov<double, 2>(moments)(m, h);
    if (std::isnan(a.dm.x)) {
      ++refused;
      continue;
    }
    worst.add(difference(a, b, m), where);
    const Increment<double> c = kernel::ScaledRattle<double, 6>(moments)(m, h),
                            d = kernel::ScaledMoserVeselov<double, 6>(moments)(m, h);
    scaled.add(difference(c, d, m), where);
  }
  worst.print();
  scaled.print();
  EXPECT_LE(worst.value(), 1);
  EXPECT_LE(scaled.value(), 1);
  EXPECT_EQ(refused, 0);
}

TEST(Rattle, HasItsOrders) {
  const Vec3<Wide> moments{0.345, 0.653, 1}, m{0.5, 0.2, 0.84};
  const auto expect_order = [&](const auto& method, double momentum) {
    const auto error = [&](const Wide& h) {
      return test::distance(m, method(m, h), test::taylor_motion(moments, m, h));
    };
    const Wide h = Wide(1) / 128;
    const auto order = test::observed_order(error(h), error(h / 2));
    EXPECT_NEAR(order.m, momentum, 0.05);
    EXPECT_NEAR(order.q, 2, 0.05);
  };
  expect_order(kernel::Rattle<Wide>(moments), 2);
  expect_order(kernel::ScaledRattle<Wide, 4>(moments), 4);
  expect_order(kernel::ScaledRattle<Wide, 6>(moments), 6);
}

/// Its fixed point gives up before the solution ends, and never says another one.
TEST(Rattle, RefusesLongStepsAndIsNeverWrong) {
  test::RandomMotions motions(9);
  int refused = 0, taken = 0;
  for (int n = 0; n < 1000; ++n) {
    const auto [moments, m] = motions.next();
    const double spin = norm(Vec3<double>{m.x / moments.x, m.y / moments.y, m.z / moments.z});
    const double h = motions.uniform(0.3, 4) / spin;
    const kernel::Rattle<double> rattle(moments);
    const Increment<double> a = rattle(m, h);
    if (std::isnan(a.dm.x)) {
      ++refused;
      EXPECT_TRUE(std::isnan(a.dr.w) && std::isnan(a.dm.z));
      EXPECT_NE(rattle.why(m, h), kernel::Failure::out_of_range);
    } else {
      ++taken;
      EXPECT_LE(difference(a, kernel::MoserVeselov<double, 2>(moments)(m, h), m), 1e5)
          << "h|omega| " << h * spin;
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(taken, 100);
}

TEST(Rattle, StandsStillWhereNothingMoves) {
  const kernel::Rattle<double> method(Vec3<double>{0.4, 0.75, 1});
  for (const auto& i : {method({0.1, 0.2, 0.3}, 0.0), method({0, 0, 0}, 0.1)}) {
    EXPECT_EQ(i.dm, (Vec3<double>{}));
    EXPECT_EQ(i.dr, (Quat<double>{}));
  }
}

TEST(Rattle, TakesAFlatBody) {
  const Vec3<double> moments{0.4, 0.6, 1}, m{0.5, -0.3, 0.2};
  EXPECT_LE(difference(kernel::Rattle<double>(moments)(m, 0.1),
                       kernel::MoserVeselov<double, 2>(moments)(m, 0.1), m),
            1);
}

TEST(Rattle, KnowsNoScale) {
  const Vec3<double> moments{0.345, 0.653, 1}, m{0.5, 0.2, 0.84};
  const Increment<double> a = kernel::Rattle<double>(moments)(m, 0.1);
  for (const int e : {-300, 300}) {
    const Increment<double> b =
        kernel::Rattle<double>(scaled(moments, e))(scaled(m, -e), std::ldexp(0.1, 2 * e));
    EXPECT_EQ(scaled(b.dm, e), a.dm);
    EXPECT_EQ(b.dr, a.dr);
  }
}

}  // namespace
