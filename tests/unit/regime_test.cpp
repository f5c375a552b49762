// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <limits>
#include <polhode/body/regime.hpp>
#include <polhode/core/error.hpp>
#include <random>

#include "support/wide.hpp"

namespace regime_test {
namespace {

using polhode::BodyAxis;
using polhode::classify;
using polhode::Inertia;
using polhode::Regime;
using polhode::Tumbling;
using polhode::test::Wide;

constexpr double eps = std::numeric_limits<double>::epsilon();

constexpr Tumbling rest{Regime::rest, BodyAxis::none};
constexpr Tumbling long_mode{Regime::long_axis_mode, BodyAxis::long_axis};
constexpr Tumbling short_mode{Regime::short_axis_mode, BodyAxis::short_axis};
constexpr Tumbling separatrix{Regime::separatrix, BodyAxis::intermediate};
constexpr Tumbling pure(BodyAxis axis) { return {Regime::pure_rotation, axis}; }

TEST(Regimes, AnAsymmetricBody) {
  const Eigen::Vector3d i{1, 2, 3};
  EXPECT_EQ(classify(i, {0, 0, 0}), rest);
  EXPECT_EQ(classify(i, {-1, 0, 0}), pure(BodyAxis::long_axis));
  EXPECT_EQ(classify(i, {0, 1, 0}), pure(BodyAxis::intermediate));
  EXPECT_EQ(classify(i, {0, 0, 1}), pure(BodyAxis::short_axis));
  EXPECT_EQ(classify(i, {0, 1, 1e-200}), short_mode);
  EXPECT_EQ(classify(i, {-1e-200, 1, 0}), long_mode);
  EXPECT_EQ(classify(i, {1, 0.1, 0.1}), long_mode);
  EXPECT_EQ(classify(i, {0.1, 0.1, 1}), short_mode);
}

TEST(Regimes, TheSeparatrix) {
  const Eigen::Vector3d k{3, 4, 6};  // I1 (I3-I2) m3^2 = 6 m3^2 and I3 (I2-I1) m1^2 = 6 m1^2
  EXPECT_EQ(classify(k, {1, 5, 1}), separatrix);
  EXPECT_EQ(classify(k, {1, 5, -1 - eps}), short_mode);
  EXPECT_EQ(classify(k, {-1 - eps, 5, 1}), long_mode);
  EXPECT_EQ(classify(k, {1e-200, 5, -1e-200}), separatrix);
  EXPECT_EQ(classify(k, {1e200, 5e-200, 1e200}), separatrix);
}

TEST(Regimes, SymmetricBodies) {
  const Eigen::Vector3d oblate{1, 1, 2}, prolate{1, 2, 2}, sphere{2, 2, 2}, rod{0, 2, 2};
  EXPECT_EQ(classify(oblate, {0.5, 0.5, 1e-300}), short_mode);
  EXPECT_EQ(classify(oblate, {0.5, 0.5, 0}), pure(BodyAxis::any));
  EXPECT_EQ(classify(oblate, {0.5, 0, 0}), pure(BodyAxis::any));
  EXPECT_EQ(classify(oblate, {0, 0, 1}), pure(BodyAxis::short_axis));
  EXPECT_EQ(classify(prolate, {1e-300, 0.5, 0.5}), long_mode);
  EXPECT_EQ(classify(prolate, {0, 0.5, 0.5}), pure(BodyAxis::any));
  EXPECT_EQ(classify(prolate, {0, 0, 0.5}), pure(BodyAxis::any));
  EXPECT_EQ(classify(prolate, {1, 0, 0}), pure(BodyAxis::long_axis));
  EXPECT_EQ(classify(sphere, {1, 2, 3}), pure(BodyAxis::any));
  EXPECT_EQ(classify(rod, {0, 2, 3}), pure(BodyAxis::any));
  EXPECT_EQ(classify(rod, {0, 0, 0}), rest);
}

TEST(Regimes, AgreeWithEnergyInFiftyDigits) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(0.1, 1), near(-14, 0), power(-150, 150);
  int decided = 0, close = 0;
  for (int n = 0; n < 20000; ++n) {
    const double unit = std::pow(10.0, power(random)), size = std::pow(10.0, power(random));
    const double i1 = unit * uniform(random), i2 = i1 * (1 + std::pow(10.0, near(random))),
                 i3 = i2 * (1 + std::pow(10.0, near(random)));
    const double m1 = size * uniform(random), m2 = size * uniform(random);
    // Aimed at the separatrix, and missed by 1e-14 to 1.
    const double aim = std::sqrt((i3 / i1) * ((i2 - i1) / (i3 - i2))), miss = std::pow(10.0, near(random));
    const double m3 = m1 * aim * (n % 2 == 0 ? 1 + miss : 1 / (1 + miss));
    const auto square = [](double x) { return Wide(x) * Wide(x); };
    const Wide gap = (square(m1) + square(m2) + square(m3)) -
                     Wide(i2) * (square(m1) / Wide(i1) + square(m2) / Wide(i2) + square(m3) / Wide(i3));
    const Wide scale = (Wide(i3) - Wide(i2)) / Wide(i3) * square(m3);
    if (abs(gap) < 4 * eps * scale) {
      ++close;
      continue;
    }
    ++decided;
    EXPECT_EQ(classify({i1, i2, i3}, {m1, m2, m3}), gap > 0 ? short_mode : long_mode) << n;
  }
  EXPECT_GT(decided, 15000);
  EXPECT_LT(close, 5000);
}

TEST(Regimes, OfAStateInTheUsersFrame) {
  const Inertia body = Inertia::from_moments(3, 1, 2);
  const Eigen::Quaterniond one = Eigen::Quaterniond::Identity();
  EXPECT_EQ(classify(body, {one, {1, 0, 0}}), pure(BodyAxis::short_axis));
  EXPECT_EQ(classify(body, {one, {0, 1, 0.1}}), long_mode);
  EXPECT_THROW(classify(Inertia::from_moments(0, 1, 1), {one, {1, 1, 0}}), polhode::InvalidInput);
}

TEST(Regimes, ApophisIsInShortAxisMode) {
  // Pravec et al. 2014: I1/I3 = 0.61, I2/I3 = 0.965, energy 1.024 times that of rotation about the short
  // axis. With |m| = I3 = 1 and m2 = 0: m1^2 (1/I1 - 1) = 2 T - 1 = 0.024.
  const double m1 = std::sqrt(0.024 / (1 / 0.61 - 1));
  EXPECT_EQ(classify({0.61, 0.965, 1}, {m1, 0, std::sqrt(1 - m1 * m1)}), short_mode);
}

TEST(Regimes, HaveNames) {
  EXPECT_EQ(name(Regime::rest), "rest");
  EXPECT_EQ(name(Regime::pure_rotation), "pure rotation");
  EXPECT_EQ(name(Regime::long_axis_mode), "long-axis mode");
  EXPECT_EQ(name(Regime::short_axis_mode), "short-axis mode");
  EXPECT_EQ(name(Regime::separatrix), "separatrix");
  EXPECT_EQ(name(BodyAxis::none), "none");
  EXPECT_EQ(name(BodyAxis::long_axis), "long");
  EXPECT_EQ(name(BodyAxis::intermediate), "intermediate");
  EXPECT_EQ(name(BodyAxis::short_axis), "short");
  EXPECT_EQ(name(BodyAxis::any), "any");
}

}  // namespace
}  // namespace regime_test
