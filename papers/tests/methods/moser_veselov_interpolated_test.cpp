// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/kernel/exact.hpp>
#include <support/kernel_checks.hpp>

#include "moser_veselov/interpolated.hpp"

namespace moser_veselov_interpolated_test {
namespace {

using namespace polhode;
using kernel::Failure;
using kernel::Increment;
using L = long double;

constexpr double eps = 0x1p-52;

struct Errors {
  L m, r;
};

template <int Order>
Errors errors(const Vec3<L>& I, const Vec3<L>& m, L h) {
  const Increment<L> a = InterpolatedMoserVeselov<L, Order>(I)(m, h), b = kernel::Exact(I)(m, h);
  const Vec3<L> dm = a.dm - b.dm;
  const Quat<L> dr = a.dr - b.dr;
  return {std::sqrt(dot(dm, dm)), std::sqrt(dot(dr, dr))};
}

template <int Order>
void expect_order(L h) {
  // The symmetric body's momentum is followed with the same order, the pure rotation exactly.
  for (const Vec3<L>& I : {Vec3<L>{1, 2, 2.5L}, {1, 1.2L, 1.5L}, {0.7L, 1, 1}}) {
    const Vec3<L> m{0.3L, 0.5L, 0.4L};
    const Errors a = errors<Order>(I, m, h), b = errors<Order>(I, m, h / 2);
    EXPECT_NEAR(static_cast<double>(std::log2(a.m / b.m)), Order + 1, 0.05) << static_cast<double>(I.y);
    EXPECT_NEAR(static_cast<double>(std::log2(a.r / b.r)), Order + 1, 0.05) << static_cast<double>(I.y);
  }
}

TEST(MoserVeselovInterpolated, MomentumAndAttitudeAreOfOrderFour) { expect_order<4>(0.05L); }
TEST(MoserVeselovInterpolated, MomentumAndAttitudeAreOfOrderSix) { expect_order<6>(0.1L); }

template <class Kernel>
class MoserVeselovInterpolatedLaws : public testing::Test {};
using Kernels = testing::Types<InterpolatedMoserVeselov<double, 4>, InterpolatedMoserVeselov<double, 6>>;
TYPED_TEST_SUITE(MoserVeselovInterpolatedLaws, Kernels);

TYPED_TEST(MoserVeselovInterpolatedLaws, ReturnsAndKeepsTheMomentumOnItsOrbit) {
  const Vec3<double> I{1, 2, 2.5}, m{0.3, 0.5, 0.4};
  const TypeParam step(I);
  const Quat<double> one = Quat<double>::identity();
  for (double h : {1e-5, 0.1, 0.5, 1.0}) {
    const Increment<double> there = step(m, h), back = step(m + there.dm, -h);
    const Vec3<double> rest = there.dm + back.dm, after = m + there.dm;
    const Quat<double> q = (one + there.dr) * (one + back.dr) - one;
    EXPECT_LT(std::sqrt(dot(rest, rest)), 8 * eps) << h;
    EXPECT_LT(std::sqrt(dot(q, q)), 8 * eps) << h;
    EXPECT_NEAR(dot(after, after), dot(m, m), 4 * eps);
    EXPECT_NEAR(dot(one + there.dr, one + there.dr), 1, 4 * eps);
  }
}

TYPED_TEST(MoserVeselovInterpolatedLaws, ASteadyRotationIsExactInAttitude) {
  for (const Vec3<double>& m : {Vec3<double>{0.8, 0, 0}, {0, 0.8, 0}, {0, 0, 0.8}}) {
    const Increment<double> i = TypeParam({1, 1.5, 2})(m, 0.9);
    EXPECT_EQ(i.dm, Vec3<double>{});
    EXPECT_NEAR(1 + i.dr.w, std::cos(0.45 * (m.x + m.y / 1.5 + m.z / 2)), 2 * eps);
  }
}

TYPED_TEST(MoserVeselovInterpolatedLaws, NothingHappensInNoTimeOrWithoutMomentum) {
  EXPECT_TRUE(test::stands_still(TypeParam({1, 1.5, 2})));
}

template <class Kernel>
void expect_refusal(const Vec3<double>& I, const Vec3<double>& m, double h, Failure expected) {
  const Kernel step(I);
  for (const double t : {h, -h}) {
    EXPECT_TRUE(test::refused(step(m, t))) << t;
    EXPECT_EQ(step.why(m, t), expected) << t;
  }
}

/// The mean of |h omega| is that of every node where the body is a sphere.
TYPED_TEST(MoserVeselovInterpolatedLaws, ReachesAFullTurnAndRefusesWhatIsBeyond) {
  const Vec3<double> sphere{2, 2, 2}, m{0, 0, 2};
  const double turn = 2 * std::numbers::pi, below = turn * (1 - 4 * eps);
  const Quat<double> r = Quat<double>::identity() + TypeParam(sphere)(m, below).dr;
  EXPECT_LE(norm(r - exp_quat(Vec3<double>{0, 0, below})), 4 * eps);
  expect_refusal<TypeParam>(sphere, m, turn * (1 + 4 * eps), Failure::exponent_beyond_pi);
  expect_refusal<TypeParam>({1, 1.5, 2}, {0.3, 0.5, 0.4}, 14, Failure::exponent_beyond_pi);
}

TYPED_TEST(MoserVeselovInterpolatedLaws, RefusesWhereTheMomentumHasNoStepAndSaysWhy) {
  // The scaled step is still too long for the Moser-Veselov equation.
  expect_refusal<TypeParam>({0.68, 1.48, 1.64}, {0.63, 0.27, -0.23}, 2.06, Failure::no_unique_solution);
  // Moments that no body has: there is a solution, but not one that begins at h = 0.
  expect_refusal<TypeParam>({0.28, 0.81, 1.36}, {-0.31, -0.8, -0.22}, 1.26, Failure::no_convergence);
  const double infinity = std::numeric_limits<double>::infinity();
  expect_refusal<TypeParam>({1, 1.5, 2}, {0.3, 0.5, 0.4}, infinity, Failure::out_of_range);
  expect_refusal<TypeParam>({1, 1.5, 2}, {0.3, infinity, 0.4}, 0.1, Failure::out_of_range);
}

/// Its divisor becomes negative.
TEST(MoserVeselovInterpolated, OfOrderSixHasNoScaledLengthForVeryLongSteps) {
  using OrderSix = InterpolatedMoserVeselov<double, 6>;
  expect_refusal<OrderSix>({1, 1.5, 2}, {0.3, 0.5, 0.4}, 1e4, Failure::beyond_series);
}

}  // namespace
}  // namespace moser_veselov_interpolated_test
