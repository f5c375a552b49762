// SPDX-License-Identifier: MIT
// Periods and rates of tumbling bodies against the motion itself, closed forms and an asteroid.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/core/error.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/rotation/convention.hpp>
#include <string>
#include <support/random_motion.hpp>
#include <support/worst.hpp>
#include <vector>

namespace tumbling_test {
namespace {

using namespace polhode;
using test::Worst;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double pi = std::numbers::pi;

State with_momentum(const Vec3<double>& m) { return {Eigen::Quaterniond(0.5, -0.5, 0.5, 0.5), to_eigen(m)}; }
Inertia body_of(const Vec3<double>& i) { return Inertia::from_moments(i.x, i.y, i.z); }

/// The momentum that circles axis 3 (or 1) of a body and whose energy is `ratio` times that of rotation about
/// axis 3,
/// |m| = 1, at the moment when m2 = 0.
Vec3<double> of_energy(const Vec3<double>& i, double ratio) {
  const double square = (ratio - 1) / i.z / (1 / i.x - 1 / i.z);
  return {std::sqrt(square), 0, std::sqrt(1 - square)};
}

TEST(TumblingOfApophis, HasTheObservedPeriods) {
  // Pravec et al., Icarus 233 (2014) 48: I1/I3 = 0.61, I2/I3 = 0.965, energy 1.024 times the least,
  // short-axis mode; precession 27.38 h and rotation 263 h, whose ratio is 9.6.
  const Vec3<double> moments{0.61, 0.965, 1};
  const TumblingDescription d = describe(body_of(moments), with_momentum(of_energy(moments, 1.024)));
  EXPECT_EQ(d.regime, Regime::short_axis_mode);
  EXPECT_EQ(d.axis, BodyAxis::short_axis);
  EXPECT_NEAR(d.rotation_number, 9.664, 5e-4);
  EXPECT_NEAR(d.rotation_number, 263 / 27.38, 0.1);
  EXPECT_NEAR(d.polhode_period / d.precession_period, d.rotation_number, 4 * eps * d.rotation_number);
  // The long axis goes round once less in a rotation period.
  EXPECT_NEAR(d.long_axis_rate * d.polhode_period, 2 * pi * (d.rotation_number - 1), 1e-12);
}

/// Momentum of the motion at n equal parts of its period: sums over them converge faster than any power.
std::vector<Eigen::Vector3d> round_the_polhode(const Inertia& body, const State& start, double period,
                                               int n) {
  const FreeMotion motion(body, start);
  std::vector<Eigen::Vector3d> all;
  for (int j = 0; j < n; ++j) all.push_back(motion.at(period * j / n).momentum);
  return all;
}

/// The mean rate at which a body axis goes round the angular momentum, by quadrature of its azimuth's rate
/// |m| sum m_j^2/I_j / sum m_j^2 over the other two axes.
double mean_rate(const Vec3<double>& moments, const std::vector<Eigen::Vector3d>& round, int axis) {
  const std::array<double, 3> i{moments.x, moments.y, moments.z};
  double sum = 0;
  for (const Eigen::Vector3d& m : round) {
    double above = 0, below = 0;
    for (int j = 0; j < 3; ++j) {
      if (j == axis) continue;
      above += m[j] * m[j] / i[static_cast<std::size_t>(j)];
      below += m[j] * m[j];
    }
    sum += m.norm() * above / below;
  }
  return sum / static_cast<double>(round.size());
}

struct Case {
  Vec3<double> moments, m;
};

/// Random motions that do not linger at the intermediate axis, so that 400 points on the polhode are enough.
std::vector<Case> random_cases(unsigned seed, int n) {
  std::vector<Case> all;
  test::RandomMotions random(seed);
  while (static_cast<int>(all.size()) < n) {
    const test::RandomMotion c = random.next();
    const double along_1 = c.m.x * c.m.x * (c.moments.y - c.moments.x) * c.moments.z,
                 along_3 = c.m.z * c.m.z * (c.moments.z - c.moments.y) * c.moments.x;
    if (std::abs(along_1 - along_3) > 0.1 * std::max(along_1, along_3)) all.push_back({c.moments, c.m});
  }
  return all;
}

TEST(TumblingLaws, TheMomentumReturnsAfterOneRotationPeriodAndNotBefore) {
  for (const Case& c : random_cases(1, 100)) {
    const Inertia body = body_of(c.moments);
    const State start = with_momentum(c.m);
    const double period = describe(body, start).polhode_period;
    const FreeMotion motion(body, start);
    EXPECT_LE((motion.at(period).momentum - start.momentum).norm(), 40 * eps * norm(c.m));
    for (const double part : {0.25, 1.0 / 3, 0.5, 2.0 / 3, 0.75})
      EXPECT_GT((motion.at(part * period).momentum - start.momentum).norm(), 1e-3) << part;
  }
}

TEST(TumblingLaws, PrecessionIsTheMeanRateOfTheCircledAxis) {
  Worst circled("precession against quadrature, relative / eps"),
      other("rate of the long axis, relative / eps");
  int number = 0;
  for (const Case& c : random_cases(2, 60)) {
    const Inertia body = body_of(c.moments);
    const State start = with_momentum(c.m);
    const TumblingDescription d = describe(body, start);
    const auto round = round_the_polhode(body, start, d.polhode_period, 400);
    const bool is_short = d.axis == BodyAxis::short_axis;
    const auto where = [&] { return std::to_string(number); };
    circled.add(std::abs(d.precession_rate / mean_rate(c.moments, round, is_short ? 2 : 0) - 1) / eps, where);
    other.add(std::abs(d.long_axis_rate / mean_rate(c.moments, round, 0) - 1) / eps, where);
    EXPECT_NEAR(d.precession_period * d.precession_rate, 2 * pi, 8 * eps);
    EXPECT_NEAR(d.rotation_number * d.precession_period / d.polhode_period, 1, 4 * eps);
    ++number;
  }
  circled.expect_at_most(20);
  other.expect_at_most(20);
}

TEST(TumblingLaws, PrecessionIsTheMotionOfTheAxisInSpace) {
  // After one rotation period the body has turned about the angular momentum by 2 pi rotation_number, up to
  // whole turns.
  for (const Case& c : random_cases(3, 40)) {
    const Inertia body = body_of(c.moments);
    const State start = with_momentum(c.m);
    const TumblingDescription d = describe(body, start);
    const Eigen::Quaterniond turn =
        FreeMotion(body, start).at(d.polhode_period).attitude * start.attitude.conjugate();
    const Eigen::Vector3d G = (start.attitude * start.momentum).normalized();
    const Eigen::AngleAxisd expected(2 * pi * d.rotation_number, G);
    EXPECT_LE((turn.toRotationMatrix() - expected.toRotationMatrix()).norm(),
              200 * eps * d.rotation_number + 100 * eps);
  }
}

TEST(TumblingLaws, NutationStaysBetweenItsExtremesAndReachesThem) {
  for (const Case& c : random_cases(4, 60)) {
    const Inertia body = body_of(c.moments);
    const State start = with_momentum(c.m);
    const TumblingDescription d = describe(body, start);
    const int axis = d.axis == BodyAxis::short_axis ? 2 : 0;
    const FreeMotion motion(body, start);
    const auto angle = [&](double t) {
      const Eigen::Vector3d m = motion.at(t).momentum;
      return std::acos(std::min(1.0, std::abs(m[axis]) / m.norm()));
    };
    for (int j = 0; j < 100; ++j) {
      EXPECT_GE(angle(d.polhode_period * j / 100), d.smallest_nutation - 1e-7);
      EXPECT_LE(angle(d.polhode_period * j / 100), d.largest_nutation + 1e-7);
    }
    // The least where m2 = 0, the greatest a quarter period later.
    EXPECT_NEAR(angle(d.next_flip), d.smallest_nutation, 1e-7);
    EXPECT_NEAR(angle(d.next_flip + d.polhode_period / 4), d.largest_nutation, 1e-7);
  }
}

TEST(TumblingLaws, TheNextFlipIsTheFirstZeroOfTheMiddleComponent) {
  for (const Case& c : random_cases(5, 100)) {
    const Inertia body = body_of(c.moments);
    const State start = with_momentum(c.m);
    const TumblingDescription d = describe(body, start);
    const FreeMotion motion(body, start);
    ASSERT_GT(d.next_flip, 0);
    EXPECT_LE(d.next_flip, d.polhode_period / 2 * (1 + 4 * eps));
    EXPECT_LE(std::abs(motion.at(d.next_flip).momentum.y()), 40 * eps * norm(c.m));
    const double before = motion.at(0.999 * d.next_flip).momentum.y(),
                 after = motion.at(1.001 * d.next_flip).momentum.y();
    EXPECT_LT(before * after, 0);
    for (int j = 0; j < 60; ++j) EXPECT_GT(motion.at(d.next_flip * j / 60).momentum.y() * before, 0) << j;
  }
}

TEST(TumblingLaws, BackInTimeTheFlipIsTheOneBefore) {
  // -m runs the motion backwards; two flips are half a rotation period apart.
  for (const Case& c : random_cases(6, 200)) {
    const TumblingDescription ahead = describe(body_of(c.moments), with_momentum(c.m)),
                              back = describe(body_of(c.moments), with_momentum(-c.m));
    EXPECT_NEAR((ahead.next_flip + back.next_flip) / ahead.polhode_period, 0.5, 4 * eps);
    EXPECT_EQ(back.polhode_period, ahead.polhode_period);
    EXPECT_EQ(back.precession_rate, ahead.precession_rate);
  }
}

TEST(TumblingLaws, AFlipNowMeansTheNextIsHalfAPeriodAway) {
  const TumblingDescription d = describe(body_of({1, 2, 3}), with_momentum({0.3, 0, 0.9}));
  EXPECT_NEAR(d.next_flip / d.polhode_period, 0.5, 2 * eps);
  // At its extreme the middle component is a quarter period from zero, on either side.
  for (const double m2 : {0.4, -0.4}) {
    const TumblingDescription e = describe(body_of({1, 2, 3}), with_momentum({0, m2, 0.9}));
    EXPECT_NEAR(e.next_flip / e.polhode_period, 0.25, 2 * eps);
  }
}

TEST(TumblingLaws, DescriptionsDoNotDependOnWhereOnTheOrbit) {
  for (const Case& c : random_cases(7, 60)) {
    const Inertia body = body_of(c.moments);
    const State start = with_momentum(c.m);
    const TumblingDescription d = describe(body, start);
    const State later = FreeMotion(body, start).at(0.37 * d.polhode_period);
    const TumblingDescription e = describe(body, later);
    EXPECT_EQ(e.regime, d.regime);
    EXPECT_NEAR(e.polhode_period / d.polhode_period, 1, 60 * eps);
    EXPECT_NEAR(e.precession_rate / d.precession_rate, 1, 60 * eps);
    EXPECT_NEAR(e.smallest_nutation, d.smallest_nutation, 20 * eps);
    EXPECT_NEAR(e.largest_nutation, d.largest_nutation, 60 * eps);
    // The flip comes nearer as time passes, and starts anew after it.
    const double expected = d.next_flip - 0.37 * d.polhode_period;
    EXPECT_NEAR(e.next_flip, expected > 0 ? expected : expected + d.polhode_period / 2,
                100 * eps * d.polhode_period);
  }
}

void expect_same(const TumblingDescription& a, const TumblingDescription& b, int time_exponent) {
  EXPECT_EQ(a.regime, b.regime);
  EXPECT_EQ(a.axis, b.axis);
  EXPECT_EQ(a.polhode_period, std::ldexp(b.polhode_period, time_exponent));
  EXPECT_EQ(a.precession_rate, std::ldexp(b.precession_rate, -time_exponent));
  EXPECT_EQ(a.precession_period, std::ldexp(b.precession_period, time_exponent));
  EXPECT_EQ(a.long_axis_rate, std::ldexp(b.long_axis_rate, -time_exponent));
  EXPECT_EQ(a.next_flip, std::ldexp(b.next_flip, time_exponent));
  EXPECT_EQ(a.rotation_number, b.rotation_number);
  EXPECT_EQ(a.smallest_nutation, b.smallest_nutation);
  EXPECT_EQ(a.largest_nutation, b.largest_nutation);
}

TEST(TumblingLaws, PowersOfTwoChangeNoDigit) {
  const auto by = [](const Vec3<double>& v, int e) {
    return Vec3<double>{std::ldexp(v.x, e), std::ldexp(v.y, e), std::ldexp(v.z, e)};
  };
  for (const Vec3<double>& m : {Vec3<double>{0.3, -0.4, 0.8}, {0.9, 0.3, 0.2}, {0, 0, 1}, {0.25, 0.3, 0.75}})
    for (const int em : {-900, -20, 20, 900})
      for (const int ei : {-900, 0, 900}) {
        if (std::abs(ei - em) > 950) continue;
        const Vec3<double> i{1, 2, 2.25};
        expect_same(describe(body_of(by(i, ei)), with_momentum(by(m, em))),
                    describe(body_of(i), with_momentum(m)), ei - em);
      }
}

TEST(TumblingLaws, TimesOutOfRangeAreInfiniteOrZero) {
  const TumblingDescription d =
      describe(body_of({0x1p1000, 0x1.8p1000, 0x1p1001}), with_momentum({0x1p-1000, 0x1p-1001, 0x1p-1000}));
  EXPECT_EQ(d.polhode_period, infinite);
  EXPECT_EQ(d.next_flip, infinite);
  EXPECT_EQ(d.precession_rate, 0);
  EXPECT_GT(d.rotation_number, 0);
  EXPECT_TRUE(std::isfinite(d.rotation_number));
  EXPECT_GT(d.largest_nutation, 0);
}

TEST(TumblingLaws, MomentsMayComeInAnyOrderAndTensorsTurned) {
  const TumblingDescription sorted = describe(body_of({1, 2, 3}), with_momentum({0.3, 0.4, 0.8}));
  // (I2, I3, I1) is an even permutation; (I3, I2, I1) an odd one, for which the momentum changes its sign.
  expect_same(describe(body_of({2, 3, 1}), with_momentum({0.4, 0.8, 0.3})), sorted, 0);
  expect_same(describe(body_of({3, 2, 1}), with_momentum({-0.8, -0.4, -0.3})), sorted, 0);

  const Eigen::Quaterniond q = Eigen::Quaterniond(0.3, -0.5, 0.8, 0.1).normalized();
  const Eigen::Matrix3d R = q.toRotationMatrix();
  const Inertia tensor = Inertia::from_tensor(R * Eigen::Vector3d(1, 2, 3).asDiagonal() * R.transpose());
  const TumblingDescription turned =
      describe(tensor, {Eigen::Quaterniond::Identity(), R * Eigen::Vector3d(0.3, 0.4, 0.8)});
  EXPECT_EQ(turned.regime, sorted.regime);
  EXPECT_NEAR(turned.polhode_period / sorted.polhode_period, 1, 100 * eps);
  EXPECT_NEAR(turned.precession_rate / sorted.precession_rate, 1, 30 * eps);
  EXPECT_NEAR(turned.next_flip / sorted.next_flip, 1, 100 * eps);
}

TEST(TumblingOfSymmetricBodies, HasClosedForms) {
  // Oblate: precession |m|/I1, the momentum goes round once in 2 pi / (m3 (1/I1 - 1/I3)), no nutation and no
  // flip.
  const Vec3<double> m{0.3, 0.4, 1.2};
  const double g = 1.3, off = 0.5;
  const TumblingDescription oblate = describe(body_of({1, 1, 2}), with_momentum(m));
  EXPECT_EQ(oblate.regime, Regime::short_axis_mode);
  EXPECT_NEAR(oblate.precession_rate, g, 4 * eps * g);
  EXPECT_NEAR(oblate.polhode_period, 2 * pi / (1.2 * 0.5), 8 * eps * 10);
  EXPECT_NEAR(oblate.smallest_nutation, std::atan2(off, 1.2), 2 * eps);
  EXPECT_NEAR(oblate.largest_nutation, std::atan2(off, 1.2), 2 * eps);
  EXPECT_EQ(oblate.next_flip, infinite);
  // Prolate: precession |m|/I3 of the long axis, and 2 pi / (m1 (1/I1 - 1/I3)).
  const TumblingDescription prolate = describe(body_of({1, 2, 2}), with_momentum({1.2, 0.3, 0.4}));
  EXPECT_EQ(prolate.regime, Regime::long_axis_mode);
  EXPECT_NEAR(prolate.precession_rate, g / 2, 4 * eps * g);
  EXPECT_NEAR(prolate.long_axis_rate, g / 2, 4 * eps * g);
  EXPECT_NEAR(prolate.polhode_period, 2 * pi / (1.2 * 0.5), 8 * eps * 10);
  EXPECT_NEAR(prolate.smallest_nutation, std::atan2(off, 1.2), 2 * eps);
  EXPECT_NEAR(prolate.largest_nutation, std::atan2(off, 1.2), 2 * eps);
  EXPECT_EQ(prolate.next_flip, infinite);
}

TEST(TumblingOfSymmetricBodies, IsTheLimitOfTheOthers) {
  const Vec3<double> m{0.3, 0.4, 1.2};
  const TumblingDescription exact = describe(body_of({1, 1, 2}), with_momentum(m));
  for (const double e : {1e-3, 1e-6, 1e-9, 1e-12}) {
    const TumblingDescription near = describe(body_of({1, 1 + e, 2}), with_momentum(m));
    EXPECT_NEAR(near.polhode_period / exact.polhode_period, 1, 2 * e + 8 * eps);
    EXPECT_NEAR(near.precession_rate / exact.precession_rate, 1, 2 * e + 8 * eps);
    EXPECT_NEAR(near.largest_nutation, exact.largest_nutation, 2 * e + 8 * eps);
    EXPECT_TRUE(std::isfinite(near.next_flip));
  }
}

TEST(TumblingOfTheSeparatrix, HasNoPeriod) {
  // c1 = c2 = 1/2, so that (1, m2, 1) lies on it exactly.
  const Inertia body = body_of({3, 4, 6});
  const TumblingDescription leaving = describe(body, with_momentum({1, 0.5, 1})),
                            coming = describe(body, with_momentum({1, -0.5, 1}));
  for (const TumblingDescription& d : {leaving, coming}) {
    EXPECT_EQ(d.regime, Regime::separatrix);
    EXPECT_EQ(d.axis, BodyAxis::intermediate);
    EXPECT_EQ(d.polhode_period, infinite);
    EXPECT_NEAR(d.precession_rate, 1.5 / 4, 2 * eps);
    EXPECT_EQ(d.smallest_nutation, 0);
    EXPECT_NEAR(d.largest_nutation, pi / 2, eps);
  }
  EXPECT_EQ(leaving.next_flip, infinite);
  // m2 = 1.5 tanh x, m1 m3 = 1.125 / cosh(x)^2 and m2' = m1 m3 / 6, so x' = 1/8.
  EXPECT_NEAR(coming.next_flip, 8 * std::atanh(1.0 / 3), 20 * eps);
  EXPECT_LE(std::abs(FreeMotion(body, with_momentum({1, -0.5, 1})).at(coming.next_flip).momentum.y()),
            8 * eps);
}

TEST(TumblingNearTheIntermediateAxis, FlipsAfterATimeThatGrowsAsTheLogarithm) {
  const Vec3<double> i{1, 2, 4};
  // Departures grow as exp(rate t), rate = |m| sqrt((1/I1 - 1/I2)(1/I2 - 1/I3)).
  const double rate = std::sqrt(0.5 * 0.25);
  for (const double e : {1e-3, 1e-6, 1e-20, 1e-100, 1e-140, 1e-300}) {
    for (const Vec3<double>& way : {Vec3<double>{1, 0, 0}, {0, 0, 1}, {1, 0, 0.3}}) {
      const double first = describe(body_of(i), with_momentum({e * way.x, 1, e * way.z})).next_flip,
                   nearer =
                       describe(body_of(i), with_momentum({e / 1024 * way.x, 1, e / 1024 * way.z})).next_flip;
      EXPECT_NEAR((nearer - first) * rate, std::log(1024), -2 * e * e * std::log(e) + 40 * eps * first * rate)
          << e;
    }
  }
}

TEST(TumblingNearTheIntermediateAxis, TheFlipIsWhereTheMotionHasIt) {
  const Vec3<double> i{1, 2, 4};
  for (const double e : {1e-3, 1e-6, 1e-12}) {
    const State start = with_momentum({e, 1, 0.3 * e});
    const double flip = describe(body_of(i), start).next_flip;
    EXPECT_LE(std::abs(FreeMotion(body_of(i), start).at(flip).momentum.y()), 200 * eps * flip) << e;
  }
}

TEST(TumblingWithoutTumbling, PureRotationHasOneRate) {
  const auto expect_rate = [](const Vec3<double>& i, const Vec3<double>& m, double rate, BodyAxis axis) {
    const TumblingDescription d = describe(body_of(i), with_momentum(m));
    EXPECT_EQ(d.regime, Regime::pure_rotation);
    EXPECT_EQ(d.axis, axis);
    EXPECT_NEAR(d.precession_rate, rate, 4 * eps * rate);
    EXPECT_NEAR(d.precession_period, 2 * pi / rate, 8 * eps / rate * 4);
    EXPECT_EQ(d.polhode_period, infinite);
    EXPECT_EQ(d.next_flip, infinite);
    EXPECT_EQ(d.smallest_nutation, 0);
    EXPECT_EQ(d.largest_nutation, 0);
  };
  expect_rate({1, 2, 4}, {3, 0, 0}, 3, BodyAxis::long_axis);
  expect_rate({1, 2, 4}, {0, -3, 0}, 1.5, BodyAxis::intermediate);
  expect_rate({1, 2, 4}, {0, 0, 3}, 0.75, BodyAxis::short_axis);
  expect_rate({2, 2, 2}, {2, -1, 2}, 1.5, BodyAxis::any);
  expect_rate({0, 2, 2}, {0, 3, 4}, 2.5, BodyAxis::any);
}

TEST(TumblingWithoutTumbling, RestHasNothing) {
  const TumblingDescription d = describe(body_of({1, 2, 4}), with_momentum({0, 0, 0}));
  EXPECT_EQ(d.regime, Regime::rest);
  EXPECT_EQ(d.axis, BodyAxis::none);
  EXPECT_EQ(d.polhode_period, infinite);
  EXPECT_EQ(d.precession_period, infinite);
  EXPECT_EQ(d.next_flip, infinite);
  EXPECT_EQ(d.precession_rate, 0);
  EXPECT_EQ(d.long_axis_rate, 0);
}

TEST(TumblingWithoutTumbling, WrongStatesAreRefused) {
  EXPECT_THROW(static_cast<void>(describe(body_of({1, 2, 4}), with_momentum({std::nan(""), 0, 1}))),
               InvalidInput);
  EXPECT_THROW(static_cast<void>(describe(body_of({1, 2, 4}), with_momentum({0, infinite, 1}))),
               InvalidInput);
  EXPECT_THROW(static_cast<void>(describe(body_of({0, 2, 2}), with_momentum({1, 0, 1}))), InvalidInput);
}

TEST(TumblingDescriptions, OnARoundedSeparatrixNoFlipComesAfterTheLast) {
  // On the separatrix as doubles have it, a little off it in more digits; m2 moves away from zero.
  const Inertia body = Inertia::from_moments(0.92022224312005907, 1.4438991623612683, 1.6108816984253183);
  const State leaving{Eigen::Quaterniond::Identity(),
                      {0.61286243383188699, 0.67170809648236252, 1.4359676370540622}};
  const TumblingDescription d = describe(body, leaving);
  ASSERT_EQ(d.regime, Regime::separatrix);
  EXPECT_TRUE(std::isinf(d.next_flip));
}

TEST(TumblingDescriptions, SurviveMomentsAndMomentaFarApart) {
  const auto rate = [](double i1, double i2, double i3, const Eigen::Vector3d& m) {
    return describe(Inertia::from_moments(i1, i2, i3), State{Eigen::Quaterniond::Identity(), m})
        .precession_rate;
  };
  EXPECT_DOUBLE_EQ(rate(1e10, 1e308, 1.2e308, {1, 0, 0}), 1e-10);
  EXPECT_DOUBLE_EQ(rate(1e10, 1e308, 1e308, {1, 0, 0}), 1e-10);
  EXPECT_NEAR(rate(1, 2, 3, {1e-20, 1e300, 0}) / 5e299, 1, 1e-3);
}

TEST(MomentumFromPeriods, HasThesePeriods) {
  for (const Inertia& body : {body_of({0.61, 0.965, 1}), body_of({1, 2, 3}), body_of({3, 1, 2}),
                              body_of({1, 1, 2}), body_of({1, 2, 2}), body_of({1, 1.001, 20})})
    for (const Regime mode : {Regime::long_axis_mode, Regime::short_axis_mode})
      for (const double ratio : {1.2, 2.5, 9.664, 40.0})
        for (const double phase : {0.0, 0.3, -1.6}) {
          Eigen::Vector3d m;
          try {
            m = momentum_from_periods(body, mode, ratio * 27.38, 27.38, phase);
          } catch (const InvalidInput&) {
            continue;  // not of this body and mode: the next test
          }
          const TumblingDescription d = describe(body, State{Eigen::Quaterniond::Identity(), m});
          EXPECT_EQ(d.regime, mode);
          EXPECT_NEAR(d.polhode_period / (ratio * 27.38), 1, 1e-9) << ratio;
          EXPECT_NEAR(d.precession_period / 27.38, 1, 1e-9) << ratio;
        }
}

TEST(MomentumFromPeriods, LeadsBackToApophis) {
  const Inertia body = body_of({0.61, 0.965, 1});
  const State state =
      state_from_angular_velocity(body, Eigen::Quaterniond::Identity(), {0.06447, 0, 0.19912});
  const TumblingDescription d = describe(body, state);
  const Eigen::Vector3d m =
      momentum_from_periods(body, Regime::short_axis_mode, d.polhode_period, d.precession_period);
  EXPECT_LE((m - state.momentum).norm(), 1e-13 * state.momentum.norm());
}

TEST(MomentumFromPeriods, RefusesPeriodsThatTheBodyDoesNotHaveAndNamesTheRange) {
  const Inertia body = body_of({1, 2, 3});
  const auto why = [&](const Inertia& of, Regime mode, double rotation, double precession) {
    try {
      momentum_from_periods(of, mode, rotation, precession);
      return std::string();
    } catch (const InvalidInput& refused) {
      return std::string(refused.what());
    }
  };
  EXPECT_NE(why(body, Regime::short_axis_mode, 1, 1).find("expected a ratio from 2"), std::string::npos)
      << why(body, Regime::short_axis_mode, 1, 1);
  EXPECT_NE(why(body, Regime::short_axis_mode, -1, 1), "");
  EXPECT_NE(why(body, Regime::separatrix, 1, 1), "");
  EXPECT_NE(why(body_of({1, 1, 2}), Regime::long_axis_mode, 3, 1), "");
  EXPECT_NE(why(body_of({2, 2, 2}), Regime::short_axis_mode, 3, 1), "");
  EXPECT_NE(why(body_of({0, 2, 2}), Regime::long_axis_mode, 3, 1), "");
}

TEST(FlipTimes, AreAllPassagesOfTheIntermediateAxis) {
  const Vec3<double> moments{0.345, 0.653, 1};
  const Inertia body = body_of(moments);
  for (const Vec3<double>& m :
       {Vec3<double>{0.5, 0.2, 0.8}, Vec3<double>{0.5, -0.2, 0.8}, Vec3<double>{0.9, 0.3, -0.1},
        Vec3<double>{1e-5, 1, 2e-5}, Vec3<double>{0.5, 0, 0.8}}) {
    const State start = with_momentum(m);
    const FreeMotion motion(body, start);
    const double period = describe(body, start).polhode_period;
    for (const double duration : {10.3 * period, -10.3 * period, 0.0}) {
      const std::vector<double> flips = flip_times(body, start, duration);
      // Twenty or twenty-one half periods.
      EXPECT_TRUE(duration == 0 ? flips.empty() : flips.size() == 20 || flips.size() == 21) << flips.size();
      double before = 0;
      for (const double t : flips) {
        EXPECT_GT(t * (duration > 0 ? 1 : -1), before);
        before = std::abs(t);
        EXPECT_LE(before, std::abs(duration));
        EXPECT_LT(std::abs(motion.at(t).momentum.y()), 1e-13 * (1 + before)) << t;
      }
      if (duration > 0) {
        EXPECT_NEAR(flips.front(), describe(body, start).next_flip, 4 * eps * flips.front());
      }
    }
  }
}

TEST(FlipTimes, ThatNeverCome) {
  EXPECT_TRUE(flip_times(body_of({1, 1, 2}), with_momentum({1, 0.2, 0.3}), 1e6).empty());
  EXPECT_TRUE(flip_times(body_of({1, 2, 3}), with_momentum({0, 0, 1}), 1e6).empty());
  EXPECT_TRUE(flip_times(body_of({1, 2, 3}), with_momentum({0, 0, 0}), 1e6).empty());
  // On the separatrix there is one, ahead or behind.
  const Inertia body = body_of({1, 2, 3});
  const double c1 = 1.0 * 1 / (2 * 2), c2 = 3.0 * 1 / (2 * 2);  // of regime.hpp
  const State start = with_momentum({std::sqrt(c1), -0.5, std::sqrt(c2)});
  if (classify(body, start).regime == Regime::separatrix) {
    EXPECT_EQ(flip_times(body, start, 100).size() + flip_times(body, start, -100).size(), 1u);
  }
  EXPECT_THROW(flip_times(body, start, infinite), InvalidInput);
  EXPECT_THROW(flip_times(body_of({1, 2, 3}), with_momentum({0.5, 0.2, 0.8}), 1e12), InvalidInput);
}

}  // namespace
}  // namespace tumbling_test
