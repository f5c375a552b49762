// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/euler.hpp>
#include <polhode/rotation/matrix.hpp>
#include <random>
#include <set>
#include <string>

#include "core/number_text.hpp"
#include "support/refusal.hpp"
#include "support/worst.hpp"

namespace euler_test {
namespace {

using polhode::attitude_from_euler;
using polhode::euler_angles;
using polhode::euler_sequence_names;
using polhode::EulerAngles;
using polhode::EulerSequence;
using polhode::EulerTurns;
using polhode::Mat3;
using polhode::test::refusal;
using polhode::test::Worst;

using Real = long double;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double pi = std::numbers::pi;

EulerSequence sequence(const std::string& text) { return EulerSequence::from_text(text); }

/// The textbook's matrix of a turn about a coordinate axis.
Mat3<Real> turn(std::size_t axis, double angle) {
  const Real c = std::cos(static_cast<Real>(angle)), s = std::sin(static_cast<Real>(angle));
  if (axis == 0) return {{1, 0, 0, 0, c, -s, 0, s, c}};
  if (axis == 1) return {{c, 0, s, 0, 1, 0, -s, 0, c}};
  return {{c, -s, 0, s, c, 0, 0, 0, 1}};
}

Mat3<Real> matrix_of(const EulerSequence& s, const Eigen::Vector3d& angles) {
  const auto& axes = s.axes();
  const Mat3<Real> first = turn(axes[0], angles[0]), middle = turn(axes[1], angles[1]),
                   last = turn(axes[2], angles[2]);
  return s.turns() == EulerTurns::intrinsic ? first * (middle * last) : last * (middle * first);
}

/// The largest difference of entries from the matrix of q, in eps.
double matrix_error(const EulerSequence& s, const Eigen::Vector3d& angles, const Eigen::Quaterniond& q) {
  const Mat3<Real> wanted = matrix_of(s, angles),
                   found = to_matrix(polhode::convert<Real>(polhode::from_eigen(q)));
  Real worst = 0;
  for (std::size_t i = 0; i < 9; ++i) worst = std::max(worst, std::abs(wanted.entries[i] - found.entries[i]));
  return static_cast<double>(worst) / eps;
}

std::string where(const EulerSequence& s, const Eigen::Vector3d& a) {
  return s.text() + " (" + polhode::number_text(a[0]) + ", " + polhode::number_text(a[1]) + ", " +
         polhode::number_text(a[2]) + ")";
}

/// An angle's distance from another, turns apart.
double turned_apart(double a, double b) { return std::abs(std::remainder(a - b, 2 * pi)); }

class Angles {
 public:
  explicit Angles(unsigned seed) : engine_(seed) {}
  double uniform(double from, double to) { return std::uniform_real_distribution<double>(from, to)(engine_); }
  Eigen::Quaterniond attitude() {
    std::normal_distribution<double> normal;
    return Eigen::Quaterniond(normal(engine_), normal(engine_), normal(engine_), normal(engine_))
        .normalized();
  }

 private:
  std::mt19937_64 engine_;
};

TEST(Euler, SequencesAreNamedByThreeLettersWhoseCaseCounts) {
  EXPECT_EQ(sequence("ZYX").turns(), EulerTurns::intrinsic);
  EXPECT_EQ(sequence("zyx").turns(), EulerTurns::extrinsic);
  EXPECT_EQ(sequence("intrinsic zyx"), sequence("ZYX"));
  EXPECT_EQ(sequence("Intrinsic ZYX"), sequence("ZYX"));
  EXPECT_EQ(sequence("extrinsic ZYX"), sequence("zyx"));
  EXPECT_EQ(sequence("ZXZ").axes(), (std::array<std::size_t, 3>{2, 0, 2}));
  EXPECT_TRUE(sequence("ZXZ").is_proper());
  EXPECT_FALSE(sequence("zyx").is_proper());
}

TEST(Euler, ThereAreTwentyFourNames) {
  std::set<std::string> names;
  for (const std::string& name : euler_sequence_names()) {
    EXPECT_EQ(sequence(name).text(), name);
    names.insert(name);
  }
  EXPECT_EQ(names.size(), 24U);
}

TEST(Euler, OtherSequencesAreRefused) {
  for (const std::string text : {"", "zy", "zyxz", "ZZX", "zyy", "Zyx", "abc", "zyX", "intrinsic",
                                 "intrinsic ", "intrinsic zz", "outer zyx", "321", " zyx"}) {
    const std::string why = refusal([&] { sequence(text); });
    EXPECT_NE(why.find("sequence of Euler angles: found \"" + text + "\", expected three of the axes"),
              std::string::npos)
        << why;
  }
}

TEST(Euler, AnglesThatAreNotFiniteAreRefused) {
  EXPECT_EQ(refusal([] {
              attitude_from_euler(sequence("ZYX"), {0, std::nan(""), 1});
            }),
            "Euler angles: found (0, nan, 1), expected finite numbers");
}

TEST(Euler, YawPitchAndRollAreThoseOfAnAeroplane) {
  // Nose along the body's x, left wing along y. Yaw 90 degrees: the nose to space's y. Then pitch 90 degrees,
  // about the wing: the nose down (y' is the axis, right-handed), whatever the yaw was.
  const auto nose = [](double yaw, double pitch, double roll) -> Eigen::Vector3d {
    return attitude_from_euler(sequence("ZYX"), {yaw, pitch, roll}) * Eigen::Vector3d::UnitX();
  };
  EXPECT_TRUE(nose(pi / 2, 0, 1).isApprox(Eigen::Vector3d::UnitY(), 4 * eps));
  EXPECT_TRUE(nose(0.3, pi / 2, 0).isApprox(-Eigen::Vector3d::UnitZ(), 4 * eps));
  // About space's axes: first about z to y, then about y, where it stays.
  const Eigen::Vector3d fixed =
      attitude_from_euler(sequence("zyx"), {pi / 2, 1, 0}) * Eigen::Vector3d::UnitX();
  EXPECT_TRUE(fixed.isApprox(Eigen::Vector3d::UnitY(), 4 * eps));
}

TEST(Euler, AttitudesAreTheProductOfTheTextbooksMatrices) {
  Angles random(1);
  Worst worst("matrix of an attitude from Euler angles, eps");
  for (const std::string& name : euler_sequence_names())
    for (int i = 0; i < 200; ++i) {
      const EulerSequence s = sequence(name);
      const Eigen::Vector3d a(random.uniform(-7, 7), random.uniform(-7, 7), random.uniform(-7, 7));
      const Eigen::Quaterniond q = attitude_from_euler(s, a);
      EXPECT_GE(q.w(), 0);
      EXPECT_NEAR(q.norm(), 1, 2 * eps);
      worst.add(matrix_error(s, a, q), [&] { return where(s, a); });
    }
  worst.expect_at_most(1);
}

TEST(Euler, TurnsAboutFixedAxesAreTurnsAboutTurningOnesInReverse) {
  Angles random(2);
  for (const std::string& name : euler_sequence_names()) {
    const EulerSequence s = sequence(name);
    const std::string reverse(name.rbegin(), name.rend());
    const EulerSequence other =
        sequence((s.turns() == EulerTurns::intrinsic ? "extrinsic " : "intrinsic ") + reverse);
    const Eigen::Vector3d a(random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3));
    EXPECT_EQ(attitude_from_euler(s, a).coeffs(), attitude_from_euler(other, a.reverse()).coeffs()) << name;
  }
}

TEST(Euler, AnglesComeBack) {
  Angles random(3);
  Worst worst("angles from angles times distance from lock, eps");
  for (const std::string& name : euler_sequence_names())
    for (int i = 0; i < 300; ++i) {
      const EulerSequence s = sequence(name);
      const double low = s.is_proper() ? 0 : -pi / 2, high = low + pi;
      // Down to 1e-12 from lock, at both ends.
      const double distance = std::pow(10.0, random.uniform(-12, 0));
      const double middle = i % 2 == 0 ? low + distance : high - distance;
      const Eigen::Vector3d a(random.uniform(-pi, pi), middle, random.uniform(-pi, pi));
      const EulerAngles back = euler_angles(s, attitude_from_euler(s, a));
      EXPECT_FALSE(back.is_locked);
      // The attitude between, rounded by eps/2 in each part, moves the outer angles by that over the
      // distance.
      const double d = std::min(a[1] - low, high - a[1]);
      const double error = std::max({turned_apart(back.angles[0], a[0]) * d, std::abs(back.angles[1] - a[1]),
                                     turned_apart(back.angles[2], a[2]) * d});
      worst.add(error / eps, [&] { return where(s, a); });
    }
  worst.expect_at_most(2);
}

TEST(Euler, AnglesMeanTheAttitudeTheyComeFromNearLockToo) {
  Angles random(4);
  Worst free("matrix of the angles of an attitude, eps"), locked("the same at lock, eps");
  for (const std::string& name : euler_sequence_names())
    for (int i = 0; i < 400; ++i) {
      const EulerSequence s = sequence(name);
      const double low = s.is_proper() ? 0 : -pi / 2;
      const double distance = std::pow(10.0, random.uniform(-18, 0));
      const Eigen::Vector3d near_lock(random.uniform(-pi, pi),
                                      i % 4 == 0 ? low + distance : low + pi - distance,
                                      random.uniform(-pi, pi));
      const Eigen::Quaterniond q =
          i % 2 == 0 ? Eigen::Quaterniond(attitude_from_euler(s, near_lock)) : random.attitude();
      const EulerAngles found = euler_angles(s, q);
      (found.is_locked ? locked : free).add(matrix_error(s, found.angles, q), [&] {
        return where(s, found.angles);
      });
    }
  free.expect_at_most(3);
  // Up to 4 eps from lock the last angle is dropped, whatever it was.
  locked.expect_at_most(9);
}

TEST(Euler, AnglesStayInTheirRanges) {
  Angles random(5);
  for (const std::string& name : euler_sequence_names())
    for (int i = 0; i < 300; ++i) {
      const EulerSequence s = sequence(name);
      // Multiples of a right angle, where the ends of the ranges are met, and any others.
      const auto angle = [&] {
        return i % 2 == 0 ? pi / 2 * std::round(random.uniform(-4, 4)) : random.uniform(-7, 7);
      };
      const Eigen::Vector3d given(angle(), angle(), angle());
      const Eigen::Vector3d a = euler_angles(s, attitude_from_euler(s, given)).angles;
      const double low = s.is_proper() ? 0 : -pi / 2;
      EXPECT_GT(a[0], -pi);
      EXPECT_LE(a[0], pi);
      EXPECT_GE(a[1], low);
      EXPECT_LE(a[1], low + pi);
      EXPECT_GT(a[2], -pi);
      EXPECT_LE(a[2], pi);
      EXPECT_LE(matrix_error(s, a, attitude_from_euler(s, given)), 9) << where(s, given);
    }
}

TEST(Euler, AtLockTheLastAngleIsZero) {
  for (const std::string& name : euler_sequence_names()) {
    const EulerSequence s = sequence(name);
    const double low = s.is_proper() ? 0 : -pi / 2;
    for (const double middle : {low, low + pi})
      for (const double a : {-2.5, 0.4, 1.7}) {
        const Eigen::Quaterniond q = attitude_from_euler(s, {a, middle, 0.9});
        const EulerAngles locked = euler_angles(s, q);
        EXPECT_TRUE(locked.is_locked) << name;
        EXPECT_EQ(locked.angles[2], 0) << name;
        EXPECT_NEAR(locked.angles[1], middle, 2 * eps) << name;
        EXPECT_LE(matrix_error(s, locked.angles, q), 9) << name;
        EXPECT_FALSE(euler_angles(s, attitude_from_euler(s, {a, low + 1e-13, 0.9})).is_locked) << name;
      }
  }
  // The identity, which is at lock for every proper sequence.
  EXPECT_EQ(euler_angles(sequence("ZXZ"), Eigen::Quaterniond::Identity()).angles, Eigen::Vector3d::Zero());
}

TEST(Euler, SignAndLengthOfTheQuaternionDoNotMatter) {
  Angles random(6);
  for (const std::string& name : euler_sequence_names()) {
    const EulerSequence s = sequence(name);
    const Eigen::Quaterniond q = random.attitude();
    const Eigen::Vector3d a = euler_angles(s, q).angles;
    const Eigen::Quaterniond opposite(-q.w(), -q.x(), -q.y(), -q.z());
    const Eigen::Quaterniond large(0x1p900 * q.w(), 0x1p900 * q.x(), 0x1p900 * q.y(), 0x1p900 * q.z());
    EXPECT_TRUE(euler_angles(s, opposite).angles.isApprox(a, 4 * eps)) << name;
    EXPECT_EQ(euler_angles(s, large).angles, a) << name;
  }
}

TEST(Euler, NoAttitudeHasNoAngles) {
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(euler_angles(sequence("ZYX"), Eigen::Quaterniond(0, 0, 0, 0)).angles.array().isNaN().all());
  EXPECT_TRUE(
      euler_angles(sequence("ZYX"), Eigen::Quaterniond(1, infinite, 0, 0)).angles.array().isNaN().all());
}

}  // namespace
}  // namespace euler_test
