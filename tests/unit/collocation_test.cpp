// SPDX-License-Identifier: MIT
#include "splitting/collocation.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/core/norm.hpp>
#include <support/kick_reference.hpp>
#include <support/random_motion.hpp>

#include "torque/internal_dissipation.hpp"

namespace collocation_test {
namespace {

using namespace polhode;
using test::at;
using torques::InternalDissipation;
using L = long double;

constexpr double eps = std::numeric_limits<double>::epsilon();

template <class T>
void expect_gauss_coefficients(int stages) {
  const GaussCollocation<T> rule(stages);
  const std::size_t s = rule.stages();
  ASSERT_EQ(s, static_cast<std::size_t>(stages));
  const T tolerance = 8 * std::numeric_limits<T>::epsilon();
  std::array<T, 5> c{}, power{};
  for (std::size_t i = 0; i < s; ++i) {
    power[i] = T(1);
    for (std::size_t j = 0; j < s; ++j) {
      c[i] += rule.a(i, j);
      // Quadratic invariants are kept.
      EXPECT_LE(std::abs(rule.b(i) * rule.a(i, j) + rule.b(j) * rule.a(j, i) - rule.b(i) * rule.b(j)),
                tolerance);
    }
  }
  // sum_j a_ij c_j^(k-1) = c_i^k / k: each stage is exact for polynomials of degree s.
  for (int k = 1; k <= stages; ++k) {
    for (std::size_t i = 0; i < s; ++i) {
      T sum = T(0);
      for (std::size_t j = 0; j < s; ++j) sum += rule.a(i, j) * power[j];
      EXPECT_LE(std::abs(sum - power[i] * c[i] / T(k)), tolerance) << stages << ' ' << k;
    }
    for (std::size_t i = 0; i < s; ++i) power[i] *= c[i];
  }
}

TEST(Collocation, CoefficientsAreGausss) {
  for (int s = 1; s <= 5; ++s) {
    expect_gauss_coefficients<double>(s);
    expect_gauss_coefficients<long double>(s);
  }
  EXPECT_EQ(GaussCollocation<double>(0).stages(), 1U);
  EXPECT_EQ(GaussCollocation<double>(9).stages(), 5U);
}

TEST(Collocation, HasTwiceTheOrderOfItsStages) {
  const InternalDissipation<L> torque(1, {1, 1.7L, 3});
  const Vec3<L> m{0.8L, -0.5L, 0.6L};
  CollocationKick<L, InternalDissipation<L>> fine(torque, 5);
  for (int s = 1; s <= 5; ++s) {
    CollocationKick<L, InternalDissipation<L>> kick(torque, s);
    const auto error = [&](L h) {
      Vec3<L> exact;
      for (int n = 0; n < 64; ++n) exact = exact + fine(at(m + exact), L(0), h / 64, L(0));
      return norm(kick(at(m), L(0), h, L(0)) - exact);
    };
    const L h = s < 3 ? 0.1L : s < 5 ? 0.3L : 0.6L;
    EXPECT_NEAR(static_cast<double>(std::log2(error(h) / error(h / 2))) - 1, 2 * s, 0.25) << s;
  }
}

TEST(Collocation, KeepsTheLengthOfTheMomentumInEveryKick) {
  test::RandomMotions motions(11);
  for (int n = 0; n < 500; ++n) {
    const test::RandomMotion r = motions.next();
    const InternalDissipation<double> torque(motions.uniform(-0.2, 0.2), r.moments);
    CollocationKick<double, InternalDissipation<double>> kick(torque, 1 + n % 5);
    const Vec3<double> m = r.m, dm = kick(at(m), 0, motions.uniform(0, 0.5), 0);
    // |m + dm|^2 - |m|^2 without the rounding of m + dm.
    EXPECT_LE(std::abs(dot(m + m + dm, dm)), 4 * eps * norm(dm) * norm(m)) << n;
  }
}

TEST(Collocation, ConvergesBesideAnEquilibrium) {
  const InternalDissipation<double> torque(0.5, {1, 2, 3});
  for (int s = 1; s <= 5; ++s)
    for (const double away : {0.0, 1e-300, 1e-20, 1e-12}) {
      CollocationKick<double, InternalDissipation<double>> kick(torque, s);
      const Vec3<double> dm = kick(at<double>({away, away, 1}), 0, 0.7, 0);
      // It decays with k |m| (1/I1 - 1/I3) and k |m| (1/I2 - 1/I3).
      EXPECT_LE(std::abs(dm.x - away * std::expm1(-0.7 / 3)), (s < 3 ? 2e-3 : 1e-6) * away) << s;
      EXPECT_LE(std::abs(dm.y - away * std::expm1(-0.7 / 12)), (s < 3 ? 2e-3 : 1e-6) * away) << s;
    }
}

TEST(Collocation, LeadsBack) {
  const InternalDissipation<double> torque(0.5, {1, 2, 3});
  for (int s = 1; s <= 5; ++s) {
    CollocationKick<double, InternalDissipation<double>> kick(torque, s);
    const Vec3<double> m{0.8, -0.5, 0.6}, there = m + kick(at(m), 0, 0.4, 0),
                                          back = there + kick(at(there), 0, -0.4, 0);
    EXPECT_LE(norm(back - m), 4 * eps * norm(m)) << s;
  }
}

TEST(Collocation, RefusesWhatDoesNotConverge) {
  const InternalDissipation<double> torque(1, {1, 2, 3});
  const double infinity = std::numeric_limits<double>::infinity();
  for (int s = 1; s <= 5; ++s) {
    CollocationKick<double, InternalDissipation<double>> kick(torque, s);
    for (const double h : {50.0, -1e4, 1e200, infinity, std::numeric_limits<double>::quiet_NaN()}) {
      const Vec3<double> dm = kick(at<double>({0.8, -0.5, 0.6}), 0, h, 0);
      EXPECT_TRUE(dm.x != dm.x && dm.y != dm.y && dm.z != dm.z) << s << ' ' << h;
    }
    const Vec3<double> dm = kick(at<double>({0.8, -0.5, infinity}), 0, 0.1, 0);
    EXPECT_TRUE(dm.x != dm.x && dm.y != dm.y && dm.z != dm.z) << s;
  }
}

}  // namespace
}  // namespace collocation_test
