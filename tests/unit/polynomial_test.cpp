// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/core/polynomial.hpp>
#include <random>
#include <string>
#include <support/wide.hpp>
#include <support/worst.hpp>
#include <tuple>
#include <utility>

namespace polynomial_test {
namespace {

using polhode::polynomial;
using polhode::ratio;
using polhode::test::Wide;

template <class T, std::size_t N>
T evaluated(const T& x, const std::array<T, N>& c) {
  return std::apply([&](const auto&... coefficient) { return polynomial(x, coefficient...); }, c);
}

template <class To, class From, std::size_t N>
To horner(const From& x, const std::array<From, N>& c) {
  To sum = 0;
  for (std::size_t i = N; i > 0; --i) sum = sum * To(x) + To(c[i - 1]);
  return sum;
}

/// The sum of |c_i x^i|, which scales the rounding.
template <class T, std::size_t N>
double size_of(const T& x, const std::array<T, N>& c) {
  double sum = 0;
  for (std::size_t i = N; i > 0; --i)
    sum = sum * std::abs(static_cast<double>(x)) + std::abs(static_cast<double>(c[i - 1]));
  return sum;
}

/// For each number of coefficients N = 1 .. 9.
template <class Check>
void for_each_length(const Check& check) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (check(std::integral_constant<std::size_t, I + 1>{}), ...);
  }
  (std::make_index_sequence<9>{});
}

template <class T>
class Polynomials : public testing::Test {};
using Types = testing::Types<double, long double>;
TYPED_TEST_SUITE(Polynomials, Types);

TYPED_TEST(Polynomials, AgreeWithHornerInFiftyDigits) {
  using T = TypeParam;
  for_each_length([](auto length) {
    constexpr std::size_t n = decltype(length)::value;
    std::mt19937_64 random(n);
    std::uniform_real_distribution<T> number(-1, 1);
    polhode::test::Worst worst(std::to_string(n) + " coefficients, eps sum|c x^i|");
    for (int k = 0; k < 400; ++k) {
      const T x = 2 * number(random);
      std::array<T, n> c;
      for (T& v : c) v = number(random);
      const Wide error = abs(Wide(evaluated(x, c)) - horner<Wide>(x, c));
      worst.add(
          static_cast<double>(error) / size_of(x, c) / static_cast<double>(std::numeric_limits<T>::epsilon()),
          [&] { return "x = " + std::to_string(static_cast<double>(x)); });
    }
    // One rounding for the last sum, and one for a product and a power at each of log2(n) levels.
    worst.expect_at_most(n == 1 ? 0 : 0.5 + 0.5 * std::ceil(std::log2(n)) * 2);
  });
}

TYPED_TEST(Polynomials, OfSmallNumbersRoundOnceInEachSumWithTheFirst) {
  // As the series use them: the first coefficient is by far the largest term, and takes part in at most three
  // sums.
  using T = TypeParam;
  const T eps = std::numeric_limits<T>::epsilon();
  for_each_length([&](auto length) {
    constexpr std::size_t n = decltype(length)::value;
    std::array<T, n> c;
    for (std::size_t i = 0; i < n; ++i) c[i] = T(1) / static_cast<T>(i + 1);
    for (const T x : {T(1) / 1024, T(-1) / 1024, T(1) / 3000}) {
      const Wide error = abs(Wide(evaluated(x, c)) - horner<Wide>(x, c));
      EXPECT_LE(static_cast<double>(error / Wide(eps)), 0.5 * (n == 1   ? 0
                                                               : n == 2 ? 1
                                                               : n <= 4 ? 2
                                                                        : 3) +
                                                            0.005)
          << n;
    }
  });
}

TEST(PolynomialForms, OfIntegersAreExact) {
  for_each_length([](auto length) {
    constexpr std::size_t n = decltype(length)::value;
    std::array<double, n> c;
    for (std::size_t i = 0; i < n; ++i) c[i] = i % 2 == 0 ? double(i) + 3 : -double(i) - 5;
    for (int x = -7; x <= 7; ++x)
      EXPECT_EQ(evaluated(double(x), c), horner<double>(double(x), c)) << n << " " << x;
  });
}

TEST(PolynomialForms, TakeTheCoefficientsLowestFirst) {
  static_assert(polynomial(10.0L, 1.0L) == 1);
  static_assert(polynomial(10.0L, 1.0L, 2.0L) == 21);
  static_assert(polynomial(10.0L, 1.0L, 2.0L, 3.0L) == 321);
  static_assert(polynomial(10.0L, 1.0L, 2.0L, 3.0L, 4.0L) == 4321);
  static_assert(polynomial(10.0L, 1.0L, 2.0L, 3.0L, 4.0L, 5.0L, 6.0L, 7.0L, 8.0L, 9.0L) == 987654321);
}

TEST(PolynomialForms, RatiosAreRoundedOnce) {
  static_assert(ratio<double>(1, 3) == 1.0 / 3);
  static_assert(ratio<long double>(-1, 3) == -1.0L / 3);
  // 17! and 18! are the largest that series use; both are exact in a double.
  static_assert(ratio<double>(1, 6402373705728000) == 1.0 / 6402373705728000.0);
  static_assert(ratio<float>(1, 3) == 1.0f / 3.0f);
}

}  // namespace
}  // namespace polynomial_test
