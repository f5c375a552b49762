// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <random>
#include <string>
#include <support/wide.hpp>
#include <support/worst.hpp>

namespace advance_test {
namespace {

using namespace polhode;
using namespace polhode::kernel;
using test::Wide;
using test::Worst;

constexpr double eps = std::numeric_limits<double>::epsilon();

class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}
  double normal() { return normal_(engine_); }
  Vec3<double> vector() { return {normal(), normal(), normal()}; }
  Quat<double> unit() {
    const Quat<double> q{normal(), normal(), normal(), normal()};
    return (1 / norm(q)) * q;
  }
  /// r - 1 for a turn of that angle about a random axis, each component to its own digits.
  Quat<double> turn(double angle) {
    const Vec3<double> v = vector();
    const double sine = std::sin(angle / 2), quarter = std::sin(angle / 4), by = sine / norm(v);
    return {-2 * quarter * quarter, by * v.x, by * v.y, by * v.z};
  }

 private:
  std::mt19937_64 engine_;
  std::normal_distribution<double> normal_;
};

double excess(const Quat<double>& q) {
  const Quat<long double> w = convert<long double>(q);
  return static_cast<double>(std::sqrt(dot(w, w)) - 1);
}

/// The length of q after many steps of this turn; r_w = cos(angle/2) is negative for many of them.
class PlainAdvance : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Angles, PlainAdvance,
                         testing::Values(1e-8, 0.01, 0.5, 2.0, 3.0, 3.14159, 4.0, 5.0, 6.0, 6.28, 7.0, -4.0));

TEST_P(PlainAdvance, KeepsTheAttitudeOfLengthOne) {
  // A correction that reached r_w alone would drive |q| away from one wherever r_w < 0. Each step rounds by
  // about one eps and mends an eighth of what it finds, so the length walks within a few eps.
  constexpr double most = 8 * eps;
  Draw draw(1);
  Phase<double> p{{1, 2, 3}, draw.unit()}, image = p;
  for (int n = 0; n < 3000; ++n) {
    const Quat<double> dr = draw.turn(GetParam());
    p = advance(p, Increment<double>{{0, 0, 0}, dr});
    image = advance(image, Image<double>{{1, 2, 3}, {1 + dr.w, dr.x, dr.y, dr.z}});
    ASSERT_LE(std::abs(excess(p.q)), most) << n;
    ASSERT_LE(std::abs(excess(image.q)), most) << n;
  }
}

TEST_P(PlainAdvance, MendsALengthThatIsNotOne) {
  Draw draw(2);
  for (const double off : {1e-3, -1e-3, 1e-9}) {
    Phase<double> p{{0, 0, 1}, (1 + off) * draw.unit()};
    // (1 + x)(1 + (1 - (1+x)^2)/16) = 1 + 7/8 x + O(x^2)
    p = advance(p, Increment<double>{{0, 0, 0}, draw.turn(GetParam())});
    EXPECT_NEAR(excess(p.q), 0.875 * off, 0.25 * off * off + 4 * eps) << off;
    for (int n = 0; n < 300; ++n) p = advance(p, Increment<double>{{0, 0, 0}, draw.turn(GetParam())});
    EXPECT_LE(std::abs(excess(p.q)), 8 * eps) << off;
  }
}

TEST(PlainAdvances, AreSumAndProduct) {
  Draw draw(3);
  Worst worst("q r in one advance, eps");
  for (int n = 0; n < 2000; ++n) {
    const Phase<double> p{draw.vector(), draw.unit()};
    const Increment<double> i{draw.vector(), draw.turn(std::pow(10, -n % 8))};
    const Phase<double> found = advance(p, i);
    EXPECT_EQ(found.m, p.m + i.dm);
    const Quat<Wide> q = convert<Wide>(p.q), exact = q + q * convert<Wide>(i.dr);
    const Quat<Wide> d = convert<Wide>(found.q) - (1 / sqrt(dot(exact, exact))) * exact;
    worst.add(static_cast<double>(sqrt(dot(d, d))) / eps, [&] { return std::to_string(n); });
    const Phase<double> image = advance(p, Image<double>{i.dm, {1 + i.dr.w, i.dr.x, i.dr.y, i.dr.z}});
    EXPECT_EQ(image.m, i.dm);
    const Quat<double> apart = image.q - found.q;
    EXPECT_LE(norm(apart), 4 * eps);
  }
  worst.expect_at_most(2);
}

TEST(PlainAdvances, OfNothingLeaveTheMomentumBitForBit) {
  Draw draw(4);
  const Phase<double> p{draw.vector(), draw.unit()}, after = advance(p, Increment<double>{});
  EXPECT_EQ(after.m, p.m);
  EXPECT_LE(norm(after.q - p.q), eps);
}

/// How far m + em and q + eq are from where exact sums of the same increments lead.
TEST(CompensatedAdvances, CarryTwiceTheDigits) {
  Draw draw(5);
  for (const double size : {1e-2, 1e-5, 1e-8}) {
    CompensatedPhase<double> p{draw.vector(), {}, draw.unit(), {}};
    Phase<double> plain{p.m, p.q};
    Vec3<Wide> m = convert<Wide>(p.m);
    Quat<Wide> q = convert<Wide>(p.q);
    constexpr int steps = 2000;
    for (int n = 0; n < steps; ++n) {
      const Increment<double> i{size * draw.vector(), draw.turn(size)};
      p = advance(p, i);
      plain = advance(plain, i);
      m = m + convert<Wide>(i.dm);
      q = q + q * convert<Wide>(i.dr);
    }
    const Vec3<Wide> dm = convert<Wide>(p.m) + convert<Wide>(p.em) - m, dm_plain = convert<Wide>(plain.m) - m;
    const Quat<Wide> dq = convert<Wide>(p.q) + convert<Wide>(p.eq) - q, dq_plain = convert<Wide>(plain.q) - q;
    // Each step's own rounding is eps times its increment; the walk is one of random signs.
    const double unit = eps * size * std::sqrt(steps);
    EXPECT_LE(static_cast<double>(sqrt(dot(dm, dm))), unit) << size;
    EXPECT_LE(static_cast<double>(sqrt(dot(dq, dq))), unit) << size;
    EXPECT_GT(static_cast<double>(sqrt(dot(dm_plain, dm_plain))), 10 * unit) << size;
    EXPECT_GT(static_cast<double>(sqrt(dot(dq_plain, dq_plain))), 5 * unit) << size;
  }
}

TEST(CompensatedAdvances, LeaveLessThanHalfAUnitOutstanding) {
  Draw draw(6);
  CompensatedPhase<double> p{draw.vector(), {}, draw.unit(), {}};
  const auto kept = [](double sum, double lost) { return std::abs(lost) <= eps / 2 * std::abs(sum); };
  for (int n = 0; n < 2000; ++n) {
    p = advance(p, Increment<double>{0.01 * draw.vector(), draw.turn(0.01)});
    ASSERT_TRUE(kept(p.m.x, p.em.x) && kept(p.m.y, p.em.y) && kept(p.m.z, p.em.z)) << n;
    ASSERT_TRUE(kept(p.q.w, p.eq.w) && kept(p.q.x, p.eq.x) && kept(p.q.y, p.eq.y) && kept(p.q.z, p.eq.z))
        << n;
  }
}

TEST(CompensatedAdvances, AllowKicksBetweenTheSteps) {
  // The same kick out and back, with free steps there and back between: nothing is remembered but the lost
  // parts.
  const Exact exact(Vec3<double>{0.345, 0.653, 1});
  CompensatedPhase<double> p{{0.5, 0.2, 0.84}, {}, Quat<double>::identity(), {}};
  const Vec3<double> start = p.m, kick{0.25, -0.125, 0.5};
  const auto kicked = [&](const Vec3<double>& by) { p = advance(p, Increment<double>{by, {}}); };
  const auto stepped = [&](double h) { p = advance(p, exact(p.m, h)); };
  for (int n = 0; n < 100; ++n) {
    stepped(0.01);
    kicked(kick);
    stepped(0.01);
    stepped(-0.01);
    kicked(-kick);
    stepped(-0.01);
  }
  const Vec3<double> dm = p.m - start;
  EXPECT_LE(norm(dm), 100 * 4 * 0.01 * eps + eps);
  EXPECT_LE(norm(p.q - Quat<double>::identity()), 100 * 4 * 0.01 * eps + eps);
}

}  // namespace
}  // namespace advance_test
