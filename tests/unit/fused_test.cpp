// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <polhode/core/fused.hpp>
#include <random>
#include <support/wide.hpp>

namespace fused_test {
namespace {

using polhode::fused_multiply_add;
using polhode::test::Wide;

TEST(FusedMultiplyAdd, IsRoundedOnceEverywhereOrTwiceEverywhere) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> number(-2, 2);
  int once = 0, twice = 0, differ = 0;
  for (int n = 0; n < 5000; ++n) {
    const double a = number(random), b = number(random), c = n % 2 == 0 ? number(random) : -a * b;
    const double fused = std::fma(a, b, c), plain = a * b + c, result = fused_multiply_add(a, b, c);
    if (fused == plain) {
      EXPECT_EQ(result, plain);
      continue;
    }
    ++differ;
    once += result == fused ? 1 : 0;
    twice += result == plain ? 1 : 0;
  }
  EXPECT_GT(differ, 1000);
  EXPECT_TRUE(once == differ || twice == differ)
      << once << " of " << differ << " were fused, " << twice << " not";
}

TEST(FusedMultiplyAdd, IsPlainForOtherNumbers) {
  const long double a = 1 + 0x1p-40L;
  EXPECT_EQ(fused_multiply_add(a, a, -1.0L), a * a - 1);
  EXPECT_EQ(fused_multiply_add(1.25f, 3.0f, 0.5f), 4.25f);
  EXPECT_EQ(fused_multiply_add(Wide(3), Wide(5), Wide(-14)), Wide(1));
  static_assert(fused_multiply_add(3.0f, 5.0f, 7.0f) == 22.0f);
}

TEST(FusedMultiplyAdd, SmallIntegersAreExact) {
  for (int a = -9; a <= 9; ++a)
    for (int b = -9; b <= 9; ++b) EXPECT_EQ(fused_multiply_add(double(a), double(b), 0.5), a * b + 0.5);
}

}  // namespace
}  // namespace fused_test
