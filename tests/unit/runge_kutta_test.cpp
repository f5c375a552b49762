// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <polhode/kernel/runge_kutta.hpp>
#include <support/kernel_checks.hpp>
#include <support/wide.hpp>

namespace runge_kutta_test {
namespace {

using namespace polhode;
using namespace polhode::kernel;
using test::checked_motions;
using test::CheckedMotion;
using test::Wide;

/// Momentum and attitude as one system of seven equations.
Phase<Wide> classical(const Vec3<Wide>& moments, const Phase<Wide>& p, const Wide& h) {
  const auto rate = [&](const Phase<Wide>& at) -> Phase<Wide> {
    const Vec3<Wide> omega{at.m.x / moments.x, at.m.y / moments.y, at.m.z / moments.z};
    return {cross(at.m, omega), Wide(0.5) * (at.q * Quat<Wide>{0, omega.x, omega.y, omega.z})};
  };
  const auto moved = [&](const Wide& t, const Phase<Wide>& k) -> Phase<Wide> {
    return {p.m + t * k.m, p.q + t * k.q};
  };
  const Phase<Wide> k1 = rate(p), k2 = rate(moved(h / 2, k1)), k3 = rate(moved(h / 2, k2)),
                    k4 = rate(moved(h, k3));
  return moved(h / 6, {k1.m + Wide(2) * (k2.m + k3.m) + k4.m, k1.q + Wide(2) * (k2.q + k3.q) + k4.q});
}

TEST(RungeKutta, IsTheClassicalMethodOnMomentumAndAttitude) {
  for (const CheckedMotion& c : checked_motions)
    for (const Wide& h : {Wide(-0.4), Wide(0.3), Wide(2)}) {
      const Vec3<Wide> moments = convert<Wide>(c.moments);
      const Phase<Wide> p{convert<Wide>(c.m), {Wide(0.5), Wide(-0.5), Wide(0.5), Wide(0.5)}};
      const Phase<Wide> step = advance(p, RungeKutta4<Wide>(moments)(p.m, h)),
                        expected = classical(moments, p, h);
      EXPECT_LT(norm(step.m - expected.m), Wide(1e-47)) << c.name << ' ' << h;
      EXPECT_LT(norm(step.q - (1 / norm(expected.q)) * expected.q), Wide(1e-47)) << c.name << ' ' << h;
    }
}

TEST(RungeKutta, IncrementsKeepTheirDigits) {
  const auto worst = test::worst_increments<RungeKutta4, Wide>(2, 300);
  EXPECT_LT(worst.m, 3);
  EXPECT_LT(worst.q, 2);
}

TEST(RungeKutta, RefusesWhatOverflows) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(test::refused(RungeKutta4<double>({1, 2, 3})({1, 1, 1}, infinity)));
  EXPECT_TRUE(test::refused(RungeKutta4<double>({1, 2, 3})({1, infinity, 1}, 0.1)));
  EXPECT_TRUE(test::refused(RungeKutta4<double>({1, 2, 3})({1, 1, 1}, 1e100)));
  EXPECT_TRUE(test::refused(RungeKutta4<double>({1, 1, 1})({1, 1, 1}, 1e200)));  // r alone
  EXPECT_TRUE(test::refused(RungeKutta4<double>({0, 1, 1})({0, 1, 1}, 0.1)));
}

}  // namespace
}  // namespace runge_kutta_test
