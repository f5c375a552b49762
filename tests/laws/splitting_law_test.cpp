// SPDX-License-Identifier: MIT
// Every listed splitting with the exact flow, on the asymmetric heavy top: order, orders in the strength of
// the torque, reversibility, and how the errors rank.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <ostream>
#include <polhode/core/norm.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/splitting/splitting.hpp>
#include <string>
#include <vector>

#include "splitting/flow.hpp"
#include "splitting/kick.hpp"
#include "splitting/split_body.hpp"
#include "torque/heavy_top.hpp"

namespace polhode {
// Found by its argument's namespace.
static void PrintTo(const Splitting& s, std::ostream* out) { *out << s.name; }
}  // namespace polhode

namespace splitting_law_test {
namespace {

using namespace polhode;
using L = long double;
using Phase = kernel::Phase<L>;
using Top = torques::HeavyTop<L>;
using Body = SplitBody<L, kernel::Exact<L>, AttitudeKick<L, Top>>;

struct Problem {
  L strength, time;
  Phase start{{0.5L, -0.7L, 0.6L}, {0.8L, 0.36L, -0.48L, 0}};
  Vec3<L> moments{0.6L, 0.8L, 1};
};

Phase end_of(const Problem& p, const Splitting& s, int steps) {
  const Top top({0, 0, p.strength}, {0.3L, -0.2L, 0.9L}, p.moments);
  SplittingFlow<L, Body> flow(s, Body(kernel::Exact<L>(p.moments), AttitudeKick<L, Top>(top), p.start, true));
  for (int i = 0; i < steps; ++i) flow.step(p.time / static_cast<L>(steps));
  return flow.system().phase();
}

Phase operator-(const Phase& a, const Phase& b) { return {a.m - b.m, a.q - b.q}; }
L size(const Phase& p) { return std::sqrt(dot(p.m, p.m) + dot(p.q, p.q)); }

/// By the tenth-order composition with steps of 1/64, whose error is below the rounding of these runs.
Phase truth(const Problem& p) {
  return end_of(p, splitting("sofroniou_spaletta10"), static_cast<int>(64 * p.time));
}

double slope(L coarse, L fine) { return static_cast<double>(std::log2(coarse / fine)); }

/// Steps per unit of time at which the leading term rules and rounding does not.
int steps_for(int order) { return order <= 2 ? 64 : order <= 4 ? 32 : order <= 6 ? 12 : order <= 8 ? 8 : 5; }

class EverySplitting : public testing::TestWithParam<Splitting> {};

std::string name_of(const testing::TestParamInfo<Splitting>& info) { return info.param.name; }

TEST_P(EverySplitting, HasItsOrderOnTheHeavyTop) {
  const Splitting& s = GetParam();
  const Problem p{1, 1};
  const Phase exact = truth(p);
  // Coefficients of 15 digits end the fall of the error early, so that the steps are not made shorter until
  // it is clean.
  const int n = steps_for(s.order);
  const L coarse = size(end_of(p, s, n) - exact), fine = size(end_of(p, s, 2 * n) - exact);
  EXPECT_NEAR(slope(coarse, fine), s.order, 0.02 * s.order)
      << "errors " << static_cast<double>(coarse) << ' ' << static_cast<double>(fine);
}

TEST_P(EverySplitting, LeadsBack) {
  const Splitting& s = GetParam();
  const Problem p{1, 1};
  const Phase there = end_of(p, s, 8);
  const Phase back = end_of({1, -1, there}, s, 8);
  EXPECT_LE(size(back - p.start), 64 * std::numeric_limits<L>::epsilon());
}

INSTANTIATE_TEST_SUITE_P(Laws, EverySplitting, testing::ValuesIn(splittings()), name_of);

std::vector<Splitting> for_weak_torques() {
  std::vector<Splitting> some;
  for (const Splitting& s : splittings())
    if (!s.small_orders.empty()) some.push_back(s);
  return some;
}

class SplittingForWeakTorques : public testing::TestWithParam<Splitting> {};

/// The parts of the error that are linear and quadratic in the strength eps of the torque, eps h^n1 and eps^2
/// h^n2: from runs with +-eps and +-2 eps, which rid the one of eps^3 and leave eps^4 in the other.
struct ErrorParts {
  L linear, quadratic;
};

Phase operator+(const Phase& a, const Phase& b) { return {a.m + b.m, a.q + b.q}; }
Phase operator*(L s, const Phase& a) { return {s * a.m, s * a.q}; }

ErrorParts error_parts(const Splitting& s, int steps) {
  const L eps = 1e-3L;
  const auto error = [&](L strength) {
    const Problem p{strength, 4};
    return end_of(p, s, steps) - truth(p);
  };
  const Phase up = error(eps), down = error(-eps), odd = up - down, twice = error(2 * eps) - error(-2 * eps);
  return {size(8 * odd - twice) / 12, size(up + down) / 2};
}

TEST_P(SplittingForWeakTorques, HasItsOrdersInTheTorqueAndTheStep) {
  const Splitting& s = GetParam();
  const int n1 = s.small_orders[0], n2 = s.small_orders[1];
  // The linear part is small: its steps must be longer for rounding not to show.
  const int for_linear = n1 <= 6 ? 16 : n1 <= 8 ? 8 : 4, for_quadratic = 16;
  const L linear = error_parts(s, for_linear).linear, finer_linear = error_parts(s, 2 * for_linear).linear;
  const L quadratic = error_parts(s, for_quadratic).quadratic,
          finer_quadratic = error_parts(s, 2 * for_quadratic).quadratic;
  std::printf("%-16s (%d,%d): %.2f (%.1e) %.2f (%.1e)\n", s.name.c_str(), n1, n2, slope(linear, finer_linear),
              static_cast<double>(finer_linear), slope(quadratic, finer_quadratic),
              static_cast<double>(finer_quadratic));
  EXPECT_NEAR(slope(linear, finer_linear), n1, 0.02 * n1);
  EXPECT_NEAR(slope(quadratic, finer_quadratic), n2, 0.05);
}

INSTANTIATE_TEST_SUITE_P(Laws, SplittingForWeakTorques, testing::ValuesIn(for_weak_torques()), name_of);

// The ranking of the coefficients' notes (Blanes and Moan's against the rest), measured on this top with 16
// steps in unit time.
TEST(Splittings, RankOnTheHeavyTopAsTheirErrorConstantsSay) {
  const Problem p{1, 1};
  const Phase exact = truth(p);
  const char* names[] = {"strang_kick",    "chin_4a",         "blanes_moan_s6",      "blanes_moan_srkn6b",
                         "okunbor_skeel6", "blanes_moan_s10", "blanes_moan_srkn11b", "blanes_moan_srkn14a"};
  L before = 1;
  for (const char* name : names) {
    const L error = size(end_of(p, splitting(name), 16) - exact);
    std::printf("%-22s %.2e\n", name, static_cast<double>(error));
    EXPECT_LT(error, before) << name;
    before = error;
  }
}

}  // namespace
}  // namespace splitting_law_test
