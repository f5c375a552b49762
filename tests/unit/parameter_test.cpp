// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/elliptic/parameter.hpp>

namespace parameter_test {
namespace {

using polhode::elliptic::from_m;
using polhode::elliptic::from_mc;
using polhode::elliptic::from_modulus;

TEST(EllipticParameter, KeepsTheNumberThatWasGiven) {
  EXPECT_EQ(from_m(1e-300).m, 1e-300);
  EXPECT_EQ(from_m(1e-300).mc, 1.0);
  EXPECT_EQ(from_mc(1e-300).mc, 1e-300);
  EXPECT_EQ(from_mc(1e-300).m, 1.0);
  EXPECT_EQ(from_m(-3.0).mc, 4.0);
}

TEST(EllipticParameter, ComplementOfAModulusNearOneKeepsItsDigits) {
  const double eps = std::numeric_limits<double>::epsilon();
  for (int e = 1; e <= 52; ++e) {
    const double k = 1 - std::ldexp(1.0, -e);
    const long double wide = static_cast<long double>(k), exact = (1 - wide) * (1 + wide);
    const double mc = from_modulus(k).mc;
    EXPECT_LE(std::abs(static_cast<double>(static_cast<long double>(mc) - exact)), eps * mc)
        << "k = 1 - 2^-" << e;
  }
  EXPECT_EQ(from_modulus(1.0).mc, 0.0);
  EXPECT_EQ(from_modulus(0.0).m, 0.0);
}

}  // namespace
}  // namespace parameter_test
