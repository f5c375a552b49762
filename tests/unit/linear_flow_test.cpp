// SPDX-License-Identifier: MIT
#include "splitting/linear_flow.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <support/random_motion.hpp>
#include <support/wide.hpp>
#include <support/worst.hpp>

namespace linear_flow_test {
namespace {

using namespace polhode;
using test::Wide;

constexpr double eps = std::numeric_limits<double>::epsilon();

/// The largest difference of two entries against the largest entry, in eps.
double difference(const Mat3<double>& found, const Mat3<Wide>& expected) {
  Wide worst = 0, size = 0;
  for (std::size_t i = 0; i < 9; ++i) {
    const Wide d = abs(Wide(found.entries[i]) - expected.entries[i]);
    if (!(d <= worst)) worst = d;
    if (abs(expected.entries[i]) > size) size = abs(expected.entries[i]);
  }
  return static_cast<double>(worst / size) / eps;
}

/// A matrix V diag(x) V^-1 of integers, V and V^-1 of integers too: nothing is rounded.
struct Known {
  Mat3<double> a;
  Mat3<Wide> phi;
};
Known known(const Mat3<double>& v, const Mat3<double>& inverse, const Vec3<double>& x) {
  const Mat3<double> d{{x.x, 0, 0, 0, x.y, 0, 0, 0, x.z}};
  const Mat3<Wide> p{{phi_1(Wide(x.x)), 0, 0, 0, phi_1(Wide(x.y)), 0, 0, 0, phi_1(Wide(x.z))}};
  return {v * d * inverse, convert<Wide>(v) * p * convert<Wide>(inverse)};
}
const Mat3<double> full{{1, 1, 0, 1, 2, 1, 0, 1, 2}}, full_inverse{{3, -2, 1, -2, 2, -1, 1, -1, 1}};
const Mat3<double> block{{1, 0, 0, 0, 2, 1, 0, 1, 1}}, block_inverse{{1, 0, 0, 0, 1, -1, 0, -1, 2}};

TEST(LinearFlow, PhiOfNumbers) {
  EXPECT_EQ(phi_1(0.0), 1.0);
  EXPECT_DOUBLE_EQ(phi_1(1.0), std::exp(1.0) - 1);
  EXPECT_DOUBLE_EQ(phi_1(-1e8), 1e-8);
}

TEST(LinearFlow, ZeroAndNilpotentMatrices) {
  EXPECT_EQ(phi_1(Mat3<double>{}), Mat3<double>::identity());
  // 1 + A/2 + A^2/6
  const Mat3<double> a{{0, 6, 12, 0, 0, 18, 0, 0, 0}}, expected{{1, 3, 24, 0, 1, 9, 0, 0, 1}};
  const Mat3<double> found = phi_1(a);
  for (std::size_t i = 0; i < 9; ++i)
    EXPECT_NEAR(found.entries[i], expected.entries[i], 8 * eps * expected.entries[i]) << i;
}

TEST(LinearFlow, DiagonalMatricesEntryByEntry) {
  const Mat3<double> found = phi_1(Mat3<double>{{0, 0, 0, 0, -1e8, 0, 0, 0, -1e-9}});
  EXPECT_EQ(found(0, 0), 1);
  EXPECT_NEAR(found(1, 1), 1e-8, 2 * eps * 1e-8);
  EXPECT_NEAR(found(2, 2), 1 - 0.5e-9, eps);
  EXPECT_EQ(found(0, 1), 0);
}

TEST(LinearFlow, KeepsItsDigitsWhereAllRatesAreAlike) {
  const std::array<Vec3<double>, 5> rates{
      {{-5, -6, -7}, {-1e6, -1e6, -999999}, {-1e12, -1e12, -2e12}, {-1e14, -3e14, -2e14}, {1, 2, 3}}};
  for (const Vec3<double>& x : rates) {
    const Known f = known(full, full_inverse, x), b = known(block, block_inverse, x);
    EXPECT_LE(difference(phi_1(f.a), f.phi), 8) << x.x;
    EXPECT_LE(difference(phi_1(b.a), b.phi), 8) << x.x;
  }
}

TEST(LinearFlow, SeriesIsLongEnough) {
  // The largest norm that is not halved, as an eigenvalue: the last term counts in full.
  for (const double sign : {-1.0, 1.0}) {
    const Known k = known(block, block_inverse, {sign * 511 / 1024, -1.0 / 16, -1.0 / 8});
    ASSERT_LT(detail::row_norm(k.a), 0.5);
    EXPECT_LE(difference(phi_1(k.a), k.phi), 2);
  }
}

TEST(LinearFlow, LosesTheNormWhereFastAndSlowRatesMix) {
  // A change of A by eps |A| moves the slow rates by eps |A|: no more can be asked.
  const std::array<Vec3<double>, 6> rates{
      {{-1e6, -1, 0}, {-1e6, -1000, -1}, {0, -3, -1e8}, {0, -1e12, -1}, {-1e6, -1e5, -3e5}, {50, 10, -20}}};
  test::Worst worst("error of phi_1 in eps |A|");
  for (const Vec3<double>& x : rates) {
    for (const Known& k : {known(full, full_inverse, x), known(block, block_inverse, x)}) {
      const double error = difference(phi_1(k.a), k.phi) / detail::row_norm(k.a);
      worst.add(error, [&] { return std::to_string(x.x); });
    }
  }
  worst.expect_at_most(4);
}

TEST(LinearFlow, AnAxisThatIsNotCoupledKeepsItsDigits) {
  // Rates of 1e12 about the others take some forty doublings, each of a rounding.
  const Known k = known(block, block_inverse, {-1e-3, -1e12, -3e12});
  EXPECT_LE(std::abs(phi_1(k.a)(0, 0) - static_cast<double>(k.phi(0, 0))), 2 * eps);
}

TEST(LinearFlow, OfASkewMatrixGivesARotation) {
  test::RandomMotions motions(10);
  for (int n = 0; n < 100; ++n) {
    const double size = motions.uniform(0, 20);
    const Mat3<double> a = hat(size * motions.next().m), phi = phi_1(a);
    Mat3<double> e = a * phi;
    for (std::size_t i = 0; i < 3; ++i) e(i, i) += 1;
    const Mat3<double> product = e * e.transpose();
    for (std::size_t i = 0; i < 9; ++i)
      EXPECT_NEAR(product.entries[i], Mat3<double>::identity().entries[i],
                  8 * eps * (1 + detail::row_norm(a)))
          << n;
  }
}

TEST(LinearFlow, WorksInOtherNumberTypes) {
  // The norm is 18, the largest entry 10.
  const Known k = known(full, full_inverse, {-1, 2, -3});
  const Mat3<Wide> wide = phi_1(convert<Wide>(k.a));
  const Mat3<long double> longer = phi_1(convert<long double>(k.a));
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_LE(abs(wide.entries[i] - k.phi.entries[i]), Wide(200) * std::numeric_limits<Wide>::epsilon()) << i;
    EXPECT_LE(std::abs(longer.entries[i] - static_cast<long double>(k.phi.entries[i])),
              200 * std::numeric_limits<long double>::epsilon())
        << i;
  }
}

TEST(LinearFlow, OfInfiniteMatricesIsNaN) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {infinity, std::numeric_limits<double>::quiet_NaN()})
    for (std::size_t i = 0; i < 9; ++i) {
      Mat3<double> a = full;
      a.entries[i] = bad;
      for (const double entry : phi_1(a).entries) EXPECT_NE(entry, entry);
    }
}

}  // namespace
}  // namespace linear_flow_test
