// SPDX-License-Identifier: MIT
// FreeMotion and describe for every body and start, however awkward.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/core/error.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/rotation/convention.hpp>
#include <support/conditioning.hpp>
#include <support/nasty_motion.hpp>
#include <support/worst.hpp>

namespace motion_law_test {
namespace {

using namespace polhode;
using test::Wider;

constexpr double eps = std::numeric_limits<double>::epsilon();

class MotionLaws : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Few, MotionLaws, testing::Values(2000));
INSTANTIATE_TEST_SUITE_P(Slow, MotionLaws, testing::Values(10000));
INSTANTIATE_TEST_SUITE_P(Long, MotionLaws, testing::Values(50000));

TEST_P(MotionLaws, AgreesWithTheStepInLongDouble) {
  test::NastyMotions random(11);
  test::Worst worst("FreeMotion, eps (1 + cond)");
  int refused = 0;
  for (int n = 0; n < GetParam(); ++n) {
    const test::NastyMotion c = random.next();
    const Inertia body = Inertia::from_moments(c.moments.x, c.moments.y, c.moments.z);
    const State start{Eigen::Quaterniond::Identity(), to_eigen(c.m)};
    const kernel::Phase<double> phase{c.m, Quat<double>::identity()};
    State end;
    try {
      end = FreeMotion(body, start).at(c.h);
    } catch (const InvalidInput&) {  // more than 2^53 radians
      ++refused;
      continue;
    }
    const test::Conditioning cond = test::conditioning(c.moments, phase, c.h);
    if (cond.m > 1e12 || cond.q > 1e12) continue;
    const test::Difference d =
        test::difference(test::widened({from_eigen(end.momentum), from_eigen(end.attitude)}),
                         test::stepped(convert<Wider>(c.moments), test::widened(phase), Wider(c.h)));
    worst.add(std::max(d.m / (1 + cond.m), d.q / (1 + cond.q)) / eps, [&] { return c.kind; });
  }
  worst.expect_at_most(4);
  EXPECT_LE(refused, GetParam() / 100);
}

TEST_P(MotionLaws, DescriptionsAreNeverNaNOrNegative) {
  test::NastyMotions random(12);
  for (int n = 0; n < GetParam(); ++n) {
    const test::NastyMotion c = random.next();
    const TumblingDescription d = describe(Inertia::from_moments(c.moments.x, c.moments.y, c.moments.z),
                                           {Eigen::Quaterniond::Identity(), to_eigen(c.m)});
    for (const double x : {d.polhode_period, d.precession_rate, d.precession_period, d.long_axis_rate,
                           d.rotation_number, d.smallest_nutation, d.largest_nutation, d.next_flip})
      ASSERT_GE(x, 0) << c.kind;
    ASSERT_LE(d.smallest_nutation, d.largest_nutation * (1 + 4 * eps)) << c.kind;
  }
}

}  // namespace
}  // namespace motion_law_test
