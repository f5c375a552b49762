// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/body/invariants.hpp>
#include <polhode/core/error.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/rotation/convention.hpp>
#include <string>
#include <support/random_motion.hpp>
#include <support/refusal.hpp>
#include <support/state_distance.hpp>
#include <support/water.hpp>
#include <support/worst.hpp>

namespace motion_test {
namespace {

using polhode::test::refusal;
using namespace polhode;
using test::distance, test::some_rotation, test::water;
using test::Worst;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double infinite = std::numeric_limits<double>::infinity();

State water_start() { return {some_rotation(), {0.5, 0.2, 0.84}}; }

struct Started {
  Inertia body;
  State start;
  double spin;  ///< |m| / I1, the largest rate there can be
};

Started random_start(test::RandomMotions& random) {
  const test::RandomMotion c = random.next();
  return {Inertia::from_moments(c.moments.x, c.moments.y, c.moments.z),
          {some_rotation(), to_eigen(c.m)},
          norm(c.m) / c.moments.x};
}

TEST(FreeMotions, BeginAtTheStart) {
  test::RandomMotions random(1);
  for (int n = 0; n < 200; ++n) {
    const Started s = random_start(random);
    for (const double start_time : {0.0, 17.25, -1e6}) {
      const FreeMotion motion(s.body, s.start, start_time);
      EXPECT_EQ(motion.at(start_time).momentum, s.start.momentum);
      EXPECT_LE(distance(motion.at(start_time), s.start), eps);
      EXPECT_EQ(motion.start_time(), start_time);
    }
  }
}

TEST(FreeMotions, AgreeWithTheStepper) {
  test::RandomMotions random(2);
  Worst worst("FreeMotion against one exact step, eps (1 + angle)");
  for (int n = 0; n < 500; ++n) {
    const Started s = random_start(random);
    const double t = random.uniform(-1, 1) * std::pow(10, random.uniform(-4, 3));
    // Both go wrong by the rounding of their constants times the angle.
    worst.add(distance(FreeMotion(s.body, s.start).at(t), exact_flow(s.body, s.start, t)) / eps /
                  (1 + s.spin * std::abs(t)),
              [&] { return std::to_string(n) + ", t " + std::to_string(t); });
  }
  worst.expect_at_most(3);
}

TEST(FreeMotions, FormAGroup) {
  // at(a + b) from the start is at(b) from at(a).
  test::RandomMotions random(3);
  Worst worst("two motions against one, eps (1 + angle)");
  for (int n = 0; n < 500; ++n) {
    const Started s = random_start(random);
    const double a = random.uniform(-20, 20), b = random.uniform(-20, 20);
    const State middle = FreeMotion(s.body, s.start).at(a);
    const State two = FreeMotion(s.body, middle, a).at(a + b), one = FreeMotion(s.body, s.start).at(a + b);
    worst.add(distance(two, one) / eps / (1 + s.spin * (std::abs(a) + std::abs(b))),
              [&] { return std::to_string(n); });
  }
  worst.expect_at_most(3);
}

TEST(FreeMotions, FromAnotherOriginOfTimeAreTheSame) {
  const FreeMotion here(water(), water_start()), later(water(), water_start(), 1024);
  for (const double t : {0.0, 0.5, -3.25, 100.0, 2048.0})
    EXPECT_EQ(distance(later.at(1024 + t), here.at(t)), 0) << t;
}

TEST(FreeMotions, AreContinuousWithTheSignOfTheAttitude) {
  const FreeMotion motion(water(), water_start());
  Eigen::Quaterniond before = motion.at(-30).attitude;
  for (int n = 1; n <= 1200; ++n) {
    const Eigen::Quaterniond now = motion.at(-30 + 0.05 * n).attitude;
    ASSERT_GT(now.dot(before), 0.98) << n;
    before = now;
  }
}

TEST(FreeMotions, ReturnAfterAPeriodHoweverManyPassed) {
  const double period = describe(water(), water_start()).polhode_period;
  const FreeMotion motion(water(), water_start());
  for (const double turns : {1.0, 1e3, 1e6, 1e9}) {
    // The product is rounded, which is a phase error of eps turns.
    const Eigen::Vector3d m = motion.at(turns * period).momentum;
    EXPECT_LE((m - water_start().momentum).norm(), 30 * eps * (1 + turns)) << turns;
    EXPECT_NEAR((spatial_momentum(motion.at(turns * period)) - spatial_momentum(water_start())).norm(), 0,
                8 * eps)
        << turns;
  }
}

TEST(FreeMotions, KeepTheInvariantsAtAnyTime) {
  test::RandomMotions random(4);
  for (int n = 0; n < 500; ++n) {
    const Started s = random_start(random);
    const State end =
        FreeMotion(s.body, s.start).at(random.uniform(-1, 1) * std::pow(10, random.uniform(-2, 12)));
    const double energy = kinetic_energy(s.body, s.start), size = s.start.momentum.norm();
    EXPECT_LE(std::abs(kinetic_energy(s.body, end) - energy), 6 * eps * size * s.spin);
    EXPECT_LE((spatial_momentum(end) - spatial_momentum(s.start)).norm(), 8 * eps * size);
  }
}

TEST(FreeMotions, OfATensorGiveTheUsersFrame) {
  const test::TurnedWater turned;
  const State start{Eigen::Quaterniond(0.5, 0.5, -0.5, 0.5), {0.3, 0.7, -0.2}};
  const FreeMotion a(turned.body, start), b(turned.principal, turned.to_principal(start));
  for (const double t : {0.0, 0.1, 3.0, -50.0}) {
    EXPECT_LE(distance(a.at(t), turned.from_principal(b.at(t))), (10 + 4 * std::abs(t)) * eps) << t;
    EXPECT_LE(distance(a.at(t), exact_flow(turned.body, start, t)), (10 + 10 * std::abs(t)) * eps) << t;
  }
}

TEST(FreeMotions, OfTheSeparatrixComeToRestOnTheAxis) {
  // c1 = c2 = 1/2: exactly on the separatrix, so the momentum tends to axis 2 and stays there.
  const Inertia body = Inertia::from_moments(3, 4, 6);
  const State start{Eigen::Quaterniond::Identity(), {1, 0, 1}};
  const FreeMotion motion(body, start);
  const State late = motion.at(1e4);
  EXPECT_LE((late.momentum - Eigen::Vector3d(0, std::sqrt(2), 0)).norm(), 8 * eps);
  EXPECT_LE((motion.at(-1e4).momentum + Eigen::Vector3d(0, std::sqrt(2), 0)).norm(), 8 * eps);
  EXPECT_LE((spatial_momentum(late) - start.momentum).norm(), 10 * eps);
  // On the way m = (sech x, sqrt(2) tanh x, sech x): m2' = m1 m3 (1/I1 - 1/I3), so x = t / (6 sqrt(2)).
  for (const double t : {-3.0, 0.5, 3.0, 20.0}) {
    const double x = t / (6 * std::sqrt(2)), sech = 1 / std::cosh(x);
    EXPECT_LE((motion.at(t).momentum - Eigen::Vector3d(sech, std::sqrt(2) * std::tanh(x), sech)).norm(),
              8 * eps)
        << t;
  }
}

TEST(FreeMotions, AtRestStay) {
  const State start{some_rotation(), Eigen::Vector3d::Zero()};
  const FreeMotion motion(water(), start);
  for (const double t : {0.0, 1.0, -1e300}) EXPECT_LE(distance(motion.at(t), start), eps) << t;
  EXPECT_NE(refusal([&] { static_cast<void>(motion.at(infinite)); }), "accepted");
}

TEST(FreeMotions, OfALinearBodyTurnPlainly) {
  const Inertia rod = Inertia::from_moments(0.5, 0.5, 0);
  const State start{Eigen::Quaterniond::Identity(), {0.6, -0.8, 0}};
  const FreeMotion motion(rod, start);
  for (const double t : {0.01, 1.0, -40.0, 1e6}) {
    const State end = motion.at(t);
    EXPECT_EQ(end.momentum, start.momentum);
    const Eigen::Quaterniond expected(std::cos(t), 0.6 * std::sin(t), -0.8 * std::sin(t), 0);
    EXPECT_LE((end.attitude.coeffs() - expected.coeffs()).norm(), 3 * eps * (1 + std::abs(t))) << t;
  }
  EXPECT_NE(refusal([&] {
              FreeMotion(rod, {Eigen::Quaterniond::Identity(), {0.6, -0.8, 0.1}});
            }),
            "accepted");
}

TEST(FreeMotions, OfSymmetricBodiesAreClosedForms) {
  // Oblate, I = (1, 1, 2): in the body m turns about axis 3 by (1/I3 - 1/I1) m3 t against the spin.
  const Inertia oblate = Inertia::from_moments(1, 1, 2);
  const State start{Eigen::Quaterniond::Identity(), {0.6, 0, 0.8}};
  const FreeMotion motion(oblate, start);
  for (const double t : {0.1, 2.0, 77.0}) {
    // m1' = m2 m3 (1/I3 - 1/I2), m2' = m1 m3 (1/I1 - 1/I3).
    const double angle = 0.8 * 0.5 * t;
    const Eigen::Vector3d expected(0.6 * std::cos(angle), 0.6 * std::sin(angle), 0.8);
    EXPECT_LE((motion.at(t).momentum - expected).norm(), 4 * eps * (1 + t)) << t;
    // q = exp(m t / (2 I1)) exp(-e3 angle / 2) with m fixed in space.
    const double half = t / 2;
    const Eigen::Quaterniond about(std::cos(half), 0.6 * std::sin(half), 0, 0.8 * std::sin(half)),
        spin(std::cos(angle / 2), 0, 0, -std::sin(angle / 2));
    EXPECT_LE((motion.at(t).attitude.coeffs() - (about * spin).coeffs()).norm(), 4 * eps * (1 + t)) << t;
  }
}

TEST(FreeMotions, RefuseWhatTheyCannotFollow) {
  EXPECT_NE(refusal([] { FreeMotion(water(), water_start(), infinite); }), "accepted");
  EXPECT_NE(refusal([] { FreeMotion(water(), water_start(), std::nan("")); }), "accepted");
  EXPECT_NE(refusal([] { FreeMotion(water(), {some_rotation(), {std::nan(""), 0, 0}}); }), "accepted");
  EXPECT_NE(refusal([] { FreeMotion(water(), {Eigen::Quaterniond(0, 0, 0, 0), {1, 0, 0}}); }), "accepted");
  const FreeMotion motion(water(), water_start(), 5);
  const double longest = longest_time(water(), water_start().momentum);
  for (const double t : {std::nan(""), infinite, -infinite, 2 * longest, -2 * longest}) {
    const std::string text = refusal([&] { static_cast<void>(motion.at(t)); });
    EXPECT_EQ(text.rfind("time: found ", 0), 0U) << text;
  }
  EXPECT_EQ(refusal([&] { static_cast<void>(motion.at(0.99 * longest)); }), "accepted");
  // A body so slow that every finite time is within reach: an infinite one is not.
  const FreeMotion slow(Inertia::from_moments(1e300, 2e300, 3e300), {some_rotation(), {1e-300, 1e-300, 0}});
  EXPECT_NE(refusal([&] { static_cast<void>(slow.at(infinite)); }), "accepted");
  EXPECT_EQ(refusal([&] { static_cast<void>(slow.at(1e308)); }), "accepted");
}

TEST(FreeMotions, ScaleWithPowersOfTwo) {
  const FreeMotion plain(water(), water_start());
  for (const int em : {-900, -300, 300, 900})
    for (const int ei : {-900, 0, 900}) {
      const Inertia body =
          Inertia::from_moments(std::ldexp(0.345, ei), std::ldexp(0.653, ei), std::ldexp(1.0, ei));
      const Eigen::Vector3d m = water_start().momentum;
      const State start{some_rotation(),
                        {std::ldexp(m.x(), em), std::ldexp(m.y(), em), std::ldexp(m.z(), em)}};
      if (std::abs(ei - em) > 1000) continue;
      for (const double t : {0.0625, 1.5, 40.0}) {
        const State a = FreeMotion(body, start).at(std::ldexp(t, ei - em)), b = plain.at(t);
        EXPECT_EQ(a.attitude.coeffs(), b.attitude.coeffs()) << em << " " << ei << " " << t;
        for (int axis = 0; axis < 3; ++axis) EXPECT_EQ(a.momentum[axis], std::ldexp(b.momentum[axis], em));
      }
    }
}

}  // namespace
}  // namespace motion_test
