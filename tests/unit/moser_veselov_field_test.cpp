// SPDX-License-Identifier: MIT
// Backward error analysis: the Moser-Veselov step against the flow of its own modified equation.
#include <gtest/gtest.h>

#include <polhode/kernel/moser_veselov.hpp>
#include <polhode/kernel/moser_veselov_field.hpp>
#include <support/taylor_motion.hpp>
#include <support/wide.hpp>

namespace {

using namespace polhode;
using kernel::MoserVeselovField;
using test::Wide;

struct Body {
  const char* name;
  Vec3<Wide> moments, m;
};

const Body bodies[] = {{"water", {0.345, 0.653, 1}, {0.5, 0.2, 0.84}},
                       {"symmetric", {0.7, 0.7, 1.1}, {0.6, -0.5, 0.4}},
                       {"flat", {0.4, 0.75, 1.15}, {-0.3, 0.8, 0.5}}};

/// The order with which one step leaves the flow of f + h^2 f_3 [+ h^4 f_5], the attitude turning with 1 + h^2 sigma_3.
test::StepDistance<double> order_against(const Body& b, bool with_tau3, bool with_tau5, bool with_sigma3) {
  const kernel::MoserVeselov<Wide, 2> method(b.moments);
  const MoserVeselovField<Wide> field(b.moments);
  const auto error = [&](const Wide& h) {
    const Wide hh = h * h;
    const Wide factor =
        1 + (with_tau3 ? hh * field.tau3(b.m) : Wide(0)) + (with_tau5 ? hh * hh * field.tau5(b.m) : Wide(0));
    const Vec3<Wide> one{1, 1, 1}, rate = with_sigma3 ? one + hh * field.sigma3(b.m) : one;
    return test::distance(b.m, method(b.m, h), test::taylor_motion(b.moments, b.m, h, factor, rate));
  };
  const Wide h = Wide(1) / 128;
  return test::observed_order(error(h), error(h / 2));
}

TEST(MoserVeselovField, Tau3LeavesAResidualOfFifthOrder) {
  for (const Body& b : bodies) {
    EXPECT_NEAR(order_against(b, false, false, false).m, 2, 0.05) << b.name;
    EXPECT_NEAR(order_against(b, true, false, false).m, 4, 0.05) << b.name;
  }
}

TEST(MoserVeselovField, Tau5LeavesAResidualOfSeventhOrder) {
  for (const Body& b : bodies) EXPECT_NEAR(order_against(b, true, true, false).m, 6, 0.05) << b.name;
}

TEST(MoserVeselovField, Sigma3LeavesTheAttitudeAResidualOfFifthOrder) {
  for (const Body& b : bodies) {
    EXPECT_NEAR(order_against(b, true, false, false).q, 2, 0.05) << b.name;
    EXPECT_NEAR(order_against(b, true, false, true).q, 4, 0.05) << b.name;
  }
}

TEST(MoserVeselovField, F3AndF5AreMultiplesOfEulersEquation) {
  for (const Body& b : bodies) {
    const MoserVeselovField<Wide> field(b.moments);
    EXPECT_EQ(field.f3(b.m), field.tau3(b.m) * field.f(b.m)) << b.name;
    EXPECT_EQ(field.f5(b.m), field.tau5(b.m) * field.f(b.m)) << b.name;
    EXPECT_GT(field.tau3(b.m), 0);
    EXPECT_GT(field.tau5(b.m), 0);
  }
}

}  // namespace
