// SPDX-License-Identifier: MIT
// The default step, which knows no frames and no elliptic integrals, against the route by frames and Pi: two
// derivations and two programs that share nothing but the body.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <polhode/kernel/exact.hpp>
#include <string>
#include <support/conditioning.hpp>
#include <support/nasty_motion.hpp>
#include <support/random_motion.hpp>
#include <support/text.hpp>
#include <support/worst.hpp>

#include "free/exact_by_frames.hpp"

namespace two_routes_test {
namespace {

using namespace polhode;
using kernel::Image;
using kernel::Increment;
using test::NastyMotion;
using test::NastyMotions;
using test::text;
using test::Wider;

constexpr double eps = std::numeric_limits<double>::epsilon();

template <class T>
kernel::Phase<Wider> by_midpoint(const Vec3<T>& moments, const Vec3<T>& m, T h) {
  const Increment<T> i = kernel::Exact(moments)(m, h);
  return {convert<Wider>(m) + convert<Wider>(i.dm), Quat<Wider>::identity() + convert<Wider>(i.dr)};
}

template <class T>
kernel::Phase<Wider> by_frames(const Vec3<T>& moments, const Vec3<T>& m, T h) {
  const Image<T> i = ExactByFrames<T>(moments)(m, h);
  return {convert<Wider>(i.m), convert<Wider>(i.r)};
}

class TwoRoutes : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Few, TwoRoutes, testing::Values(3000));
INSTANTIATE_TEST_SUITE_P(Slow, TwoRoutes, testing::Values(10000));
INSTANTIATE_TEST_SUITE_P(Long, TwoRoutes, testing::Values(50000));

TEST_P(TwoRoutes, AgreeWithinTheConditioningHoweverAwkwardTheMotion) {
  // The route by frames goes in long double here: its angles are as large as |m| h / I1 and the rounding of
  // them stays, even where the motion does not notice (thin bodies near an axis), and its squares underflow
  // in double.
  constexpr double wide_eps = static_cast<double>(std::numeric_limits<Wider>::epsilon());
  NastyMotions random(21);
  test::Worst momentum("two routes: momentum, eps (1 + cond_m)"),
      attitude("two routes: attitude, eps (1 + cond_q)");
  int compared = 0;
  for (int n = 0; n < GetParam(); ++n) {
    const NastyMotion c = random.next();
    const test::Conditioning cond = test::conditioning(c.moments, {c.m, Quat<double>::identity()}, c.h);
    if (cond.m > 1e10 || cond.q > 1e10) continue;
    ++compared;
    const Vec3<Wider> moments = convert<Wider>(c.moments), m = convert<Wider>(c.m);
    const double angle = static_cast<double>(norm(m) * std::abs(Wider(c.h)) / moments.x);
    const test::Difference d =
        test::difference(by_midpoint(c.moments, c.m, c.h), by_frames(moments, m, Wider(c.h)));
    momentum.add(d.m / (eps * (1 + cond.m) + wide_eps * angle), [&] { return text(c); });
    attitude.add(d.q / (eps * (1 + cond.q) + wide_eps * angle), [&] { return text(c); });
  }
  EXPECT_GT(compared, GetParam() * 9 / 10);
  momentum.expect_at_most(5);
  attitude.expect_at_most(5);
}

TEST_P(TwoRoutes, AgreeOnOrdinaryBodies) {
  // Moments apart, |m| near one, steps up to a few turns.
  test::RandomMotions random(22);
  test::Worst worst("two routes, ordinary bodies, eps (1 + cond)");
  for (int n = 0; n < GetParam(); ++n) {
    const test::RandomMotion c = random.next();
    const Vec3<double>&I = c.moments, &m = c.m;
    const double h = random.uniform(-1, 1) * std::pow(10, random.uniform(-4, 1));
    const test::Difference d = test::difference(by_midpoint(I, m, h), by_frames(I, m, h));
    if (!worst.is_worse(std::max(d.m, d.q) / eps)) continue;  // whatever the conditioning
    const test::Conditioning cond = test::conditioning(I, {m, Quat<double>::identity()}, h);
    const double off = std::max(d.m / (1 + cond.m), d.q / (1 + cond.q)) / eps;
    worst.add(off, [&] { return text({I, m, h, "ordinary"}); });
  }
  worst.expect_at_most(5);
}

TEST_P(TwoRoutes, AgreeInLongDouble) {
  // Sixty-four bits against sixty-four: what both derive, not what a double can hold.
  constexpr double wide_eps = static_cast<double>(std::numeric_limits<Wider>::epsilon());
  test::RandomMotions random(23);
  test::Worst worst("two routes in long double, eps (1 + cond)");
  for (int n = 0; n < GetParam(); ++n) {
    const test::RandomMotion c = random.next();
    const Vec3<double>&I = c.moments, &m = c.m;
    const double h = random.uniform(-1, 1) * std::pow(10, random.uniform(-4, 2));
    const Vec3<Wider> wide_I = convert<Wider>(I), wide_m = convert<Wider>(m);
    const test::Difference d =
        test::difference(by_midpoint(wide_I, wide_m, Wider(h)), by_frames(wide_I, wide_m, Wider(h)));
    if (!worst.is_worse(std::max(d.m, d.q) / wide_eps)) continue;  // whatever the conditioning
    const test::Conditioning cond = test::conditioning(I, {m, Quat<double>::identity()}, h);
    if (cond.m > 1e6) continue;
    const double off = std::max(d.m / (1 + cond.m), d.q / (1 + cond.q)) / wide_eps;
    worst.add(off, [&] { return text({I, m, h, "ordinary"}); });
  }
  worst.expect_at_most(8);
}

}  // namespace
}  // namespace two_routes_test
