// SPDX-License-Identifier: MIT
#include "frames/frames_quaternion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <support/random_motion.hpp>

#include "frames/frames_matrix.hpp"
#include "frames/textbook_momentum.hpp"

namespace frames_quaternion_test {
namespace {

using namespace polhode;
using namespace polhode::papers;

constexpr double eps = 0x1p-52;

Vec3<double> unit(const Vec3<double>& v) { return 1 / std::sqrt(dot(v, v)) * v; }

void expect_near(const Vec3<double>& a, const Vec3<double>& b, double tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

Vec3<double> rate_of(const FrameConstants& body, const Vec3<double>& n) {
  return cross(n, {n.x / body.moments.x, n.y / body.moments.y, n.z / body.moments.z});
}

TEST(FramesQuaternion, EachTakesTheMomentumToTheThirdAxisAndItsOwnVectorToTheFirst) {
  test::RandomMotions random(21);
  for (int i = 0; i < 500; ++i) {
    const auto [I, m] = random.next();
    const FrameConstants body(I);
    const MomentumArc arc = TextbookMomentum<double>(I)(m, 1.3);
    const Vec3<double> n = unit(arc.m);
    const double tolerance = 16 * eps / (1 - n.z * n.z);
    const Quat<double> smallest = SmallestTurnQuaternion::frame(n), rate = rate_frame(body, arc, arc.end, n),
                       polar = polar_frame(arc, arc.end, n);
    for (const Quat<double>& p : {smallest, rate, polar}) {
      EXPECT_NEAR(dot(p, p), 1, 8 * eps);
      expect_near(rotate(p, n), {0, 0, 1}, 8 * eps);
    }
    EXPECT_EQ(smallest.z, 0);
    EXPECT_GT(smallest.w, 0);
    const Vec3<double> direction = rate_of(body, n);
    expect_near(rotate(rate, unit(direction)), {1, 0, 0}, 64 * eps / std::sqrt(dot(direction, direction)));
    expect_near(rotate(polar, unit(cross(n, {0, 0, 1}))), {1, 0, 0}, tolerance);
  }
}

TEST(FramesQuaternion, MatricesAreTheSameFrames) {
  test::RandomMotions random(22);
  for (int i = 0; i < 200; ++i) {
    const auto [I, m] = random.next();
    const FrameConstants body(I);
    const MomentumArc arc = TextbookMomentum<double>(I)(m, 1.3);
    const Vec3<double> n = unit(arc.m), direction = rate_of(body, n);
    const Mat3<double> by_rate = frame_matrix(direction, n), by_pole = frame_matrix({n.y, -n.x, 0}, n);
    const Mat3<double> rate = to_matrix(rate_frame(body, arc, arc.end, n)),
                       polar = to_matrix(polar_frame(arc, arc.end, n));
    for (std::size_t j = 0; j < 9; ++j) {
      EXPECT_NEAR(by_rate.entries[j], rate.entries[j], 64 * eps / std::sqrt(dot(direction, direction)));
      EXPECT_NEAR(by_pole.entries[j], polar.entries[j], 32 * eps / (1 - n.z * n.z));
    }
  }
}

/// Both frames followed along the orbit in small steps: no component may jump.
void expect_continuous(const Vec3<double>& I, const Vec3<double>& m, double duration) {
  const FrameConstants body(I);
  const TextbookMomentum<double> momentum(I);
  Quat<double> rate_before{}, polar_before{};
  constexpr int samples = 1500;
  for (int i = 0; i <= samples; ++i) {
    const MomentumArc arc = momentum(m, duration * i / samples);
    ASSERT_FALSE(arc.lost);
    const Vec3<double> n = unit(arc.m);
    const Quat<double> rate = rate_frame(body, arc, arc.end, n), polar = polar_frame(arc, arc.end, n);
    if (i > 0) {
      ASSERT_GT(dot(rate, rate_before), 0.5) << i;
      ASSERT_GT(dot(polar, polar_before), 0.5) << i;
    }
    rate_before = rate;
    polar_before = polar;
  }
}

TEST(FramesQuaternion, AreContinuousInEveryCaseAndOctant) {
  for (double s1 : {-1.0, 1.0})
    for (double s2 : {-1.0, 1.0})
      for (double s3 : {-1.0, 1.0}) {
        expect_continuous({0.8, 1.3, 1.9}, {0.8 * s1, 0.3 * s2, 0.4 * s3}, 25);   // circles axis 1
        expect_continuous({0.8, 1.3, 1.9}, {0.3 * s1, 0.3 * s2, 0.9 * s3}, 25);   // circles axis 3
        expect_continuous({0.8, 1.3, 1.9}, {0.3 * s1, 0.3 * s2, 0.9 * s3}, -25);  // and backwards
        expect_continuous({0.2, 1.8, 1.9}, {0.05 * s1, 0.6 * s2, 0.8 * s3}, 60);  // a thin body
        for (const auto& [I, m] : test::on_separatrix(s1, 0.5 * s2, s3)) expect_continuous(I, m, 10);
      }
}

TEST(FramesQuaternion, FrameTwoAsPrintedWithItsTwoCorrections) {
  test::RandomMotions random(23);
  for (int i = 0; i < 200; ++i) {
    const auto [I, start] = random.next();
    const MomentumArc arc = TextbookMomentum<double>(I)(unit(start), 0.7);
    const FrameConstants body(I);
    const Vec3<double> n = unit(arc.m);
    const double T2 = n.x * n.x / I.x + n.y * n.y / I.y + n.z * n.z / I.z,
                 signed_B32_square = I.z * (T2 * I.y - 1) / (I.z - I.y);
    const double rate = std::sqrt(dot(rate_of(body, n), rate_of(body, n)));
    const double p3_square =
        (1 + n.z) / 4 + (I.z - I.y) * n.y / (4 * I.y * I.z * rate) * (n.z - signed_B32_square);
    const double opposite = n.x * n.z * (I.z - I.x) / (I.x * I.z) + n.x * (1 - T2 * I.x) / I.x;
    const Quat<double> p = rate_frame(body, arc, arc.end, n);
    EXPECT_NEAR(p.z * p.z, p3_square, 200 * eps / rate);
    if (std::abs(opposite) > 1e-10) {
      EXPECT_EQ(p.w * p.z > 0, opposite < 0);
    }
  }
}

TEST(FramesQuaternion, FrameThreeAsPrintedWithItsCorrection) {
  test::RandomMotions random(24);
  for (int i = 0; i < 200; ++i) {
    const auto [I, start] = random.next();
    const MomentumArc arc = TextbookMomentum<double>(I)(start, 0.7);
    const Vec3<double> n = unit(arc.m);
    const Quat<double> p = polar_frame(arc, arc.end, n);
    const double p3_square = (1 + n.z) / 4 - n.y * (1 + n.z) / (4 * std::sqrt(1 - n.z * n.z));
    EXPECT_NEAR(p.z * p.z, p3_square, 16 * eps / (1 - n.z * n.z));
    EXPECT_EQ(p.w * p.z > 0, n.x > 0);
  }
}

TEST(FramesQuaternion, NearTheOppositePoleNothingIsLost) {
  const Vec3<double> n = unit({3e-9, -4e-9, -1});
  const Quat<double> p = SmallestTurnQuaternion::frame(n);
  EXPECT_NEAR(dot(p, p), 1, 4 * eps);
  EXPECT_NEAR(p.w, 2.5e-9, 2.5e-9 * 8 * eps);
  EXPECT_NEAR(p.x, -0.8, 8 * eps);
}

}  // namespace
}  // namespace frames_quaternion_test
