// SPDX-License-Identifier: MIT
// Motions under torque as simulate computes them by default: by power series.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/free/motion.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/torque/built_in.hpp>
#include <polhode/torque/formula.hpp>
#include <polhode/torque/formula_text.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "simulation/input.hpp"
#include "support/braked.hpp"
#include "support/other_units.hpp"
#include "support/refusal.hpp"
#include "support/some_motion.hpp"
#include "support/state_distance.hpp"

namespace polhode {
namespace simulate_series_test {
namespace {

using test::distance;
constexpr double eps = std::numeric_limits<double>::epsilon();
using test::some_motion::askew;
using test::some_motion::body;
using test::some_motion::start;
using test::some_motion::top;

SimulationOptions by_splitting(double step) {
  SimulationOptions options;
  options.splitting = splitting("sofroniou_spaletta10");
  options.step = step;
  options.estimate_error = false;
  return options;
}

TEST(SimulateSeries, TheReportSaysWhichEngineAndWhy) {
  const std::vector<double> times{1};
  const auto run = [&](const Torque& torque, const SimulationOptions& options = {}) {
    return simulate(body, start, torque, times, 1e-9, options);
  };
  const Simulation series = run(top());
  EXPECT_EQ(series.engine, "series");
  EXPECT_EQ(series.why, "the formula of the torque is known");
  EXPECT_GE(series.order, 8);
  EXPECT_EQ(series.splitting, "");
  EXPECT_GT(series.steps, 0u);
  EXPECT_EQ(run(Torque()).engine, "exact");
  SimulationOptions named, stepped;
  named.splitting = splitting("kahan_li8");
  stepped.step = 0.1;
  EXPECT_EQ(run(top(), named).why, "it was named");
  EXPECT_EQ(run(top(), stepped).why, "a step was given");
  const Torque function = Torque::of_attitude(
      "own", [](const Eigen::Quaterniond&, double) { return Eigen::Vector3d(0.1, 0, 0); });
  EXPECT_EQ(run(function).engine, "runge-kutta");
  EXPECT_EQ(run(function).why, "the torque is a function without a formula");
  EXPECT_EQ(run(function + top()).engine, "runge-kutta");
}

// Every built-in torque, alone and in sums, against a splitting of order 10.
TEST(SimulateSeries, AgreesWithSplittings) {
  const Plane plane{{1, 0.2, 0.1}, {0, 1, -0.4}};
  const std::vector<std::pair<const char*, Torque>> torques{
      {"top", top()},
      {"fixed gravity gradient", gravity_gradient_fixed(0.8, {1, 2, -1})},
      {"circular orbit", gravity_gradient_circular(0.8, plane)},
      {"elliptic orbit", gravity_gradient_elliptic(0.5, 0.3, 0.4, plane)},
      {"vessel", vessel_restoring(0.3, 9.81, 0.5, 0.2)},
      {"linear damping",
       linear_damping((Eigen::Matrix3d() << 0.3, 0.1, 0, 0, 0.2, 0, -0.1, 0, 0.4).finished())},
      {"internal dissipation", internal_dissipation(0.2)},
      {"gyrostat", gyrostat({0.3, -0.5, 0.8})},
      {"steady in the body", steady_torque({0.1, -0.2, 0.3}, TorqueFrame::body)},
      {"steady in space", steady_torque({0.1, -0.2, 0.3}, TorqueFrame::space)},
      {"sum", top() + gyrostat({0.1, 0.4, 0}) + linear_damping(0.2 * Eigen::Matrix3d::Identity()) +
                  steady_torque({0.1, 0, 0.2}, TorqueFrame::space) + gravity_gradient_circular(1.3)},
      {"table",
       tabulated_torque({0.5, 1.25, 2, 4.1}, {{0, 0, 0}, {0.4, 0.1, 0}, {0.4, -0.3, 0.2}, {0, 0.5, 0}},
                        TorqueFrame::space, Beyond::zero) +
           top()},
      {"table in the body",
       tabulated_torque({0.5, 1.25, 2, 4.1}, {{0.2, 0, 0}, {0.4, 0.1, 0}, {0.4, -0.3, 0.2}, {0, 0.5, 0}},
                        TorqueFrame::body, Beyond::hold)}};
  const std::vector<double> times{0.2, 1.7, 5};
  for (const auto& [name, torque] : torques)
    for (const Inertia& b : {body, askew}) {
      const Simulation fine = simulate(b, start, torque, times, 0.5, by_splitting(0.01));
      for (const double tolerance : {1e-4, 1e-7, 1e-10, 1e-13}) {
        const Simulation s = simulate(b, start, torque, times, tolerance);
        ASSERT_EQ(s.engine, "series") << name;
        ASSERT_EQ(s.states.size(), 3u) << name;
        for (std::size_t i = 0; i < 3; ++i)
          EXPECT_LE(distance(s.states[i], fine.states[i]), 2 * tolerance + 2e-13)
              << name << " at " << tolerance;
        EXPECT_LE(s.error_estimate, 2 * tolerance + 2e-14) << name << " at " << tolerance;
      }
      // And back.
      SimulationOptions back;
      back.start_time = 5;
      const Simulation s = simulate(b, fine.states[2], torque, std::vector<double>{0}, 1e-12, back);
      EXPECT_LE(distance(s.states.at(0), start), 2e-10) << name;
    }
}

TEST(SimulateSeries, ImpulsesAndEventsBetweenTheSteps) {
  const Torque torque = top() + impulses({{1.3, {0.5, 0, 0.2}}, {2.7, {0, -0.4, 0.1}, TorqueFrame::space}});
  SimulationOptions options = by_splitting(0.01), events;
  options.events = events.events = {{"m2", [](const State& s, double) { return s.momentum.y(); }}};
  const std::vector<double> times{1.3, 2.7, 12};
  const Simulation fine = simulate(body, start, torque, times, 0.5, options),
                   s = simulate(body, start, torque, times, 1e-12, events);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_LE(distance(s.states.at(i), fine.states.at(i)), 1e-12);
  ASSERT_GE(fine.events.size(), 2u);
  ASSERT_EQ(s.events.size(), fine.events.size());
  for (std::size_t i = 0; i < s.events.size(); ++i) EXPECT_NEAR(s.events[i].time, fine.events[i].time, 1e-11);
  // Events are seen at any tolerance, however long the steps.
  EXPECT_EQ(simulate(body, start, torque, times, 1e-4, events).events.size(), fine.events.size());
}

TEST(SimulateSeries, RestStaysAndSteadyRotationGoesOn) {
  const Torque weight = heavy_top({0, 0, 1}, {0, 0, -1});
  const State hanging{Eigen::Quaterniond::Identity(), {0, 0, 0}};
  for (const double end : {1e-6, 100.0, 1e9}) {
    const Simulation s = simulate(body, hanging, weight, std::vector<double>{end}, 1e-10);
    EXPECT_EQ(distance(s.states.at(0), hanging), 0);
    EXPECT_LE(s.steps, 3u);
  }
  // Upright, about the axis of the force: the torque stays 0.
  const State spinning{Eigen::Quaterniond::Identity(), {0, 0, 2}};
  const Simulation s = simulate(body, spinning, weight, std::vector<double>{200}, 1e-12);
  const double half = 0.5 * 200 * 2 / 2.3;
  EXPECT_LE((s.states.at(0).attitude.coeffs() - Eigen::Vector4d(0, 0, std::sin(half), std::cos(half))).norm(),
            1e-12);
  EXPECT_LE((s.states[0].momentum - spinning.momentum).norm(), 1e-13);
}

TEST(SimulateSeries, AnUnstableEquilibriumStaysAndALeanGrows) {
  const Torque weight = heavy_top({0, 0, 1}, {0, 0, 1});
  const State upright{Eigen::Quaterniond::Identity(), {0, 0, 0}};
  EXPECT_EQ(distance(simulate(body, upright, weight, std::vector<double>{1000}, 1e-10).states.at(0), upright),
            0);
  for (const double lean : {1e-3, 1e-9, 1e-15}) {
    const State leaning{Eigen::Quaterniond(std::cos(lean / 2), std::sin(lean / 2), 0, 0), {0, 0, 0}};
    const Simulation s = simulate(body, leaning, weight, std::vector<double>{3}, 1e-12);
    const double now = 2 * std::asin(s.states.at(0).attitude.x());
    EXPECT_NEAR(now / (lean * std::cosh(3)), 1, 1e-3 + 1e-12 / lean) << lean;
    EXPECT_LE(s.steps, 60u);
  }
}

// A free rotation about the intermediate axis, with next to no torque: it flips at times that grow with the logarithm.
TEST(SimulateSeries, AlongTheSeparatrix) {
  const State near{Eigen::Quaterniond::Identity(), {1e-9, 2, 0}};
  const Torque faint = heavy_top({0, 0, 1e-30}, {1, 0, 0});
  const std::vector<double> times{5, 60, 200};
  const Simulation s = simulate(body, near, faint, times, 1e-9);
  const FreeMotion exact(body, near);
  // 1e-9 in the start is a factor of 1e9.
  EXPECT_LE(distance(s.states.at(0), exact.at(5)), 1e-9);
  EXPECT_FALSE(s.stopped);
  EXPECT_LE(s.steps, 5000u);
  EXPECT_NEAR(s.states[2].momentum.norm(), 2, 1e-8);
}

TEST(SimulateSeries, SpheresAndRods) {
  const std::vector<double> times{0.5, 7};
  const Torque torque = heavy_top({0, 0.3, 1}, {0.2, 0.5, 0.4});
  const Inertia sphere = Inertia::from_moments(2, 2, 2);
  const Eigen::Vector3d axis = Eigen::Vector3d(2, -1, 3).normalized();
  const Inertia rod =
      Inertia::from_tensor(1.5 * (Eigen::Matrix3d::Identity() - axis * axis.transpose()).eval());
  const State across{start.attitude, axis.cross(Eigen::Vector3d(1, 0, 0))};
  for (const auto& [b, from] : {std::pair{sphere, start}, {rod, across}}) {
    const Simulation fine = simulate(b, from, torque, times, 0.5, by_splitting(0.01)),
                     s = simulate(b, from, torque, times, 1e-12);
    EXPECT_EQ(s.engine, "series");
    for (std::size_t i = 0; i < 2; ++i) EXPECT_LE(distance(s.states.at(i), fine.states.at(i)), 1e-12);
  }
}

TEST(SimulateSeries, AnyUnits) {
  const auto run = [](double mass, double time) {
    const Inertia scaled = Inertia::from_moments(mass, 1.75 * mass, 2.25 * mass);
    const State from{start.attitude, start.momentum * (mass / time)};
    return simulate(scaled, from,
                    heavy_top({0, 0, 1}, Eigen::Vector3d(0.25, 0.125, 1) * (mass / (time * time))) +
                        internal_dissipation(0.25 * time / mass),
                    std::vector<double>{3 * time, 7 * time}, 1e-11);
  };
  const Simulation one = run(1, 1);
  test::expect_the_same_in_other_units(one, run);
  EXPECT_LE(
      distance(run(1e100, 1).states.at(1), State{one.states[1].attitude, one.states[1].momentum * 1e100}),
      1e-11);
  EXPECT_LE(
      distance(run(1e-100, 1).states.at(1), State{one.states[1].attitude, one.states[1].momentum * 1e-100}),
      1e-11);
}

// The factors of a high power of a small number, and its value without them, are out of range.
TEST(SimulateSeries, HighPowersInAnyUnits) {
  const auto run = [](double time) {
    const State from{start.attitude, start.momentum / time};
    const FormulaNames names{{{"T", time}, {"a", 0.1 / (time * time)}}, {}, {}};
    return simulate(body, from,
                    formula_torque("[0, a*log(1 + ((((t - 2*T)/T)^3)^3)^2), a*((t - 2*T)/T)^24]", names),
                    std::vector<double>{1.5 * time, 3.25 * time}, 1e-11);
  };
  const Simulation one = run(1);
  for (const int power : {-160, -97, 97, 160}) {
    const double time = std::ldexp(1.0, power);
    const Simulation scaled = run(time);
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_LE(distance(State{scaled.states.at(i).attitude, scaled.states.at(i).momentum * time},
                         one.states.at(i)),
                1e-9 * one.states.at(i).momentum.norm())
          << power;
  }
}

// From rest, with a torque that is 0 at the start and then grows, jumps and ends.
TEST(SimulateSeries, ATorqueThatVanishesGrowsAndJumps) {
  const State rest{Eigen::Quaterniond::Identity(), {0, 0, 0}};
  const Torque ramp = tabulated_torque({0, 1, 1 + 1e-9, 2}, {{0, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 0, 0}},
                                       TorqueFrame::body, Beyond::zero);
  const Simulation s = simulate(body, rest, ramp, std::vector<double>{0.5, 1, 2, 10}, 1e-12);
  EXPECT_NEAR(s.states.at(0).momentum.x(), 0.125, 1e-12);
  EXPECT_NEAR(s.states.at(1).momentum.x(), 0.5, 1e-12);
  EXPECT_NEAR(s.states.at(2).momentum.x(), 0, 1e-8);
  EXPECT_LE(s.steps, 30u);
  // At first in proportion to time, beside a spring and a damping, for a while as long as that of many swings.
  const Torque swell =
      heavy_top({0, 0, 1}, {0, 0, -30}) + linear_damping(0.1 * Eigen::Matrix3d::Identity()) +
      tabulated_torque({0, 60, 120}, {{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}}, TorqueFrame::body, Beyond::zero);
  const std::vector<double> later{30, 100};
  const Simulation u = simulate(body, rest, swell, later, 1e-10),
                   fine = simulate(body, rest, swell, later, 0.5, by_splitting(0.01));
  for (std::size_t i = 0; i < 2; ++i) EXPECT_LE(distance(u.states.at(i), fine.states.at(i)), 1e-9);
  EXPECT_LE(u.steps, 2000u);
  // Far later than the start.
  const Torque late =
      tabulated_torque({1e6, 1e6 + 1}, {{1, 0, 0}, {1, 0, 0}}, TorqueFrame::body, Beyond::zero);
  const Simulation t = simulate(body, rest, late, std::vector<double>{1e6 + 100}, 1e-9);
  EXPECT_NEAR(t.states.at(0).momentum.x(), 1, 1e-9);
  EXPECT_LE(t.steps, 200u);
}

TEST(SimulateSeries, ATorqueThatIsTooLargeIsRefused) {
  const std::string said = test::refusal([] {
    simulate(body, start, heavy_top({0, 0, 1e200}, {0, 1e200, 0}), std::vector<double>{1, 2}, 1e-6);
  });
  EXPECT_NE(said.find("products overflow"), std::string::npos) << said;
}

// The logarithm's argument comes to 0 at 2.5.
TEST(SimulateSeries, ATorqueThatIsNotFiniteStopsTheRun) {
  const Torque fades = formula_torque("fades", [](const auto& s) {
    return s.vector(0.1, 0, 0) + log(s.number(2.5) - s.time) * s.vector(0, 0.2, 0);
  });
  const Simulation s = simulate(body, start, fades, std::vector<double>{1, 2, 3, 4}, 1e-6);
  EXPECT_EQ(s.engine, "series");
  ASSERT_TRUE(s.stopped);
  EXPECT_EQ(s.times, (std::vector<double>{1, 2}));
  EXPECT_NEAR(s.stopped->time, 2.5, 1e-6);
  EXPECT_LE(s.steps, 2000u);
}

/// Not the tolerance is to blame, and steps are not what the user chose: what is too fast is said, and what
/// to do.
TEST(SimulateSeries, AStiffDampingIsNamedWhereItTakesTooManySteps) {
  const std::vector<double> late{1000};
  const auto damped = [](double rate) {
    return formula_torque("brake", [=](const auto& s) {
      const auto& w = s.angular_velocity;
      const auto d = s.number(-rate);
      return Vec3<decltype(s.number(0))>{d * w.x, d * w.y, d * w.z};
    });
  };
  const auto refused = [&](const Torque& torque, double tolerance) {
    return test::refusal([&] { simulate(body, start, torque, late, tolerance); });
  };
  const std::string by_formula = refused(damped(1e8), 1e-9);
  for (const char* words :
       {"torque brake: found a stiff damping, which takes the momentum about principal axis 1 away in a time "
        "of 1e-08",
        "steps, expected at most 1e8: a weaker damping, or a shorter run, or linear_damping"})
    EXPECT_TRUE(test::contains(by_formula, words)) << by_formula;
  const std::string by_function = refused(
      Torque::of_state("own", [](const State& s, double) -> Eigen::Vector3d { return -1e8 * s.momentum; }),
      1e-9);
  EXPECT_TRUE(test::contains(by_function, "torque own: found a stiff damping")) << by_function;
  // Of linear_damping the tolerance is named for which long steps will do: they do.
  const Torque linear = linear_damping(1e8 * Eigen::Matrix3d::Identity());
  const std::string by_damping = refused(linear, 1e-10);
  const std::string before = "a tolerance of at least ";
  const std::size_t at = by_damping.find(before);
  ASSERT_NE(at, std::string::npos) << by_damping;
  const double enough = std::stod(by_damping.substr(at + before.size()));
  EXPECT_FALSE(simulate(body, start, linear, late, 1.05 * enough).stopped);
  EXPECT_TRUE(test::contains(refused(linear, 0.9 * enough), "stiff damping"));
}

/// Where it is met on the way: friction that is nearly dry.
TEST(SimulateSeries, AStiffDampingIsNamedWhereItStopsTheRun) {
  const Torque friction = formula_torque("friction", [](const auto& s) {
    const auto& w = s.angular_velocity;
    const auto steep = s.number(1e8);
    return Vec3<decltype(s.number(0))>{-tanh(steep * w.x), -tanh(steep * w.y), -tanh(steep * w.z)};
  });
  const Simulation s = simulate(body, start, friction, std::vector<double>{1000}, 1e-9);
  ASSERT_TRUE(s.stopped);
  for (const char* words : {"torque friction near time ", "a stiff damping", "with a larger width"})
    EXPECT_TRUE(test::contains(s.stopped->reason, words)) << s.stopped->reason;
}

TEST(SimulateSeries, TooManyStepsAreRefused) {
  const std::string said =
      test::refusal([] { simulate(body, start, top(), std::vector<double>{1e12}, 1e-9); });
  EXPECT_TRUE(test::contains(said, "one that takes at most 1e8 steps")) << said;
  // The number that is named is greater than that, also where it is so by little.
  for (const auto& [steps, text] :
       {std::pair(1e9, "some 1e+09;"), {1.4e8, "some 1.4e+08;"}, {100040000, "some 1.0004e+08;"}})
    EXPECT_TRUE(test::contains(test::refusal([n = steps] { simulation::refuse_many_steps(n, 1e-9); }), text))
        << text;
  simulation::refuse_many_steps(1e8, 1e-9);
}

TEST(SimulateSeries, ToleranceBelowRoundingIsSaid) {
  for (const bool estimates : {true, false}) {
    SimulationOptions options;
    options.estimate_error = estimates;
    const Simulation s = simulate(body, start, top(), std::vector<double>{1}, 1e-18, options);
    ASSERT_EQ(s.warnings.size(), 1u);
    EXPECT_NE(s.warnings[0].find("was not met: it is below round-off"), std::string::npos) << s.warnings[0];
    EXPECT_LE(s.steps, 60u);
    EXPECT_EQ(std::isnan(s.error_estimate), !estimates);
  }
}

// The run itself does not depend on when it is looked at.
TEST(SimulateSeries, OutputTimesChangeNothing) {
  std::vector<double> many;
  for (int i = 1; i <= 200; ++i) many.push_back(0.05 * i);
  const Simulation often = simulate(body, start, top(), many, 1e-9),
                   once = simulate(body, start, top(), std::vector<double>{10}, 1e-9);
  EXPECT_EQ(often.steps, once.steps);
  EXPECT_EQ(distance(often.states.back(), once.states.back()), 0);
  const Simulation fine = simulate(body, start, top(), many, 1e-14);
  for (std::size_t i = 0; i < many.size(); ++i) {
    EXPECT_LE(distance(often.states[i], fine.states[i]), 1e-9) << i;
    EXPECT_NEAR(often.states[i].attitude.norm(), 1, 4 * eps);
  }
}

/// The greatest change of the end for a change of the start, each relative.
double conditioning(const Inertia& b, const State& from, const Torque& torque, double end) {
  constexpr double little = 1e-7;
  SimulationOptions alone;
  alone.estimate_error = false;
  const auto run = [&](const State& s) {
    return simulate(b, s, torque, std::vector<double>{end}, 1e-13, alone).states.at(0);
  };
  const State base = run(from);
  double most = 0;
  for (int k = 0; k < 6; ++k) {
    const Eigen::Vector3d axis = Eigen::Vector3d::Unit(k % 3);
    State other = from;
    if (k < 3)
      other.momentum += little * from.momentum.norm() * axis;
    else
      other.attitude = (Eigen::Quaterniond(from.attitude.coeffs()) *
                        Eigen::Quaterniond(1, little * axis.x(), little * axis.y(), little * axis.z()))
                           .normalized();
    most = std::max(most, distance(run(other), base) / little);
  }
  return most;
}

// Ten orbits on an ellipse multiply errors by 1e5.
TEST(SimulateSeries, AMotionThatMultipliesErrorsStaysWithinItsConditioning) {
  const Inertia satellite = Inertia::from_moments(1, 1.4, 1.8);
  const State from{Eigen::Quaterniond(0.8, 0.6, 0, 0), {0.1, 0.28, 3.5}};
  const Torque torque = gravity_gradient_elliptic(1, 0.2);
  const std::vector<double> times{63};
  const double cond = conditioning(satellite, from, torque, 63);
  EXPECT_GT(cond, 1e4);
  const State exact = simulate(satellite, from, torque, times, 1e-15).states.at(0);
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10})
    EXPECT_LE(distance(simulate(satellite, from, torque, times, tolerance).states.at(0), exact),
              3 * tolerance * (1 + cond))
        << tolerance;
}

// On a circular orbit the attitude is followed relative to the orbit's frame; with a torque of space beside it, even one
// that vanishes, in space.
TEST(SimulateSeries, TheFrameOfAnOrbitChangesNothing) {
  const Torque nothing = heavy_top({0, 0, 0}, {0, 0, 1});
  const Plane tilted{{1, 0.5, 0}, {0, 1, 2}};
  const Torque all[] = {
      gravity_gradient_circular(0.7), gravity_gradient_circular(-0.7, tilted) + gyrostat({0.1, -0.2, 0.3}),
      gravity_gradient_circular(0.7, tilted) + steady_torque({0.01, 0, 0.02}, TorqueFrame::body) +
          impulses({{3.5, {0.1, 0, 0.05}, TorqueFrame::space}})};
  const Inertia turned =
      Inertia::from_tensor((Eigen::Matrix3d() << 2, 0.1, 0.2, 0.1, 2.5, -0.3, 0.2, -0.3, 3).finished());
  for (const Torque& torque : all)
    for (const Inertia& b : {body, turned})
      for (const double end : {9.0, -4.0}) {
        SimulationOptions options;
        options.start_time = 1.25;
        const std::vector<double> times{options.start_time, (options.start_time + end) / 2, end};
        const Simulation in_frame = simulate(b, start, torque, times, 1e-12, options),
                         in_space = simulate(b, start, torque + nothing, times, 1e-12, options);
        for (std::size_t i = 0; i < times.size(); ++i)
          EXPECT_LE(distance(in_frame.states.at(i), in_space.states.at(i)), 1e-11)
              << torque.name() << " " << i;
        EXPECT_LE(distance(in_frame.states[0], start), 4 * eps);
      }
}

// What is kept of a torque for the next run changes no digit, nor does another body in between or another thread.
TEST(SimulateSeries, WhatIsKeptOfATorqueChangesNothing) {
  const Torque kept = top() + gravity_gradient_circular(0.3);
  const Inertia other = Inertia::from_moments(1.5, 2, 3);
  const auto run = [](const Inertia& b, const Torque& torque, double tolerance) {
    return simulate(b, start, torque, std::vector<double>{2, 5}, tolerance).states;
  };
  const auto fresh = [&](const Inertia& b, double tolerance) {
    return run(b, top() + gravity_gradient_circular(0.3), tolerance);
  };
  const auto are_equal = [](const std::vector<State>& a, const std::vector<State>& b) {
    return distance(a.at(0), b.at(0)) == 0 && distance(a.at(1), b.at(1)) == 0;
  };
  for (int round = 0; round < 3; ++round)
    for (const double tolerance : {1e-5, 1e-11}) {
      EXPECT_TRUE(are_equal(run(body, kept, tolerance), fresh(body, tolerance)));
      EXPECT_TRUE(are_equal(run(other, kept, tolerance), fresh(other, tolerance)));
    }
  const std::vector<State> expected = fresh(body, 1e-9);
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 50; ++k)
        right += are_equal(run(k % 7 == 0 ? other : body, kept, 1e-9), expected) ? 1 : 0;
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(right, 4 * 42);
}

// States of one step are computed several at once.
TEST(SimulateSeries, ManyTimesAreThoseOfEach) {
  for (const Torque& torque : {top(), gravity_gradient_circular(1)}) {
    std::vector<double> times;
    for (int i = 0; i <= 100; ++i) times.push_back(0.05 * i);
    const Simulation all = simulate(body, start, torque, times, 1e-8);
    for (std::size_t i = 0; i < times.size(); ++i) {
      const Simulation one = simulate(body, start, torque, std::vector<double>{times[i], 5}, 1e-8);
      EXPECT_EQ(distance(all.states.at(i), one.states.at(0)), 0) << i;
    }
  }
}

// A damping that is much faster than the motion is left to a splitting.
TEST(SimulateSeries, StiffDampingGoesToASplitting) {
  const Simulation s = simulate(body, start, top() + linear_damping(1e5 * Eigen::Matrix3d::Identity()),
                                std::vector<double>{1}, 1e-3);
  EXPECT_EQ(s.engine, "splitting");
  EXPECT_EQ(s.why, "the damping is much faster than the motion");
}

// Its long steps would lose what a later push leaves: the body turns by the momentum over the damping.
TEST(SimulateSeries, StiffDampingFollowsWhatComesLater) {
  const Inertia own = Inertia::from_moments(1, 2, 3);
  const Torque damping = linear_damping(Eigen::Vector3d(200, 300, 400).asDiagonal());
  const auto pulse = [](double t) { return 200 * std::exp(-std::pow((t - 11.37) / 0.05, 2)); };
  const double rise = 0.005 / 3, of_pulse = 10 * std::sqrt(std::numbers::pi);
  struct Push {
    Torque torque;
    double momentum;
    const char* engine;
  };
  const Push pushes[] = {
      {impulses({{11.37, {20, 0, 0}}}), 20, "series"},
      {tabulated_torque({11.37, 11.37 + rise, 11.375, 11.375 + rise},
                        {{0, 0, 0}, {2000, 0, 0}, {2000, 0, 0}, {0, 0, 0}}, TorqueFrame::body, Beyond::zero),
       10, "series"},
      {formula_torque(
           "pulse",
           [](const auto& s) {
             const auto x = s.number(20) * (s.time - s.number(11.37));
             return Vec3<decltype(s.number(0))>{s.number(200) * exp(-(x * x)), s.number(0), s.number(0)};
           }),
       of_pulse, "series"},
      {control_torque([=](double t) { return Eigen::Vector3d(pulse(t), 0, 0); }, TorqueFrame::body), of_pulse,
       "runge-kutta"}};
  for (const Push& push : pushes)
    for (const double begun : {0.01, 1e-7})
      for (const double tolerance : {1e-3, 1e-6}) {
        const Simulation s = simulate(own, {Attitude(1, 0, 0, 0), {begun, 0, 0}}, damping + push.torque,
                                      std::vector<double>{20, 40}, tolerance);
        ASSERT_FALSE(s.stopped);
        EXPECT_EQ(s.engine, push.engine);
        EXPECT_NEAR(s.states.at(1).attitude.x(), std::sin((begun + push.momentum) / 400), 2 * tolerance);
        EXPECT_LE(s.error_estimate, tolerance);
        EXPECT_TRUE(s.warnings.empty());
      }
}

// An impulse whose decay leaves too little to be seen does not cost short steps, but is in the estimate.
TEST(SimulateSeries, StiffDampingPassesOverSmallImpulses) {
  const Torque damping = linear_damping(1e6 * Eigen::Matrix3d::Identity());
  const Simulation s = simulate(Inertia::from_moments(1, 2, 3), {Attitude(1, 0, 0, 0), {1e-7, 0, 0}},
                                damping + impulses({{11.37, {20, 0, 0}}}), std::vector<double>{20, 40}, 1e-3);
  EXPECT_EQ(s.engine, "splitting");
  EXPECT_LE(s.steps, 1000u);
  EXPECT_GE(s.error_estimate, 1e-5);
  EXPECT_LE(s.error_estimate, 1e-4);
}

// The error of a damped motion is carried along by series that must be stable with the run's long steps.
TEST(SimulateSeries, TheErrorOfADampedFormulaDoesNotGrow) {
  const Torque control = formula_torque("PD control", [](const auto& s) {
    const auto& q = s.attitude;
    const auto& w = s.angular_velocity;
    const auto k = s.number(-0.3) * q.w, d = s.number(-8);
    return Vec3<decltype(s.number(0))>{k * q.x + d * w.x, k * q.y + d * w.y, k * q.z + d * w.z};
  });
  const Inertia satellite = Inertia::from_moments(110, 150, 90);
  const State spun = state_from_angular_velocity(satellite, Attitude(1, 0, 0, 0), {0.02, 0.03, -0.01});
  for (const double tolerance : {1e-6, 1e-10})
    EXPECT_LE(simulate(satellite, spun, control, {60, 600, 3600}, tolerance).error_estimate, 3 * tolerance);
}

// The speed under the root of a drag passes zero: its series goes on smoothly where the root turns.
TEST(SimulateSeries, PassesWhereARootTurns) {
  const Torque braked = test::braked();
  const Inertia own = Inertia::from_moments(1, 2, 3);
  for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
    const Simulation s = simulate(own, {Attitude(1, 0, 0, 0), {0, 0, 0.6}}, braked, {0.5, 1.0}, tolerance);
    ASSERT_FALSE(s.stopped);
    EXPECT_EQ(s.engine, "series");
    // 3 w' = -1 - |w| w / 2 from w = 0.2.
    const double root = std::sqrt(2.0), turns = 3 * root * std::atan(0.2 / root);
    EXPECT_NEAR(s.states[0].momentum.z(), 3 * root * std::tan((turns - 0.5) / (3 * root)), tolerance);
    EXPECT_NEAR(s.states[1].momentum.z(), -3 * root * std::tanh((1 - turns) / (3 * root)), tolerance);
    EXPECT_LE(s.steps, 120u) << tolerance;
    const double error = std::abs(s.states[1].momentum.z() / 3 + root * std::tanh((1 - turns) / (3 * root)));
    EXPECT_TRUE(std::isnan(s.error_estimate) || s.error_estimate >= error / 3) << s.error_estimate;
    EXPECT_EQ(s.warnings.empty(), s.error_estimate <= 3 * tolerance);
  }
}

TEST(SimulateSeries, StopsWhereARootClingsToZero) {
  const Torque brake = formula_torque("brake", [](const auto& s) {
    const auto& w = s.angular_velocity;
    return Vec3<decltype(s.number(0))>{s.number(0), s.number(0), s.number(0) - sqrt(w.z)};
  });
  const Simulation s =
      simulate(Inertia::from_moments(1, 2, 3), {Attitude(1, 0, 0, 0), {0, 0, 0.6}}, brake, {1.0, 10.0}, 1e-6);
  ASSERT_TRUE(s.stopped);
  // 3 w' = -sqrt(w) from w = 0.2.
  EXPECT_NEAR(s.stopped->time, 6 * std::sqrt(0.2), 1e-6);
  EXPECT_EQ(s.states.size(), 1u);
}

}  // namespace
}  // namespace simulate_series_test
}  // namespace polhode
