// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <polhode/core/error.hpp>
#include <polhode/torque/orbit_frame.hpp>

namespace orbit_frame_test {
namespace {

using namespace polhode;
using Eigen::Vector3d;

TEST(OrbitFrame, PointsToTheMassAlongTheFlightAndAgainstTheNormal) {
  const OrbitFrame frame = circular_orbit_frame(0.5);
  for (const double t : {0.0, 1.0, 7.7}) {
    const Eigen::Matrix3d f = frame(t);
    const Vector3d nadir(std::cos(0.5 * t), std::sin(0.5 * t), 0),
        flight(std::sin(0.5 * t), -std::cos(0.5 * t), 0);
    EXPECT_LE((f.col(2) - nadir).norm(), 1e-15);
    EXPECT_LE((f.col(0) - flight).norm(), 1e-15);
    EXPECT_LE((f.col(1) - Vector3d(0, 0, -1)).norm(), 1e-15);
    EXPECT_NEAR(f.determinant(), 1, 1e-15);
  }
  // The other way round the normal is the other one, and the frame is still right-handed.
  const Eigen::Matrix3d back = circular_orbit_frame(-0.5)(1);
  EXPECT_LE((back.col(1) - Vector3d(0, 0, 1)).norm(), 1e-15);
  EXPECT_NEAR(back.determinant(), 1, 1e-15);
}

TEST(OrbitFrame, OfAnEllipseGoesFasterAtThePericentre) {
  const OrbitFrame ellipse = elliptic_orbit_frame(1, 0.6), circle = circular_orbit_frame(1);
  const auto turned = [](const OrbitFrame& f, double from, double to) {
    return std::acos(f(from).col(2).dot(f(to).col(2)));
  };
  EXPECT_NEAR(turned(ellipse, 0, 0.01), 0.01 * std::sqrt(1.6 / std::pow(0.4, 3)), 1e-4);
  EXPECT_NEAR(turned(circle, 0, 0.01), 0.01, 1e-9);
  EXPECT_THROW(elliptic_orbit_frame(1, 1), InvalidInput);
  EXPECT_THROW(circular_orbit_frame(std::nan("")), InvalidInput);
}

}  // namespace
}  // namespace orbit_frame_test
