// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>

namespace convention_test {
namespace {

using polhode::InvalidInput;
using polhode::QuaternionConvention;
using polhode::read_quaternion;
using polhode::rotation_matrix;
using polhode::RotationSense;
using polhode::ScalarPlace;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr std::array<QuaternionConvention, 4> all_conventions{{
    {ScalarPlace::first, RotationSense::body_to_space},
    {ScalarPlace::first, RotationSense::space_to_body},
    {ScalarPlace::last, RotationSense::body_to_space},
    {ScalarPlace::last, RotationSense::space_to_body},
}};

TEST(QuaternionConventions, PlacesAndSigns) {
  const Eigen::Quaterniond q(0.5, 0.1, -0.2, 0.3);  // w, x, y, z
  EXPECT_EQ(write_quaternion(q, all_conventions[0]), (std::array{0.5, 0.1, -0.2, 0.3}));
  EXPECT_EQ(write_quaternion(q, all_conventions[1]), (std::array{0.5, -0.1, 0.2, -0.3}));
  EXPECT_EQ(write_quaternion(q, all_conventions[2]), (std::array{0.1, -0.2, 0.3, 0.5}));
  EXPECT_EQ(write_quaternion(q, all_conventions[3]), (std::array{-0.1, 0.2, -0.3, 0.5}));
}

TEST(QuaternionConventions, ReadingUndoesWriting) {
  const Eigen::Quaterniond q(-0.5, 0.1, 0, 1e-300);
  for (const QuaternionConvention& convention : all_conventions) {
    const Eigen::Quaterniond back = read_quaternion(write_quaternion(q, convention), convention);
    EXPECT_EQ(back.coeffs(), q.coeffs());
  }
}

TEST(QuaternionConventions, OursTurnsTheBodysXAxisToWhereItIsInSpace) {
  // A body turned by +90 degrees about z: its x axis points along the y axis of space.
  const double half = std::sqrt(0.5);
  const Eigen::Quaterniond q = read_quaternion({half, 0, 0, half}, {});
  const polhode::Vec3<double> x = rotate(polhode::from_eigen(q), {1, 0, 0});
  EXPECT_NEAR(x.x, 0, eps);
  EXPECT_NEAR(x.y, 1, eps);
  EXPECT_LE((rotation_matrix(q) * Eigen::Vector3d::UnitX() - Eigen::Vector3d::UnitY()).norm(), 2 * eps);
  EXPECT_LE((rotation_matrix(q) - q.toRotationMatrix()).norm(), 4 * eps);
  const Eigen::Quaterniond passive = read_quaternion({0, 0, -half, half}, all_conventions[3]);
  EXPECT_EQ(passive.coeffs(), q.coeffs());
}

TEST(QuaternionConventions, EigenTypesKeepTheirNumbers) {
  const Eigen::Vector3d v(1, 2, 3);
  EXPECT_EQ(polhode::to_eigen(polhode::from_eigen(v)), v);
  EXPECT_EQ(polhode::from_eigen(v), (polhode::Vec3<double>{1, 2, 3}));
  const Eigen::Quaterniond q(1, 2, 3, 4);
  EXPECT_EQ(polhode::from_eigen(q), (polhode::Quat<double>{1, 2, 3, 4}));
  EXPECT_EQ(polhode::to_eigen(polhode::from_eigen(q)).coeffs(), q.coeffs());
  Eigen::Matrix3d a;
  a << 1, 2, 3, 4, 5, 6, 7, 8, 9;
  EXPECT_EQ(polhode::from_eigen(a)(0, 2), 3);
  EXPECT_EQ(polhode::to_eigen(polhode::from_eigen(a)), a);
}

TEST(QuaternionConventions, ProductsAgreeWithEigen) {
  const Eigen::Quaterniond a(0.5, 0.1, -0.2, 0.3), b(-0.4, 0.7, 0.6, 0.2);
  const Eigen::Quaterniond ours = polhode::to_eigen(polhode::from_eigen(a) * polhode::from_eigen(b));
  EXPECT_LE((ours.coeffs() - (a * b).coeffs()).norm(), 2 * eps);
}

TEST(AttitudeFromMatrix, GivesTheTurn) {
  const Eigen::Quaterniond q(std::cos(0.4), 0, std::sin(0.4), 0);
  const Eigen::Quaterniond back = polhode::attitude_from_matrix(rotation_matrix(q));
  EXPECT_LE((back.coeffs() - q.coeffs()).norm(), 2 * eps);
  const Eigen::Matrix3d half_turn = Eigen::Vector3d(-1, 1, -1).asDiagonal();
  EXPECT_EQ(polhode::attitude_from_matrix(half_turn).coeffs(), Eigen::Vector4d(0, 1, 0, 0));
}

TEST(AttitudeFromMatrix, RefusesWhatIsNoRotation) {
  Eigen::Matrix3d a = Eigen::Matrix3d::Identity();
  EXPECT_THROW(polhode::attitude_from_matrix(-a), InvalidInput);
  EXPECT_THROW(polhode::attitude_from_matrix(2 * a), InvalidInput);
  EXPECT_NO_THROW(polhode::attitude_from_matrix((1 + 1e-7) * a));
  a(0, 1) = std::nan("");
  EXPECT_THROW(polhode::attitude_from_matrix(a), InvalidInput);
}

}  // namespace
}  // namespace convention_test
