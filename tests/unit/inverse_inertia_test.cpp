// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/torque/inverse_inertia.hpp>
#include <support/random_motion.hpp>

namespace inverse_inertia_test {
namespace {

using namespace polhode;
using torques::InverseInertia;
using L = long double;

constexpr double eps = std::numeric_limits<double>::epsilon();

TEST(InverseInertia, GivesTheAngularVelocity) {
  const InverseInertia<double> inverse({0.5, 2, 4});
  EXPECT_EQ((inverse * Vec3<double>{3, 5, 7}), (Vec3<double>{6, 2.5, 1.75}));
  const Mat3<double> a{{1, 2, 3, 4, 5, 6, 7, 8, 9}}, scaled = a * inverse;
  EXPECT_EQ((scaled * Vec3<double>{3, 5, 7}), (a * (inverse * Vec3<double>{3, 5, 7})));
}

TEST(InverseInertia, KnowsNoAngularVelocityAboutALinearBody) {
  const InverseInertia<double> inverse({0, 2, 2});
  EXPECT_EQ((inverse * Vec3<double>{1e-17, 3, 5}), (Vec3<double>{0, 1.5, 2.5}));
  EXPECT_EQ(inverse.cross_velocity({0, 3, 5}), (Vec3<double>{}));
}

TEST(InverseInertia, CrossProductKeepsItsDigitsForNearlyEqualMoments) {
  test::RandomMotions motions(1);
  for (int n = 0; n < 1000; ++n) {
    test::RandomMotion r = motions.next();
    if (n % 2 == 0) r.moments.y = r.moments.x * (1 + 1e-8);
    const Vec3<double> found = InverseInertia<double>(r.moments).cross_velocity(r.m);
    const Vec3<L> m = convert<L>(r.m), i = convert<L>(r.moments);
    const Vec3<L> exact{m.y * m.z * (i.y - i.z) / i.y / i.z, m.z * m.x * (i.z - i.x) / i.z / i.x,
                        m.x * m.y * (i.x - i.y) / i.x / i.y};
    const Vec3<L> direct = cross(m, Vec3<L>{m.x / i.x, m.y / i.y, m.z / i.z});
    const Vec3<L> d = convert<L>(found) - exact;
    // Five roundings; the other way to write it agrees as far as it does not cancel.
    EXPECT_LE(std::abs(d.x), 2.5L * L(eps) * std::abs(exact.x));
    EXPECT_LE(std::abs(d.y), 2.5L * L(eps) * std::abs(exact.y));
    EXPECT_LE(std::abs(d.z), 2.5L * L(eps) * std::abs(exact.z));
    EXPECT_LE(norm(direct - exact), 1e-17L);
  }
}

}  // namespace
}  // namespace inverse_inertia_test
