// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/free/moser_veselov_interpolated.hpp>
#include <polhode/kernel/exact.hpp>

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
  const Increment<L> a = InterpolatedMoserVeselov<L, Order>(I)(m, h),
                     b = kernel::exact_step(kernel::exact_constants(I), m, h);
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

TYPED_TEST(MoserVeselovInterpolatedLaws, NothingHappensInNoTime) {
  EXPECT_EQ(TypeParam({1, 1.5, 2})({0.3, 0.5, 0.4}, 0).dr, Quat<double>{});
  EXPECT_EQ(TypeParam({1, 1.5, 2})({0, 0, 0}, 1).dr, Quat<double>{});
}

TYPED_TEST(MoserVeselovInterpolatedLaws, RefusesLongStepsAndSaysWhy) {
  const TypeParam step({1, 1.5, 2});
  const Vec3<double> m{0.3, 0.5, 0.4};
  for (double h : {20.0, -20.0, 1e4, 1e200, std::numeric_limits<double>::infinity()}) {
    const Increment<double> i = step(m, h);
    EXPECT_TRUE(std::isnan(i.dm.x) && std::isnan(i.dr.w) && std::isnan(i.dr.z)) << h;
    const Failure why = step.why(m, h);
    EXPECT_TRUE(why == Failure::exponent_beyond_pi || why == Failure::no_unique_solution ||
                why == Failure::out_of_range || why == Failure::no_convergence);
  }
  EXPECT_EQ(step.why(m, std::numeric_limits<double>::infinity()), Failure::out_of_range);
}

}  // namespace
