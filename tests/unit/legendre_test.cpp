// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/elliptic/jacobi.hpp>
#include <polhode/elliptic/legendre.hpp>
#include <random>
#include <string>

#include "support/worst.hpp"

namespace legendre_test {
namespace {

using namespace polhode::elliptic;
using polhode::test::Worst;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double pi = std::numbers::pi;

static_assert(noexcept(ellint_k(from_m(0.5))) && noexcept(ellint_f(1.0, from_m(0.5))) && noexcept(
    ellint_pi(0.1, from_m(0.5))) && noexcept(ellint_pi(0.1, 1.0, from_m(0.5))));

TEST(LegendreIntegrals, FirstKindInvertsTheEllipticFunctions) {
  std::mt19937_64 random(31);
  std::uniform_real_distribution<double> turn(-1.999, 1.999), exponent(-300, 0);
  Worst worst("F(sn, cn, dn) against u, in eps");
  for (int i = 0; i < 20000; ++i) {
    const Parameter<double> p =
        from_mc(i % 2 == 0 ? std::pow(10.0, exponent(random)) : std::abs(turn(random)));
    const double u = turn(random) * ellint_k(p);
    const double back = ellint_f(jacobi(u, p), p);
    worst.add(std::abs(back / u - 1) / eps, [&] {
      return "u = " + std::to_string(u) + ", log10 mc = " + std::to_string(std::log10(p.mc));
    });
  }
  worst.expect_at_most(8);
}

/// Near pi/2 and m = 1 the amplitude no longer tells F apart, (sn, cn, dn) do.
TEST(LegendreIntegrals, EllipticFunctionsKnowWhatTheAmplitudeForgot) {
  const Parameter<double> p = from_mc(1e-300);
  for (const double u : {50.0, 150.0, 300.0, 340.0}) {
    EXPECT_EQ(amplitude(u, p), pi / 2);
    EXPECT_NEAR(ellint_f(jacobi(u, p), p), u, 4 * eps * u);
  }
}

TEST(LegendreIntegrals, ThirdKindReducesToKnownOnes) {
  for (const double phi : {-40.0, -1.0, 1e-200, 1e-3, 0.9, 1.5, 2.0, 9.0})
    for (const double m : {0.0, 0.5, 0.999}) {
      const Parameter<double> p = from_m(m);
      const double f = ellint_f(phi, p);
      EXPECT_NEAR(ellint_pi(0.0, phi, p), f, 4 * eps * std::abs(f));
    }
  for (const double phi : {-1.5, -1.0, 1e-3, 0.9, 1.57}) {
    const double tangent = std::tan(phi);
    EXPECT_NEAR(ellint_pi(1.0, phi, from_m(0.0)), tangent, 4 * eps * std::abs(tangent));
    const double at_minus_three = std::atan(2 * tangent) / 2;
    EXPECT_NEAR(ellint_pi(-3.0, phi, from_m(0.0)), at_minus_three, 4 * eps * std::abs(at_minus_three));
  }
}

TEST(LegendreIntegrals, AreOddAndQuasiPeriodic) {
  std::mt19937_64 random(32);
  std::uniform_real_distribution<double> angle(-1.5, 1.5), unit(0, 1);
  for (int i = 0; i < 500; ++i) {
    const Parameter<double> p = from_m(2 * unit(random) - 1);
    const double phi = angle(random), n = i % 2 == 0 ? -std::exp(9 * unit(random) - 3) : unit(random);
    EXPECT_EQ(ellint_f(-phi, p), -ellint_f(phi, p));
    EXPECT_EQ(ellint_pi(n, -phi, p), -ellint_pi(n, phi, p));
    const double turned = ellint_pi(n, phi + 8 * pi, p);
    const double slope =
        28 / ((1 - n * std::pow(std::sin(phi), 2)) * std::sqrt(1 - p.m * std::pow(std::sin(phi), 2)));
    EXPECT_NEAR(turned, ellint_pi(n, phi, p) + 16 * ellint_pi(n, p), 8 * eps * (std::abs(turned) + slope));
  }
}

TEST(LegendreIntegrals, DivergentIntegralsAreInfiniteWithTheirSign) {
  const Parameter<double> one = from_m(1.0), half = from_m(0.5);
  EXPECT_EQ(ellint_k(one), infinity);
  EXPECT_EQ(ellint_f(2.0, one), infinity);
  EXPECT_EQ(ellint_f(-2.0, one), -infinity);
  EXPECT_EQ(ellint_pi(0.5, one), infinity);
  EXPECT_EQ(ellint_pi(-0.5, one), infinity);
  EXPECT_EQ(ellint_pi(2.0, one), -infinity);
  EXPECT_EQ(ellint_pi(1.0, half), infinity);
  EXPECT_EQ(ellint_pi(1.0, 2.0, half), infinity);
  EXPECT_EQ(ellint_pi(1.0, -4.0, half), -infinity);
  EXPECT_EQ(ellint_pi(1.0, Jacobi<double>{1.0, 0.0, std::sqrt(0.5)}, half), infinity);
  EXPECT_LT(std::abs(ellint_f(1.5, one)), 4);
}

/// m = 1 is passed without a jump: the integral just below and at it.
TEST(LegendreIntegrals, ParameterOneIsTheLimit) {
  for (const double phi : {0.3, 1.0, 1.5}) {
    EXPECT_NEAR(ellint_f(phi, from_m(1.0)), ellint_f(phi, from_mc(1e-300)), 2 * eps * 4);
    EXPECT_NEAR(ellint_f(phi, from_m(1.0)), std::asinh(std::tan(phi)), 16 * eps);
    for (const double n : {-2.0, 0.5, 3.0})
      EXPECT_NEAR(ellint_pi(n, phi, from_m(1.0)), ellint_pi(n, phi, from_mc(1e-300)), 64 * eps);
  }
}

/// Principal value on both sides of the pole, and through 2 sin^2 = 1.
TEST(LegendreIntegrals, PrincipalValueIsSymmetricAboutThePole) {
  const Parameter<double> p = from_m(0.0);
  // n = 2, m = 0: the integral of 1 / cos 2t is half the inverse Gudermannian of 2t, also past its pole.
  for (const double phi : {0.1, 0.7, 0.785, 0.786, 0.9, 1.4}) {
    const double expected = std::asinh(std::abs(std::tan(2 * phi))) / 2, slope = phi / std::cos(2 * phi);
    EXPECT_NEAR(ellint_pi(2.0, phi, p), expected, 4 * eps * (std::abs(expected) + std::abs(slope))) << phi;
  }
  EXPECT_NEAR(ellint_pi(2.0, p), 0.0, eps);
}

TEST(LegendreIntegrals, NanOutsideTheDomain) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(ellint_k(from_m(1.5))));
  EXPECT_TRUE(std::isnan(ellint_f(nan, from_m(0.5))));
  EXPECT_TRUE(std::isnan(ellint_f(infinity, from_m(0.5))));
  EXPECT_TRUE(std::isnan(ellint_pi(nan, 1.0, from_m(0.5))));
  EXPECT_TRUE(std::isnan(ellint_pi(0.5, 1.0, from_m(1.5))));
  EXPECT_TRUE(std::isnan(ellint_f(0.1, from_m(1.5))));
}

TEST(LegendreIntegrals, ZeroAmplitudeGivesZeroWhateverN) {
  for (const double n : {-1e30, -1.0, 0.0, 1.0, 5.0}) {
    EXPECT_EQ(ellint_pi(n, 0.0, from_m(0.5)), 0.0);
    EXPECT_EQ(ellint_pi(n, 0.0, from_m(1.0)), 0.0);
    EXPECT_EQ(ellint_pi(n, 1e-300, from_m(0.5)), 1e-300);
  }
}

}  // namespace
}  // namespace legendre_test
