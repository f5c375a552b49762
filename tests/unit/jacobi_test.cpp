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

namespace jacobi_test {
namespace {

using namespace polhode::elliptic;
using polhode::test::Worst;

constexpr double eps = std::numeric_limits<double>::epsilon();

static_assert(noexcept(jacobi(1.0, from_m(0.5))) && noexcept(amplitude(1.0, from_m(0.5))));

double any_mc(std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(0, 1);
  switch (random() % 4) {
    case 0:
      return unit(random);
    case 1:
      return std::pow(10.0, -20 * unit(random));
    case 2:
      return std::pow(10.0, -300 * unit(random));
    default:
      return 1 + std::pow(10.0, 8 * unit(random) - 4);
  }
}

TEST(JacobiFunctions, SquaresAddUp) {
  std::mt19937_64 random(21);
  std::uniform_real_distribution<double> turn(-9, 9);
  Worst worst("sn^2 + cn^2 and dn^2 - mc - m cn^2, in eps");
  for (int i = 0; i < 20000; ++i) {
    const Parameter<double> p = from_mc(any_mc(random));
    const double u = turn(random) * ellint_k(p);
    const Jacobi<double> f = jacobi(u, p);
    const auto where = [&] { return "u = " + std::to_string(u) + ", mc = " + std::to_string(p.mc); };
    worst.add(std::abs(f.sn * f.sn + f.cn * f.cn - 1) / eps, where);
    const double dn2 = p.m > 0 ? p.mc + p.m * f.cn * f.cn : 1 - p.m * f.sn * f.sn;
    worst.add(std::abs(f.dn * f.dn / dn2 - 1) / eps, where);
  }
  worst.expect_at_most(24);
}

/// Each u in double against the same u in long double, in units of the conditioning by u.
TEST(JacobiFunctions, AgreeWithLongDouble) {
  std::mt19937_64 random(22);
  std::uniform_real_distribution<double> turn(-1, 1);
  Worst worst("sn, cn, dn for |u| < K against long double, in eps(1 + cond)");
  for (int i = 0; i < 20000; ++i) {
    const double mc = any_mc(random);
    const Parameter<double> p = from_mc(mc);
    const double u = turn(random) * ellint_k(p);
    const Jacobi<double> f = jacobi(u, p);
    const Jacobi<long double> g = jacobi(static_cast<long double>(u), from_mc(static_cast<long double>(mc)));
    const auto where = [&] {
      return "u = " + std::to_string(u) + ", log10 mc = " + std::to_string(std::log10(mc));
    };
    const auto add = [&](double found, long double exact, double slope) {
      const double scale = std::max(static_cast<double>(std::abs(exact)), std::abs(u * slope));
      worst.add(static_cast<double>(std::abs(static_cast<long double>(found) - exact)) / (eps * scale),
                where);
    };
    add(f.sn, g.sn, f.cn * f.dn);
    add(f.cn, g.cn, f.sn * f.dn);
    add(f.dn, g.dn, p.m * f.sn * f.cn);
  }
  worst.expect_at_most(5);
}

TEST(JacobiFunctions, AmplitudeIsContinuousMonotoneAndOdd) {
  for (const double mc : {1.0, 0.5, 1e-3, 1e-12, 1e-30, 1e-300, 30.0}) {
    const Parameter<double> p = from_mc(mc);
    const double quarter = ellint_k(p);
    double before = amplitude(-6 * quarter, p);
    for (int i = -6 * 200 + 1; i <= 6 * 200; ++i) {
      const double u = i * quarter / 200;
      const double am = amplitude(u, p);
      EXPECT_GE(am, before - 4 * eps * std::abs(am)) << mc << ' ' << u;
      EXPECT_LE(am - before, quarter / 200 * std::max(1.0, std::sqrt(mc)) * 1.001) << mc << ' ' << u;
      EXPECT_EQ(am, -amplitude(-u, p));
      before = am;
    }
    EXPECT_NEAR(amplitude(2 * quarter, p), std::numbers::pi, 8 * eps * std::max(1.0, quarter));
  }
}

TEST(JacobiFunctions, DegenerateParameters) {
  for (const double u : {-30.0, -1.0, 1e-300, 0.3, 2.0, 700.0}) {
    const Jacobi<double> circular = jacobi(u, from_m(0.0));
    EXPECT_NEAR(circular.sn, std::sin(u), 2 * eps * std::max(1.0, std::abs(u)));
    EXPECT_NEAR(circular.cn, std::cos(u), 2 * eps * std::max(1.0, std::abs(u)));
    EXPECT_EQ(circular.dn, 1.0);
    EXPECT_NEAR(amplitude(u, from_m(0.0)), u, 2 * eps * std::abs(u));
    const Jacobi<double> hyperbolic = jacobi(u, from_m(1.0));
    EXPECT_EQ(hyperbolic.sn, std::tanh(u));
    EXPECT_EQ(hyperbolic.cn, hyperbolic.dn);
    EXPECT_LE(std::abs(amplitude(u, from_m(1.0))), std::numbers::pi / 2);
  }
}

TEST(JacobiFunctions, TinyArgumentsKeepTheirDigits) {
  for (const double mc : {1.0, 0.5, 1e-300, 0.0})
    for (const double u : {1e-300, 1e-160, 1e-20, 1e-9}) {
      EXPECT_NEAR(jacobi(u, from_mc(mc)).sn, u, 2 * eps * u) << mc;
      EXPECT_NEAR(amplitude(u, from_mc(mc)), u, 2 * eps * u) << mc;
      EXPECT_EQ(jacobi(u, from_mc(mc)).dn, 1.0);
    }
  EXPECT_EQ(jacobi(0.0, from_m(0.5)).sn, 0.0);
  EXPECT_EQ(jacobi(0.0, from_m(0.5)).cn, 1.0);
}

TEST(JacobiFunctions, FiniteAndBoundedForEveryFiniteArgument) {
  std::mt19937_64 random(23);
  std::uniform_real_distribution<double> exponent(-308, 308);
  for (int i = 0; i < 5000; ++i) {
    const Parameter<double> p =
        from_mc(std::pow(10.0, i % 2 == 0 ? -std::abs(exponent(random)) : exponent(random)));
    const double u = std::pow(10.0, exponent(random));
    const Jacobi<double> f = jacobi(u, p);
    EXPECT_LE(std::abs(f.sn), 1 + eps) << u << ' ' << p.mc;
    EXPECT_LE(std::abs(f.cn), 1 + eps) << u << ' ' << p.mc;
    EXPECT_TRUE(std::isfinite(f.dn)) << u << ' ' << p.mc;
    EXPECT_FALSE(std::isnan(amplitude(u, p))) << u << ' ' << p.mc;
  }
}

TEST(JacobiFunctions, NanOutsideTheDomain) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(jacobi(1.0, from_m(1.5)).sn));
  EXPECT_TRUE(std::isnan(amplitude(1.0, from_m(1.5))));
  EXPECT_TRUE(std::isnan(jacobi(nan, from_m(0.5)).dn));
  EXPECT_TRUE(std::isnan(jacobi(std::numeric_limits<double>::infinity(), from_m(0.5)).cn));
  EXPECT_TRUE(std::isnan(jacobi(1.0, Parameter<double>{nan, nan}).cn));
}

}  // namespace
}  // namespace jacobi_test
