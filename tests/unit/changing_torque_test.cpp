// SPDX-License-Identifier: MIT
// A user's function whose data change between two steps: each step must see what the function is while the step is
// taken, whatever the stepper has kept of the step before.
#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <limits>
#include <polhode/batch/splitting_stepper.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/splitting/changing_body.hpp>
#include <polhode/splitting/coupled_bodies.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>
#include <string>
#include <support/state_distance.hpp>
#include <utility>
#include <vector>

namespace polhode {
namespace changing_torque_test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon(), h = 0.1;
constexpr int cycles = 40;

const Inertia body = Inertia::from_moments(1.1, 1.6, 0.7);
const State start = state_from_momentum({0.8, -0.48, 0.288, 0.216}, {0.9, -0.4, 1.3});

/// What a controller holds during a cycle, in the body.
Eigen::Vector3d held(int cycle) { return {0.3 * (cycle % 3), -0.2 * (cycle % 5), 0.1 * cycle}; }

/// A new stepper for each cycle knows nothing of the one before.
State by_new_steppers(const Splitting& s, const std::function<Torque(const Eigen::Vector3d&)>& acting) {
  State now = start;
  for (int i = 0; i < cycles; ++i) {
    SplittingStepper stepper(body, now, acting(held(i)), s);
    stepper.step(h);
    now = stepper.state();
  }
  return now;
}

const std::vector<std::string> names{"strang_kick", "strang_drift", "suzuki4", "blanes_moan_s6"};

TEST(ChangingTorque, IsSeenByAStepper) {
  for (const std::string& name : names)
    for (const bool reads : {false, true})
      for (const bool damps : {false, true}) {
        const Splitting& s = splitting(name);
        const Torque others = damps ? linear_damping(0.1 * Eigen::Matrix3d::Identity()) : Torque();
        const State expected = by_new_steppers(
            s, [&](const Eigen::Vector3d& t) { return steady_torque(t, TorqueFrame::body) + others; });
        Eigen::Vector3d now = held(0);
        const Torque acting =
            Torque::of_attitude("control", [&](const Attitude&, double) { return now; }) + others;
        SplittingStepper stepper(body, start, acting, s);
        for (int i = 0; i < cycles; ++i) {
          now = held(i);
          stepper.step(h);
          if (reads) static_cast<void>(stepper.state());
        }
        now = held(7);  // does not change the past
        EXPECT_LT(test::distance(stepper.state(), expected), 64 * eps) << name << reads << damps;
      }
}

TEST(ChangingTorque, IsSeenByAStepperThroughControlTorqueAndOfState) {
  const Splitting& s = splitting("strang_kick");
  const State expected =
      by_new_steppers(s, [](const Eigen::Vector3d& t) { return steady_torque(t, TorqueFrame::body); });
  Eigen::Vector3d now = held(0);
  for (const Torque& acting : {control_torque([&](double) { return now; }, TorqueFrame::body),
                               Torque::of_state("control", [&](const State&, double) { return now; })}) {
    SplittingStepper stepper(body, start, acting, s);
    for (int i = 0; i < cycles; ++i) {
      now = held(i);
      stepper.step(h);
    }
    EXPECT_LT(test::distance(stepper.state(), expected), 64 * eps) << acting.name();
  }
}

TEST(ChangingTorque, IsSeenByACopyThatIsSteppedLater) {
  const Splitting& s = splitting("strang_kick");
  Eigen::Vector3d now = held(1);
  SplittingStepper one(body, start,
                       Torque::of_attitude("control", [&](const Attitude&, double) { return now; }), s);
  one.step(h);
  const State before = one.state();
  SplittingStepper other = one;
  now = held(2);
  other.step(h);  // the copies share what they remember
  EXPECT_EQ(test::distance(one.state(), before), 0);
}

TEST(ChangingTorque, IsSeenByABatch) {
  for (const std::string& name : names) {
    const Splitting& s = splitting(name);
    const State expected =
        by_new_steppers(s, [](const Eigen::Vector3d& t) { return steady_torque(t, TorqueFrame::body); });
    const std::vector<State> starts(150, start);
    Eigen::Vector3d now = held(0);
    const auto write = [&](const batch::TorqueQuestion<double>& q, const batch::TorqueSpans<double>& t) {
      const Vec3<double> v = from_eigen(body.to_principal(now));
      for (std::size_t i = 0; i < q.qw.size(); ++i) {
        t.x[i] = v.x;
        t.y[i] = v.y;
        t.z[i] = v.z;
      }
    };
    for (const auto& acting : std::vector<batch::AnyTorque<double>>{
             Torque::of_attitude("control", [&](const Attitude&, double) { return now; }),
             batch::TorqueFunction<double>{"control", batch::Sees::attitude, write},
             batch::TorqueFunction<double>{"control", batch::Sees::all_attitudes, write}}) {
      batch::SplittingStepper<double> stepper(body, batch::States<double>::from_user(starts, body), acting,
                                              s);
      for (int i = 0; i < cycles; ++i) {
        now = held(i);
        stepper.step(h);
      }
      now = held(7);
      for (const State& end : stepper.user_states())
        EXPECT_LT(test::distance(end, expected), 256 * eps) << name;
    }
  }
}

TEST(ChangingTorque, IsSeenByCoupledAndChangingBodies) {
  const Splitting& s = splitting("strang_kick");
  const State expected =
      by_new_steppers(s, [](const Eigen::Vector3d& t) { return steady_torque(t, TorqueFrame::body); });
  Eigen::Vector3d now = held(0);
  CoupledBodiesStepper coupled(
      body, {start, start},
      [&](std::span<const State>, double, std::span<Eigen::Vector3d> torques) {
        for (Eigen::Vector3d& t : torques) t = now;
      },
      s);
  ChangingBodyStepper changing([](double) { return Eigen::Vector3d(1.1, 1.6, 0.7); }, start,
                               Torque::of_attitude("control", [&](const Attitude&, double) { return now; }),
                               s);
  for (int i = 0; i < cycles; ++i) {
    now = held(i);
    coupled.step(h);
    changing.step(h);
  }
  now = held(7);
  EXPECT_LT(test::distance(coupled.states()[1], expected), 64 * eps);
  EXPECT_LT(test::distance(changing.state(), expected), 64 * eps);
}

TEST(ChangingTorque, CostsAPureFunctionNoCallMoreAndChangesNoDigit) {
  for (const std::string& name : names) {
    int calls = 0;
    const auto function = [&](const Attitude& q, double) -> Eigen::Vector3d {
      ++calls;
      return to_body(q, {0, 0, 1}).cross(Eigen::Vector3d(0.3, 0, 1));
    };
    const Splitting& s = splitting(name);
    SplittingStepper pure(body, start, Torque::of_attitude("top", function).pure(), s);
    for (int i = 0; i < 10; ++i) pure.step(h);
    const State end = pure.state();
    const int calls_of_pure = calls;
    EXPECT_EQ(calls_of_pure, 10 * s.kicks_per_step() + (s.starts_with_kick ? 1 : 0)) << name;
    calls = 0;
    SplittingStepper any(body, start, Torque::of_attitude("top", function), s);
    for (int i = 0; i < 10; ++i) any.step(h);
    EXPECT_EQ(test::distance(any.state(), end), 0) << name;
    EXPECT_EQ(calls, calls_of_pure + (s.starts_with_kick ? 9 : 0)) << name;
  }
}

TEST(ChangingTorque, ThatThrowsLeavesTheStepperAsItWas) {
  bool throws = false;
  SplittingStepper stepper(body, start,
                           Torque::of_attitude("top",
                                               [&](const Attitude&, double) -> Eigen::Vector3d {
                                                 if (throws) throw std::runtime_error("no");
                                                 return {1, 2, 3};
                                               }),
                           splitting("strang_kick"));
  stepper.step(h);
  const State before = stepper.state();
  throws = true;
  EXPECT_THROW(stepper.step(h), std::runtime_error);
  EXPECT_EQ(test::distance(stepper.state(), before), 0);
  throws = false;
  stepper.step(h);
}

TEST(MovedTorque, DeclaredPureIsNone) {
  const Inertia ball = Inertia::from_moments({1, 1, 1});
  Torque torque = steady_torque({1, 0, 0}, TorqueFrame::body);
  const Torque kept = std::move(torque);
  const Torque left = std::move(torque).pure();  // NOLINT(bugprone-use-after-move): what this is about
  EXPECT_TRUE(left.is_none());
  EXPECT_EQ(left.prepare(ball).torque({{1, 0, 0}, {1, 0, 0, 0}}, 0).x, 0);
  EXPECT_EQ(kept.prepare(ball).torque({{1, 0, 0}, {1, 0, 0, 0}}, 0).x, 1);
}

}  // namespace
}  // namespace changing_torque_test
}  // namespace polhode
