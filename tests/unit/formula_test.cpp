// SPDX-License-Identifier: MIT
// Torques by formulas of a user's own, a motion under torque as a function of time, and a body in a control loop.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/simulation/controlled_body.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/torqued_motion.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>
#include <polhode/torque/formula.hpp>
#include <polhode/torque/potential_check.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/refusal.hpp"
#include "support/some_motion.hpp"
#include "support/state_distance.hpp"

namespace polhode {
namespace formula_test {
namespace {

using test::distance;
constexpr double eps = std::numeric_limits<double>::epsilon();
using test::some_motion::askew;
using test::some_motion::body;
using test::some_motion::start;

State end_of(const Inertia& b, const Torque& torque, double tolerance) {
  return simulate(b, start, torque, std::vector<double>{4}, tolerance).states.at(0);
}

TEST(TorqueFormulas, ForgetWhatWasSaidOfThemWhenAFunctionIsAssigned) {
  PreparedTorque t = gravity_gradient_circular(0.3).prepare(body);
  ASSERT_TRUE(t.formula.is_built_in() && t.formula.turning());
  t.formula = [built_in = t.formula](const kernel::Phase<series::Symbol>& p, const series::Symbol& time) {
    return series::Symbol(2) * built_in(p, time);
  };
  EXPECT_TRUE(t.formula);
  EXPECT_FALSE(t.formula.is_built_in());
  EXPECT_FALSE(t.formula.turning());
  t.formula = {};
  EXPECT_FALSE(t.formula);
}

// The formula of a top is the top.
TEST(Formula, IsWhatItSays) {
  const Torque top = heavy_top({0.1, 0.2, 1}, {0.2, 0.1, 0.9});
  const Torque own = formula_torque(
      "own top", [](const auto& s) { return cross(s.in_body(0.1, 0.2, 1), s.vector(0.2, 0.1, 0.9)); });
  const Torque potential = potential_torque(
      "own top", [](const auto& s) { return dot(s.in_body(0.1, 0.2, 1), s.vector(0.2, 0.1, 0.9)); });
  for (const Inertia& b : {body, askew}) {
    const State expected = end_of(b, top, 1e-13);
    for (const Torque& t : {own, potential}) {
      const Simulation s = simulate(b, start, t, std::vector<double>{4}, 1e-13);
      EXPECT_EQ(s.engine, "series");
      EXPECT_LE(distance(s.states.at(0), expected), 2e-13);
    }
    EXPECT_EQ(potential.prepare(b).conserved_name, "energy");
    const auto of_time = [](const auto& s) {
      using std::sin;
      return sin(s.time) * s.in_body(0, 0, 1).x;
    };
    EXPECT_EQ(potential_torque("moving", of_time).prepare(b).conserved_name, "");
    EXPECT_FALSE(own.prepare(b).depends_on_momentum);
  }
}

// Sinusoids, PD control, a magnet in a turning field and B-dot, against the same torques as functions by a splitting.
TEST(Formula, AgreesWithTheSameFunction) {
  const auto pd = [](const auto& s) {
    return s.number(-0.6) * (s.attitude.w * s.attitude.vec()) + s.number(-0.2) * s.angular_velocity;
  };
  const auto sinusoid = [](const auto& s) {
    return sin(s.number(1.3) * s.time) * s.vector(0.2, -0.1, 0.3) + exp(-s.time) * s.vector(0, 0.2, 0);
  };
  const auto magnet = [](const auto& s) {
    const auto field = s.in_body({cos(s.time), sin(s.time), s.number(0.5)});
    return cross(s.vector(0.1, 0, 0.4), field);
  };
  const auto b_dot = [](const auto& s) {
    const auto field = s.in_body({cos(s.time), sin(s.time), s.number(0.5)});
    const auto rate = s.in_body({-sin(s.time), cos(s.time), s.number(0)}) + cross(field, s.angular_velocity);
    return cross(s.number(-0.3) * rate, field);
  };
  const auto as_function = [](const Inertia& b, const auto& formula) {
    return Torque::of_state("function", [=](const State& s, double t) {
      const Eigen::Vector3d w = b.angular_velocity(s.momentum);
      const FormulaState<double> state{{s.attitude.w(), s.attitude.x(), s.attitude.y(), s.attitude.z()},
                                       {s.momentum.x(), s.momentum.y(), s.momentum.z()},
                                       {w.x(), w.y(), w.z()},
                                       t};
      const Vec3<double> v = formula(state);
      return Eigen::Vector3d(v.x, v.y, v.z);
    });
  };
  for (const Inertia& b : {body, askew}) {
    const auto compare = [&](const auto& formula) {
      const Torque own = formula_torque("formula", formula);
      SimulationOptions options;
      options.splitting = splitting("blanes_moan_s10");
      options.step = 0.02;
      options.estimate_error = false;
      const State expected =
          simulate(b, start, as_function(b, formula), std::vector<double>{4}, 0.5, options).states.at(0);
      const Simulation s = simulate(b, start, own, std::vector<double>{4}, 1e-12);
      EXPECT_EQ(s.engine, "series");
      EXPECT_LE(distance(s.states.at(0), expected), 1e-11);
      // A formula as a function, by the same splitting.
      EXPECT_LE(
          distance(simulate(b, start, own, std::vector<double>{4}, 0.5, options).states.at(0), expected),
          1e-11);
    };
    compare(pd);
    compare(sinusoid);
    compare(magnet);
    compare(b_dot);
  }
}

TEST(Formula, ThatChoosesByTheStateIsStillATorque) {
  const Torque stop = formula_torque(
      "stop", [](const auto& s) { return s.time < s.number(100) ? s.vector(0.1, 0, 0) : s.vector(0, 0, 0); });
  const Simulation s = simulate(body, start, stop, std::vector<double>{1}, 1e-9);
  EXPECT_EQ(s.engine, "runge-kutta");
  EXPECT_LE(distance(s.states.at(0), simulate(body, start, steady_torque({0.1, 0, 0}, TorqueFrame::body),
                                              std::vector<double>{1}, 1e-12)
                                         .states.at(0)),
            1e-9);
}

TEST(Formula, TorqueBelongsToItsPotential) {
  const Torque t = potential_torque("odd", [](const auto& s) {
    const auto u = s.in_body(0.3, -0.2, 0.9);
    return sin(u.x * u.y) + exp(u.z) * s.attitude.w * s.attitude.w + u.x / (u.y * u.y + s.number(2));
  });
  for (const Inertia& b : {body, askew}) {
    const PreparedTorque p = t.prepare(b);
    std::vector<torques::Instant<double>> instants;
    for (int i = 0; i < 50; ++i) {
      Quat<double> q{std::sin(i), std::cos(2 * i), std::sin(3 * i + 1), std::cos(5 * i)};
      instants.push_back({{{}, (1 / norm(q)) * q}, 0.0});
    }
    EXPECT_LE(torques::compare_with_derivative<double>(p.potential, p.torque, instants).relative, 1e-12);
  }
}

// -------------------------------------------------------------------------------------- as a function of time

TEST(TorquedMotion, IsTheMotionAtEveryTime) {
  const Torque torque = heavy_top({0, 0, 1}, {0.2, 0.1, 0.9}) + impulses({{2, {0.3, 0, -0.2}}});
  std::vector<double> times;
  for (int i = 0; i <= 60; ++i) times.push_back(0.1 * i);
  const Simulation s = simulate(body, start, torque, times, 1e-11);
  const TorquedMotion motion(body, start, torque, 6, 1e-11);
  for (std::size_t k = times.size(); k-- > 0;)
    EXPECT_LE(distance(motion.at(times[k]), s.states[k]), 1e-13) << times[k];
  EXPECT_GT(motion.steps(), 3u);
  EXPECT_TRUE(test::contains(test::refusal([&] { motion.at(6.5); }), "one between 0 and 6"));
  EXPECT_TRUE(test::contains(test::refusal([&] { motion.at(-1e-9); }), "one between 0 and 6"));
  // Backwards from its end.
  const TorquedMotion back(body, motion.at(6), torque, 0, 1e-11, 6);
  for (const double t : times) EXPECT_LE(distance(back.at(t), motion.at(t)), 1e-9) << t;
  EXPECT_LE(distance(back.at(0), start), 1e-9);
  EXPECT_EQ(distance(TorquedMotion(body, start, torque, 1, default_tolerance, 1).at(1), start), 0);
}

// Backwards from an impulse: the state there is the one after it.
TEST(TorquedMotion, BeginsWithTheGivenStateAtAnImpulse) {
  const Torque torque = heavy_top({0, 0, 1}, {0.2, 0.1, 0.9}) + impulses({{1, {0.1, 0.2, 0.3}}});
  const TorquedMotion back(body, start, torque, -1, default_tolerance, 1),
      on(body, start, torque, 3, default_tolerance, 1);
  EXPECT_LE(distance(back.at(1), start), 1e-15);
  EXPECT_LE(distance(on.at(1), start), 1e-15);
  State before = start;
  before.momentum -= Eigen::Vector3d(0.1, 0.2, 0.3);
  EXPECT_LE(distance(back.at(1 - 1e-12), before), 1e-10);
  const Simulation s = simulate(body, start, torque, {1.0, -1.0}, 1e-10, [] {
    SimulationOptions options;
    options.start_time = 1;
    return options;
  }());
  EXPECT_LE(distance(back.at(1), s.states.at(0)), 1e-15);
  EXPECT_LE(distance(back.at(-1), s.states.at(1)), 1e-9);
}

TEST(TorquedMotion, TellsItsProgressAndCanBeEnded) {
  const Torque torque = heavy_top({0, 0, 1}, {0.2, 0.1, 0.9});
  std::vector<double> parts;
  const TorquedMotion motion(body, start, torque, -5, 1e-11, 1, [&](double part) { parts.push_back(part); });
  EXPECT_EQ(parts.size() + 1, motion.steps());
  EXPECT_TRUE(std::is_sorted(parts.begin(), parts.end()));
  EXPECT_GT(parts.front(), 0);
  EXPECT_LT(parts.back(), 1);
  const auto ends = [](double) { throw std::runtime_error("enough"); };
  EXPECT_THROW(TorquedMotion(body, start, torque, 1e6, 1e-11, 0, ends), std::runtime_error);
}

TEST(TorquedMotion, RefusesAFunction) {
  const Torque function = Torque::of_attitude(
      "own", [](const Eigen::Quaterniond&, double) { return Eigen::Vector3d(0.1, 0, 0); });
  EXPECT_TRUE(test::contains(test::refusal([&] { TorquedMotion(body, start, function, 1); }),
                             "a function without a formula (it is a function of numbers; formula_torque() "
                             "records generic ones), expected one whose formula is known"));
}

// -------------------------------------------------------------------------------------------- a control loop

TEST(ControlledBody, FollowsWhatIsSetEachCycle) {
  for (const Inertia& b : {body, askew}) {
    ControlledBody satellite(b, start, gravity_gradient_circular(0.3), 1e-12);
    State now = start;
    for (int cycle = 0; cycle < 20; ++cycle) {
      const Eigen::Vector3d torque = -0.1 * b.angular_velocity(now.momentum),
                            wheels(0.02 * cycle, -0.01 * cycle, 0.3);
      satellite.set_torque(torque);
      satellite.set_wheels(wheels);
      satellite.step(0.125);
      SimulationOptions options;
      options.start_time = 0.125 * cycle;
      now = simulate(
                b, now,
                gravity_gradient_circular(0.3) + steady_torque(torque, TorqueFrame::body) + gyrostat(wheels),
                std::vector<double>{0.125 * (cycle + 1)}, 1e-13, options)
                .states.at(0);
      EXPECT_LE(distance(satellite.state(), now), 1e-12 * (cycle + 1));
      EXPECT_EQ(satellite.time(), 0.125 * (cycle + 1));
    }
  }
}

TEST(ControlledBody, RefusesAndKeeps) {
  ControlledBody free(body, start);
  free.step(3);
  EXPECT_LE(
      distance(free.state(), simulate(body, start, Torque(), std::vector<double>{3}, 1e-9).states.at(0)),
      1e-8);
  EXPECT_TRUE(test::contains(test::refusal([&] { free.step(0); }), "a positive number"));
  EXPECT_TRUE(test::contains(test::refusal([&] {
                               free.set_torque({0, std::numeric_limits<double>::quiet_NaN(), 0});
                             }),
                             "a finite number"));
  EXPECT_TRUE(test::contains(test::refusal([&] {
                               ControlledBody(body, start, impulses({{1, {1, 0, 0}}}), 1e-9);
                             }),
                             "one that is smooth"));
  const State before = free.state();
  free.set_torque({1e300, 1e300, -1e300});
  EXPECT_THROW(free.step(1e10), StepFailure);
  EXPECT_LE(distance(free.state(), before), 4 * eps);
  EXPECT_EQ(free.time(), 3);
}

}  // namespace
}  // namespace formula_test
}  // namespace polhode
