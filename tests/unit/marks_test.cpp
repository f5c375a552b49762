// SPDX-License-Identifier: MIT
// Steppers meet the impulses and breakpoints of their torque: as simulate() does, and backwards too.
#include "splitting/marks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/batch/splitting_stepper.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/splitting/changing_body.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>
#include <string>
#include <support/refusal.hpp>
#include <support/state_distance.hpp>
#include <vector>

namespace polhode {
namespace marks_test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const Inertia body = Inertia::from_moments(1.1, 1.6, 0.7);
const State start = state_from_momentum({0.8, -0.48, 0.288, 0.216}, {0.9, -0.4, 1.3});

std::vector<Impulse> some_impulses() {
  return {{0.35, {10, 0, 0}},
          {1.0, {0, -2, 1}, TorqueFrame::space},
          {1.0, {1, 1, 1}},
          {2.25, {0, 3, 0}, TorqueFrame::space}};
}

/// Free between impulses.
State by_hand(double until) {
  State now = start;
  double time = 0;
  for (const Impulse& i : some_impulses()) {
    if (i.time > until) break;
    now = exact_flow(body, now, i.time - time);
    time = i.time;
    now.momentum += i.frame == TorqueFrame::space ? to_body(now.attitude, i.momentum) : i.momentum;
  }
  return exact_flow(body, now, until - time);
}

TEST(Marks, AStepperAppliesImpulses) {
  for (const char* name : {"strang_kick", "strang_drift", "suzuki4"})
    for (const double h : {0.05, 0.1, 0.7, 3.0}) {
      SplittingStepper stepper(body, start, impulses(some_impulses()), splitting(name));
      double time = 0;
      while (time < 2.99) {
        stepper.step(h);
        time += h;
        EXPECT_NEAR(stepper.time(), time, 8 * eps * time);
        EXPECT_LT(test::distance(stepper.state(), by_hand(std::round(time * 1e6) / 1e6)), 2000 * eps)
            << name << h << " at " << time;
      }
      // And takes them back.
      for (; time > 1e-9; time -= h) stepper.step(-h);
      EXPECT_LT(test::distance(stepper.state(), start), 2e4 * eps) << name << h;
    }
}

TEST(Marks, ABatchAppliesImpulses) {
  const std::vector<State> starts(150, start);
  for (const Summation summation : {Summation::plain, Summation::compensated}) {
    batch::SplittingStepper<double> stepper(body, batch::States<double>::from_user(starts, body, summation),
                                            impulses(some_impulses()), splitting("strang_kick"));
    for (int i = 0; i < 30; ++i) stepper.step(0.1);
    for (const State& end : stepper.user_states()) EXPECT_LT(test::distance(end, by_hand(3)), 2000 * eps);
    for (int i = 0; i < 30; ++i) stepper.step(-0.1);
    for (const State& end : stepper.user_states()) EXPECT_LT(test::distance(end, start), 2e4 * eps);
  }
}

/// Jumps at 0.5 and 1.2, and must never be asked across.
Torque jumping() {
  return control_torque(
      [](double t) -> Eigen::Vector3d {
        if (t < 0.5) return {1, 0, 0};
        return t < 1.2 ? Eigen::Vector3d(0, -3, 0) : Eigen::Vector3d(0, 0, 2);
      },
      TorqueFrame::body, {0.5, 1.2});
}

TEST(Marks, AStepIsDividedAtBreakpoints) {
  // Against steps of which each ends at a breakpoint, with the torque of its own piece alone.
  for (const char* name : {"strang_kick", "strang_drift", "suzuki4"}) {
    const Splitting& s = splitting(name);
    const double ends[] = {0.5, 1.2, 2};
    const Eigen::Vector3d torques[] = {{1, 0, 0}, {0, -3, 0}, {0, 0, 2}};
    State expected = start;
    double time = 0;
    for (int i = 0; i < 3; ++i) {
      SplittingStepper piece(body, expected, steady_torque(torques[i], TorqueFrame::body), s,
                             {.start_time = time});
      piece.step(ends[i] - time);
      time = ends[i];
      expected = piece.state();
    }
    SplittingStepper stepper(body, start, jumping(), s);
    stepper.step(2);
    EXPECT_LT(test::distance(stepper.state(), expected), 64 * eps) << name;
    stepper.step(-2);
    EXPECT_LT(test::distance(stepper.state(), start), 256 * eps) << name;

    const std::vector<State> starts(20, start);
    batch::SplittingStepper<double> all(body, batch::States<double>::from_user(starts, body), jumping(), s);
    all.step(2);
    for (const State& end : all.user_states()) EXPECT_LT(test::distance(end, expected), 64 * eps) << name;
  }
}

TEST(Marks, AStepThatFailsLeavesImpulsesAsTheyWere) {
  bool fails = false;
  Torque torque = Torque::of_attitude("some", [&](const Attitude&, double t) -> Eigen::Vector3d {
                    return Eigen::Vector3d::Constant(fails && t > 0.6 ? nan : 0.1);
                  }).with_impulses({{0.5, {1, 0, 0}}});
  SplittingStepper stepper(body, start, torque, splitting("strang_kick"));
  SplittingStepper same = stepper;
  const State before = stepper.state();
  fails = true;
  EXPECT_THROW(stepper.step(1), StepFailure);
  EXPECT_EQ(stepper.time(), 0);
  EXPECT_EQ(test::distance(stepper.state(), before), 0);
  fails = false;
  stepper.step(1);
  same.step(1);
  EXPECT_EQ(test::distance(stepper.state(), same.state()), 0);
}

TEST(Marks, AChangingBodyRefusesThem) {
  const auto moments = [](double) { return Eigen::Vector3d(1.1, 1.6, 0.7); };
  EXPECT_TRUE(test::contains(test::refusal([&] {
                               ChangingBodyStepper(moments, start, impulses(some_impulses()),
                                                   splitting("strang_kick"));
                             }),
                             "4 impulses, expected none"));
  ChangingBodyStepper stepper(moments, start, jumping(), splitting("strang_kick"));
  EXPECT_TRUE(
      test::contains(test::refusal([&] { stepper.step(1); }), "a step that ends at the torque's breakpoint"));
  stepper.step(0.5);
  stepper.step(0.7);
}

TEST(Marks, AnImpulseOnOneBodyOfABatch) {
  const std::vector<State> starts(20, start);
  batch::SplittingStepper<double> all(body, batch::States<double>::from_user(starts, body),
                                      heavy_top({0, 0, 1}, {0, 0, 0.5}), splitting("strang_kick"));
  SplittingStepper one(body, start, heavy_top({0, 0, 1}, {0, 0, 0.5}), splitting("strang_kick"));
  for (int i = 0; i < 10; ++i) {
    if (i == 4) {
      all.add_momentum(3, {0.1, 0.2, 0.3}, TorqueFrame::space);
      one.add_momentum({0.1, 0.2, 0.3}, TorqueFrame::space);
    }
    all.step(0.1);
    one.step(0.1);
  }
  EXPECT_LT(test::distance(all.user_states()[3], one.state()), 64 * eps);
  EXPECT_GT(test::distance(all.user_states()[4], one.state()), 0.01);
  EXPECT_TRUE(test::contains(test::refusal([&] {
                               all.add_momentum(20, {1, 0, 0}, TorqueFrame::space);
                             }),
                             "less than 20"));
  EXPECT_TRUE(test::contains(test::refusal([&] {
                               all.add_momentum(2, {std::nan(""), 0, 0}, TorqueFrame::space);
                             }),
                             "not finite"));
}

TEST(Marks, AWrongPotentialIsWarnedOf) {
  const auto torque = [](const Attitude& q, double) -> Eigen::Vector3d {
    return to_body(q, {0, 0, 1}).cross(Eigen::Vector3d(0.2, 0, 0.5));
  };
  const auto potential = [](double sign) {
    return [sign](const Attitude& q, double) {
      return sign * to_body(q, {0, 0, 1}).dot(Eigen::Vector3d(0.2, 0, 0.5));
    };
  };
  const auto warnings = [&](double sign) {
    return SplittingStepper(body, start, Torque::of_attitude("top", torque, potential(sign)),
                            splitting("strang_kick"))
        .warnings();
  };
  EXPECT_TRUE(warnings(1).empty());
  for (const double wrong : {-1.0, 0.0, 0.5, 1.01}) {
    const auto said = warnings(wrong);
    ASSERT_EQ(said.size(), 1u) << wrong;
    EXPECT_TRUE(test::contains(said[0], "The torque top does not match its potential")) << said[0];
  }
  const Simulation run =
      simulate(body, start, Torque::of_attitude("top", torque, potential(-1)), {1.0, 2.0}, 1e-6);
  ASSERT_FALSE(run.warnings.empty());
  EXPECT_TRUE(test::contains(run.warnings[0], "does not match its potential"));
  batch::SplittingStepper<double> all(body, batch::States<double>(3),
                                      Torque::of_attitude("top", torque, potential(-1)),
                                      splitting("strang_kick"));
  EXPECT_EQ(all.warnings().size(), 1u);
  // What throws or is not finite there is left alone.
  const auto throwing = [](const Attitude&, double) -> double { throw std::runtime_error("no"); };
  EXPECT_TRUE(
      SplittingStepper(body, start, Torque::of_attitude("top", torque, throwing), splitting("strang_kick"))
          .warnings()
          .empty());
}

TEST(Marks, ASplittingThatIsNotSymmetricIsRefused) {
  Splitting s;
  s.name = "lie";
  s.order = 1;
  s.drifts = {1};
  s.kicks = {1, 0};
  EXPECT_TRUE(test::contains(test::refusal([&] { check(s); }), "reads the same backwards"));
  EXPECT_TRUE(test::contains(test::refusal([&] { SplittingStepper(body, start, Torque(), s); }),
                             "kicks of splitting lie"));
  s.kicks = {0.5L, 0.5L};
  check(s);
}

// A lambda that returns an expression of Eigen's does not compile; what the compiler then says is tested by
// tests/package/expression.sh.
const auto expression = [](const Attitude& q, double) {
  return -2 * to_body(q, {0, 0, 1}).cross(Eigen::Vector3d(1, 0, 0));
};
const auto vector = [](const Attitude& q, double) -> Eigen::Vector3d {
  return -2 * to_body(q, {0, 0, 1}).cross(Eigen::Vector3d(1, 0, 0));
};
static_assert(!GivesVector<decltype(expression), const Attitude&, double>);
static_assert(GivesVector<decltype(vector), const Attitude&, double>);

}  // namespace
}  // namespace marks_test
}  // namespace polhode
