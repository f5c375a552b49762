// SPDX-License-Identifier: MIT
// What the exact step must do for every body, start and step, however awkward.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <string>
#include <support/conditioning.hpp>
#include <support/nasty_motion.hpp>
#include <support/text.hpp>
#include <support/worst.hpp>

namespace exact_step_law_test {
namespace {

using namespace polhode;
using kernel::Phase;
using test::NastyMotion;
using test::NastyMotions;
using test::Wider;

constexpr double eps = std::numeric_limits<double>::epsilon();

/// The number of random motions: a few thousand everywhere, more where no sanitizer slows them down, and many
/// for what is rare.
class ExactStepLaws : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Few, ExactStepLaws, testing::Values(3000));
INSTANTIATE_TEST_SUITE_P(Slow, ExactStepLaws, testing::Values(20000));
INSTANTIATE_TEST_SUITE_P(Long, ExactStepLaws, testing::Values(100000));

/// Beyond this the result has no digits in common with that of rounded inputs, and there is nothing to
/// compare.
constexpr double hopeless = 1e12;

Quat<double> random_unit(NastyMotions& random) {
  return normalised(Quat<double>{random.normal(), random.normal(), random.normal(), random.normal()});
}

Vec3<Wider> angular_velocity(const NastyMotion& c, const Vec3<Wider>& m) {
  return {m.x / Wider(c.moments.x), m.y / Wider(c.moments.y), m.z / Wider(c.moments.z)};
}

Vec3<Wider> spatial_momentum(const Phase<double>& p) {
  const Quat<Wider> q = convert<Wider>(p.q), m{0, Wider(p.m.x), Wider(p.m.y), Wider(p.m.z)};
  return (1 / dot(q, q)) * (q * m * q.conjugate()).vec();
}

TEST_P(ExactStepLaws, AgreesWithLongDoubleWithinTheConditioning) {
  const int cases = GetParam();
  NastyMotions random(1);
  test::Worst momentum("momentum, eps (1 + cond_m)"), attitude("attitude, eps (1 + cond_q)");
  int compared = 0;
  for (int n = 0; n < cases; ++n) {
    const NastyMotion c = random.next();
    const Phase<double> start{c.m, random_unit(random)}, end = test::stepped(c.moments, start, c.h);
    const auto wide = test::stepped(convert<Wider>(c.moments), test::widened(start), Wider(c.h));
    ASSERT_TRUE(std::isfinite(end.m.x + end.m.y + end.m.z + dot(end.q, end.q))) << text(c);
    const test::Conditioning cond = test::conditioning(c.moments, start, c.h);
    if (cond.m > hopeless || cond.q > hopeless) continue;
    ++compared;
    const test::Difference d = test::difference(test::widened(end), wide);
    momentum.add(d.m / eps / (1 + cond.m), [&] { return text(c); });
    attitude.add(d.q / eps / (1 + cond.q), [&] { return text(c); });
  }
  EXPECT_GT(compared, cases * 9 / 10);
  momentum.expect_at_most(4);
  attitude.expect_at_most(4);
}

TEST_P(ExactStepLaws, InvariantsHoldWhateverTheConditioning) {
  const int cases = GetParam();
  NastyMotions random(2);
  test::Worst length("|m|, eps |m|"), energy("energy, eps |m| |omega|"), spatial("spatial momentum, eps |m|"),
      unit("|q|, eps");
  for (int n = 0; n < cases; ++n) {
    const NastyMotion c = random.next();
    const Phase<double> start{c.m, random_unit(random)}, end = test::stepped(c.moments, start, c.h);
    const Vec3<Wider> m0 = convert<Wider>(start.m), m1 = convert<Wider>(end.m);
    const Vec3<Wider> w0 = angular_velocity(c, m0), w1 = angular_velocity(c, m1);
    const Wider size = std::sqrt(dot(m0, m0)), spin = std::sqrt(std::max(dot(w0, w0), dot(w1, w1)));
    const Vec3<Wider> moved = spatial_momentum(end) - spatial_momentum(start);
    const auto where = [&] { return text(c); };
    length.add(static_cast<double>(std::abs(std::sqrt(dot(m1, m1)) / size - 1)) / eps, where);
    energy.add(static_cast<double>(std::abs(dot(m1, w1) - dot(m0, w0)) / 2 / (size * spin)) / eps, where);
    spatial.add(static_cast<double>(std::sqrt(dot(moved, moved)) / size) / eps, where);
    unit.add(std::abs(std::sqrt(dot(end.q, end.q)) - 1) / eps, where);
  }
  length.expect_at_most(6);
  energy.expect_at_most(3);
  spatial.expect_at_most(6);
  unit.expect_at_most(3);
}

TEST_P(ExactStepLaws, TwoStepsAreOne) {
  const int cases = GetParam();
  NastyMotions random(3);
  test::Worst worst("step(a) step(b) against step(a+b)");
  for (int n = 0; n < cases; ++n) {
    const NastyMotion c = random.next();
    const double a = c.h * random.uniform(-1, 2), b = c.h - a;
    const Phase<double> start{c.m, random_unit(random)};
    const Phase<double> middle = test::stepped(c.moments, start, a);
    const auto two = test::widened(test::stepped(c.moments, middle, b)),
               one = test::widened(test::stepped(c.moments, start, a + b));
    const test::Difference d = test::difference(two, one);
    const double error = std::max(d.m, d.q) / eps;
    // The conditioning takes forty steps in long double: no more of it than is needed to see that this is not
    // the worst.
    double cond = 2;
    if (!worst.is_worse(error / cond)) continue;
    const test::Conditioning whole = test::conditioning(c.moments, start, a + b);
    cond += std::max(whole.m, whole.q);
    if (!worst.is_worse(error / cond)) continue;
    const test::Conditioning first = test::conditioning(c.moments, start, a),
                             second = test::conditioning(c.moments, middle, b);
    cond += std::max(second.m, second.q) + (1 + std::max(first.m, first.q)) * second.absolute;
    if (cond > hopeless) continue;
    worst.add(error / cond, [&] { return text(c); });
  }
  worst.expect_at_most(1.5);
}

TEST_P(ExactStepLaws, BackIsBack) {
  const int cases = GetParam();
  NastyMotions random(4);
  test::Worst worst("step(h) step(-h)");
  for (int n = 0; n < cases; ++n) {
    const NastyMotion c = random.next();
    const Phase<double> start{c.m, random_unit(random)}, end = test::stepped(c.moments, start, c.h);
    const Phase<double> back = test::stepped(c.moments, end, -c.h);
    const test::Difference d = test::difference(test::widened(back), test::widened(start));
    const double error = std::max(d.m, d.q) / eps;
    double cond = 1;
    if (!worst.is_worse(error / cond)) continue;
    const test::Conditioning in = test::conditioning(c.moments, end, -c.h);
    cond += std::max(in.m, in.q) + in.absolute;
    if (!worst.is_worse(error / cond)) continue;
    const test::Conditioning out = test::conditioning(c.moments, start, c.h);
    cond += std::max(out.m, out.q) * in.absolute;
    if (cond > hopeless) continue;
    worst.add(error / cond, [&] { return text(c); });
  }
  worst.expect_at_most(1.5);
}

TEST_P(ExactStepLaws, PowersOfTwoChangeNoDigit) {
  const int cases = GetParam();
  NastyMotions random(5);
  for (int n = 0; n < cases; ++n) {
    NastyMotion c = random.next();
    if (c.kind.find("scaled") != std::string::npos) continue;
    const auto i = kernel::Exact(c.moments)(c.m, c.h);
    const int em = static_cast<int>(random.uniform(-400, 400)),
              ei = static_cast<int>(random.uniform(-400, 400));
    const auto by = [](const Vec3<double>& v, int e) {
      return Vec3<double>{std::ldexp(v.x, e), std::ldexp(v.y, e), std::ldexp(v.z, e)};
    };
    const auto j = kernel::Exact(by(c.moments, ei))(by(c.m, em), std::ldexp(c.h, ei - em));
    // Products of components that are both 1e-115 of the largest or less may underflow at one scale and not
    // at the other.
    const double size = std::max({std::abs(c.m.x), std::abs(c.m.y), std::abs(c.m.z)});
    const auto same = [](double x, double y, double nothing) { return x == y || std::abs(x - y) < nothing; };
    const Vec3<double> dm = by(j.dm, -em);
    ASSERT_TRUE(same(dm.x, i.dm.x, 1e-115 * size) && same(dm.y, i.dm.y, 1e-115 * size) &&
                same(dm.z, i.dm.z, 1e-115 * size))
        << text(c);
    ASSERT_TRUE(same(j.dr.w, i.dr.w, 1e-115) && same(j.dr.x, i.dr.x, 1e-115) &&
                same(j.dr.y, i.dr.y, 1e-115) && same(j.dr.z, i.dr.z, 1e-115))
        << text(c) << " scaled by 2^" << em << ", 2^" << ei;
  }
}

TEST(ExactStepSigns, TheSignOfTheAttitudeIsContinuous) {
  // Neighbouring steps give neighbouring rotations, over many turns and across every change of formula.
  NastyMotions random(6);
  for (int n = 0; n < 300; ++n) {
    NastyMotion c = random.next();
    const kernel::Exact step(c.moments);
    const Vec3<double> w{c.m.x / c.moments.x, c.m.y / c.moments.y, c.m.z / c.moments.z};
    const double spin = std::hypot(w.x, w.y, w.z);
    if (!std::isfinite(spin) || !(spin > 0) || !std::isfinite(0.1 / spin)) continue;
    Quat<double> before = Quat<double>::identity();
    for (int j = 1; j < 400; ++j) {
      const auto dr = step(c.m, j * (0.1 / spin)).dr;
      const Quat<double> r{1 + dr.w, dr.x, dr.y, dr.z};
      // |omega| can grow along the orbit by the ratio of the moments; a jump of sign would give a product of
      // -1.
      if (c.moments.z < 20 * c.moments.x) {
        ASSERT_GT(dot(r, before), -0.5) << text(c) << ", step " << j;
      }
      before = r;
    }
  }
}

TEST(ExactStepExtremes, SubnormalAndExtremeNumbersGiveFiniteStates) {
  const double tiny = std::numeric_limits<double>::denorm_min(), huge = std::numeric_limits<double>::max();
  for (const double i : {tiny, 1e-310, 1e-200, 1.0, 1e200, huge / 4})
    for (const double m : {tiny, 1e-310, 1e-200, 1.0, 1e200, huge / 4})
      for (const double angle : {0.0, 1e-300, 1e-3, 1.0, 1e3, 1e12}) {
        const double h =
            static_cast<double>(std::min<Wider>(Wider(huge), Wider(angle) * Wider(i) / Wider(m)));
        for (const Vec3<double>& shape : {Vec3<double>{1, 1, 1}, {1, 2, 3}, {1, 2, 2}, {1, 1, 2}})
          for (const Vec3<double>& way :
               {Vec3<double>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {-1, 1, 0}}) {
            const auto r = kernel::Exact(i * shape)(m * way, h);
            ASSERT_TRUE(std::isfinite(r.dm.x + r.dm.y + r.dm.z + dot(r.dr, r.dr)))
                << i << " " << m << " " << h;
            ASSERT_TRUE(std::isfinite(m * way.x + r.dm.x));
          }
      }
}

}  // namespace
}  // namespace exact_step_law_test
