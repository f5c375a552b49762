// SPDX-License-Identifier: MIT
#include "frames/frame_step.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <support/random_motion.hpp>

#include "free/exact_by_frames.hpp"

namespace frame_step_test {
namespace {

using namespace polhode;
using namespace polhode::papers;
using kernel::Image;

constexpr double eps = 0x1p-52;

double distance(const Image<double>& a, const Image<double>& b) {
  const Vec3<double> dm = a.m - b.m;
  const Quat<double> dr = a.r - b.r;
  return std::max(std::sqrt(dot(dm, dm)), std::sqrt(dot(dr, dr)));
}

template <class Step>
class FrameStepLaws : public testing::Test {};
using Steps =
    testing::Types<FrameStep<SmallestTurnQuaternion, TwoConstantMomentum>,
                   FrameStep<RateQuaternion, TextbookMomentum<double>>,
                   FrameStep<PolarQuaternion, TextbookMomentum<long double>>,
                   FrameStep<RateMatrix, TwoConstantMomentum>, FrameStep<PolarMatrix, TwoConstantMomentum>>;
TYPED_TEST_SUITE(FrameStepLaws, Steps);

TYPED_TEST(FrameStepLaws, AgreesWithTheRouteByAdditionTheorems) {
  test::RandomMotions random(31);
  for (int i = 0; i < 400; ++i) {
    const auto [I, m] = random.next();
    const double h = random.uniform(-6, 6);
    const Image<double> exact = ExactByFrames<double>(I)(m, h);
    EXPECT_LT(distance(TypeParam(I)(m, h), exact), 3e-12) << i;
  }
}

TYPED_TEST(FrameStepLaws, TwoStepsMakeOne) {
  test::RandomMotions random(32);
  for (int i = 0; i < 200; ++i) {
    const auto [I, m] = random.next();
    const TypeParam step(I);
    const Image<double> first = step(m, 0.7), second = step(first.m, 1.9), whole = step(m, 2.6);
    EXPECT_LT(distance({second.m, first.r * second.r}, whole), 3e-12) << i;
    const Image<double> back = step(first.m, -0.7);
    EXPECT_LT(distance({back.m, first.r * back.r}, {m, Quat<double>::identity()}), 1e-12) << i;
  }
}

TYPED_TEST(FrameStepLaws, RotationIsContinuousFromTheIdentity) {
  for (double s1 : {-1.0, 1.0})
    for (double s3 : {-1.0, 1.0})
      for (const Vec3<double>& m :
           {Vec3<double>{0.8 * s1, 0.3, 0.4 * s3}, {0.3 * s1, -0.3, 0.9 * s3}, {0.1 * s1, 0.2, s3}}) {
        const TypeParam step({0.8, 1.3, 1.9});
        Quat<double> before = Quat<double>::identity();
        for (int i = 1; i <= 600; ++i) {
          const Quat<double> r = step(m, 0.05 * i).r;
          ASSERT_GT(dot(r, before), 0.9) << i;
          before = r;
        }
      }
}

TYPED_TEST(FrameStepLaws, PowersOfTwoChangeNoDigit) {
  const Vec3<double> I{0.8, 1.3, 1.9}, m{0.3, -0.7, 0.5};
  const Image<double> a = TypeParam(I)(m, 1.1);
  for (int e : {-300, -40, 40, 300}) {
    const double scale = std::ldexp(1.0, e);
    const Image<double> b = TypeParam(I)(scale * m, 1.1 / scale), c = TypeParam(scale * I)(m, 1.1 * scale);
    EXPECT_EQ(b.m, scale * a.m);
    EXPECT_EQ(b.r, a.r);
    EXPECT_EQ(c.m, a.m);
    EXPECT_EQ(c.r, a.r);
  }
}

TYPED_TEST(FrameStepLaws, SymmetricBodiesTurnTwice) {
  for (const Vec3<double>& I : {Vec3<double>{1, 1, 2}, {1, 2, 2}, {2, 2, 2}, {1e-6, 1, 1}}) {
    const Vec3<double> m{0.3e-3, -0.7, 0.5};
    const Image<double> step = TypeParam(I)(m, 2.5), exact = ExactByFrames<double>(I)(m, 2.5);
    EXPECT_LT(distance(step, exact), 1e-15 * (1 + 2.5 * m.x / I.x)) << I.x;
  }
}

TYPED_TEST(FrameStepLaws, LinearBodyTurnsAboutItsMomentum) {
  const Image<double> step = TypeParam({0, 2, 2})({0, 0.6, 0.8}, 3);
  EXPECT_EQ(step.m, (Vec3<double>{0, 0.6, 0.8}));
  EXPECT_NEAR(step.r.w, std::cos(0.75), 2 * eps);
  EXPECT_NEAR(step.r.y, 0.6 * std::sin(0.75), 2 * eps);
}

TYPED_TEST(FrameStepLaws, AxesArePlaneRotations) {
  const TypeParam step({1, 2, 3});
  EXPECT_EQ(step({0, 0, 0}, 5).r, Quat<double>::identity());
  for (const Vec3<double>& m : {Vec3<double>{2, 0, 0}, {0, -2, 0}, {0, 0, 2}}) {
    const Image<double> image = step(m, 1.5);
    EXPECT_EQ(image.m, m);
    EXPECT_NEAR(image.r.w, std::cos((m.x / 1 + m.y / 2 + m.z / 3) * 0.75), 2 * eps);
  }
}

TYPED_TEST(FrameStepLaws, RefusesWhereItsConstantsAreLost) {
  for (double e : {1e-8, 1e-12}) {
    const Image<double> image = TypeParam({1, 2, 3})({e, 1, e}, 10);
    EXPECT_TRUE(std::isnan(image.m.x) && std::isnan(image.m.y) && std::isnan(image.m.z));
    EXPECT_TRUE(std::isnan(image.r.w) && std::isnan(image.r.x) && std::isnan(image.r.y) &&
                std::isnan(image.r.z));
  }
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(std::isnan(TypeParam({1, 2, 3})({1, inf, 1}, 1).r.w));
  EXPECT_TRUE(std::isnan(TypeParam({1, 2, 3})({1, 1, 1}, inf).r.w));
}

TYPED_TEST(FrameStepLaws, SpatialMomentumIsKept) {
  test::RandomMotions random(33);
  for (int i = 0; i < 300; ++i) {
    const auto [I, m] = random.next();
    const Image<double> image = TypeParam(I)(m, random.uniform(-9, 9));
    const Vec3<double> d = rotate(image.r, image.m) - m;
    EXPECT_LT(std::sqrt(dot(d, d)), 1e-13) << i;
  }
}

TEST(FrameStep, QuadraturesKeepMomentumExactAndSpatialMomentum) {
  // Semi-exact: only the turn about m is approximate.
  const Vec3<double> I{0.345, 0.653, 1.0}, m{0.5, 0.2, 0.8426};
  using Step = FrameStep<SmallestTurnQuaternion, TwoConstantMomentum>;
  const Image<double> exact = Step(I)(m, 1.0);
  for (const AngleQuadrature& rule :
       {AngleQuadrature::gauss(1), AngleQuadrature::gauss(3), AngleQuadrature::hermite(1)}) {
    const Image<double> image = Step(I, rule)(m, 1.0);
    EXPECT_EQ(image.m, exact.m);
    const Vec3<double> d = rotate(image.r, image.m) - m;
    EXPECT_LT(std::sqrt(dot(d, d)), 8 * eps);
    EXPECT_GT(distance(image, exact), 1e-9);
  }
}

TEST(FrameStep, GaussStepsConvergeWithTheirOrder) {
  const Vec3<double> I{0.345, 0.653, 1.0}, m0{0.5, 0.2, 0.8426};
  using Step = FrameStep<SmallestTurnQuaternion, TwoConstantMomentum>;
  const Image<double> exact = Step(I)(m0, 4.0);
  const auto error = [&](const AngleQuadrature& rule, int n) {
    const Step step(I, rule);
    Vec3<double> m = m0;
    Quat<double> q = Quat<double>::identity();
    for (int i = 0; i < n; ++i) {
      const Image<double> image = step(m, 4.0 / n);
      m = image.m;
      q = q * image.r;
    }
    return distance({m, q}, exact);
  };
  EXPECT_NEAR(std::log2(error(AngleQuadrature::gauss(1), 64) / error(AngleQuadrature::gauss(1), 128)), 2,
              0.1);
  EXPECT_NEAR(std::log2(error(AngleQuadrature::gauss(2), 32) / error(AngleQuadrature::gauss(2), 64)), 4, 0.2);
  EXPECT_NEAR(std::log2(error(AngleQuadrature::hermite(1), 64) / error(AngleQuadrature::hermite(1), 128)), 4,
              0.2);
  EXPECT_LT(error(AngleQuadrature::gauss(10), 16), 40 * eps);
}

}  // namespace
}  // namespace frame_step_test
