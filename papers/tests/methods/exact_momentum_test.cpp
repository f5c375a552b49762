// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <polhode/kernel/gauss_nodes.hpp>
#include <polhode/papers/exact_momentum.hpp>
#include <support/nasty_motion.hpp>
#include <support/worst.hpp>

#include "methods/compiled_once.hpp"

namespace exact_momentum_test {
namespace {

using namespace polhode;
using kernel::ExactMomentum;

const std::array<double, 4> nodes = kernel::gauss_rule<double, 4>().nodes;

/// max(U, V) tau^2 of the whole step, which decides between series and exact steps.
long double extent(const Vec3<double>& moments, const Vec3<double>& m, double h) {
  using L = long double;
  const auto k = kernel::exact_constants(convert<L>(moments));
  const auto o = kernel::orbit_of(k, convert<L>(m));
  const L tau = k.half_a2 * std::ldexp(L(h), -k.exponent);
  return std::max(o.U, o.V) * tau * tau;
}

/// The change of m over part of the step relative to its own length, in eps, against the exact step in long
/// double.
double error_of(const Vec3<double>& found, const Vec3<double>& moments, const Vec3<double>& m, double time) {
  using L = long double;
  constexpr double eps = std::numeric_limits<double>::epsilon(), least = std::numeric_limits<double>::min();
  const Vec3<L> exact = kernel::Exact(convert<L>(moments))(convert<L>(m), L(time)).dm;
  const L size = norm(exact);
  if (size < L(least / eps)) return 0;  // a double has not all its digits there
  return static_cast<double>(norm(convert<L>(found) - exact) / size) / eps;
}

TEST(ExactMomentum, ShortStepsAgreeWithTheExactStepInLongDouble) {
  test::NastyMotions motions(11);
  test::Worst worst("momentum within a short step, in eps of its change");
  int count = 0;
  while (count < 3000) {
    test::NastyMotion c = motions.next();
    if (!(extent(c.moments, c.m, c.h) < 0.249L)) continue;
    ++count;
    const auto path = ExactMomentum<double>(c.moments)(c.m, c.h, nodes);
    const auto where = [&] { return c.kind + ", h = " + std::to_string(c.h); };
    worst.add(error_of(path.unscaled_change(), c.moments, c.m, c.h), where);
    for (std::size_t i = 0; i < nodes.size(); ++i)
      worst.add(error_of(scaled(path.within[i], path.exponent), c.moments, c.m, nodes[i] * c.h), where);
  }
  worst.expect_at_most(5);
}

TEST(ExactMomentum, LongStepsAreTheExactStep) {
  test::NastyMotions motions(12);
  int count = 0;
  while (count < 500) {
    const test::NastyMotion c = motions.next();
    if (!(extent(c.moments, c.m, c.h) > 0.251L)) continue;
    ++count;
    const kernel::Exact exact(c.moments);
    const auto path = ExactMomentum<double>(c.moments)(c.m, c.h, nodes);
    EXPECT_EQ(path.unscaled_change(), exact(c.m, c.h).dm) << c.kind;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      EXPECT_EQ(scaled(path.within[i], path.exponent), exact(c.m, nodes[i] * c.h).dm) << c.kind;
  }
}

TEST(ExactMomentum, LongDoubleAgreesWithTheExactStep) {
  using L = long double;
  const auto fractions = kernel::gauss_rule<L, 3>().nodes;
  for (const Vec3<L>& moments : {Vec3<L>{0.345L, 0.653L, 1.L}, Vec3<L>{1, 1, 1.7L}, Vec3<L>{0.3L, 2, 2},
                                 Vec3<L>{2, 2, 2}, Vec3<L>{1, 2, 2.25L}}) {
    const ExactMomentum<L> momentum(moments);
    const kernel::Exact step(moments);
    const Vec3<L> m{0.25L, 0.6L, 0.75L};
    for (const L h : {1e-6L, 0.01L, -0.1L, 0.3L, 1.L, 4.L, -30.L}) {
      const auto path = momentum(m, h, fractions);
      for (std::size_t i = 0; i < fractions.size(); ++i) {
        const Vec3<L> exact = step(m, fractions[i] * h).dm;
        EXPECT_LE(norm(path.within[i] - exact), 8 * std::numeric_limits<L>::epsilon() * norm(exact)) << h;
      }
    }
  }
}

TEST(ExactMomentum, GivesTheUnitsInWhichItComputes) {
  const double big = std::ldexp(1.0, 700);
  const Vec3<double> moments{0.345 * big, 0.653 * big, big}, m{0.5 * big, 0.2 * big, 0.843 * big};
  const ExactMomentum<double> momentum(moments), unscaled({0.345, 0.653, 1});
  const auto path = momentum(m, 0.1, nodes);
  const auto plain = unscaled({0.5, 0.2, 0.843}, 0.1, nodes);
  EXPECT_EQ(path.h * path.start.x, plain.h * plain.start.x);
  EXPECT_EQ(scaled(path.start, path.exponent), m);
  EXPECT_EQ(path.unscaled_change(), big * plain.change);
  EXPECT_EQ(momentum.velocity({1, 1, 1}), unscaled.velocity({1, 1, 1}));
  EXPECT_DOUBLE_EQ(plain.orbit.gg, 0.5 * 0.5 + 0.2 * 0.2 + 0.843 * 0.843);
}

TEST(ExactMomentum, KnowsTheGreatestVelocityOfTheOrbit) {
  for (const Vec3<double>& m : {Vec3<double>{0.5, 0.2, 0.843}, {0.9, -0.3, 0.25}, {0.02, -0.9, 0.4}}) {
    const Vec3<double> moments{0.345, 0.653, 1};
    const ExactMomentum<double> momentum(moments);
    const kernel::Exact step(moments);
    double greatest = 0;
    for (int i = 0; i < 4000; ++i)
      greatest = std::max(greatest, norm(momentum.velocity(m + step(m, 0.01 * i).dm)));
    const double bound = std::sqrt(momentum.greatest_square_velocity(momentum(m, 0.1, nodes).orbit));
    EXPECT_LE(greatest, bound * (1 + 1e-15));
    EXPECT_GE(greatest, bound * (1 - 1e-4));
  }
}

TEST(ExactMomentum, StandsStillWithoutMomentumOrTime) {
  const ExactMomentum<double> momentum({0.345, 0.653, 1});
  for (const auto& path : {momentum({0, 0, 0}, 0.1, nodes), momentum({0.5, 0.2, 0.843}, 0.0, nodes)}) {
    EXPECT_EQ(path.change, (Vec3<double>{}));
    for (const auto& d : path.within) EXPECT_EQ(d, (Vec3<double>{}));
  }
}

TEST(ExactMomentum, IsNaNForWhatIsNotFinite) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const ExactMomentum<double> momentum({0.345, 0.653, 1});
  for (const auto& path : {momentum({inf, 0, 1}, 0.1, nodes), momentum({0, nan, 1}, 0.1, nodes),
                           momentum({1, 0, 1}, inf, nodes), momentum({0, 0, 0}, nan, nodes)}) {
    EXPECT_TRUE(std::isnan(path.orbit.gg) && std::isnan(path.h) && std::isnan(path.change.x));
    EXPECT_TRUE(std::isnan(path.at(0).x) && std::isnan(path.at(3).z));
  }
}

}  // namespace
}  // namespace exact_momentum_test
