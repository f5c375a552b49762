// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/body/invariants.hpp>
#include <polhode/free/exact_flow.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>
#include <random>
#include <support/refusal.hpp>
#include <support/some_motion.hpp>
#include <support/state_distance.hpp>
#include <vector>

namespace polhode {
namespace exact_flow_test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
using test::contains;
using test::refusal;

std::vector<Inertia> bodies() {
  return {Inertia::from_moments(0.345, 0.653, 1),
          Inertia::from_moments(1.6, 0.7, 1.1),
          test::some_motion::askew,
          Inertia::from_moments(2, 2, 2),
          Inertia::from_moments(1, 0, 1),
          Inertia::from_moments(1, 1, 3)};
}

TEST(ExactFlow, IsExactFlow) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  double worst = 0;
  for (const Inertia& body : bodies()) {
    const ExactFlow flow(body);
    for (int i = 0; i < 300; ++i) {
      Eigen::Vector3d m(normal(random), normal(random), normal(random));
      if (body.is_linear()) m.y() = 0;
      const State start =
          state_from_momentum({normal(random), normal(random), normal(random), normal(random)}, m);
      const double t = std::exp(2 * normal(random)) * (i % 2 ? 1 : -1);
      worst = std::max(worst, test::distance(flow(start, t), exact_flow(body, start, t)));
    }
  }
  EXPECT_LT(worst, 4 * eps);  // 2.0 was found; both round
}

TEST(ExactFlow, KeepsWhatIsKeptOverManySteps) {
  const Inertia body = bodies()[2];
  const ExactFlow flow(body);
  const State start = state_from_momentum({0.8, -0.48, 0.288, 0.216}, {0.9, -0.4, 1.3});
  State now = start;
  for (int i = 0; i < 20000; ++i) now = flow(now, 0.1);
  EXPECT_NEAR(kinetic_energy(body, now) / kinetic_energy(body, start), 1, 400 * eps);
  EXPECT_LT((spatial_momentum(now) - spatial_momentum(start)).norm(), 1000 * eps);
  EXPECT_LT(test::distance(now, FreeMotion(body, start).at(2000)), 1e-11);
}

TEST(ExactFlow, RefusesWhatASteppersStepRefuses) {
  const Inertia body = bodies()[0];
  const ExactFlow flow(body), line(bodies()[4]);
  const State start = state_from_momentum({1, 0, 0, 0}, {0, 0, 1});
  EXPECT_TRUE(
      contains(refusal([&] { flow(start, std::nan("")); }), "time: found nan, expected a finite number"));
  EXPECT_TRUE(contains(refusal([&] { flow(start, 1e17); }), "2^53 radians"));
  EXPECT_TRUE(contains(refusal([&] { flow({start.attitude, {std::nan(""), 0, 0}}, 1); }), "momentum"));
  EXPECT_TRUE(contains(refusal([&] { flow({Attitude(0, 0, 0, 0), {1, 0, 0}}, 1); }), "attitude"));
  EXPECT_TRUE(contains(refusal([&] { line({start.attitude, {0, 1, 0}}, 1); }), "linear body"));
  // At rest any time will do; a length other than one is mended.
  EXPECT_EQ(test::distance(flow(State{}, 1e300), State{}), 0);
  EXPECT_LT(test::distance(flow({Attitude(2, 0, 0, 0), {0, 0, 1}}, 1), flow(start, 1)), 2 * eps);
  // Numbers of every size.
  for (const double size : {1e-300, 1e-150, 1e150, 1e300}) {
    const State large = state_from_momentum({1, 0, 0, 0}, {0.3 * size, 0.2 * size, size});
    EXPECT_LT(test::distance(flow(large, 1 / size), exact_flow(body, large, 1 / size)), 4 * eps) << size;
  }
}

TEST(FreeStepper, TellsItsTimeAndBeginsAgain) {
  const Inertia body = bodies()[2];
  const State start = state_from_momentum({0.8, -0.48, 0.288, 0.216}, {0.9, -0.4, 1.3});
  FreeStepper stepper(body, start);
  EXPECT_EQ(stepper.time(), 0);
  for (int i = 0; i < 10; ++i) stepper.step(0.1);
  EXPECT_EQ(stepper.time(), 1);
  stepper.step(-0.25);
  EXPECT_NEAR(stepper.time(), 0.75, eps);
  for (int i = 0; i < 1000000; ++i) stepper.step(1e-3);
  EXPECT_NEAR(stepper.time(), 1000.75, 1000 * eps);
  stepper.reset(start, 5);
  EXPECT_EQ(stepper.time(), 5);
  FreeStepper fresh(body, start);
  stepper.step(0.3);
  fresh.step(0.3);
  EXPECT_EQ(test::distance(stepper.state(), fresh.state()), 0);
  EXPECT_NEAR(stepper.time(), 5.3, 8 * eps);
  EXPECT_TRUE(contains(refusal([&] { stepper.reset({start.attitude, {std::nan(""), 0, 0}}); }), "momentum"));
  EXPECT_TRUE(contains(refusal([&] { stepper.reset(start, std::nan("")); }), "time"));
  EXPECT_EQ(test::distance(stepper.state(), fresh.state()), 0);
}

TEST(FreeStepper, GoesOnFromBytes) {
  const Inertia body = bodies()[2];
  const State start = state_from_momentum({0.8, -0.48, 0.288, 0.216}, {0.9, -0.4, 1.3});
  FreeStepper one(body, start, Summation::compensated), other(body, State{}, Summation::compensated);
  for (int i = 0; i < 77; ++i) one.step(0.1);
  const std::string bytes = one.checkpoint().bytes();
  other.resume(Checkpoint(bytes));
  EXPECT_EQ(other.time(), one.time());
  for (int i = 0; i < 77; ++i) {
    one.step(0.1);
    other.step(0.1);
  }
  EXPECT_EQ(test::distance(one.state(), other.state()), 0);
  EXPECT_EQ(other.checkpoint(), one.checkpoint());
  for (const std::string& wrong :
       {std::string(), bytes.substr(0, bytes.size() - 1), bytes + "x", std::string(200, 'x')})
    EXPECT_TRUE(contains(refusal([&] { other.resume(Checkpoint(wrong)); }), "checkpoint by Polhode"))
        << wrong.size();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    EXPECT_NE(refusal([&] { other.resume(Checkpoint(damaged)); }), "accepted") << i;
  }
  EXPECT_EQ(other.checkpoint(), one.checkpoint());
  FreeStepper of_another_body(bodies()[1], State{}, Summation::compensated),
      by_another_method(body, State{}, free_method("dmv"), Summation::compensated), plain(body, State{});
  for (FreeStepper* wrong : {&of_another_body, &by_another_method, &plain})
    EXPECT_TRUE(
        contains(refusal([&] { wrong->resume(Checkpoint(bytes)); }), "another body, method or torque"));
}

TEST(FreeMotion, GivesManyTimesAtOnce) {
  for (const Inertia& body : bodies()) {
    const State start = state_from_momentum({0.8, -0.48, 0.288, 0.216}, {0.9, 0, 1.3});
    const FreeMotion motion(body, start, 0.5);
    std::vector<double> times;
    for (int i = -50; i < 500; ++i) times.push_back(i * i * 0.013 - i);
    const std::vector<State> all = motion.at(times);
    ASSERT_EQ(all.size(), times.size());
    // 19 eps were found, where the rounding of a time of 3000 makes thousands.
    for (std::size_t i = 0; i < times.size(); ++i)
      EXPECT_LE(test::distance(all[i], motion.at(times[i])), 24 * eps) << times[i];
    std::vector<State> fewer(times.size() - 1);
    EXPECT_TRUE(contains(refusal([&] { motion.at(times, fewer); }), "as many as times"));
  }
}

TEST(DefaultState, IsAtRest) {
  const State s;
  EXPECT_EQ(s.attitude.w(), 1);
  EXPECT_EQ(s.attitude.vec().norm(), 0);
  EXPECT_EQ(s.momentum.norm(), 0);
  check(bodies()[0], s);
  static_assert(sizeof(State) == 7 * sizeof(double) && alignof(State) == alignof(double));
}

}  // namespace
}  // namespace exact_flow_test
}  // namespace polhode
