// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <polhode/batch/free_step.hpp>
#include <polhode/free/stepper.hpp>
#include <string>
#include <support/random_motion.hpp>
#include <support/refusal.hpp>
#include <vector>

namespace batch_free_step_test {
namespace {

using namespace polhode;
using batch::Bodies;
using batch::States;
using batch::Target;
using polhode::BuiltInMethod;
using test::refusal;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double eps = std::numeric_limits<double>::epsilon();

const Inertia water = Inertia::from_moments(0.345, 0.653, 1.0);

template <class Real>
States<Real> some_states(std::size_t size, Summation summation = Summation::plain) {
  States<Real> all(size, summation);
  test::RandomMotions random(3);
  for (std::size_t i = 0; i < size; ++i) {
    const Vec3<Real> m = convert<Real>(random.next().m);
    all.spans().mx[i] = m.x;
    all.spans().my[i] = m.y;
    all.spans().mz[i] = m.z;
  }
  return all;
}

TEST(BatchTargets, AreThoseOfTheMachineSlowestFirst) {
  const auto all = batch::targets();
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all.front(), Target::sse2);
  EXPECT_EQ(all.back(), batch::best_target());
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_LT(all[i - 1], all[i]);
  EXPECT_STREQ(name(Target::avx2), "avx2");
}

TEST(BatchStep, OfAnyLengthMovesAllBodies) {
  for (const Target target : batch::targets())
    for (const std::size_t size : {0u, 1u, 2u, 3u, 15u, 16u, 17u, 127u, 128u, 129u, 300u}) {
      States<double> all = some_states<double>(size), before = some_states<double>(size);
      EXPECT_EQ(step(Bodies<double>::one(water), all, 0.1, {.target = target}).failed, 0u);
      for (std::size_t i = 0; i < size; ++i) {
        EXPECT_NE(all.spans().mx[i], before.spans().mx[i]) << size << ", " << i;
        EXPECT_LT(all.spans().qw[i], 1) << size << ", " << i;
      }
    }
}

TEST(BatchStep, TouchesNothingBesideItsSpans) {
  std::vector<double> x(7 * 40, 0.25);
  const auto array = [&](std::size_t i) { return std::span(x).subspan(40 * i + 8, 21); };
  const batch::StateSpans<double> spans{array(0), array(1), array(2), array(3), array(4), array(5), array(6)};
  for (double& w : spans.qw) w = std::sqrt(1 - 3 * 0.0625);
  step(Bodies<double>::one(water), spans, 0.1);
  for (std::size_t i = 0; i < 7; ++i)
    for (std::size_t j = 0; j < 40; ++j) {
      const bool is_beside = j < 8 || j >= 29;
      EXPECT_EQ(x[40 * i + j] == 0.25, is_beside) << i << ", " << j;
    }
}

TEST(BatchStep, IsThatOfTheStepperInTheUsersFrames) {
  const Inertia tilted =
      Inertia::from_tensor((Eigen::Matrix3d() << 1.2, 0.1, -0.2, 0.1, 1.7, 0.05, -0.2, 0.05, 2.1).finished());
  const std::vector<Inertia> kinds{water, tilted, Inertia::from_moments(1, 1, 1),
                                   Inertia::from_moments(0, 2, 2), Inertia::from_moments(3, 2, 2)};
  std::vector<State> states;
  std::vector<std::uint32_t> which;
  test::RandomMotions random(5);
  for (std::uint32_t i = 0; i < 60; ++i) {
    const Vec3<double> m = random.next().m;
    which.push_back(i % 5);
    const bool is_linear = i % 5 == 3;
    states.push_back(
        state_from_momentum(Eigen::Quaterniond(1, 0.1 * i, -0.2, 0.3), {is_linear ? 0 : m.x, m.y, m.z}));
  }
  for (const Target target : batch::targets())
    for (const Summation summation : {Summation::plain, Summation::compensated}) {
      States<double> all = States<double>::from_user(states, kinds, which, summation);
      for (int n = 0; n < 10; ++n) step(Bodies<double>::kinds(kinds, which), all, 0.2, {.target = target});
      const std::vector<State> ends = all.to_user(kinds, which);
      for (std::size_t i = 0; i < states.size(); ++i) {
        FreeStepper stepper(kinds[which[i]], states[i], summation);
        for (int n = 0; n < 10; ++n) stepper.step(0.2);
        EXPECT_LE((ends[i].momentum - stepper.state().momentum).norm(), 16 * eps) << i;
        EXPECT_LE((ends[i].attitude.coeffs() - stepper.state().attitude.coeffs()).norm(), 16 * eps) << i;
      }
    }
}

TEST(BatchStep, OfZeroLengthOrOfABodyAtRestLeavesItThere) {
  for (const Target target : batch::targets()) {
    States<double> all = some_states<double>(20), before = some_states<double>(20);
    step(Bodies<double>::one(water), all, 0.0, {.target = target});
    States<double> rest(20);
    step(Bodies<double>::one(water), rest, 1e3, {.target = target});
    for (std::size_t i = 0; i < 20; ++i) {
      EXPECT_EQ(all.spans().my[i], before.spans().my[i]);
      EXPECT_EQ(rest.spans().qw[i], 1);
      EXPECT_EQ(rest.spans().mz[i], 0);
    }
  }
}

TEST(BatchStep, ReportsBodiesThatAMethodCannotStep) {
  for (const Target target : batch::targets())
    for (const BuiltInMethod method :
         {BuiltInMethod::dmv2, BuiltInMethod::dmv10, BuiltInMethod::lie_poisson_123}) {
      States<double> all = some_states<double>(40);
      std::vector<double> h(40, 0.01);
      h[11] = h[30] = method == BuiltInMethod::lie_poisson_123 ? 1e300 : 50;
      all.spans().mx[11] = all.spans().mx[30] = method == BuiltInMethod::lie_poisson_123 ? 1e300 : 1;
      const batch::Outcome outcome =
          step(Bodies<double>::one(water), all, h, {.free_method = method, .target = target});
      EXPECT_EQ(outcome.failed, 2u);
      EXPECT_EQ(outcome.first_failed, 11u);
      EXPECT_EQ(outcome.reason.find("step of body 11 by method " + std::string(name(method)) + ": found "),
                0u)
          << outcome.reason;
      for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(std::isnan(all.spans().mx[i]), i == 11 || i == 30) << i;
    }
}

/// Of a rod so thin that time in its units has no square, although nothing changes in it: no silent NaN.
TEST(BatchStep, ReportsABodyWhoseNumbersOverflowOnLanes) {
  const Inertia rod = Inertia::from_moments(1e-299, 1, 1);
  for (const Target target : batch::targets())
    for (const auto& bodies : {Bodies<double>::one(rod), Bodies<double>::each(std::vector(3, rod))}) {
      States<double> all(3);
      all.spans().mz[1] = 1;
      EXPECT_EQ(step(bodies, all, 0.1, {.target = target}).failed, 1u);
      EXPECT_TRUE(std::isnan(all.spans().mz[1]));
      EXPECT_EQ(all.spans().qw[2], 1);
    }
}

/// Likewise where the scalar step is asked, which must come to an end.
TEST(BatchStep, ReportsABodyWhoseNumbersOverflowInTheLongStep) {
  const auto failed = [](auto i1, auto i3, auto m1, auto m3, auto h) {
    using Real = decltype(h);
    States<Real> all(1);
    all.spans().mx[0] = m1;
    all.spans().my[0] = m1;
    all.spans().mz[0] = m3;
    const std::vector<Real> least{i1}, greatest{i3};
    return step(Bodies<Real>::moments(least, greatest, greatest), all, h).failed;
  };
  EXPECT_EQ(failed(1e-154, 1.0, 1e-154, 1.0, 3.0), 1u);
  EXPECT_EQ(failed(4.55933e-18F, 1.86265e-9F, 9.5e-9F, 1.62594e12F, 8.27629e-10F), 1u);
}

TEST(BatchStep, TakesStepsFromAnyArray) {
  const std::array<double, 3> steps{0.1, 0.2, -0.3};
  std::vector<double> in_vector(steps.begin(), steps.end());
  States<double> a = some_states<double>(3), b = some_states<double>(3), c = some_states<double>(3);
  step(Bodies<double>::one(water), a, steps);
  step(Bodies<double>::one(water), b, in_vector);
  step(Bodies<double>::one(water), c, std::span<double>(in_vector));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(a.spans().qx[i], b.spans().qx[i]);
    EXPECT_EQ(a.spans().qx[i], c.spans().qx[i]);
  }
}

TEST(BatchStep, Refuses) {
  States<double> all = some_states<double>(5), before = some_states<double>(5);
  const auto one = Bodies<double>::one(water);
  const std::vector<double> four(4, 0.1), with_nan{0.1, 0.1, nan, 0.1, 0.1};
  EXPECT_EQ(refusal([&] { step(one, all, nan); }), "step: found nan, expected a finite number");
  EXPECT_EQ(refusal([&] { step(one, all, with_nan); }),
            "step of body 2: found nan, expected a finite number");
  EXPECT_EQ(refusal([&] { step(one, all, four); }),
            "length of the steps: found 4, expected 5, as that of mx of the states");
  auto uneven = all.spans();
  uneven.qy = uneven.qy.first(3);
  EXPECT_EQ(refusal([&] { step(one, uneven, 0.1); }),
            "length of qy of the states: found 3, expected 5, as that of mx of the states");
  EXPECT_EQ(refusal([&] { step(one, all.spans(), batch::CompensationSpans<double>{}, 0.1); }),
            "length of mx of the compensation: found 0, expected 5, as that of mx of the states");
  EXPECT_EQ(refusal([&] { step(Bodies<double>::each(std::vector(4, water)), all, 0.1); }),
            "number of bodies: found 4, expected 5, as many as states");
  EXPECT_EQ(refusal([&] { step(one, all, 0.1, {.threads = -1}); }),
            "number of threads: found -1, expected at least 0 (0: all hardware threads)");
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(all.spans().mx[i], before.spans().mx[i]);
}

TEST(BatchBodies, Refuse) {
  const std::vector<Inertia> kinds{water, water};
  EXPECT_EQ(refusal([&] {
              Bodies<double>::kinds(kinds, {0, 1, 2});
            }),
            "kind of body 2: found 2, expected less than 2, the number of kinds");
  EXPECT_EQ(refusal([&] { Bodies<double>::kinds({}, {}); }),
            "number of kinds: found 0, expected at least one");
  // What a float cannot hold, in every form.
  const std::string range =
      ", expected 0, or numbers from 1.1754943508222875e-38 to 3.4028234663852886e+38 in single precision";
  const std::vector<Inertia> large{water, Inertia::from_moments(1e50, 2e50, 2.5e50)};
  EXPECT_EQ(refusal([&] { Bodies<float>::each(large); }),
            "moments of body 1: found 1e+50, 2e+50, 2.5e+50" + range);
  EXPECT_EQ(refusal([&] { Bodies<float>::kinds(large, {0}); }),
            "moments of kind 1: found 1e+50, 2e+50, 2.5e+50" + range);
  EXPECT_EQ(refusal([&] { Bodies<float>::one(Inertia::from_moments(1e-60, 1, 1)); }),
            "moments of body 0: found 1e-60, 1, 1" + range);
  EXPECT_EQ(refusal([&] { Bodies<float>::one(Inertia::from_moments(0, 1, 1)); }), "accepted");
  EXPECT_EQ(refusal([&] { Bodies<double>::each(large); }), "accepted");
  const std::vector<double> i1{1, 0}, i2{2, 1}, i3{3, 2}, three(3, 1.0);
  EXPECT_EQ(refusal([&] { Bodies<double>::moments(i1, i2, i3); }),
            "moments of body 1: found 0, 1, 2, expected 0 <= I1 <= I2 <= I3, 0 < I2, all finite, and I2 = I3 "
            "if I1 = 0");
  EXPECT_EQ(refusal([&] { Bodies<double>::moments(i1, three, i3); }),
            "number of moments I2: found 3, expected 2, as many as there are I1");
}

TEST(BatchBodies, HoldWhatTheySay) {
  const std::vector<Inertia> each(1024, water);
  EXPECT_EQ(Bodies<double>::each(each).memory(), 1024 * 6 * sizeof(double));
  EXPECT_EQ(Bodies<float>::each(each).memory(), 1024 * 6 * sizeof(float));
  EXPECT_EQ(Bodies<double>::each(each, BuiltInMethod::lie_poisson_123).memory(), 1024 * 3 * sizeof(double));
  EXPECT_EQ(Bodies<double>::each(each, BuiltInMethod::dmv4).memory(), 1024 * 52 * sizeof(double));
  const std::vector<double> i(1024, 1.0);
  EXPECT_EQ(Bodies<double>::moments(i, i, i).memory(), 1024 * 3 * sizeof(double));
  EXPECT_TRUE(Bodies<double>::one(water).is_one());
  EXPECT_EQ(Bodies<double>::each(each).size(), 1024u);
}

TEST(BatchStates, BeginAtRestAndConvertToAndFro) {
  States<double> all(3, Summation::compensated);
  EXPECT_EQ(all.spans().qw[2], 1);
  EXPECT_EQ(all.compensation().qz.size(), 3u);
  EXPECT_TRUE(States<double>(3).compensation().mx.empty());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(all.spans().my.data()) % 64, 0u);

  const Inertia body = Inertia::from_moments(3, 1, 2);  // principal axes 2, 3, 1
  const std::vector<State> states{state_from_momentum(Eigen::Quaterniond(0.5, 0.5, -0.5, 0.5), {1, 2, 3})};
  States<double> made = States<double>::from_user(states, body);
  EXPECT_EQ(made.spans().mx[0] * made.spans().mx[0], 4);
  EXPECT_EQ(made.spans().mz[0] * made.spans().mz[0], 1);
  const State back = made.to_user(body).front();
  EXPECT_EQ(back.momentum, states[0].momentum);
  EXPECT_LE((back.attitude.coeffs() - states[0].attitude.coeffs()).norm(), 2 * eps);
}

TEST(BatchStates, Refuse) {
  const std::vector<State> two(2, State{Eigen::Quaterniond::Identity(), {1, 0, 0}});
  EXPECT_EQ(refusal([&] { States<double>::from_user(two, std::vector(3, water)); }),
            "number of bodies: found 3, expected 2, as many as states");
  const std::vector<std::uint32_t> which{0, 7};
  EXPECT_EQ(refusal([&] { States<double>::from_user(two, std::vector(1, water), which); }),
            "kind of body 1: found 7, expected less than 1, the number of kinds");
  std::vector<State> bad = two;
  bad[1].momentum.x() = nan;
  EXPECT_NE(refusal([&] { States<double>::from_user(bad, water); }).find("of body 1: found"),
            std::string::npos);
  bad[1].momentum.x() = 1e39;
  EXPECT_EQ(refusal([&] { States<float>::from_user(bad, water); }),
            "component of the momentum of body 1: found 1e+39, expected at most 3.4028234663852886e+38 in "
            "single precision");
  constexpr std::size_t minus_one = std::numeric_limits<std::size_t>::max();
  EXPECT_THROW(States<double>{minus_one}, std::bad_alloc);
}

}  // namespace
}  // namespace batch_free_step_test
