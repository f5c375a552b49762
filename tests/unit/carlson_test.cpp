// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>
#include <polhode/elliptic/carlson.hpp>
#include <random>
#include <string>

#include "support/worst.hpp"

namespace carlson_test {
namespace {

using polhode::elliptic::rc;
using polhode::elliptic::rd;
using polhode::elliptic::rf;
using polhode::elliptic::rj;
using polhode::test::Worst;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double pi = std::numbers::pi;

static_assert(noexcept(rf(1.0, 1.0, 1.0)) && noexcept(rc(1.0, 1.0)) && noexcept(
    rd(1.0, 1.0, 1.0)) && noexcept(rj(1.0, 1.0, 1.0, 1.0)));

template <class Expected>
double relative(double found, Expected expected) {
  const long double exact = static_cast<long double>(expected);
  return static_cast<double>(std::abs((static_cast<long double>(found) - exact) / exact)) / eps;
}

/// The same arguments, which are doubles, in long double.
long double wide_rj(double x, double y, double z, double p) {
  return rj(static_cast<long double>(x), static_cast<long double>(y), static_cast<long double>(z),
            static_cast<long double>(p));
}

double power_of_ten(std::mt19937_64& random, double low, double high) {
  return std::pow(10.0, std::uniform_real_distribution<double>(low, high)(random));
}

TEST(Carlson, EqualArgumentsGivePowers) {
  for (const double x : {1e-200, 0.3, 1.0, 7.0, 1e150}) {
    const long double wide = static_cast<long double>(x);
    const long double to_minus_half = 1 / std::sqrt(wide), to_minus_three_halves = to_minus_half / wide;
    EXPECT_LE(relative(rf(x, x, x), to_minus_half), 2) << x;
    EXPECT_LE(relative(rc(x, x), to_minus_half), 2) << x;
    EXPECT_LE(relative(rd(x, x, x), to_minus_three_halves), 4) << x;
    EXPECT_LE(relative(rj(x, x, x, x), to_minus_three_halves), 4) << x;
  }
}

TEST(Carlson, ElementaryValues) {
  EXPECT_LE(relative(rc(0.0, 0.25), pi), 2);
  EXPECT_LE(relative(rc(2.25, 2.0), std::log(2.0L)), 2);
  EXPECT_LE(relative(rc(0.25, -2.0), std::log(2.0L) / 3), 2);
  EXPECT_LE(relative(rf(0.0, 1.0, 2.0), 1.31102877714605990523L), 2);
  EXPECT_LE(relative(rd(0.0, 2.0, 1.0), 1.79721035210338831112L), 4);
  EXPECT_LE(relative(rj(0.0, 1.0, 2.0, 3.0), 0.77688623778582332014L), 4);
  EXPECT_LE(relative(rj(2.0, 3.0, 4.0, 5.0), 0.14297579667156753833L), 4);
  EXPECT_LE(relative(rj(2.0, 3.0, 4.0, -5.0), -0.12711230042963928058L), 8);
}

TEST(Carlson, DivergentIntegralsAreInfinite) {
  EXPECT_EQ(rf(0.0, 0.0, 1.0), infinity);
  EXPECT_EQ(rc(1.0, 0.0), infinity);
  EXPECT_EQ(rd(0.0, 0.0, 1.0), infinity);
  EXPECT_EQ(rd(1.0, 2.0, 0.0), infinity);
  EXPECT_EQ(rj(0.0, 0.0, 1.0, 1.0), infinity);
  EXPECT_EQ(rj(1.0, 2.0, 3.0, 0.0), infinity);
}

TEST(Carlson, InfiniteArgumentsGiveZero) {
  EXPECT_EQ(rf(infinity, 1.0, 0.0), 0.0);
  EXPECT_EQ(rc(1.0, infinity), 0.0);
  EXPECT_EQ(rd(1.0, 1.0, infinity), 0.0);
  EXPECT_EQ(rj(1.0, 1.0, 1.0, infinity), 0.0);
  EXPECT_EQ(rj(1.0, infinity, 1.0, 1.0), 0.0);
}

TEST(Carlson, ArgumentsOutsideTheDomainGiveNan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(rf(-1.0, 1.0, 1.0)));
  EXPECT_TRUE(std::isnan(rf(nan, 1.0, 1.0)));
  EXPECT_TRUE(std::isnan(rc(-1.0, 1.0)));
  EXPECT_TRUE(std::isnan(rd(1.0, -1.0, 1.0)));
  EXPECT_TRUE(std::isnan(rj(1.0, 1.0, -1.0, 1.0)));
  EXPECT_TRUE(std::isnan(rj(1.0, 1.0, 1.0, nan)));
  EXPECT_TRUE(std::isnan(rj(nan, 1.0, 1.0, 1.0)));
}

TEST(Carlson, ThirdKindIsSymmetricAndHomogeneous) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 2000; ++i) {
    const double x = power_of_ten(random, -6, 6), y = power_of_ten(random, -6, 6),
                 z = power_of_ten(random, -6, 6);
    const double p = power_of_ten(random, -6, 9);
    const double value = rj(x, y, z, p);
    EXPECT_LE(relative(rj(z, x, y, p), value), 8) << x << ' ' << y << ' ' << z << ' ' << p;
    for (const int e : {-300, -220, 220, 300})
      EXPECT_LE(
          relative(std::ldexp(rj(std::ldexp(x, e), std::ldexp(y, e), std::ldexp(z, e), std::ldexp(p, e)),
                              e / 2 * 3),
                   value),
          8)
          << e;
  }
}

TEST(Carlson, SecondKindIsTheThirdWithTwoEqualArguments) {
  std::mt19937_64 random(12);
  for (int i = 0; i < 2000; ++i) {
    const double x = power_of_ten(random, -6, 6), y = power_of_ten(random, -6, 6),
                 z = power_of_ten(random, -6, 6);
    EXPECT_LE(relative(rj(x, y, z, z), rd(x, y, z)), 8) << x << ' ' << y << ' ' << z;
  }
}

/// What the long exact step asks for: x, y in [0, 1], z = 1, p from 1 to 1e30.
TEST(Carlson, ThirdKindInTheRangeOfTheExactStep) {
  std::mt19937_64 random(13);
  std::uniform_real_distribution<double> unit(0, 1);
  Worst worst("R_J(x, y, 1, p), x and y in [0, 1], p >= 1, in eps");
  for (int i = 0; i < 20000; ++i) {
    const double x = i % 3 == 0 ? unit(random) : power_of_ten(random, -30, 0);
    const double y = i % 2 == 0 ? unit(random) : power_of_ten(random, -30, 0);
    const double p = 1 + power_of_ten(random, -16, i % 4 == 0 ? 30 : 2);
    const long double wide = wide_rj(x, y, 1, p);
    worst.add(relative(rj(x, y, 1.0, p), wide),
              [&] { return std::to_string(x) + ' ' + std::to_string(y) + " 1 " + std::to_string(p); });
  }
  worst.expect_at_most(4);
}

/// Random arguments of any size, in long double by another route: the exchange instead of duplication.
TEST(Carlson, ThirdKindByDuplicationAgreesWithTheExchange) {
  std::mt19937_64 random(14);
  Worst worst("R_J by duplication against the exchange, in eps");
  for (int i = 0; i < 5000; ++i) {
    const double x = power_of_ten(random, -4, 0), y = power_of_ten(random, -4, 0);
    const double p = 1 + power_of_ten(random, 0, 1);
    const long double wide = polhode::elliptic::detail::rj_by_exchange(
        static_cast<long double>(x), static_cast<long double>(y), 1.0L, static_cast<long double>(p));
    worst.add(relative(polhode::elliptic::detail::duplication(x, y, 1.0, p).third, wide),
              [&] { return std::to_string(x) + ' ' + std::to_string(y) + " 1 " + std::to_string(p); });
  }
  worst.expect_at_most(5);
}

/// Limits that older codes keep from single precision: smallest argument 2.5e-13, largest 9e11.
TEST(Carlson, NoLimitsFromSinglePrecision) {
  EXPECT_LE(relative(rj(1e-14, 2e-14, 3e-14, 4e-14), wide_rj(1, 2, 3, 4) * 1e21L), 8);
  EXPECT_LE(relative(rj(1e14, 2e14, 3e14, 4e14), wide_rj(1, 2, 3, 4) * 1e-21L), 8);
  EXPECT_LE(relative(rj(1e-200, 2e-200, 3e-200, 4e-200), wide_rj(1, 2, 3, 4) * 1e300L), 8);
}

/// 1e-95, 1e-110, 1e94, 1e-114: products of three arguments underflow, the integral does not.
TEST(Carlson, FarApartArguments) {
  EXPECT_LE(relative(rj(3.9011776292578616e-95, 9.7303694321867742e-110, 2.5596071685468613e+94,
                        1.0624393976531562e-114),
                     6.165071263862908195884557e+55L),
            4);
  EXPECT_LE(relative(rj(8.8945471550118769e+127, 1.6144645293699808e+93, 4.4586538977354533e+69,
                        1.9862109525765706e-82),
                     2.0741437499368812569e-143L),
            4);
  EXPECT_LE(relative(rj(1.2424620976110458e-49, 6.0164255806662074e-32, 1.0160690676925501e+133,
                        6.671810656497815e+107),
                     2.2679481520500426337e-172L),
            4);
}

}  // namespace
}  // namespace carlson_test
