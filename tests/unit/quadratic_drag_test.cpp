// SPDX-License-Identifier: MIT
#include "torque/quadratic_drag.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/core/norm.hpp>
#include <support/kick_reference.hpp>
#include <support/random_motion.hpp>
#include <type_traits>

#include "splitting/kick.hpp"

namespace quadratic_drag_test {
namespace {

using namespace polhode;
using test::at;
using torques::QuadraticDrag;
using L = long double;

constexpr double eps = std::numeric_limits<double>::epsilon();

static_assert(torques::TorqueKernel<QuadraticDrag<double>, double> &&
              torques::HasFlow<QuadraticDrag<double>, double>);
static_assert(
    std::is_same_v<KickFor<double, QuadraticDrag<double>>, FlowKick<double, QuadraticDrag<double>>>);

TEST(QuadraticDrag, OpposesEachComponent) {
  const QuadraticDrag<double> torque({1, 2, 4}, {0.5, 2, 4});
  EXPECT_EQ(torque(at<double>({3, -5, 0}), 0), (Vec3<double>{-36, 12.5, 0}));
}

TEST(QuadraticDrag, FlowAgreesWithSmallSteps) {
  test::RandomMotions motions(6);
  for (int n = 0; n < 20; ++n) {
    const test::RandomMotion r = motions.next();
    const QuadraticDrag<L> torque({L(motions.uniform(0, 0.1)), 0, L(motions.uniform(0, 0.1))},
                                  convert<L>(r.moments));
    SCOPED_TRACE(n);
    test::expect_kick_of_small_steps(torque, 4, r.m, motions.uniform(0, 0.5), 1000);
  }
}

TEST(QuadraticDrag, IncrementKeepsItsDigits) {
  test::RandomMotions motions(7);
  for (int n = 0; n < 1000; ++n) {
    const test::RandomMotion r = motions.next();
    const double c = motions.uniform(0, 1), h = std::pow(10, motions.uniform(-20, 20));
    const double found = QuadraticDrag<double>({c, 0, 0}, r.moments).flow(at(r.m), 0, h).x;
    const L m = L(r.m.x), i = L(r.moments.x), x = L(c) * std::abs(m) * L(h) / i / i, exact = -m * x / (1 + x);
    // Eight roundings.
    EXPECT_LE(std::abs(L(found) - exact), 4 * L(eps) * std::abs(exact)) << n;
  }
}

TEST(QuadraticDrag, TwoFlowsAreOne) {
  const QuadraticDrag<double> torque({0.3, 0.7, 0.2}, {0.5, 2, 4});
  const Vec3<double> m{1, -2, 3}, middle = m + torque.flow(at(m), 0, 0.4),
                                  end = middle + torque.flow(at(middle), 0, 1.1);
  EXPECT_LE(norm(end - (m + torque.flow(at(m), 0, 1.5))), 4 * eps * norm(m));
  const Vec3<double> back = middle + torque.flow(at(middle), 0, -0.4);
  // Backwards 1 + x = 1/1.48 at worst.
  EXPECT_LE(norm(back - m), 8 * eps * norm(m));
}

TEST(QuadraticDrag, StopsTheBodyInTheEnd) {
  const Vec3<double> m{1e300, -2, 0};
  EXPECT_EQ(QuadraticDrag<double>({1, 1, 1}, {1, 1, 1}).flow(at(m), 0, 1e300), -m);
}

TEST(QuadraticDrag, RefusesToGoBackBeyondTheBlowUp) {
  const QuadraticDrag<double> torque({1, 1, 1}, {1, 1, 1});
  const Vec3<double> m{1, 1, 0.5}, dm = torque.flow(at(m), 0, -1.5);
  EXPECT_NE(dm.x, dm.x);
  EXPECT_DOUBLE_EQ(dm.z, 1.5);
  const double at_the_pole = torque.flow(at(m), 0, -1).x;
  EXPECT_NE(at_the_pole, at_the_pole);
}

TEST(QuadraticDrag, DoesNotActAboutTheAxisOfALinearBody) {
  const QuadraticDrag<double> torque({5, 1, 1}, {0, 2, 2});
  EXPECT_EQ(torque.flow(at<double>({1e-17, 2, 4}), 0, 1).x, 0);
  EXPECT_EQ(torque(at<double>({1e-17, 2, 4}), 0).x, 0);
}

}  // namespace
}  // namespace quadratic_drag_test
