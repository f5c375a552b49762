// SPDX-License-Identifier: MIT
#include "free/frame_angle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <support/random_motion.hpp>

#include "free/exact_by_frames.hpp"
#include "free/textbook_momentum.hpp"

namespace frame_angle_test {
namespace {

using namespace polhode;
using namespace polhode::papers;

using Rate = std::function<long double(const Vec3<long double>& m, const Vec3<long double>& I)>;

long double energy2(const Vec3<long double>& m, const Vec3<long double>& I) {
  return m.x * m.x / I.x + m.y * m.y / I.y + m.z * m.z / I.z;
}

/// psi' = 2T/G + w . v', v = m-dot/|m-dot|, w = m x v/G. [(8)]
long double rate_of_rate_frame(const Vec3<long double>& m, const Vec3<long double>& I) {
  const Vec3<long double> omega{m.x / I.x, m.y / I.y, m.z / I.z}, v = cross(m, omega);
  const Vec3<long double> omega_rate{v.x / I.x, v.y / I.y, v.z / I.z},
      v_rate = cross(v, omega) + cross(m, omega_rate);
  const long double G = std::sqrt(dot(m, m));
  return energy2(m, I) / G + dot(cross(m, v), v_rate) / (G * dot(v, v));
}

/// psi' of the frame whose first axis is along m x e3.
long double rate_of_polar_frame(const Vec3<long double>& m, const Vec3<long double>& I) {
  const long double G2 = dot(m, m);
  return std::sqrt(G2) * (1 / I.z + (energy2(m, I) - G2 / I.z) / (G2 - m.z * m.z));
}

/// psi' of the smallest-turn frame.
long double rate_of_smallest_turn(const Vec3<long double>& m, const Vec3<long double>& I) {
  const long double G = std::sqrt(dot(m, m));
  return G / I.z + (energy2(m, I) - G * G / I.z) / (G + m.z);
}

/// The rate integrated along the exact momentum by Gauss-Legendre with three nodes on many panels.
double integrated(const Rate& rate, const Vec3<double>& I, const Vec3<double>& m, double h) {
  const ExactByFrames<long double> exact(convert<long double>(I));
  const auto at = [&](long double t) {
    return rate(exact(convert<long double>(m), t).m, convert<long double>(I));
  };
  constexpr int panels = 160;
  const long double half = static_cast<long double>(h) / panels / 2, node = half * std::sqrt(0.6L);
  long double sum = 0;
  for (int i = 0; i < panels; ++i) {
    const long double middle = (2 * i + 1) * half;
    sum += (8 * at(middle) + 5 * (at(middle - node) + at(middle + node))) / 9;
  }
  return static_cast<double>(sum * half);
}

void expect_angles(const Vec3<double>& I, const Vec3<double>& m, double h) {
  const FrameConstants body(I);
  const FrameStepData step{m, std::sqrt(dot(m, m)), h, TextbookMomentum<double>(I)(m, h)};
  ASSERT_FALSE(step.arc.lost);
  const AngleQuadrature rule = AngleQuadrature::carlson();
  EXPECT_NEAR(rate_angle(body, step, rule), integrated(rate_of_rate_frame, I, m, h), 1e-11);
  EXPECT_NEAR(polar_angle(body, step, rule), integrated(rate_of_polar_frame, I, m, h), 1e-11);
  EXPECT_NEAR(smallest_turn_angle(body, step, rule), integrated(rate_of_smallest_turn, I, m, h), 1e-11);
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
