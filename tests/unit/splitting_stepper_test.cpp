// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/body/invariants.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>
#include <polhode/torque/potential_check.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

#include "body/principal_attitude.hpp"
#include "splitting/flow.hpp"
#include "splitting/kick.hpp"
#include "splitting/split_body.hpp"
#include "splitting/stepper_access.hpp"
#include "support/refusal.hpp"
#include "torque/heavy_top.hpp"

namespace splitting_stepper_test {
namespace {

using namespace polhode;
using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr double eps = std::numeric_limits<double>::epsilon();
const Vector3d up{0, 0, 2}, centre{0.3, -0.2, 0.9};

Inertia body() { return Inertia::from_moments(0.6, 0.8, 1); }
State start() { return state_from_momentum(Quaterniond(0.8, 0.36, -0.48, 0), {0.5, -0.7, 0.6}); }

State after(SplittingStepper stepper, int steps, double h) {
  for (int i = 0; i < steps; ++i) stepper.step(h);
  return stepper.state();
}

double distance(const State& a, const State& b) {
  return std::hypot((a.momentum - b.momentum).norm(), (a.attitude.coeffs() - b.attitude.coeffs()).norm());
}

/// The heavy top as a user would write it.
Torque own_top() {
  return Torque::of_attitude(
      "own top", [](const Quaterniond& q, double) -> Vector3d { return to_body(q, up).cross(centre); },
      [](const Quaterniond& q, double) { return to_body(q, up).dot(centre); });
}

TEST(SplittingStepper, IsTheCompiledFlowToTheBit) {
  using Top = torques::HeavyTop<double>;
  using Body = SplitBody<double, kernel::Exact<double>, AttitudeKick<double, Top>>;
  const Vec3<double> moments{0.6, 0.8, 1};
  for (const char* name : {"strang_kick", "blanes_moan_srkn14a", "chin_4a"}) {
    SplittingFlow<double, Body> flow(
        splitting(name), Body(kernel::Exact<double>(moments),
                              AttitudeKick<double, Top>(Top(from_eigen(up), from_eigen(centre), moments)),
                              {from_eigen(start().momentum), from_eigen(start().attitude)}, true));
    SplittingStepper stepper(body(), start(), heavy_top(up, centre), splitting(name));
    for (int i = 0; i < 20; ++i) {
      flow.step(0.1);
      stepper.step(0.1);
    }
    EXPECT_EQ(from_eigen(stepper.state().momentum), flow.system().phase().m) << name;
    EXPECT_EQ(from_eigen(stepper.state().attitude), flow.system().phase().q) << name;
  }
}

TEST(SplittingStepper, DoesNotDependOnHowOftenItIsAsked) {
  for (const Splitting& s : splittings()) {
    SplittingStepper asked(body(), start(), heavy_top(up, centre), s), silent = asked;
    for (int i = 0; i < 5; ++i) {
      asked.step(0.1);
      asked.state();
      silent.step(0.1);
    }
    EXPECT_EQ(distance(asked.state(), silent.state()), 0) << s.name;
  }
}

TEST(SplittingStepper, AsksForTheTorqueOnceWhereAStepEndsAndTheNextBegins) {
  for (const Splitting& s : splittings()) {
    if (s.need == KickNeed::gradient) continue;
    int calls = 0;
    const Torque counted = Torque::of_attitude("counted", [&](const Quaterniond& q, double) -> Vector3d {
                             ++calls;
                             return to_body(q, up).cross(centre);
                           }).pure();
    SplittingStepper stepper(body(), start(), counted, s);
    for (int i = 0; i < 10; ++i) stepper.step(0.1);
    // One more where the last kick is known already and waits for the next step.
    EXPECT_EQ(calls, 10 * s.kicks_per_step() + s.starts_with_kick) << s.name;
    stepper.state();
    stepper.conserved();
    EXPECT_EQ(calls, 10 * s.kicks_per_step() + s.starts_with_kick) << s.name;
  }
}

TEST(SplittingStepper, TakesAUsersFunctionAsTheBuiltInTorque) {
  // A full tensor: the user's frame is not the principal one.
  Eigen::Matrix3d tensor;
  tensor << 0.9, 0.1, -0.05, 0.1, 0.7, 0.08, -0.05, 0.08, 1.1;
  const Inertia tilted = Inertia::from_tensor(tensor);
  const Splitting& s = splitting("blanes_moan_srkn6b");
  const State a = after({tilted, start(), own_top(), s}, 50, 0.1),
              b = after({tilted, start(), heavy_top(up, centre), s}, 50, 0.1);
  EXPECT_LE(distance(a, b), 200 * eps);
  SplittingStepper own(tilted, start(), own_top(), s);
  const double before = own.conserved();
  EXPECT_EQ(own.conserved_name(), "energy");
  EXPECT_NEAR(before, kinetic_energy(tilted, start()) + to_body(start().attitude, up).dot(centre), 4 * eps);
  for (int i = 0; i < 50; ++i) own.step(0.1);
  EXPECT_NEAR(own.conserved(), before, 1e-7);  // the splitting's own error, which swings within 6e-8
}

TEST(SplittingStepper, RefusesCoefficientsThatWouldLoseTheirOrder) {
  const Torque damped = heavy_top(up, centre) + linear_damping(Eigen::Matrix3d::Identity());
  for (const Splitting& s : splittings()) {
    if (s.need == KickNeed::any) {
      EXPECT_NO_THROW(SplittingStepper(body(), start(), damped, s)) << s.name;
      continue;
    }
    EXPECT_THROW(SplittingStepper(body(), start(), damped, s), InvalidInput) << s.name;
    if (s.need == KickNeed::gradient)
      EXPECT_THROW(SplittingStepper(body(), start(), own_top(), s), InvalidInput) << s.name;
    else
      EXPECT_NO_THROW(SplittingStepper(body(), start(), own_top(), s)) << s.name;
  }
}

TEST(SplittingStepper, WarnsOfDissipationThatRunsBackwards) {
  const Torque damping = linear_damping(Eigen::Matrix3d::Identity());
  EXPECT_TRUE(SplittingStepper(body(), start(), damping, splitting("strang_kick")).warnings().empty());
  const auto warnings = SplittingStepper(body(), start(), damping, splitting("kahan_li8")).warnings();
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("backwards"), std::string::npos);
  EXPECT_NE(warnings[0].find("saba2"), std::string::npos);
  EXPECT_TRUE(
      SplittingStepper(body(), start(), heavy_top(up, centre), splitting("kahan_li8")).warnings().empty());
}

TEST(SplittingStepper, IsOfTheOrderOfItsWeakerPart) {
  const FreeMethod rotations = free_method("lie_poisson_123"), dmv6 = free_method("dmv6"),
                   frames = free_method("exact_by_frames");
  const Splitting& s = splitting("blanes_moan_srkn14a");
  const auto with = [&](const FreeMethod& m) {
    return SplittingStepper(body(), start(), heavy_top(up, centre), s, {.free_method = m});
  };
  EXPECT_EQ(with(rotations).order(), 2);
  EXPECT_EQ(with(rotations).warnings().size(), 1u);
  EXPECT_EQ(with(dmv6).order(), 6);
  EXPECT_TRUE(with(dmv6).warnings().empty());
  const State exact = after({body(), start(), heavy_top(up, centre), s}, 20, 0.05);
  EXPECT_LE(distance(after(with(frames), 20, 0.05), exact), 100 * eps);
  const double coarse = distance(after(with(rotations), 20, 0.05), exact),
               fine = distance(after(with(rotations), 40, 0.025), exact);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.05);
}

TEST(SplittingStepper, UsesAMethodForWhatItIsNotForItsName) {
  const auto with = [&](const FreeMethod& m) {
    return after({body(), start(), heavy_top(up, centre), splitting("strang_kick"), {.free_method = m}}, 20,
                 0.05);
  };
  const FreeMethod midpoint = free_method("implicit_midpoint");
  FreeMethod renamed = midpoint, replaced = free_method("exact"), exact = free_method("exact");
  renamed.name = "exact";
  replaced.prepare = midpoint.prepare;
  replaced.properties = midpoint.properties;
  exact.name = "mine";
  const State expected = with(midpoint);
  EXPECT_EQ(distance(with(renamed), expected), 0);
  EXPECT_EQ(distance(with(replaced), expected), 0);
  EXPECT_EQ(distance(with(exact), with(free_method("exact"))), 0);
  EXPECT_GE(distance(with(exact), expected), 1e-6);
}

TEST(SplittingStepper, StopsWhereTheTorqueIsNotFinite) {
  const Torque breaks = Torque::of_attitude("breaks", [](const Quaterniond&, double t) -> Vector3d {
    return {t > 1 ? std::nan("") : 0.1, 0, 0};
  });
  SplittingStepper stepper(body(), start(), breaks, splitting("strang_drift"));
  for (int i = 0; i < 9; ++i) stepper.step(0.1);
  stepper.step(0.1);  // its kick is near 0.95
  const State before = stepper.state();
  const double time = stepper.time();
  try {
    stepper.step(0.1);
    FAIL() << "went on";
  } catch (const StepFailure& e) {
    EXPECT_EQ(e.time(), time);
    EXPECT_LE(distance(e.state(), before), 0);
    EXPECT_NE(std::string(e.what()).find("torque breaks at time 1.05"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("nan"), std::string::npos) << e.what();
  }
  EXPECT_EQ(stepper.time(), time);
  EXPECT_EQ(distance(stepper.state(), before), 0);
}

TEST(SplittingStepper, StopsBeforeAStepAtWhoseEndTheTorqueIsNotFinite) {
  const Torque breaks = Torque::of_attitude("breaks", [](const Quaterniond&, double t) -> Vector3d {
    return {t == 1 ? HUGE_VAL : 0.1, 0, 0};
  });
  SplittingStepper stepper(body(), start(), breaks, splitting("strang_kick"));
  for (int i = 0; i < 3; ++i) stepper.step(0.25);
  EXPECT_THROW(stepper.step(0.25), StepFailure);
  EXPECT_EQ(stepper.time(), 0.75);
  EXPECT_TRUE(stepper.state().momentum.allFinite());
}

TEST(SplittingStepper, LetsAnExceptionOfTheTorqueThrough) {
  const Torque throws = Torque::of_state("throws", [](const State&, double t) -> Vector3d {
    if (t > 0.5) throw std::runtime_error("no more wind");
    return {0.1, 0, 0};
  });
  SplittingStepper stepper(body(), start(), throws, splitting("blanes_moan_s6"));
  for (int i = 0; i < 5; ++i) stepper.step(0.1);
  EXPECT_THROW(stepper.step(0.1), std::runtime_error);
  EXPECT_NEAR(stepper.time(), 0.5, 2 * eps);
}

TEST(SplittingStepper, KeepsItsStateWhereTheTorqueThrowsForGood) {
  for (const char* name : {"strang_kick", "strang_drift", "blanes_moan_srkn6b"})
    for (const bool is_copied : {false, true}) {
      bool is_broken = false;
      const Torque breaks = Torque::of_attitude("breaks", [&](const Quaterniond& q, double) -> Vector3d {
        if (is_broken) throw std::runtime_error("no more wind");
        return to_body(q, up).cross(centre);
      });
      SplittingStepper stepper(body(), start(), breaks, splitting(name)), untroubled = stepper;
      for (int i = 0; i < 3; ++i) stepper.step(0.1);
      const State before = stepper.state();
      is_broken = true;
      if (is_copied) {
        SplittingStepper copy = stepper;
        EXPECT_THROW(copy.step(0.1), std::runtime_error) << name;
      } else {
        EXPECT_THROW(stepper.step(0.1), std::runtime_error) << name;
      }
      EXPECT_EQ(distance(stepper.state(), before), 0) << name;
      EXPECT_THROW(stepper.step(0.1), std::runtime_error) << name;
      stepper.add_momentum({0, 0, 0});
      EXPECT_EQ(distance(stepper.state(), before), 0) << name;
      // Nothing of it is left where the torque is back.
      is_broken = false;
      stepper.step(0.1);
      EXPECT_LE(distance(stepper.state(), after(untroubled, 4, 0.1)), 20 * eps) << name;
    }
}

// What is pending cannot be done without the torque, which only the copy remembers.
TEST(SplittingStepper, SaysThatItsStateIsNotKnownWithoutTheTorque) {
  bool is_broken = false;
  const Torque breaks = Torque::of_attitude("breaks", [&](const Quaterniond&, double) -> Vector3d {
                          if (is_broken) throw std::runtime_error("no more wind");
                          return {0.1, 0, 0};
                        }).pure();
  SplittingStepper stepper(body(), start(), breaks, splitting("strang_kick"));
  stepper.step(0.1);
  const State before = stepper.state();
  SplittingStepper copy = stepper;
  copy.step(0.1);
  is_broken = true;
  EXPECT_THROW(stepper.state(), std::runtime_error);
  EXPECT_THROW(stepper.add_momentum({0, 0, 0}), std::runtime_error);
  is_broken = false;
  EXPECT_EQ(distance(stepper.state(), before), 0);
}

TEST(SplittingStepper, CanBeAssignedToAfterItWasMovedFrom) {
  SplittingStepper stepper(body(), start(), heavy_top(up, centre), splitting("strang_kick"));
  const SplittingStepper kept = std::move(stepper);
  stepper = kept;
  EXPECT_EQ(distance(after(stepper, 3, 0.1), after(kept, 3, 0.1)), 0);
}

TEST(SplittingStepper, SaysWhichFreeMethodFailed) {
  const FreeMethod dmv = free_method("dmv");
  SplittingStepper stepper(body(), start(), heavy_top(up, centre), splitting("strang_kick"),
                           {.free_method = dmv});
  try {
    stepper.step(100);
    FAIL() << "went on";
  } catch (const StepFailure& e) {
    EXPECT_NE(std::string(e.what()).find("free method dmv"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("shorter step"), std::string::npos) << e.what();
  }
}

/// The last drift, which stays pending, turns by more than there are numbers for; the torque is as good as
/// any.
TEST(SplittingStepper, SaysThatThePendingPartFailed) {
  const auto what = [](const Torque& torque, const char* name, double h) {
    SplittingStepper stepper(body(), start(), torque, splitting(name));
    const State before = stepper.state();
    std::string said = "went on";
    try {
      stepper.step(h);
    } catch (const StepFailure& e) {
      said = e.what();
    }
    EXPECT_EQ(stepper.time(), 0);
    EXPECT_EQ(distance(stepper.state(), before), 0);
    return said;
  };
  EXPECT_EQ(what(heavy_top(up, centre), "strang_drift", 1e200),
            "step from time 0, free method exact: found length 5e+199, expected a step for which all "
            "intermediate values of this method are finite");
  const Torque late =
      control_torque([](double t) { return Vector3d(t == 0 ? 0 : 1e300, 0, 0); }, TorqueFrame::body);
  const std::string said = what(late, "strang_kick", 1e10);
  EXPECT_NE(said.find("at its end"), std::string::npos) << said;
  EXPECT_NE(said.find("the change of the momentum in this step is not finite"), std::string::npos) << said;
}

TEST(SplittingStepper, ThatWasMovedFromRefuses) {
  SplittingStepper first(body(), start(), heavy_top(up, centre), splitting("strang_kick"));
  SplittingStepper second(std::move(first));
  // NOLINTBEGIN(bugprone-use-after-move)
  EXPECT_EQ(test::refusal([&] { first.step(0.1); }),
            "stepper: found a moved-from object, expected an object that was not moved from");
  EXPECT_THROW(first.state(), InvalidInput);
  EXPECT_THROW(first.conserved(), InvalidInput);
  EXPECT_THROW(first.add_momentum({0.1, 0, 0}), InvalidInput);
  EXPECT_THROW(first.reset(start()), InvalidInput);
  EXPECT_THROW(first.ask_torque_within(0, 1), InvalidInput);
  EXPECT_THROW(first.checkpoint(), InvalidInput);
  EXPECT_THROW(first.resume(second.checkpoint()), InvalidInput);
  EXPECT_THROW(SplittingStepper{first}, InvalidInput);
  EXPECT_THROW(second = first, InvalidInput);
  EXPECT_TRUE(std::isnan(first.time()));
  EXPECT_EQ(first.order(), 0);
  EXPECT_TRUE(first.warnings().empty() && first.conserved_name().empty());
  // NOLINTEND(bugprone-use-after-move)
  first = second;
  first.step(0.1);
  EXPECT_EQ(first.time(), 0.1);
}

TEST(SplittingStepper, TakesImpulsesBetweenSteps) {
  const State s = start();
  for (const TorqueFrame frame : {TorqueFrame::body, TorqueFrame::space}) {
    SplittingStepper stepper(body(), s, Torque(), splitting("strang_kick"));
    stepper.step(1);
    const State met = stepper.state();
    stepper.add_momentum({0.1, 0.2, -0.3}, frame);
    const Vector3d jump =
        frame == TorqueFrame::space ? to_body(met.attitude, {0.1, 0.2, -0.3}) : Vector3d(0.1, 0.2, -0.3);
    EXPECT_LE((stepper.state().momentum - met.momentum - jump).norm(), 4 * eps);
    stepper.step(2);
    EXPECT_LE(distance(stepper.state(), exact_flow(body(), {met.attitude, met.momentum + jump}, 2)),
              20 * eps);
  }
}

TEST(SplittingStepper, ImpulsesDoNotTurnALinearBodyAboutItsAxis) {
  const Inertia rod = Inertia::from_moments(0, 1, 1);
  const State s{Quaterniond(0.8, 0.36, -0.48, 0), {0, 0.7, -0.4}};
  for (const Summation summation : {Summation::plain, Summation::compensated}) {
    SplittingStepper stepper(rod, s, Torque(), splitting("strang_kick"), {.summation = summation});
    stepper.add_momentum({5, 0.25, 0});
    EXPECT_EQ(stepper.state().momentum, Vector3d(0, 0.95, -0.4));
  }
}

TEST(SplittingStepper, AsksForTheTorqueOnItsOwnSideOfAJump) {
  const Torque jumps =
      control_torque([](double t) { return Vector3d(t < 1 ? 0 : 1, 0, 0); }, TorqueFrame::body);
  SplittingStepper stepper(body(), start(), jumps, splitting("strang_kick"));
  stepper.ask_torque_within(0, std::nextafter(1.0, 0.0));
  for (int i = 0; i < 4; ++i) stepper.step(0.25);
  EXPECT_LE(distance(stepper.state(), exact_flow(body(), start(), 1)), 20 * eps);
}

TEST(SplittingStepper, StaysWhereItIsByAStepOfNoLength) {
  for (const Splitting& s : splittings()) {
    SplittingStepper stepper(body(), start(), heavy_top(up, centre), s);
    for (const double h : {0.0, 0.1, 0.0}) {
      stepper.step(h);
      const State before = stepper.state();
      const double time = stepper.time();
      stepper.step(0);
      EXPECT_EQ(stepper.time(), time) << s.name;
      // What was pending is done in parts: a rounding.
      EXPECT_LE(distance(stepper.state(), before), 4 * eps) << s.name;
    }
  }
}

TEST(SplittingStepper, NeedsIncrementsForCompensatedSums) {
  const FreeMethod images = free_method("exact_by_frames");
  EXPECT_THROW(SplittingStepper(body(), start(), heavy_top(up, centre), splitting("strang_kick"),
                                {.summation = Summation::compensated, .free_method = images}),
               InvalidInput);
}

TEST(SplittingStepper, RefusesAStepThatIsNotFinite) {
  SplittingStepper stepper(body(), start(), heavy_top(up, centre), splitting("strang_kick"));
  EXPECT_THROW(stepper.step(std::nan("")), InvalidInput);
  EXPECT_THROW(SplittingStepper(body(), start(), heavy_top(up, centre), splitting("strang_kick"),
                                {.start_time = HUGE_VAL}),
               InvalidInput);
}

TEST(Torques, AddUpWithWhatTheyKnow) {
  const Inertia b = body();
  const auto knows = [&](const Torque& t) { return t.prepare(b); };
  const Torque top = heavy_top(up, centre), vessel = vessel_restoring(1, 9.81, 2, 1),
               wheel = gyrostat({0.1, 0, 0.4}),
               damping = linear_damping(Eigen::Vector3d(0, 0.1, 0.2).asDiagonal()),
               drag = quadratic_drag({0.1, 0.1, 0.1});
  EXPECT_EQ(knows(top + vessel).conserved_name, "energy");
  EXPECT_EQ(knows(top + wheel).conserved_name, "energy");
  EXPECT_TRUE(knows(wheel + top).rate);
  EXPECT_TRUE(knows(damping + wheel + top).rate);
  EXPECT_FALSE(knows(top + vessel).rate);
  EXPECT_FALSE(knows(damping + drag).rate);
  EXPECT_FALSE(knows(top + damping).conserved);
  EXPECT_TRUE(knows(top + damping).is_dissipative);
  EXPECT_FALSE(knows(top + vessel).gradient);
  EXPECT_TRUE(knows(top + Torque()).gradient);
  EXPECT_FALSE(knows(top + gravity_gradient_circular(0.1)).conserved);
  EXPECT_EQ((top + damping).name(), "heavy top + linear damping");
  EXPECT_TRUE((Torque() + Torque()).is_none());

  const PreparedTorque::Phase p{{0.5, -0.7, 0.6}, {0.8, 0.36, -0.48, 0}};
  const PreparedTorque sum_of_all = knows(damping + wheel + top + vessel);
  Vec3<double> parts;
  for (const Torque& t : {damping, wheel, top, vessel}) parts = parts + knows(t).torque(p, 0);
  EXPECT_LE(norm(sum_of_all.torque(p, 0) - parts), 8 * eps * norm(parts));
  EXPECT_LE(norm(*sum_of_all.rate * p.m + sum_of_all.forcing(p.q, 0) - parts), 8 * eps * norm(parts));
}

TEST(Torques, OfTimeAloneAreInTheBodyOrInSpace) {
  Eigen::Matrix3d tensor;
  tensor << 0.9, 0.1, -0.05, 0.1, 0.7, 0.08, -0.05, 0.08, 1.1;
  const Inertia tilted = Inertia::from_tensor(tensor);
  const auto burn = [](double t) { return Vector3d(std::sin(t), 2 * t, -1); };
  const Quaterniond q = start().attitude;
  const PrincipalAttitude frame(tilted);
  for (const double t : {-1.0, 0.5}) {
    const PreparedTorque::Phase p{{}, frame.from_user(q)};
    const Vector3d in_body = tilted.from_principal(
                       to_eigen(control_torque(burn, TorqueFrame::body).prepare(tilted).torque(p, t))),
                   in_space = tilted.from_principal(
                       to_eigen(control_torque(burn, TorqueFrame::space).prepare(tilted).torque(p, t)));
    EXPECT_LE((in_body - burn(t)).norm(), 4 * eps * burn(t).norm());
    EXPECT_LE((in_space - to_body(q, burn(t))).norm(), 8 * eps * burn(t).norm());
  }
}

TEST(Torques, DoNotTurnALinearBodyAboutItsAxis) {
  const Inertia rod = Inertia::from_moments(0, 1, 1);
  const State at_start = state_from_momentum(Quaterniond(0.8, 0.36, -0.48, 0), {0, -0.7, 0.6});
  Eigen::Matrix3d full;
  full << 0.2, 0.1, 0.05, 0.1, 0.3, 0.02, 0.05, 0.02, 0.1;
  for (const Torque& t : {heavy_top(up, centre), steady_torque({1, 1, 1}, TorqueFrame::body),
                          heavy_top(up, centre) + linear_damping(full) + gyrostat({0, 0.2, 0.1})}) {
    const State end = after({rod, at_start, t, splitting("blanes_moan_s6")}, 20, 0.1);
    EXPECT_EQ(end.momentum.x(), 0) << t.name();
    EXPECT_GT(distance(end, exact_flow(rod, at_start, 2)), 0.01) << t.name();
  }
}

TEST(Torques, KeepBreakpointsAndImpulsesInOrder) {
  const Torque table =
      tabulated_torque({0, 2, 3}, {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}}, TorqueFrame::body, Beyond::zero);
  const Torque both = impulses({{5, {1, 0, 0}}, {1, {0, 1, 0}, TorqueFrame::space}}) + table +
                      control_torque([](double) { return Vector3d(0, 0, 0); }, TorqueFrame::space, {2, 1});
  EXPECT_EQ(both.breakpoints(), (std::vector<double>{0, 1, 2, 3}));
  ASSERT_EQ(both.impulses().size(), 2u);
  EXPECT_EQ(both.impulses()[0].time, 1);
  EXPECT_FALSE(both.is_none());
  EXPECT_TRUE(impulses({{5, {1, 0, 0}}}).is_none());
}

TEST(Torques, OfAUserAreComparedWithTheirPotential) {
  const Inertia b = body();
  const std::vector<torques::Instant<double>> instants{{{{0.5, -0.7, 0.6}, {0.8, 0.36, -0.48, 0}}, 0},
                                                       {{{}, {0.1, 0.7, -0.5, 0.5}}, 2}};
  const auto discrepancy = [&](double factor) {
    const PreparedTorque t =
        Torque::of_attitude(
            "scaled",
            [=](const Quaterniond& q, double) -> Vector3d { return factor * to_body(q, up).cross(centre); },
            [](const Quaterniond& q, double) { return to_body(q, up).dot(centre); })
            .prepare(b);
    return torques::compare_with_derivative<double>(t.potential, t.torque, instants).relative;
  };
  EXPECT_LT(discrepancy(1), 1e-12);
  EXPECT_GT(discrepancy(-1), 0.5);
  EXPECT_GT(discrepancy(1.01), 1e-3);
}

TEST(Torques, RefuseBadParameters) {
  const double nan = std::nan("");
  EXPECT_THROW(heavy_top({0, 0, nan}, centre), InvalidInput);
  EXPECT_THROW(internal_dissipation(-1), InvalidInput);
  EXPECT_THROW(quadratic_drag({-1, 0, 0}), InvalidInput);
  EXPECT_EQ(test::refusal([] {
              gravity_gradient_fixed(1, {0, 0, 0});
            }),
            "direction of the gravity gradient: found (0, 0, 0), expected a finite vector that is not zero");
  EXPECT_THROW(gravity_gradient_fixed(nan, {0, 0, 1}), InvalidInput);
  EXPECT_THROW(gravity_gradient_circular(1, {{1, 0, 0}, {-2, 0, 0}}), InvalidInput);
  EXPECT_THROW(gravity_gradient_elliptic(1, nan), InvalidInput);
  EXPECT_THROW(gravity_gradient_elliptic(1, 1), InvalidInput);
  EXPECT_THROW(tabulated_torque({1, 1}, {{0, 0, 0}, {0, 0, 0}}, TorqueFrame::body, Beyond::hold),
               InvalidInput);
  EXPECT_THROW(control_torque({}, TorqueFrame::body), InvalidInput);
  EXPECT_EQ(test::refusal([] { Torque::of_attitude("mine", {}); }),
            "torque mine: found no function, expected a function of attitude and time");
  EXPECT_THROW(Torque::of_state("mine", {}), InvalidInput);
  EXPECT_THROW(impulses({{nan, {0, 0, 0}}}), InvalidInput);
  Eigen::Matrix3d tensor;
  tensor << 0.9, 0.1, 0, 0.1, 0.7, 0, 0, 0, 1.1;
  EXPECT_THROW(quadratic_drag({1, 1, 1}).prepare(Inertia::from_tensor(tensor)), InvalidInput);
}

TEST(SplittingStepper, GoesOnFromBytes) {
  for (const char* name : {"strang_kick", "strang_drift"})
    for (const Summation summation : {Summation::plain, Summation::compensated}) {
      const auto made = [&](const State& from) {
        Torque torque = own_top() + impulses({{1.0, {0, 1, 0}, TorqueFrame::space}, {3.0, {0, 0, 1}}});
        return SplittingStepper(body(), from, torque, splitting(name), {.summation = summation});
      };
      SplittingStepper one = made(start()), other = made(State{});
      for (int i = 0; i < 17; ++i) one.step(0.1);
      other.resume(one.checkpoint());
      EXPECT_EQ(other.time(), one.time());
      for (int i = 0; i < 17; ++i) {
        one.step(0.1);
        other.step(0.1);
      }
      EXPECT_EQ(distance(one.state(), other.state()), 0) << name;
      EXPECT_EQ(one.checkpoint(), other.checkpoint());
      EXPECT_NE(test::refusal([&] { other.resume(Checkpoint("something")); }).find("checkpoint by Polhode"),
                std::string::npos);
    }
}

TEST(SplittingStepper, ACheckpointOfAnotherMotionIsRefused) {
  const auto made = [](const Torque& torque, const char* name, double time = 0) {
    return SplittingStepper(body(), start(), torque, splitting(name), {.start_time = time});
  };
  const Torque weight = heavy_top({0, 0, 9.81}, {0, 0, 0.1});
  SplittingStepper one = made(weight, "strang_kick");
  one.step(0.1);
  const Checkpoint checkpoint = one.checkpoint();
  EXPECT_EQ(test::refusal([&] { made(weight, "strang_kick", 7).resume(checkpoint); }), "accepted");
  const Torque other_weight = heavy_top({0, 0, 9.81}, {0, 0, std::nextafter(0.1, 1.0)});
  for (const Torque& torque :
       {other_weight, Torque(), weight + impulses({{1.0, {0, 1, 0}, TorqueFrame::space}})})
    EXPECT_TRUE(test::contains(test::refusal([&] { made(torque, "strang_kick").resume(checkpoint); }),
                               "another body, method or torque"));
  EXPECT_NE(test::refusal([&] { made(weight, "strang_drift").resume(checkpoint); }), "accepted");
  EXPECT_TRUE(test::contains(test::refusal([&] { one.resume(FreeStepper(body(), start()).checkpoint()); }),
                             "that of a free stepper, expected that of a splitting stepper"));
  for (std::size_t i = 0; i < checkpoint.bytes().size(); ++i) {
    std::string damaged = checkpoint.bytes();
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    EXPECT_NE(test::refusal([&] { one.resume(Checkpoint(damaged)); }), "accepted") << i;
  }
}

TEST(SplittingStepper, BeginsAgain) {
  const Torque torque = own_top() + impulses({{1.0, {0, 1, 0}, TorqueFrame::space}});
  SplittingStepper used(body(), start(), torque, splitting("strang_kick")), fresh = used;
  for (int i = 0; i < 20; ++i) used.step(0.1);
  used.reset(start());
  EXPECT_EQ(used.time(), 0);
  for (int i = 0; i < 20; ++i) {
    used.step(0.1);
    fresh.step(0.1);
  }
  EXPECT_EQ(distance(used.state(), fresh.state()), 0);
  // After the impulse's time it has been applied.
  used.reset(start(), 1);
  SplittingStepper without(body(), start(), own_top(), splitting("strang_kick"));
  used.step(0.5);
  without.step(0.5);
  EXPECT_EQ(distance(used.state(), without.state()), 0);
  EXPECT_NE(test::refusal([&] { used.reset(start(), std::nan("")); }).find("time"), std::string::npos);
}

}  // namespace
}  // namespace splitting_stepper_test
