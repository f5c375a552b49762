// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <limits>
#include <polhode/kernel/lie_poisson.hpp>
#include <polhode/rotation/exponential.hpp>
#include <support/kernel_checks.hpp>
#include <support/wide.hpp>

namespace lie_poisson_test {
namespace {

using namespace polhode;
using namespace polhode::kernel;
using test::checked_motions;
using test::CheckedMotion;
using test::Wide;

constexpr double eps = std::numeric_limits<double>::epsilon();

/// Calls check.template operator()<Kernel>(name) for each order of the axes.
template <class Check>
void for_each_order(const Check& check) {
  check.template operator()<LiePoisson123>("123");
  check.template operator()<LiePoisson132>("132");
  check.template operator()<LiePoisson213>("213");
  check.template operator()<LiePoisson231>("231");
  check.template operator()<LiePoisson312>("312");
  check.template operator()<LiePoisson321>("321");
}

/// Five products of general rotations, axis by axis as the name says.
Image<Wide> composed(const char* axes, const Vec3<Wide>& moments, Vec3<Wide> m, const Wide& h) {
  Quat<Wide> r = Quat<Wide>::identity();
  const auto turn = [&](char axis, const Wide& time) {
    const Vec3<Wide> omega = axis == '1'   ? Vec3<Wide>{m.x / moments.x, 0, 0}
                             : axis == '2' ? Vec3<Wide>{0, m.y / moments.y, 0}
                                           : Vec3<Wide>{0, 0, m.z / moments.z};
    const Quat<Wide> e = exp_quat(time * omega);
    m = rotate(e.conjugate(), m);
    r = r * e;
  };
  turn(axes[0], h / 2);
  turn(axes[1], h / 2);
  turn(axes[2], h);
  turn(axes[1], h / 2);
  turn(axes[0], h / 2);
  return {m, r};
}

TEST(LiePoisson, IsFiveTurnsInTheOrderOfItsName) {
  for_each_order([]<template <class> class Kernel>(const char* axes) {
    for (const CheckedMotion& c : checked_motions)
      for (const Wide& h : {Wide(-0.7), Wide(0.3), Wide(3)}) {
        const Vec3<Wide> moments = convert<Wide>(c.moments), m = convert<Wide>(c.m);
        const Image<Wide> step = test::as_image(Kernel<Wide>(moments)(m, h), m),
                          expected = composed(axes, moments, m, h);
        EXPECT_LT(norm(step.m - expected.m), Wide(1e-47)) << axes << ' ' << c.name << ' ' << h;
        EXPECT_LT(norm(step.r - expected.r), Wide(1e-47)) << axes << ' ' << c.name << ' ' << h;
      }
  });
}

TEST(LiePoisson, IncrementsKeepTheirDigits) {
  const auto worst = test::worst_increments<LiePoisson123, Wide>(1, 300);
  EXPECT_LT(worst.m, 3);
  EXPECT_LT(worst.q, 2);
}

TEST(LiePoisson, TurnsAnAttitudeAsItsIncrementDoes) {
  for (const CheckedMotion& c : checked_motions)
    for (const double h : {-0.4, 0.01, 3.0}) {
      const LiePoisson231<double> step(c.moments);
      const Phase<double> p{c.m, {0.5, -0.5, 0.5, 0.5}}, at_once = step.turned(p, h),
                                                         by_r = advance(p, step(c.m, h));
      EXPECT_LT(norm(at_once.m - by_r.m), 4 * eps);
      EXPECT_LT(norm(at_once.q - by_r.q), 4 * eps);
    }
}

TEST(LiePoisson, IsExactForABodyThatTurnsAboutAnAxis) {
  const Vec3<double> moments{0.5, 1.25, 2};
  const auto i = LiePoisson312<double>(moments)({0, 0, -3}, 0.75);
  EXPECT_EQ(i.dm, Vec3<double>{});
  const double half = -3 * 0.75 / 4;
  EXPECT_NEAR(i.dr.w + 1, std::cos(half), eps);
  EXPECT_NEAR(i.dr.z, std::sin(half), eps);
}

TEST(LiePoisson, RefusesInfiniteAngles) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(test::refused(LiePoisson123<double>({1, 2, 3})({1, 1, 1}, infinity)));
  EXPECT_TRUE(test::refused(LiePoisson123<double>({1, 2, 3})({1, infinity, 1}, 0.1)));
  EXPECT_TRUE(
      test::refused(LiePoisson123<double>({1e-200, 2, 3})({0, 1e120, 1}, 1.0)));  // the last turn only
  EXPECT_TRUE(test::refused(LiePoisson321<double>({0, 1, 1})({0, 1, 1}, 0.1)));
}

}  // namespace
}  // namespace lie_poisson_test
