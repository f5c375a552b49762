// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/core/compensated.hpp>
#include <random>
#include <support/wide.hpp>

namespace compensated_test {
namespace {

using polhode::compensated_add;
using polhode::ExactSum;
using polhode::two_sum;
using polhode::test::Wide;

template <class T>
class TwoSums : public testing::Test {};
using Types = testing::Types<float, double, long double>;
TYPED_TEST_SUITE(TwoSums, Types);

/// sum is a + b as rounded, and nothing is missing from sum + error.
template <class T>
void expect_exact(T a, T b) {
  const ExactSum<T> r = two_sum(a, b);
  EXPECT_EQ(r.sum, static_cast<T>(a + b));
  EXPECT_EQ(Wide(r.sum) + Wide(r.error), Wide(a) + Wide(b)) << a << " + " << b;
}

TYPED_TEST(TwoSums, LoseNothingAtAnyRatioOfTheTerms) {
  using T = TypeParam;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<T> number(-2, 2);
  // Fifty digits hold sums of terms whose exponents differ by up to 100.
  std::uniform_int_distribution<int> exponent(-50, 50);
  for (int n = 0; n < 3000; ++n)
    expect_exact<T>(std::ldexp(number(random), exponent(random)),
                    std::ldexp(number(random), exponent(random)));
}

TYPED_TEST(TwoSums, LoseNothingWhereTermsCancel) {
  using T = TypeParam;
  std::mt19937_64 random(2);
  std::uniform_real_distribution<T> number(1, 2);
  for (int n = 0; n < 300; ++n) {
    const T a = number(random);
    for (T b = -a; b < 0; b /= 2) {
      expect_exact<T>(a, b);
      expect_exact<T>(a, std::nextafter(b, T(0)));
      expect_exact<T>(b, a);
      if (b > T(-1e-20)) break;
    }
  }
}

TYPED_TEST(TwoSums, LoseNothingAtTiesAndAmongSubnormals) {
  using T = TypeParam;
  const T eps = std::numeric_limits<T>::epsilon(), least = std::numeric_limits<T>::denorm_min(),
          normal = std::numeric_limits<T>::min();
  for (const T a : {T(1), T(1) + eps, T(2) - eps})
    for (const T b : {eps / 2, eps / 4, -eps / 4, eps * T(0.75), eps / 2 * (1 + eps)}) expect_exact<T>(a, b);
  for (const T a : {least, 3 * least, normal, normal - least, normal + least, 4 * normal})
    for (const T b : {least, -least, 7 * least, -normal, normal}) expect_exact<T>(a, b);
}

TYPED_TEST(TwoSums, AreKnownAtCompileTime) {
  using T = TypeParam;
  constexpr T eps = std::numeric_limits<T>::epsilon();
  constexpr ExactSum<T> r = two_sum(T(1), eps / 4);
  static_assert(r.sum == T(1) && r.error == eps / 4);
}

TEST(CompensatedSums, KeepTwiceTheDigitsOfSmallIncrements) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> number(-1, 1);
  constexpr double eps = std::numeric_limits<double>::epsilon(), size = 0x1p-10;
  constexpr int additions = 20000;
  double sum = 0.7, lost = 0, plain = 0.7;
  Wide exact = sum;
  for (int n = 0; n < additions; ++n) {
    const double x = size * number(random);
    compensated_add(sum, lost, x);
    plain += x;
    exact += Wide(x);
    ASSERT_LE(std::abs(lost), eps / 2 * std::abs(sum)) << "more than half a unit of the sum is outstanding";
  }
  // x + lost rounds by half a unit of x at most; these are 1/1024 of the sum and random.
  const auto error = static_cast<double>(abs(Wide(sum) + Wide(lost) - exact));
  EXPECT_LE(error, size * eps * std::sqrt(additions));
  EXPECT_GT(static_cast<double>(abs(Wide(plain) - exact)), 20 * error) << "the plain sum is no worse";
}

TEST(CompensatedSums, GrowOutOfNothing) {
  // A million times a ten-millionth: the nearest number to the true sum comes out.
  constexpr int additions = 1000000;
  const double x = 0.1 / additions;
  double sum = 0, lost = 0;
  for (int n = 0; n < additions; ++n) compensated_add(sum, lost, x);
  EXPECT_EQ(sum, static_cast<double>(Wide(x) * additions));
}

}  // namespace
}  // namespace compensated_test
