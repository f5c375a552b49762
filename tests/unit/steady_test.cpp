// SPDX-License-Identifier: MIT
#include "torque/steady.hpp"

#include <gtest/gtest.h>

#include <support/attitude_torques.hpp>

namespace steady_test {
namespace {

using namespace polhode;
using torques::SteadyInBody;
using torques::SteadyInSpace;
using L = long double;

static_assert(torques::TorqueKernel<SteadyInBody<double>, double> &&
              torques::TorqueKernel<SteadyInSpace<double>, double>);
static_assert(!torques::HasPotential<SteadyInBody<double>, double> &&
              !torques::HasPotential<SteadyInSpace<double>, double>);
static_assert(!torques::HasConserved<SteadyInBody<double>, double> &&
              torques::HasConserved<SteadyInSpace<double>, double>);

constexpr SteadyInBody<double> thruster{{1, 2, 3}};
static_assert(thruster({{4, 5, 6}, {1, 1, 0, 0}}, 7) == Vec3<double>{1, 2, 3});

TEST(SteadyInSpace, IsSeenFromTheBody) {
  const Vec3<double> torque{0.3, -0.7, 1.1};
  const SteadyInSpace<double> kernel(torque);
  EXPECT_EQ(SteadyInSpace<double>({0, 0, 2})({{}, {1, 1, 0, 0}}, 0), (Vec3<double>{0, 2, 0}));
  for (const auto& [p, t] : test::random_instants<double>(50, 1))
    EXPECT_LE(test::relative_difference(kernel(p, t), test::seen_by_matrix(p.q, torque)), 4 * 0x1p-52);
  test::expect_length_and_sign_of_q_not_to_count<double>(kernel);
}

TEST(SteadyInSpace, KeepsTheMomentumAlongItselfButForItsOwn) {
  test::expect_conserved(SteadyInSpace<L>({0.3L, -0.7L, 1.1L}), {1, 1.5L, 2.25L}, 1000);
  // By hand: 3 4 0 is of length 5; m along it is 5 at first, and 10 later by its work of one second.
  const SteadyInSpace<double> kernel({3, 4, 0});
  const Quat<double> q = Quat<double>::identity();
  EXPECT_NEAR(kernel.conserved({{3, 4, 7}, q}, 0), 5, 2e-15);
  EXPECT_NEAR(kernel.conserved({{6, 8, -1}, q}, 1), 5, 4e-15);
  EXPECT_EQ(SteadyInSpace<double>({0, 0, 0}).conserved({{3, 4, 7}, q}, 2), 0);
}

TEST(SteadyInSpace, KeepsItsDigitsAtAnyScale) {
  const Quat<double> q{0.5, 0.5, -0.5, 0.5};
  for (const double s : {0x1p-700, 0x1p700})
    EXPECT_EQ(SteadyInSpace<double>(s * Vec3<double>{3, 4, 0}).conserved({s * Vec3<double>{1, 2, 3}, q}, 0.5),
              s * SteadyInSpace<double>({3, 4, 0}).conserved({{1, 2, 3}, q}, 0.5));
}

}  // namespace
}  // namespace steady_test
