// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/body/observed_angles.hpp>
#include <polhode/rotation/convention.hpp>
#include <vector>

namespace polhode {
namespace observed_angles_test {
namespace {

constexpr double pi = std::numbers::pi, eps = std::numeric_limits<double>::epsilon();

Attitude turned(double angle, const Eigen::Vector3d& axis) {
  return Attitude(Eigen::AngleAxisd(angle, axis.normalized()));
}

TEST(ObservedAngles, AngleIsAccurateNearBothEnds) {
  const Eigen::Vector3d z = Eigen::Vector3d::UnitZ();
  for (const double angle : {1e-12, 0.3, pi / 2, pi - 1e-12})
    EXPECT_NEAR(angle_between({std::sin(angle), 0, std::cos(angle)}, z), angle, 2 * eps);
  EXPECT_EQ(angle_between(z, Eigen::Vector3d::Zero()), 0);
}

TEST(ObservedAngles, RollPitchAndYawAreTurnsInTheSequenceZYX) {
  const Attitude q = turned(0.3, {0, 0, 1}) * turned(-0.2, {0, 1, 0}) * turned(0.1, {1, 0, 0});
  EXPECT_LT((roll_pitch_yaw(q) - Eigen::Vector3d(0.1, -0.2, 0.3)).norm(), 4 * eps);
}

TEST(AxisLean, AConeIsFollowedBeyondAFullTurn) {
  const double tilt = 0.4, rate = 0.7;
  std::vector<Attitude> attitudes;
  std::vector<double> times;
  for (int k = 0; k <= 100; ++k) {
    times.push_back(0.3 * k);
    attitudes.push_back(turned(rate * times.back(), {0, 0, 1}) * turned(tilt, {0, 1, 0}));
  }
  const AxisLean lean = axis_lean(attitudes, {0, 0, 2}, {0, 0, 9.81});
  ASSERT_EQ(lean.tilt.size(), times.size());
  for (const double t : lean.tilt) EXPECT_NEAR(t, tilt, 4 * eps);
  EXPECT_TRUE(lean.azimuth_is_known);
  EXPECT_NEAR(lean.azimuth.back() - lean.azimuth.front(), rate * times.back(), 64 * eps);
  EXPECT_NEAR(precession_period(times, lean).value(), 2 * pi / rate, 64 * eps);
}

TEST(AxisLean, APendulumThatPassesTheVerticalHasNoPrecession) {
  std::vector<Attitude> attitudes;
  std::vector<double> times;
  for (int k = 0; k < 50; ++k) {
    times.push_back(k);
    attitudes.push_back(turned(0.5 * std::cos(0.3 * k), {0, 1, 0}));
  }
  const AxisLean lean = axis_lean(attitudes, {0, 0, 1}, {0, 0, 1});
  EXPECT_FALSE(lean.azimuth_is_known);
  EXPECT_FALSE(precession_period(times, lean).has_value());
}

TEST(AxisLean, AMissingAttitudeIsPassedOver) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  std::vector<Attitude> attitudes;
  std::vector<double> times;
  for (int k = 0; k <= 40; ++k) {
    times.push_back(k);
    attitudes.push_back(turned(0.5 * k, {0, 0, 1}) * turned(1, {1, 0, 0}));
  }
  attitudes[17] = Attitude(none, none, none, none);
  const AxisLean lean = axis_lean(attitudes, {0, 0, 1}, {0, 0, 1});
  EXPECT_TRUE(std::isnan(lean.tilt[17]));
  EXPECT_FALSE(std::isnan(lean.tilt[18]));
}

TEST(LibrationOfAnAxis, IsMeasuredFromTheNearerEnd) {
  // The axis x of the body points to the centre, z of the orbit's frame; then forwards by 0.1, then its
  // other end points there, and last it leans out of the plane.
  const Attitude down = turned(-pi / 2, {0, 1, 0});
  const std::vector<Attitude> attitudes{down, turned(0.1, {0, 1, 0}) * down,
                                        turned(pi + 0.1, {0, 1, 0}) * down, turned(0.2, {1, 0, 0}) * down};
  const Libration swing = libration(attitudes, {1, 0, 0});
  const double angle[] = {0, 0.1, 0.1, 0.2}, in_plane[] = {0, 0.1, 0.1, 0};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(swing.angle[k], angle[k], 4 * eps) << k;
    EXPECT_NEAR(swing.in_plane[k], in_plane[k], 4 * eps) << k;
  }
}

TEST(OscillationOfValues, HasThePeriodAndTheDecrementOfADampedSwing) {
  const double decay = 0.05, rate = 1.3;
  for (const double sign : {1.0, -1.0}) {
    std::vector<double> times, values;
    for (int k = 0; k <= 4000; ++k) {
      times.push_back(sign * 0.01 * k);
      values.push_back(std::exp(-decay * 0.01 * k) * std::sin(rate * 0.01 * k - 0.4));
    }
    const auto found = oscillation(times, values);
    ASSERT_TRUE(found.has_value());
    EXPECT_NEAR(found->period, 2 * pi / rate, 2e-5);
    EXPECT_NEAR(found->decrement, decay * 2 * pi / rate, 1e-7);
  }
}

TEST(OscillationOfValues, UnevenTimes) {
  std::vector<double> times, values;
  for (int k = 0; k < 400; ++k) {
    const double t = 0.1 * k + 0.045 * std::sin(7.3 * k);
    times.push_back(t);
    values.push_back(std::exp(-0.05 * t) * std::sin(t));
  }
  const auto found = oscillation(times, values);
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(found->decrement, 0.05 * 2 * pi, 2e-5);
}

TEST(OscillationOfValues, NeedsThreePassages) {
  const std::vector<double> times{0, 1, 2, 3, 4}, values{-1, 1, -1, 1, -1};
  EXPECT_FALSE(oscillation(times, values).has_value());
}

}  // namespace
}  // namespace observed_angles_test
}  // namespace polhode
