// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <polhode/core/sine.hpp>
#include <random>
#include <support/wide.hpp>

namespace sine_test {
namespace {

using polhode::sine_and_cosine;
using polhode::SineCosine;
using polhode::test::Wide;

/// The distance in units of the last bit of the exact value.
double units(double found, const Wide& exact) {
  const double near = static_cast<double>(exact);
  return static_cast<double>(abs(Wide(found) - exact) / Wide(std::ldexp(1.0, std::ilogb(near) - 52)));
}

void expect_near(double x, double most) {
  const SineCosine<double> found = sine_and_cosine(x);
  EXPECT_LE(units(found.sine, sin(Wide(x))), most) << x;
  EXPECT_LE(units(found.cosine, cos(Wide(x))), most) << x;
}

TEST(Sines, AreWithinALittleMoreThanHalfAUnit) {
  std::mt19937_64 random(1);
  for (const double range : {0.03, 0.8, 1.6, 3.2, 1000.0, 1e6}) {
    std::uniform_real_distribution<double> angle(-range, range);
    for (int n = 0; n < 400; ++n) expect_near(angle(random), 0.5003);
  }
}

TEST(Sines, KeepTheirDigitsNextToMultiplesOfARightAngle) {
  for (int n = 1; n < 600000; n += 1 + n / 8) {
    const double x = n * (std::numbers::pi / 2);
    for (const double y : {x, std::nextafter(x, 0), std::nextafter(x, 1e9), -x}) expect_near(y, 0.5003);
  }
}

TEST(Sines, PassSmoothlyFromRowToRowOfTheTable) {
  for (int k = 0; k <= 101; ++k) {
    const double x = (k + 0.5) / 64;
    for (const double y : {x, std::nextafter(x, 0), std::nextafter(x, 2)}) expect_near(y, 0.5003);
  }
}

TEST(Sines, OfTheSmallestAngles) {
  for (const double x : {0.0, -0.0, 5e-324, -1e-310, 1e-40, -1e-20, 0x1p-28, -0x1.fp-28}) {
    const SineCosine<double> found = sine_and_cosine(x);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(found.sine), std::bit_cast<std::uint64_t>(x));
    EXPECT_EQ(found.cosine, 1);
  }
  for (const double x : {0x1p-27, 0x1.8p-27, 1e-7, -3e-6, 1e-3}) expect_near(x, 0.5003);
}

TEST(Sines, OfWhatIsFarOrNoNumber) {
  EXPECT_EQ(sine_and_cosine(1e22).sine, std::sin(1e22));
  EXPECT_EQ(sine_and_cosine(-1e22).cosine, std::cos(1e22));
  EXPECT_TRUE(std::isnan(sine_and_cosine(std::numeric_limits<double>::infinity()).sine));
  EXPECT_TRUE(std::isnan(sine_and_cosine(std::numeric_limits<double>::quiet_NaN()).cosine));
}

/// The same bits on every machine and in the browser: a change of them would show here.
TEST(Sines, HaveTheseBits) {
  std::uint64_t all = 0;
  for (int k = 1; k <= 20000; ++k) {
    const SineCosine<double> found = sine_and_cosine(k * 0x1.3p-9);
    for (const double x : {found.sine, found.cosine})
      all = all * 1099511628211U + std::bit_cast<std::uint64_t>(x);
  }
  EXPECT_EQ(all, 17816699836569888391U);
}

TEST(Sines, OfOtherTypesAreTheirOwn) {
  EXPECT_EQ(sine_and_cosine(1.25L).sine, std::sin(1.25L));
  EXPECT_EQ(sine_and_cosine(1.25F).cosine, std::cos(1.25F));
}

}  // namespace
}  // namespace sine_test
