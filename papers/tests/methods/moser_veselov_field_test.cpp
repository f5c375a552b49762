// SPDX-License-Identifier: MIT
// Backward error analysis: the Moser-Veselov step against the flow of its own modified equation.
#include <gtest/gtest.h>

#include <array>
#include <polhode/kernel/moser_veselov.hpp>
#include <polhode/papers/moser_veselov_field.hpp>
#include <support/taylor_motion.hpp>
#include <support/wide.hpp>

namespace moser_veselov_field_test {
namespace {

using namespace polhode;
using kernel::MoserVeselovField;
using test::Wide;

struct WideMotion {
  const char* name;
  Vec3<Wide> moments, m;
};

/// The last one is of a flat body, with J3 = 0.
const std::array<WideMotion, 3> wide_motions{
    {{"water", {0.345, 0.653, 1}, {0.5, 0.2, 0.84}},
     {"symmetric", {0.7, 0.7, 1.1}, {0.6, -0.5, 0.4}},
     {"flat", {Wide("0.4"), Wide("0.75"), Wide("1.15")}, {-0.3, 0.8, 0.5}}}};

/// The order with which one step leaves the flow of f + h^2 f_3 [+ h^4 f_5], the attitude turning with 1 +
/// h^2 sigma_3.
test::StepDistance<double> order_against(const WideMotion& b, bool with_tau3, bool with_tau5,
                                         bool with_sigma3) {
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
  for (const WideMotion& b : wide_motions) {
    EXPECT_NEAR(order_against(b, false, false, false).m, 2, 0.05) << b.name;
    EXPECT_NEAR(order_against(b, true, false, false).m, 4, 0.05) << b.name;
  }
}

TEST(MoserVeselovField, Tau5LeavesAResidualOfSeventhOrder) {
  for (const WideMotion& b : wide_motions)
    EXPECT_NEAR(order_against(b, true, true, false).m, 6, 0.05) << b.name;
}

TEST(MoserVeselovField, Sigma3LeavesTheAttitudeAResidualOfFifthOrder) {
  for (const WideMotion& b : wide_motions) {
    EXPECT_NEAR(order_against(b, true, false, false).q, 2, 0.05) << b.name;
    EXPECT_NEAR(order_against(b, true, false, true).q, 4, 0.05) << b.name;
  }
}

/// (step - flow)/h^power, the odd part in h: its limit and an even series. The flow is that of Euler's
/// equation with the speed 1 + h^2 tau_3, or 1.
Vec3<Wide> excess(const WideMotion& b, const Wide& h, int power, bool with_tau3) {
  const Wide speed = with_tau3 ? 1 + h * h * MoserVeselovField<Wide>(b.moments).tau3(b.m) : Wide(1);
  const auto beyond = [&](const Wide& t) {
    const kernel::MoserVeselov<Wide, 2> method(b.moments);
    return b.m + method(b.m, t).dm - test::taylor_motion(b.moments, b.m, t, speed).m;
  };
  return 1 / (2 * pow(h, power)) * (beyond(h) - beyond(-h));
}

/// What excess() comes to as h falls is `limit`: from h to h/2 it comes nearer by 2^2, and by 2^4 once the
/// term in h^2 is taken out.
void expect_limit(const WideMotion& b, const Vec3<Wide>& limit, int power, bool with_tau3) {
  const Wide h = Wide(1) / 128;
  const Vec3<Wide> coarse = excess(b, h, power, with_tau3), fine = excess(b, h / 2, power, with_tau3),
                   finest = excess(b, h / 4, power, with_tau3);
  const auto order = [](const Vec3<Wide>& at_h, const Vec3<Wide>& at_half) {
    return static_cast<double>(log2(norm(at_h) / norm(at_half)));
  };
  const auto extrapolated = [](const Vec3<Wide>& at_h, const Vec3<Wide>& at_half) {
    return Wide(1) / 3 * (Wide(4) * at_half - at_h);
  };
  EXPECT_NEAR(order(coarse - limit, fine - limit), 2, 0.01) << b.name;
  const Vec3<Wide> first = extrapolated(coarse, fine) - limit, second = extrapolated(fine, finest) - limit;
  EXPECT_NEAR(order(first, second), 4, 0.01) << b.name;
  EXPECT_LT(norm(second) / norm(limit), pow(h, 4) / 4) << b.name;
}

TEST(MoserVeselovField, F3IsWhereTheStepLeavesTheMotion) {
  for (const WideMotion& b : wide_motions)
    expect_limit(b, MoserVeselovField<Wide>(b.moments).f3(b.m), 3, false);
}

TEST(MoserVeselovField, F5IsWhereTheStepLeavesTheFlowWithF3) {
  for (const WideMotion& b : wide_motions)
    expect_limit(b, MoserVeselovField<Wide>(b.moments).f5(b.m), 5, true);
}

}  // namespace
}  // namespace moser_veselov_field_test
