// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/core/error.hpp>
#include <polhode/rotation/mean.hpp>
#include <polhode/rotation/shortest_turn.hpp>
#include <random>
#include <vector>

namespace mean_test {
namespace {

using Quaterniond = polhode::Attitude;
using polhode::mean_attitude;

constexpr double eps = std::numeric_limits<double>::epsilon();

Quaterniond about_z(double angle) { return Quaterniond(Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ())); }

TEST(MeanAttitude, LiesBetweenThemWhateverTheirSigns) {
  const std::vector<Quaterniond> some{about_z(0.1), Quaterniond(-about_z(0.5).coeffs())};
  EXPECT_LE(mean_attitude(some).angularDistance(about_z(0.3)), 1e-15);
  // Half a turn to one side and to the other: an arithmetic mean of angles would point the other way.
  const std::vector<Quaterniond> far{about_z(3.0), about_z(-3.0)};
  EXPECT_LE(mean_attitude(far).angularDistance(about_z(std::acos(-1))), 1e-14);
}

TEST(MeanAttitude, IsAnEigenvectorOfTheGreatestEigenvalue) {
  std::mt19937 engine(5);
  std::normal_distribution<double> number;
  for (const double spread : {1e-8, 0.1, 1.0}) {
    std::vector<Quaterniond> some;
    Eigen::Matrix4d sum = Eigen::Matrix4d::Zero();
    for (int i = 0; i < 50; ++i) {
      Eigen::Vector4d q(0.5 + spread * number(engine), spread * number(engine), spread * number(engine), 1);
      q.normalize();
      some.emplace_back(q);
      sum += q * q.transpose();
    }
    const Eigen::Vector4d mean = mean_attitude(some).coeffs();
    const double greatest = mean.dot(sum * mean);
    EXPECT_LE((sum * mean - greatest * mean).norm(), 1e-14 * greatest) << spread;
    for (int i = 0; i < 4; ++i) EXPECT_GE(greatest, sum(i, i)) << spread;
  }
}

TEST(MeanAttitude, RefusesNoneAndNoRotation) {
  EXPECT_THROW(mean_attitude({}), polhode::InvalidInput);
  const std::vector<Quaterniond> zero{Quaterniond(0, 0, 0, 0)};
  EXPECT_THROW(mean_attitude(zero), polhode::InvalidInput);
}

TEST(ShortestTurn, TurnsOneIntoTheOther) {
  std::mt19937 engine(5);
  std::normal_distribution<double> number;
  const auto direction = [&] { return Eigen::Vector3d(number(engine), number(engine), number(engine)); };
  for (int i = 0; i < 1000; ++i) {
    const Eigen::Vector3d a = direction();
    // Anywhere, nearly the same, nearly opposite, and opposite.
    const double off = i % 4 == 1 ? 1e-9 : i % 4 == 2 ? 1e-7 : 0;
    const Eigen::Vector3d b = i % 4 == 0 ? direction() : (i % 4 == 1 ? 1.0 : -3.0) * (a + off * direction());
    const Quaterniond turn = polhode::shortest_turn(a, b);
    EXPECT_NEAR(turn.norm(), 1, 4 * eps);
    EXPECT_LE((turn * a.normalized() - b.normalized()).norm(), 8 * eps) << i;
    EXPECT_LE(std::abs(turn.vec().dot(a)), 8 * eps * a.norm()) << i;
  }
  EXPECT_THROW(polhode::shortest_turn({0, 0, 0}, {0, 0, 1}), polhode::InvalidInput);
  EXPECT_THROW(polhode::shortest_turn({0, 0, 1}, {0, std::nan(""), 1}), polhode::InvalidInput);
}

}  // namespace
}  // namespace mean_test
