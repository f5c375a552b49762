// SPDX-License-Identifier: MIT
#include "torque/internal_dissipation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/core/norm.hpp>
#include <support/kick_reference.hpp>
#include <support/random_motion.hpp>
#include <type_traits>

#include "splitting/kick.hpp"

namespace internal_dissipation_test {
namespace {

using namespace polhode;
using test::at;
using torques::InternalDissipation;
using L = long double;

constexpr double eps = std::numeric_limits<double>::epsilon();

static_assert(torques::TorqueKernel<InternalDissipation<double>, double> &&
              torques::HasConserved<InternalDissipation<double>, double>);
static_assert(std::is_same_v<KickFor<double, InternalDissipation<double>>,
                             CollocationKick<double, InternalDissipation<double>>>);

TEST(InternalDissipation, IsNormalToTheMomentumAndTakesEnergyAtItsRate) {
  test::RandomMotions motions(8);
  for (int n = 0; n < 100; ++n) {
    const test::RandomMotion r = motions.next();
    const Vec3<L> m = convert<L>(r.m), w = torques::InverseInertia<L>(convert<L>(r.moments)) * m;
    const Vec3<L> torque = InternalDissipation<L>(0.3L, convert<L>(r.moments))(at(m), L(0));
    EXPECT_LE(norm(torque - 0.3L * cross(m, cross(m, w))), 1e-17L * dot(m, m) * norm(w)) << n;
    EXPECT_NEAR(static_cast<double>(dot(torque, m)), 0, 1e-17);
    const L rate = 0.3L * (dot(m, w) * dot(m, w) - dot(m, m) * dot(w, w));
    EXPECT_LE(std::abs(dot(torque, w) - rate), 1e-17L * dot(m, m) * dot(w, w)) << n;
  }
}

TEST(InternalDissipation, KickAgreesWithSmallSteps) {
  test::RandomMotions motions(9);
  for (int n = 0; n < 20; ++n) {
    const test::RandomMotion r = motions.next();
    const InternalDissipation<L> torque(0.1L, convert<L>(r.moments));
    SCOPED_TRACE(n);
    test::expect_kick_of_small_steps(torque, 10, r.m, motions.uniform(-0.2, 0.2), 1000);
  }
}

TEST(InternalDissipation, KicksKeepTheLengthAndLeadToTheAxisOfTheLargestMoment) {
  const Vec3<double> moments{1, 2, 3};
  const InternalDissipation<double> torque(0.2, moments);
  const torques::InverseInertia<double> inverse(moments);
  for (int order : {2, 4, 6}) {
    auto kick = make_kick<double>(torque, order);
    Vec3<double> m{1, 0.5, 0.01};
    const double start = torque.conserved(at(m), 0);
    double energy = dot(m, inverse * m);
    L gained = 0;
    for (int n = 0; n < 1000; ++n) {
      const Vec3<double> dm = kick(at(m), 0, 0.5, 0);
      gained += dot(convert<L>(m) + 0.5L * convert<L>(dm), convert<L>(dm));
      m = m + dm;
      const double next = dot(m, inverse * m);
      ASSERT_LE(next, energy * (1 + 4 * eps)) << n;
      energy = next;
    }
    // What the increments add up to; and with the rounding of each sum, at random: some sqrt(1000) eps.
    EXPECT_LE(std::abs(gained), 0.5L * L(eps) * L(start)) << order;
    EXPECT_LE(std::abs(torque.conserved(at(m), 0) - start), 64 * eps * start) << order;
    EXPECT_LE(std::hypot(m.x, m.y), 1e-6) << order;
  }
}

TEST(InternalDissipation, DoesNothingToALinearBody) {
  EXPECT_EQ(InternalDissipation<double>(0.5, {0, 2, 2})(at<double>({0, 3, 5}), 0), (Vec3<double>{}));
}

}  // namespace
}  // namespace internal_dissipation_test
