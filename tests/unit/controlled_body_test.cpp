// SPDX-License-Identifier: MIT
// A body in a control loop at every tolerance and length of a cycle: by the classical method or by series of any order.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <polhode/core/error.hpp>
#include <polhode/simulation/controlled_body.hpp>
#include <polhode/torque/built_in.hpp>
#include <polhode/torque/formula_text.hpp>
#include <random>
#include <string>
#include <support/refusal.hpp>
#include <support/some_motion.hpp>
#include <support/state_distance.hpp>
#include <utility>
#include <vector>

namespace polhode {
namespace controlled_body_test {
namespace {

using test::distance;
using test::some_motion::askew;
using test::some_motion::body;
using test::some_motion::start;

/// After some cycles of dt, each cut into so many.
State after(const Inertia& b, const Torque& always, double tolerance, double dt, int cycles, bool has_wheels,
            int cut = 1) {
  ControlledBody c(b, start, always, tolerance);
  for (int k = 0; k < cycles; ++k) {
    c.set_torque({0.05 * (k % 3), -0.1 * (k % 2), 0.02});
    if (has_wheels && k >= 2) c.set_wheels({0.1, 0.02 * k, -0.2});
    for (int i = 0; i < cut; ++i) c.step(dt / cut);
  }
  return c.state();
}

TEST(ControlledBodies, AreAccurateAtEveryToleranceAndCycle) {
  const Torque quick = formula_torque({"1e-5*sin(60*t)", "0", "1e-5*cos(90*t)"});
  constexpr int cycles = 12;
  for (const Inertia& b : {body, askew})
    for (const Torque& always : {Torque(), gravity_gradient_circular(0.3), quick})
      for (const bool has_wheels : {false, true})
        for (const double dt : {0.001, 0.02, 0.1, 0.5, 3.0}) {
          const State exact = after(b, always, 1e-16, dt, cycles, has_wheels);
          for (const double tolerance : {1e-3, 1e-6, 1e-9, 1e-12, 1e-14})
            EXPECT_LE(distance(after(b, always, tolerance, dt, cycles, has_wheels), exact),
                      cycles * tolerance * (1 + 3 * dt * cycles) + 2e-15)
                << tolerance << " " << dt;
        }
}

// Against simulate() from the same state, for cycles from a hundredth of a radian to fifty.
TEST(ControlledBodies, TheErrorOfACycleIsBelowTheTolerance) {
  std::mt19937_64 numbers(5);
  std::uniform_real_distribution<double> part(0, 1);
  const auto vector = [&](double size) -> Eigen::Vector3d {
    return size *
           (2 * Eigen::Vector3d(part(numbers), part(numbers), part(numbers)) - Eigen::Vector3d::Ones());
  };
  for (int trial = 0; trial < 40; ++trial) {
    const Inertia b = Inertia::from_moments(1 + part(numbers), 1.5 + part(numbers), 2 + part(numbers) / 2);
    const State from{Attitude(0.5, 0.5, -0.5, 0.5), vector(1.5)};
    const Torque always = trial % 3 == 0 ? Torque() : gravity_gradient_circular(0.2);
    const double tolerance = std::pow(10, -3 - 9 * part(numbers)),
                 dt = std::pow(10, -2 + 3.5 * part(numbers));
    const bool has_wheels = trial % 2 == 0;
    ControlledBody c(b, from, always, tolerance);
    for (int cycle = 0; cycle < 5; ++cycle) {
      const Eigen::Vector3d torque = vector(0.02), wheels = vector(0.3);
      c.set_torque(torque);
      if (has_wheels) c.set_wheels(wheels);
      const State before = c.state();
      const double begin = c.time();
      c.step(dt);
      SimulationOptions options;
      options.start_time = begin;
      options.estimate_error = false;
      const Torque all =
          always + steady_torque(torque, TorqueFrame::body) + (has_wheels ? gyrostat(wheels) : Torque());
      const State exact = simulate(b, before, all, std::vector{c.time()}, 1e-15, options).states[0];
      EXPECT_LE(distance(c.state(), exact), tolerance + 2e-14 * (1 + dt))
          << trial << " " << tolerance << " " << dt;
    }
  }
}

TEST(ControlledBodies, ACycleOfTooManyStepsIsRefused) {
  ControlledBody c(body, start, {}, 1e-10);
  c.step(0.1);
  const State before = c.state();
  EXPECT_THROW(c.step(1e8), InvalidInput);
  EXPECT_EQ(c.time(), 0.1);
  EXPECT_EQ(distance(c.state(), before), 0);
  c.step(0.1);
  EXPECT_EQ(c.time(), 0.2);
}

TEST(ControlledBodies, TimeIsTheSumOfAllCycles) {
  ControlledBody c(body, start, {}, 1e-3, 1e6);
  for (int k = 0; k < 100'000; ++k) c.step(1e-3);
  EXPECT_EQ(c.time(), 1e6 + 100);
}

// A cycle may be cut: orders change on the way.
TEST(ControlledBodies, DoNotDependOnHowACycleIsCut) {
  for (const double dt : {0.02, 0.3, 2.0})
    EXPECT_LE(distance(after(askew, gravity_gradient_circular(0.3), 1e-12, dt, 10, true, 7),
                       after(askew, gravity_gradient_circular(0.3), 1e-12, dt, 10, true)),
              1e-10)
        << dt;
}

// One kernel, whose type is known, several, and one of the momentum, which is asked as a function.
TEST(ControlledBodies, UnderTorquesOfEveryKind) {
  const Torque orbit = gravity_gradient_elliptic(0.3, 0.2),
               damping = linear_damping(Eigen::Matrix3d::Identity());
  for (const Torque& always :
       {orbit, heavy_top({0, 0.1, 0.3}, {0, 0, -1}), vessel_restoring(2, 9.8, 0.03, 0.01),
        steady_torque({0.1, -0.2, 0.05}, TorqueFrame::space),
        orbit + steady_torque({0.1, -0.2, 0.05}, TorqueFrame::body), orbit + damping})
    EXPECT_LE(
        distance(after(askew, always, 1e-9, 0.005, 30, true), after(askew, always, 1e-16, 0.005, 30, true)),
        30e-9)
        << always.name();
}

// The classical method is given up for some cycles where it is far off, and taken again.
TEST(ControlledBodies, GoOnWhenCyclesBecomeShorterAndLonger) {
  const auto end = [](double tolerance) {
    ControlledBody c(askew, start, gravity_gradient_circular(0.3), tolerance);
    for (int k = 0; k < 60; ++k) c.step(k % 20 < 10 ? 0.3 / (1 + k) : 0.001 * (1 + k));
    return c.state();
  };
  for (const double tolerance : {1e-6, 1e-9, 1e-12})
    EXPECT_LE(distance(end(tolerance), end(1e-16)), 60 * tolerance + 2e-15) << tolerance;
}

/// The worst distance of some cycles from simulate(), which locates corners and narrow features.
double worst_of_cycles(const Torque& always, double tolerance, double dt, int cycles) {
  const State slow{Attitude(1, 0, 0, 0), {0.01, 0.034, 0.023}};
  ControlledBody c(body, slow, always, tolerance);
  std::vector<double> times;
  std::vector<State> states;
  for (int k = 0; k < cycles; ++k) {
    c.step(dt);
    times.push_back(c.time());
    states.push_back(c.state());
  }
  SimulationOptions options;
  options.estimate_error = false;
  const Simulation exact = simulate(body, slow, always, times, 1e-13, options);
  double worst = 0;
  for (std::size_t k = 0; k < states.size(); ++k)
    worst = std::max(worst, distance(states[k], exact.states[k]));
  return worst;
}

// What is the same at the beginning, the middle and the end of a cycle, and something else between.
TEST(ControlledBodies, NothingHidesWithinACycle) {
  struct Case {
    const char* along_x;
    double dt;
    int cycles;
  };
  for (const auto& [along_x, dt, cycles] :
       {Case{"0.5*sin(40*pi*t)^2", 0.1, 10}, Case{"5*sin(20*pi*t)", 0.1, 10},
        Case{"5*(sign(t-0.52)-sign(t-0.54))", 0.1, 10}, Case{"5*exp(-((t-0.525)/0.004)^2)", 0.1, 10},
        Case{"1000*t*(1-t)*(t-0.5)^2", 1, 1}, Case{"1000*t*(1-t)*(t-0.5)", 1, 1},
        Case{"0.02*sign(sin(7*t))", 0.1, 50}})
    EXPECT_LE(worst_of_cycles(formula_torque({along_x, "0", "0"}), 1e-10, dt, cycles), 2e-10 * cycles)
        << along_x;
}

// A corner is located, whatever built-in torque has it.
TEST(ControlledBodies, CornersOfDragAreLocated) {
  const Torque braked = quadratic_drag({1, 2, 3}) + steady_torque({0.01, -0.02, 0.01}, TorqueFrame::body);
  EXPECT_LE(worst_of_cycles(braked, 1e-10, 0.05, 200), 1e-9);
}

// Orbits are followed by the classical method far from the pericentre only.
TEST(ControlledBodies, UnderTheGravityGradientOfAnEccentricOrbit) {
  EXPECT_LE(worst_of_cycles(gravity_gradient_elliptic(0.05, 0.8), 1e-10, 0.05, 2000), 2e-8);
}

TEST(ControlledBodies, OfLinearBodies) {
  const Inertia rod = Inertia::from_moments(0, 1, 1);
  const State from{Attitude(1, 0, 0, 0), {0, 0.3, -0.4}};
  ControlledBody fine(rod, from, {}, 1e-15), coarse(rod, from, {}, 1e-9);
  for (ControlledBody* c : {&fine, &coarse})
    for (int k = 0; k < 50; ++k) {
      c->set_torque({0.3, 0.1, -0.2});
      c->set_wheels({0.01 * k, 0.1, 0.1});
      c->step(0.05);
    }
  EXPECT_LE(distance(coarse.state(), fine.state()), 1e-8);
  EXPECT_EQ(coarse.state().momentum.x(), 0);
}

/// Dry friction that brings a body to rest about an axis, in whatever way the steps meet the corner.
TEST(ControlledBody, ChatteringIsSaid) {
  struct Case {
    const char* torque;
    Inertia body;
    Eigen::Vector3d omega;
    double cycle, tolerance;
  };
  const Inertia ball = Inertia::from_moments(1, 1, 1), brick = Inertia::from_moments(1, 2, 3);
  const char *friction = "[-0.01*sign(omega1), -0.02*omega2, -0.02*omega3]",
             *pushed = "[-0.01*sign(omega1), 0.003*cos(t), 0.005*sin(t)]";
  for (const Case& c : {Case{friction, brick, {0.3, 0.1, 0.2}, 0.1, 1e-8},
                        // It stops at a time whose rounding is longer than a step across the corner.
                        {friction, ball, {1.1279, 0, 0}, 0.0383516, 3.7e-8},
                        {friction, ball, {1, 0, 0}, 0.01, 1e-12},
                        // From rest, the momentum about the axis begins as t^4.
                        {pushed, brick, {0, 0, 0}, 0.5, 3e-8},
                        {pushed, ball, {0, 0, 0}, 0.66, 8e-7}}) {
    ControlledBody loop(c.body, state_from_angular_velocity(c.body, Attitude(1, 0, 0, 0), c.omega),
                        formula_torque(std::string(c.torque)), c.tolerance);
    std::string said;
    try {
      for (int k = 0; k < 20'000; ++k) loop.step(c.cycle);
    } catch (const StepFailure& failure) {
      said = failure.what();
    }
    // About the axis of a ball nothing pushes.
    const bool stays = c.torque == pushed && c.body.moments().x() == c.body.moments().z();
    EXPECT_EQ(test::contains(said, "chattering"), !stays) << said << c.torque << c.cycle;
  }
}

TEST(ControlledBody, GoesOnFromACheckpoint) {
  const Inertia brick = Inertia::from_moments(1, 2, 3);
  const State first = state_from_momentum(Attitude(1, 0, 0, 0), {0.1, 1, 0.2});
  const Torque gradient = gravity_gradient_circular(0.3);
  // Cycles for the classical method, for one series, and for several steps of a series; with wheels and
  // without.
  for (const double cycle : {0.01, 1.0, 30.0})
    for (const bool has_wheels : {false, true}) {
      const auto made = [&] { return ControlledBody(brick, first, gradient, 1e-10, 2); };
      ControlledBody one = made(), other = made();
      const auto go_on = [&](ControlledBody& controlled, int from, int to) {
        for (int k = from; k < to; ++k) {
          controlled.set_torque({0.01 * (k % 3), 0, -0.02});
          if (has_wheels && k % 4 == 2) controlled.set_wheels({0, 0.1 * k, 0});
          controlled.step(cycle);
        }
      };
      go_on(one, 0, 13);
      const Checkpoint checkpoint = one.checkpoint();
      go_on(one, 13, 25);
      go_on(other, 0, 2);
      other.resume(Checkpoint(checkpoint.bytes()));
      EXPECT_EQ(other.checkpoint(), checkpoint);
      go_on(other, 13, 25);
      EXPECT_EQ(other.checkpoint(), one.checkpoint()) << cycle << has_wheels;
      ControlledBody of_another(brick, first, {}, 1e-10, 2);
      EXPECT_TRUE(test::contains(test::refusal([&] { of_another.resume(checkpoint); }),
                                 "with another body, method or torque"));
    }
}

TEST(ControlledBody, ThatWasMovedFromRefuses) {
  const Inertia brick = Inertia::from_moments(1, 2, 3);
  ControlledBody first(brick, state_from_momentum(Attitude(1, 0, 0, 0), {1, 0, 0}));
  ControlledBody second(std::move(first));
  // NOLINTBEGIN(bugprone-use-after-move)
  EXPECT_EQ(test::refusal([&] { first.step(0.1); }),
            "controlled body: found a moved-from object, expected an object that was not moved from");
  EXPECT_THROW(first.set_torque({0, 0, 1}), InvalidInput);
  EXPECT_THROW(first.set_wheels({0, 0, 1}), InvalidInput);
  EXPECT_THROW(first.state(), InvalidInput);
  EXPECT_TRUE(std::isnan(first.time()));
  // NOLINTEND(bugprone-use-after-move)
  first = std::move(second);
  first.step(0.1);
  EXPECT_EQ(first.time(), 0.1);
}

}  // namespace
}  // namespace controlled_body_test
}  // namespace polhode
