// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/rotation/matrix.hpp>
#include <random>
#include <string>

#include "support/text.hpp"
#include "support/wide.hpp"
#include "support/worst.hpp"

namespace matrix_test {
namespace {

using polhode::Mat3;
using polhode::Quat;
using polhode::Vec3;
using polhode::test::text;
using polhode::test::Wide;
using polhode::test::Worst;

constexpr double eps = std::numeric_limits<double>::epsilon();

/// Unit quaternions with w >= 0, some components made small: half turns, tiny turns, and turns about axes.
Quat<double> random_unit(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<int> power(-40, 0), coin(0, 2);
  const auto component = [&] {
    return coin(random) == 0 ? std::ldexp(normal(random), power(random)) : normal(random);
  };
  const Quat<double> q{std::abs(component()), component(), component(), component()};
  return 1 / norm(q) * q;
}

TEST(RotationMatrix, EulerRodriguesAgainstFiftyDigits) {
  std::mt19937_64 random(1);
  Worst entries("to_matrix [eps, absolute]"), round_trip("to_quat(to_matrix(q)) [eps, absolute]"),
      inverse("to_quat of a rounded matrix [eps, absolute]");
  for (int i = 0; i < 4000; ++i) {
    const Quat<double> q = random_unit(random);
    const auto where = [&] { return text(q); };
    const Quat<Wide> p = polhode::convert<Wide>(q), unit = 1 / sqrt(dot(p, p)) * p;
    const Mat3<Wide> exact = to_matrix(unit);
    const Mat3<double> r = to_matrix(q);
    for (std::size_t k = 0; k < 9; ++k)
      entries.add(static_cast<double>(abs(Wide(r.entries[k]) - exact.entries[k])) / eps, where);
    const auto distance = [&](const Quat<double>& a) {
      const Quat<Wide> d = polhode::convert<Wide>(a) - unit, s = polhode::convert<Wide>(a) + unit;
      return static_cast<double>(sqrt(std::min(dot(d, d), dot(s, s)))) / eps;
    };
    round_trip.add(distance(to_quat(r)), where);
    inverse.add(distance(to_quat(polhode::convert<double>(exact))), where);
    EXPECT_GE(to_quat(r).w, 0);
  }
  entries.expect_at_most(4);
  round_trip.expect_at_most(2);
  inverse.expect_at_most(2);
}

TEST(RotationMatrix, TinyTurnsKeepTheirDigits) {
  for (int k = -300; k <= -9; k += 3) {
    const double t = std::pow(10.0, k);
    const Quat<double> q{1, t, -2 * t, t / 3};
    const Quat<double> back = to_quat(to_matrix(q));
    EXPECT_EQ(back.w, 1);
    for (const auto& [a, b] : {std::pair{back.x, q.x}, {back.y, q.y}, {back.z, q.z}})
      EXPECT_LE(std::abs(a - b), 2 * eps * std::abs(b)) << k;
  }
}

TEST(RotationMatrix, AnyLengthOfQuaternionMeansTheSame) {
  const Quat<double> q{0.1, -0.7, 0.3, 0.2};
  const Mat3<double> r = to_matrix(q), s = to_matrix(1024.0 * q);
  EXPECT_EQ(r, s);
  const Mat3<double> product = r * r.transpose();
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(product(i, j), i == j ? 1 : 0, 4 * eps);
}

TEST(RotationMatrix, MatrixAndQuaternionTurnVectorsAlike) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 300; ++i) {
    const Quat<double> q = random_unit(random);
    const Vec3<double> v{1, -2, 3}, d = to_matrix(q) * v - rotate(q, v);
    EXPECT_LE(norm(d), 6 * eps * norm(v)) << text(q);
  }
}

TEST(RotationMatrix, HalfTurnsAboutEachAxis) {
  for (const Quat<double>& q : {Quat<double>{0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}})
    EXPECT_EQ(to_quat(to_matrix(q)), q);
  const Mat3<double> third{{0, 0, 1, 1, 0, 0, 0, 1, 0}};  // x -> y -> z -> x
  EXPECT_EQ(to_quat(third), (Quat<double>{0.5, 0.5, 0.5, 0.5}));
}

TEST(RotationMatrix, HatIsTheCrossProduct) {
  const Vec3<double> a{1, -2, 3}, b{4, 5, -6};
  EXPECT_EQ(hat(a) * b, cross(a, b));
  EXPECT_EQ(hat(a).transpose() * b, cross(b, a));
}

}  // namespace
}  // namespace matrix_test
