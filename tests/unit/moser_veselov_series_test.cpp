// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <polhode/kernel/moser_veselov.hpp>
#include <polhode/kernel/moser_veselov_series.hpp>
#include <support/taylor_motion.hpp>
#include <support/wide.hpp>

namespace {

using namespace polhode;
using kernel::MoserVeselov;
using test::Wide;

struct Body {
  const char* name;
  Vec3<Wide> moments, m;
};

const Body bodies[] = {{"water", {0.345, 0.653, 1}, {0.5, 0.2, 0.84}},
                       {"symmetric", {0.7, 0.7, 1.1}, {0.6, -0.5, 0.4}},
                       {"flat", {0.4, 0.75, 1.15}, {-0.3, 0.8, 0.5}}};

template <int Order>
void expect_order() {
  for (const Body& b : bodies) {
    const MoserVeselov<Wide, Order> method(b.moments);
    const auto error = [&](const Wide& h) {
      return test::distance(b.m, method(b.m, h), test::taylor_motion(b.moments, b.m, h));
    };
    const Wide h = Wide(1) / 128;
    const auto order = test::observed_order(error(h), error(h / 2));
    EXPECT_NEAR(order.m, Order, 0.05) << b.name;
    EXPECT_NEAR(order.q, Order, 0.05) << b.name;
  }
}

TEST(MoserVeselovSeries, GivesMomentumAndAttitudeTheirOrder) {
  expect_order<2>();
  expect_order<4>();
  expect_order<6>();
  expect_order<8>();
  expect_order<10>();
}

/// The polynomial in C and H, as printed, term by term.
Wide printed(const kernel::MoserVeselovTerms<Wide>& terms, const Wide& c, const Wide& e) {
  Wide sum = 0;
  for (std::size_t k = 0; k < 4; ++k)
    for (std::size_t i = 0; i <= k + 1; ++i) {
      Wide product = terms[k][i];
      for (std::size_t j = 0; j < k + 1 - i; ++j) product *= c;
      for (std::size_t j = 0; j < i; ++j) product *= e;
      sum += product;
    }
  return sum;
}

/// In double, with the variables C and P, for a rod that turns about an axis nearly across it; in C and H and double the
/// coefficients of size 1/I1^4 would leave nothing.
TEST(MoserVeselovSeries, KeepsItsDigitsForARod) {
  constexpr double eps = 0x1p-52;
  const Vec3<double> rod{0.01, 0.99, 1};
  const auto series = kernel::modified_moments(rod);
  const auto exact = kernel::moser_veselov_series(convert<Wide>(rod));
  const double c = 0.01, p = 1e-5;
  const Wide e = Wide(c) / Wide(rod.z) + Wide(p);
  EXPECT_NEAR(static_cast<double>(series.s.up_to<4>(c, p) / printed(exact.s, c, e) - 1), 0, 8 * eps);
  EXPECT_NEAR(static_cast<double>(series.d.up_to<4>(c, p) / printed(exact.d, c, e) - 1), 0, 8 * eps);
}

TEST(MoserVeselovSeries, LowerDegreesAreTheFirstTerms) {
  const auto series = kernel::modified_moments(Vec3<Wide>{0.345, 0.653, 1});
  const Wide tiny = Wide(1) / Wide(1 << 30), c = 3 * tiny, p = 2 * tiny;
  const Wide whole = series.s.up_to<4>(c, p);
  const Wide off[] = {series.s.up_to<1>(c, p) - whole, series.s.up_to<2>(c, p) - whole,
                      series.s.up_to<3>(c, p) - whole};
  Wide bound = tiny * tiny;
  for (const Wide& x : off) {
    EXPECT_LT(abs(x), 1000 * bound);
    EXPECT_GT(abs(x), bound / 1000);
    bound *= tiny;
  }
}

}  // namespace
