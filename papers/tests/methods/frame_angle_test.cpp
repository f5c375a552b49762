// SPDX-License-Identifier: MIT
#include "frames/frame_angle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <support/random_motion.hpp>

#include "frame_rates.hpp"
#include "frames/textbook_momentum.hpp"

namespace frame_angle_test {
namespace {

using namespace polhode;
using namespace polhode::papers;

using test::integrated;

void expect_angles(const Vec3<double>& I, const Vec3<double>& m, double h) {
  const FrameConstants body(I);
  const FrameStepData step{m, std::sqrt(dot(m, m)), h, TextbookMomentum<double>(I)(m, h)};
  ASSERT_FALSE(step.arc.lost);
  const AngleQuadrature rule = AngleQuadrature::carlson();
  EXPECT_NEAR(rate_angle(body, step, rule), integrated(test::rate_of_rate_frame, I, m, h), 1e-11);
  EXPECT_NEAR(polar_angle(body, step, rule), integrated(test::rate_of_polar_frame, I, m, h), 1e-11);
  EXPECT_NEAR(smallest_turn_angle(body, step, rule), integrated(test::rate_of_smallest_turn, I, m, h), 1e-11);
}

TEST(FrameAngle, IsTheIntegralOfItsRateWhereMCirclesAxisOne) {
  for (double s1 : {-1.0, 1.0})
    for (double s3 : {-1.0, 1.0}) expect_angles({0.8, 1.3, 1.9}, {0.8 * s1, 0.3, 0.4 * s3}, 4 * s3);
}

TEST(FrameAngle, IsTheIntegralOfItsRateWhereMCirclesAxisThree) {
  for (double s1 : {-1.0, 1.0})
    for (double s3 : {-1.0, 1.0}) expect_angles({0.8, 1.3, 1.9}, {0.4 * s1, -0.3, 0.9 * s3}, 4 * s1);
}

TEST(FrameAngle, CountsWholeTurns) {
  expect_angles({0.8, 1.3, 1.9}, {0.4, -0.3, 0.9}, 15);
  expect_angles({0.8, 1.3, 1.9}, {0.4, -0.3, -0.9}, -15);
  expect_angles({0.8, 1.3, 1.9}, {0.8, -0.3, 0.3}, 15);
}

TEST(FrameAngle, IsElementaryOnTheSeparatrix) {
  for (double s1 : {-1.0, 1.0})
    for (double s3 : {-1.0, 1.0}) {
      const auto [I, m] = test::on_separatrix(s1, 0.5, s3)[0];
      ASSERT_EQ(TextbookMomentum<double>(I)(m, 3).kind, ArcCase::separatrix);
      expect_angles(I, m, 3);
      expect_angles(I, m, -3);
    }
}

}  // namespace
}  // namespace frame_angle_test
