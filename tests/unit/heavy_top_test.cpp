// SPDX-License-Identifier: MIT
#include "torque/heavy_top.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <support/attitude_torques.hpp>

namespace heavy_top_test {
namespace {

using namespace polhode;
using torques::HeavyTop;
using L = long double;

const Vec3<L> moments{1, 1.5L, 2.25L}, force{0.3L, -0.7L, 1.1L}, centre{-0.4L, 0.2L, 0.9L};

static_assert(torques::TorqueKernel<HeavyTop<double>, double> &&
              torques::HasPotential<HeavyTop<double>, double> &&
              torques::HasGradient<HeavyTop<double>, double> &&
              torques::HasConserved<HeavyTop<double>, double>);

// Upright force, a body turned by a right angle about x: u = Q^T e3 = e2, and e2 x e3 = e1. Without rounding,
// at compile time.
constexpr HeavyTop<double> plain({0, 0, 1}, {0, 0, 1}, {1, 5, 6});
constexpr Quat<double> quarter{1, 1, 0, 0};
static_assert(plain({{}, quarter}, 0) == Vec3<double>{1, 0, 0});
static_assert(plain.potential(quarter, 0) == 0);
static_assert(plain.potential(Quat<double>::identity(), 0) == 1);
static_assert(plain.conserved({{1, 5, 6}, Quat<double>::identity()}, 0) == 7);

/// W = torque . I^-1 torque about x is sin^2(angle) / I1; at 45 degrees its derivative is 1/I1.
TEST(HeavyTop, HasTheGradientOfAPendulum) {
  const L eighth = std::atan(L(1)) / 2;
  const HeavyTop<L> pendulum({0, 0, 1}, {0, 0, 1}, {4, 5, 6});
  const Vec3<L> g = pendulum.gradient({std::cos(eighth), std::sin(eighth), 0, 0}, 0);
  EXPECT_NEAR(static_cast<double>(g.x), -0.25, 1e-18);
  EXPECT_EQ(g.y, 0);
  EXPECT_EQ(g.z, 0);
}

TEST(HeavyTop, IsTheCrossProductByMatrices) {
  const HeavyTop<double> top(convert<double>(force), convert<double>(centre), convert<double>(moments));
  for (const auto& [p, t] : test::random_instants<double>(200, 1)) {
    const Vec3<double> u = test::seen_by_matrix(p.q, convert<double>(force));
    // Each route rounds u by some eps |a|; that is not small against a small torque.
    const double size = norm(convert<double>(force)) * norm(convert<double>(centre)), eps = 0x1p-52;
    EXPECT_LE(norm(top(p, t) - cross(u, convert<double>(centre))), 6 * eps * size);
    EXPECT_NEAR(top.potential(p.q, t), dot(u, convert<double>(centre)), 6 * eps * size);
  }
}

TEST(HeavyTop, IsThatOfItsPotential) {
  const HeavyTop<L> top(force, centre, moments);
  test::expect_torque_of_potential(top, moments, 700);
  test::expect_conserved(top, moments, 1000);
  test::expect_length_and_sign_of_q_not_to_count<L>(top);
}

/// A rod has no moment about its axis: the torque about it is 0 if the centre lies on it, and it takes no
/// part in the gradient.
TEST(HeavyTop, ActsOnARod) {
  const Vec3<L> rod{0, 2, 2}, end{0.7L, 0, 0};
  const HeavyTop<L> top(force, end, rod);
  for (const auto& [p, t] : test::random_instants<L>(20, 2)) EXPECT_EQ(top(p, t).x, 0);
  test::expect_torque_of_potential(top, rod, 700);
  test::expect_conserved(top, rod, 1000);
}

/// T001 of the reference motions.
TEST(HeavyTop, MovesAsTheReference) {
  const HeavyTop<L> top({0, 0, 1}, {0, 0, 1}, {1, 5, 6});
  test::expect_motion(test::moved(top, {1, 5, 6}, {{10, 50, 60}, Quat<L>::identity()}, 1, 200),
                      {{-14.0044251421546563821113948684532337L, -10.8014510758339099798579601406492486L,
                        76.7273898067339625985262655985551088L},
                       {0.522694269929663303763944027778289725L, -0.257345511636428024573814964458475568L,
                        0.306326435598656736632938160369733619L, 0.752813458086864551756173034045267194L}},
                      1e-16);
}

TEST(HeavyTop, KeepsItsDigitsAtAnyScale) {
  const Vec3<double> a{3, -1, 2}, chi{1, 2, -2}, I{1, 2, 2.5};
  const Quat<double> q{0.5, -0.5, 0.5, 0.5};
  const HeavyTop<double> top(a, chi, I), far(0x1p400 * a, 0x1p-700 * chi, 0x1p-200 * I);
  const kernel::Phase<double> p{{}, q};
  EXPECT_EQ(far(p, 0), 0x1p-300 * top(p, 0));
  EXPECT_EQ(far.potential(q, 0), 0x1p-300 * top.potential(q, 0));
  EXPECT_EQ(far.gradient(q, 0), 0x1p-400 * top.gradient(q, 0));
  const Vec3<double> m{1, -3, 2};
  EXPECT_EQ(far.conserved({0x1p-250 * m, q}, 0), 0x1p-300 * top.conserved({m, q}, 0));
}

}  // namespace
}  // namespace heavy_top_test
