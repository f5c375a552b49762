// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <optional>
#include <polhode/free/motion.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "simulation/track.hpp"
#include "support/refusal.hpp"
#include "support/some_motion.hpp"
#include "support/state_distance.hpp"

namespace polhode {
namespace simulate_test {
namespace {

using test::distance;
constexpr double eps = std::numeric_limits<double>::epsilon();
using test::some_motion::body;
using test::some_motion::start;
using test::some_motion::top;

State only(const Simulation& s) {
  EXPECT_EQ(s.states.size(), 1u);
  return s.states.at(0);
}

State reached(const Torque& torque, double time, double tolerance = 1e-12, double start_time = 0,
              const State& from = start) {
  SimulationOptions options;
  options.start_time = start_time;
  return only(simulate(body, from, torque, std::vector<double>{time}, tolerance, options));
}

TEST(Simulate, FreeMotionIsEvaluatedDirectly) {
  const std::vector<double> times{0, 1, 1, 7.5, 1e6};
  const Simulation s = simulate(body, start, Torque(), times, 1e-3);
  EXPECT_EQ(s.times, times);
  const FreeMotion motion(body, start);
  for (std::size_t i = 0; i < times.size(); ++i) EXPECT_EQ(distance(s.states[i], motion.at(times[i])), 0);
  EXPECT_EQ(s.steps, 0u);
  EXPECT_EQ(s.conserved_name, "energy");
  EXPECT_LE(s.conserved_excursion, 8 * eps * s.conserved_start);
  EXPECT_TRUE(s.warnings.empty());
}

// Of every method that chooses its steps, alone and among many motions.
TEST(Simulate, MaxStepLimitsTheSteps) {
  const Torque as_function = Torque::of_attitude("function", [](const Eigen::Quaterniond& q, double) {
    return Eigen::Vector3d(to_body(q, {0, 0, 1}).cross(Eigen::Vector3d(0.2, 0.1, 0.9)));
  });
  const State exact = reached(top(), 3);
  constexpr double longest = 0.07;
  for (const double end : {3.0, -3.0})
    for (const bool is_split : {false, true})
      for (const Torque& torque : {top(), as_function}) {
        SimulationOptions free, options;
        if (is_split) free.splitting = options.splitting = splitting("blanes_moan_srkn6b");
        options.max_step = longest;
        const std::vector<double> times{end / 3, end};
        const Simulation s = simulate(body, start, torque, times, 1e-6, options);
        EXPECT_LE(s.step, longest * (1 + 1e-12)) << s.engine;
        EXPECT_GE(s.steps, 42u);
        EXPECT_GT(simulate(body, start, torque, times, 1e-6, free).step, longest) << s.engine;
        if (end > 0) {
          EXPECT_LE(distance(s.states.at(1), exact), 3e-6) << s.engine;
        }
      }
  const std::vector<double> at_three{3};
  Problem end_only{body, start, top(), TimeSequence(at_three), 1e-6};
  end_only.options.max_step = longest;
  end_only.options.estimate_error = false;
  ManyMotionsSink sink;
  sink.end = [&](std::uint64_t, const SimulationReport& report) {
    EXPECT_LE(report.step, longest * (1 + 1e-12)) << report.engine;
  };
  EXPECT_TRUE(simulate_many(
      3, [&](std::uint64_t) { return end_only; }, sink));
}

TEST(Simulate, MaxStepThatCannotBeIsRefused) {
  const auto told = [](double longest, std::optional<double> step = {}) {
    SimulationOptions options;
    options.max_step = longest;
    options.step = step;
    return test::refusal([&] { simulate(body, start, top(), std::vector<double>{3}, 1e-6, options); });
  };
  EXPECT_TRUE(test::contains(told(0), "max_step: found 0, expected a positive number"));
  EXPECT_TRUE(test::contains(told(-1), "max_step: found -1"));
  EXPECT_TRUE(test::contains(told(std::nan("")), "max_step"));
  EXPECT_TRUE(test::contains(told(1e-9), "max_step: found 1e-09, expected at least 3e-08")) << told(1e-9);
  EXPECT_TRUE(test::contains(told(0.1, 0.2), "step: found 0.2, expected at most max_step, 0.1"));
  SimulationOptions equal;
  equal.step = equal.max_step = 0.1;
  EXPECT_FALSE(simulate(body, start, top(), std::vector<double>{3}, 1e-6, equal).stopped);
}

// The companion of a splitting has other states within its first step too.
TEST(Simulate, SplittingsCompanionDiffersWithinTheFirstStep) {
  const Torque torque = top();
  const std::vector<double> times{1};
  const Problem problem{body, start, torque, TimeSequence(times)};
  simulation::SplitTrack coarse(problem, splitting("blanes_moan_srkn6b"), 1, 1),
      fine(problem, splitting("blanes_moan_srkn6b"), 1, 2);
  const State exact = reached(top(), 0.3);
  const double error = distance(coarse.at(0.3), exact);
  EXPECT_GT(error, 1e-12);
  EXPECT_NEAR(distance(coarse.at(0.3), fine.at(0.3)), error, 0.1 * error);
}

TEST(Simulate, ImpulsesJoinFreeMotions) {
  const Eigen::Vector3d jump(0.3, -0.2, 0.9);
  for (const TorqueFrame frame : {TorqueFrame::body, TorqueFrame::space}) {
    const Torque kick = impulses({{2, jump, frame}});
    const State at_two = FreeMotion(body, start).at(2);
    const Eigen::Vector3d given = frame == TorqueFrame::space ? to_body(at_two.attitude, jump) : jump;
    const State after{at_two.attitude, at_two.momentum + given};
    const State end = FreeMotion(body, after, 2).at(5);
    const Simulation s = simulate(body, start, kick, std::vector<double>{1, 2, 5}, 1e-9);
    EXPECT_LE(distance(s.states.at(0), FreeMotion(body, start).at(1)), 0);
    EXPECT_LE(distance(s.states.at(1), after), 8 * eps);  // the state at an impulse is the one after it
    EXPECT_LE(distance(s.states.at(2), end), 8 * eps);
    // The same by a splitting, which sees no torque: exact too.
    SimulationOptions options;
    options.step = 0.5;
    const Simulation split = simulate(body, start, kick, std::vector<double>{1, 2, 5}, 1e-9, options);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_LE(distance(split.states.at(i), s.states.at(i)), 20 * eps);
    // Backwards from the end, and from the impulse itself.
    EXPECT_LE(distance(reached(kick, 0, 1e-9, 5, end), start), 20 * eps);
    EXPECT_LE(distance(reached(kick, 0, 1e-9, 2, after), start), 20 * eps);
    EXPECT_LE(distance(reached(kick, 2, 1e-9, 5, end), after), 20 * eps);
    // Forwards from the impulse: it is behind, which is said.
    options = {};
    options.start_time = 2;
    const Simulation later = simulate(body, after, kick, std::vector<double>{5}, 1e-9, options);
    EXPECT_LE(distance(only(later), end), 8 * eps);
    EXPECT_EQ(later.warnings.size(), 1u);
  }
}

TEST(Simulate, ImpulsesUnderTorqueAndAtTheEnd) {
  const Eigen::Vector3d jump(0.3, -0.2, 0.9);
  const State before = reached(top(), 2);
  const State after{before.attitude, before.momentum + jump};
  const Torque torque = top() + impulses({{2, jump}});
  EXPECT_LE(distance(reached(torque, 2), after), 2e-12);
  const State end = reached(torque, 5);
  EXPECT_LE(distance(end, reached(top(), 5, 1e-12, 2, after)), 1e-11);
  EXPECT_LE(distance(reached(torque, 0, 1e-12, 5, end), start), 1e-11);
}

// About the axis of a rod an impulse finds nothing to turn.
TEST(Simulate, ImpulsesAboutTheAxisOfALinearBodyAreDropped) {
  const Eigen::Vector3d axis = Eigen::Vector3d(2, -1, 3).normalized(),
                        across = axis.cross(Eigen::Vector3d(1, 0, 0)).normalized();
  const Inertia rod =
      Inertia::from_tensor(1.5 * (Eigen::Matrix3d::Identity() - axis * axis.transpose()).eval());
  const State from{start.attitude, across};
  SimulationOptions in_steps, split;
  in_steps.step = split.step = 0.25;
  split.splitting = splitting("strang_kick");
  for (const TorqueFrame frame : {TorqueFrame::body, TorqueFrame::space})
    for (const SimulationOptions& options : {SimulationOptions{}, in_steps, split}) {
      // The first leaves the body almost at rest, so that what rounding leaves about the axis would count.
      const State met = only(simulate(rod, from, Torque(), std::vector<double>{1}, 1e-9));
      const Eigen::Vector3d stops = (1e-9 - 1) * met.momentum + 7 * axis;
      const Torque hits = impulses(
          {{1, frame == TorqueFrame::space ? to_space(met.attitude, stops) : stops, frame}, {2, 3 * axis}});
      const Simulation s = simulate(rod, from, hits, std::vector<double>{1, 2, 3}, 1e-9, options);
      ASSERT_EQ(s.states.size(), 3u);
      for (const State& state : s.states) {
        EXPECT_NEAR(state.momentum.norm(), 1e-9, 16 * eps);
        EXPECT_LE(std::abs(state.momentum.dot(axis)), 2 * eps * 1e-9);
      }
    }
}

TEST(Simulate, OutputAtOddTimesAgreesWithADirectRun) {
  std::vector<double> times;
  for (int i = 1; i <= 400; ++i) times.push_back(0.025 * i + 0.003 * std::sin(i));
  times.push_back(12);
  SimulationOptions options;
  options.step = 0.125;  // several outputs in each step
  options.splitting = splitting("kahan_li8");
  const Simulation s = simulate(body, start, top(), times, 0.5, options);
  EXPECT_EQ(s.steps, 96u);
  // The run itself is the same to the last bit.
  EXPECT_EQ(
      distance(s.states.back(), only(simulate(body, start, top(), std::vector<double>{12}, 0.5, options))),
      0);
  const Simulation fine = simulate(body, start, top(), times, 1e-13);
  double worst = 0;
  for (std::size_t i = 0; i < times.size(); ++i)
    worst = std::max(worst, distance(s.states[i], fine.states[i]));
  EXPECT_LE(worst, 1.2 * s.error_estimate);
  EXPECT_LE(s.error_estimate, 1e-9);
}

TEST(Simulate, RunsBackwards) {
  const State end = reached(top(), 20);
  EXPECT_LE(distance(reached(top(), 0, 1e-12, 20, end), start), 1e-11);
  const Simulation s = simulate(body, start, top(), std::vector<double>{-1, -2.5}, 1e-12);
  EXPECT_LE(distance(reached(top(), 0, 1e-12, -2.5, s.states.at(1)), start), 1e-11);
}

// Backwards the last step is not left, and of a run that an event ends neither: it counts all the same.
TEST(Simulate, StepsInWhichARunEndsAreCounted) {
  const Torque by_function = Torque::of_attitude("top", [](const Attitude& q, double) {
    return to_body(q, Eigen::Vector3d(0, 0, 1)).cross(Eigen::Vector3d(0.2, 0.1, 0.9)).eval();
  });
  SimulationOptions in_steps, rk4, split;
  in_steps.step = rk4.step = split.step = 0.25;
  rk4.free_method = free_method("rk4");
  split.splitting = splitting("strang_kick");
  const std::pair<Torque, SimulationOptions> ways[] = {
      {Torque(), in_steps}, {Torque(), rk4}, {top(), split}, {top(), {}}, {by_function, {}}};
  for (const auto& [torque, options] : ways)
    for (const double end : {0.25, 5.0}) {
      const Simulation forth = simulate(body, start, torque, std::vector<double>{end}, 1e-6, options),
                       back = simulate(body, start, torque, std::vector<double>{-end}, 1e-6, options);
      EXPECT_GT(forth.steps, 0u);
      EXPECT_GT(back.steps, 0u) << forth.engine << end;
      EXPECT_GT(back.step, 0) << forth.engine << end;
      if (options.step) {
        EXPECT_EQ(back.steps, forth.steps) << forth.free_method << end;
        EXPECT_EQ(back.step, forth.step);
      }
      EXPECT_EQ(forth.torque_evaluations > 0, back.torque_evaluations > 0);
      SimulationOptions stopped = options;
      stopped.events = {{"now", [](const State&, double t) { return t - 0.05; }, Crossing::either, true}};
      const Simulation soon = simulate(body, start, torque, std::vector<double>{end}, 1e-6, stopped);
      ASSERT_TRUE(soon.stopped);
      EXPECT_EQ(soon.steps, 1u) << forth.engine << end;
    }
  EXPECT_EQ(simulate(body, start, Torque(), std::vector<double>{-5}, 1e-6).steps, 0u);
}

TEST(Simulate, ZeroLengthGivesTheStart) {
  for (const Torque& torque : {Torque(), top()}) {
    const Simulation s = simulate(body, start, torque, std::vector<double>{0, 0}, 1e-9);
    ASSERT_EQ(s.states.size(), 2u);
    EXPECT_LE(distance(s.states[1], start), 4 * eps);
    EXPECT_EQ(s.steps, 0u);
    EXPECT_TRUE(simulate(body, start, torque, std::vector<double>{}, 1e-9).states.empty());
  }
}

// A pendulum about a principal axis: energy fixes its speed at the bottom.
TEST(Simulate, BodyAtRestBeginsToMove) {
  const State rest{Eigen::Quaterniond(std::cos(0.5), std::sin(0.5), 0, 0), {0, 0, 0}};
  const Torque weight = heavy_top({0, 0, 1}, {0, 0, -1});
  const Simulation s = simulate(body, rest, weight, std::vector<double>{1, 3, 9}, 1e-10);
  EXPECT_LE(s.error_estimate, 1e-10);
  EXPECT_LE(s.conserved_excursion, 1e-10);
  EXPECT_GT(s.states[1].momentum.norm(), 0.1);
  // Nothing happens to one that hangs.
  const State hanging{Eigen::Quaterniond::Identity(), {0, 0, 0}};
  const Simulation quiet = simulate(body, hanging, weight, std::vector<double>{100}, 1e-10);
  EXPECT_EQ(distance(only(quiet), hanging), 0);
}

// Upside down the torque is 0 at the start; the slightest lean grows as exp(t sqrt(g/I)).
TEST(Simulate, TopUpsideDownFalls) {
  const State leaning{Eigen::Quaterniond(std::cos(5e-7), std::sin(5e-7), 0, 0), {0, 0, 0}};
  const Torque weight = heavy_top({0, 0, 1}, {0, 0, 1});
  const Simulation s = simulate(body, leaning, weight, std::vector<double>{10, 20}, 1e-8);
  EXPECT_FALSE(s.stopped);
  EXPECT_LE(s.error_estimate, 1e-6);                            // errors grow by exp(20) too
  const double lean = 2 * std::asin(s.states[0].attitude.x());  // of 1e-6 cosh(t)
  EXPECT_NEAR(lean / (1e-6 * std::cosh(10)), 1, 2e-5);
}

// Nothing is compared with a fixed number: other units give the same steps.
TEST(Simulate, UnitsDoNotMatter) {
  const auto run = [](double mass, double time) {
    const Inertia scaled = Inertia::from_moments(mass, 1.75 * mass, 2.25 * mass);
    const State from{start.attitude, start.momentum * (mass / time)};
    return simulate(scaled, from,
                    heavy_top({0, 0, 1}, Eigen::Vector3d(0.25, 0.125, 1) * (mass / (time * time))),
                    std::vector<double>{3 * time, 7 * time}, 1e-9);
  };
  const Simulation one = run(1, 1);
  for (const auto& [mass, time] :
       {std::pair{std::exp2(80), 1.0}, {std::exp2(-80), std::exp2(20)}, {1.0, std::exp2(-60)}}) {
    const Simulation s = run(mass, time);
    EXPECT_EQ(s.steps, one.steps);
    EXPECT_EQ((s.states[1].attitude.coeffs() - one.states[1].attitude.coeffs()).norm(), 0);
  }
}

// It rolls with a momentum until the damping has stopped it; here is how far its deck then points upwards.
double deck_after_roll(double momentum, double transverse_height) {
  const Inertia hull = Inertia::from_moments(1, 4, 4.5);
  const State upright{Eigen::Quaterniond::Identity(), {momentum, 0, 0}};
  const Torque torque =
      vessel_restoring(1, 1, 2, transverse_height) + linear_damping(Eigen::Vector3d(0.4, 2, 2).asDiagonal());
  const Simulation s = simulate(hull, upright, torque, std::vector<double>{5, 80}, 1e-9);
  EXPECT_FALSE(s.stopped);
  EXPECT_LE(s.error_estimate, 1e-9);
  return to_space(s.states.at(1).attitude, {0, 0, 1}).z();
}

TEST(Simulate, VesselThatCapsizesStaysUpsideDown) {
  EXPECT_NEAR(deck_after_roll(0.8, 0.5), 1, 1e-9);
  EXPECT_NEAR(deck_after_roll(1.4, 0.5), -1, 1e-9);
}

TEST(Simulate, VesselWithANegativeHeightLiesOnItsSide) { EXPECT_NEAR(deck_after_roll(0.3, -0.5), 0, 1e-5); }

// I theta'' + k theta = a sin(sqrt(k/I) t) grows as t; theta is small enough to be linear to 1e-8.
TEST(Simulate, Resonance) {
  const double k = 2, frequency = std::sqrt(k / body.moments().x()), a = 1e-6;
  const Torque spring = heavy_top({0, 0, 1}, {0, 0, -k});
  const Torque drive = control_torque(
      [=](double t) { return Eigen::Vector3d(a * std::sin(frequency * t), 0, 0); }, TorqueFrame::body);
  const State rest{Eigen::Quaterniond::Identity(), {0, 0, 0}};
  const double t = 40;
  const Simulation s = simulate(body, rest, spring + drive, std::vector<double>{t}, 1e-14);
  const double theta = 2 * only(s).attitude.x();
  const double expected = a / (2 * k) * (std::sin(frequency * t) - frequency * t * std::cos(frequency * t));
  EXPECT_NEAR(theta / expected, 1, 1e-7);
}

// Damping faster than the motion. Where the angle that is left from the start does not count, strang_kick
// takes long steps, since its kick is exact; where it does, the decay is followed. The error is what is said
// in either case.
TEST(Simulate, StiffDamping) {
  for (const double rate : {100.0, 1e3, 1e5})
    for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
      if (rate == 1e5 && tolerance == 1e-6) continue;  // takes a second
      const Torque torque = top() + linear_damping(rate * Eigen::Matrix3d::Identity());
      const std::vector<double> times{1, 2};
      const Simulation s = simulate(body, start, torque, times, tolerance);
      SimulationOptions options;
      options.splitting = splitting("blanes_moan_s6");
      options.step = 0.2 / rate;  // resolves all, to 1e-9
      options.estimate_error = false;
      if (rate < 1e5) {
        const Simulation fine = simulate(body, start, torque, times, 1e-9, options);
        const double error = (s.states.at(1).attitude.coeffs() - fine.states.at(1).attitude.coeffs()).norm();
        EXPECT_LE(error, 2 * s.error_estimate + 1e-8) << rate << " " << tolerance;
      }
      EXPECT_LE(s.error_estimate, 1.2 * tolerance);
      if (rate * tolerance >= 1e3) {
        EXPECT_EQ(s.splitting, "strang_kick");
        EXPECT_LE(s.torque_evaluations, 200u);
      }
      EXPECT_LE(s.torque_evaluations, 20 * rate) << s.splitting << " " << rate << " " << tolerance;
    }
}

TEST(Simulate, TorqueThatIsNotFiniteKeepsWhatWasComputed) {
  for (const char* name : {"blanes_moan_srkn6b", "blanes_moan_srkn14a", "strang_kick", "strang_drift"}) {
    const Torque breaks = Torque::of_attitude("fades", [](const Eigen::Quaterniond&, double t) {
      return Eigen::Vector3d(0.1, t < 2.5 ? 0.2 : std::numeric_limits<double>::quiet_NaN(), 0);
    });
    SimulationOptions options;
    options.splitting = splitting(name);
    const Simulation s = simulate(body, start, breaks, std::vector<double>{1, 2, 3, 4}, 1e-6, options);
    ASSERT_TRUE(s.stopped) << name;
    EXPECT_EQ(s.times, (std::vector<double>{1, 2})) << name;
    EXPECT_GT(s.stopped->time, 2.5 - 2 * s.step) << name;
    EXPECT_LE(s.stopped->time, 2.5) << name;
    EXPECT_TRUE(s.stopped->state.momentum.allFinite()) << name;
    EXPECT_NE(s.stopped->reason.find("fades"), std::string::npos) << s.stopped->reason;
    EXPECT_LE(s.error_estimate, 1e-6) << name;
  }
}

TEST(Simulate, EventThatIsNotFiniteStopsTheRun) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto with = [](const Torque& torque, const std::function<double(double)>& function, double to) {
    SimulationOptions options;
    options.events = {{"early", [](const State&, double t) { return std::abs(t) - 1.25; }},
                      {"bad", [&](const State&, double t) { return function(t); }}};
    return simulate(body, start, torque, std::vector<double>{to / 4, to / 2, to}, 1e-6, options);
  };
  for (const Torque& torque : {Torque(), top()})
    for (const double to : {4.0, -4.0}) {
      const Simulation jump = with(
          torque, [&](double t) { return std::abs(t) < 2.5 ? -infinity : infinity; }, to);
      ASSERT_TRUE(jump.stopped);
      EXPECT_EQ(jump.stopped->reason, "event bad at time 0: found -inf, expected a finite number");
      EXPECT_TRUE(jump.states.empty());
      // Met on the way to a passage only: what came before is kept.
      const Simulation pole = with(
          torque, [&](double t) { return std::abs(t) < 2.5        ? -1
                                         : std::abs(t) < 2.500001 ? infinity
                                                                  : 1.0; },
          to);
      ASSERT_TRUE(pole.stopped);
      EXPECT_NE(pole.stopped->reason.find("found inf, expected a finite number"), std::string::npos);
      EXPECT_NEAR(std::abs(pole.stopped->time), 2.5, 1e-6);
      EXPECT_EQ(pole.times, (std::vector<double>{to / 4, to / 2}));
      ASSERT_EQ(pole.events.size(), 1u);
      EXPECT_NEAR(std::abs(pole.events[0].time), 1.25, 4 * eps);
      // Numbers as large as there are do pass.
      const Simulation large = with(
          torque, [](double t) { return std::abs(t) < 2.5 ? -1e308 : 1e308; }, to);
      EXPECT_FALSE(large.stopped);
      ASSERT_EQ(large.events.size(), 2u);
      EXPECT_NEAR(std::abs(large.events[1].time), 2.5, 4 * eps);
    }
}

TEST(Simulate, WhatAUserThrowsIsPassedOn) {
  const Torque throws =
      Torque::of_attitude("throws", [](const Eigen::Quaterniond&, double t) -> Eigen::Vector3d {
        if (t > 2) throw std::runtime_error("no table");
        return {0.1, 0, 0};
      });
  EXPECT_THROW(simulate(body, start, throws, std::vector<double>{1, 4}, 1e-6), std::runtime_error);
}

TEST(Simulate, WhatAUserThrowsWhileTheStepIsSoughtIsPassedOn) {
  struct Enough {};
  // Each call in turn, those that only look around the start too.
  for (int last = 1; last <= 40; ++last) {
    int calls = 0;
    const Torque throws =
        Torque::of_state("throws", [&calls, last](const State& s, double) -> Eigen::Vector3d {
          if (++calls == last) throw Enough{};
          return -0.1 * s.momentum;
        });
    EXPECT_THROW(simulate(body, start, throws, std::vector<double>{1, 4}, 1e-6), Enough) << last;
    EXPECT_GE(calls, last);
  }
  // Where the motion does not come, a torque may refuse to be asked.
  const Eigen::Quaterniond from = start.attitude;
  const Torque narrow =
      Torque::of_attitude("narrow", [from](const Eigen::Quaterniond& q, double) -> Eigen::Vector3d {
        if (from.angularDistance(q) > 0.5) throw std::domain_error("far from the start");
        return {0.1, 0, 0};
      });
  EXPECT_EQ(simulate(body, start, narrow, std::vector<double>{0.01, 0.02}, 1e-6).states.size(), 2u);
}

/// A torque of time that jumps, bends, and both.
Torque jumps(bool tells) {
  const auto wave = [](double t) {
    return Eigen::Vector3d(t < 1.25 ? 0.5 : -0.8, std::abs(t - 2), t < 3.75 ? 0.1 * t : 1 - t * t / 20);
  };
  return control_torque(wave, TorqueFrame::space,
                        tells ? std::vector<double>{1.25, 2, 3.75} : std::vector<double>{});
}

TEST(Simulate, BreakpointsKeepTheOrder) {
  const State reference = reached(jumps(true), 5, 1e-13);
  for (const char* name : {"blanes_moan_srkn6b", "blanes_moan_srkn14a", "kahan_li8"}) {
    std::vector<double> errors;
    for (const double h : {0.25, 0.125}) {
      SimulationOptions options;
      options.splitting = splitting(name);
      options.step = h;
      const Simulation s = simulate(body, start, jumps(true), std::vector<double>{5}, 0.5, options);
      errors.push_back(distance(only(s), reference));
      EXPECT_NEAR(s.error_estimate / errors.back(), 1, 0.1) << name;
    }
    EXPECT_GE(std::log2(errors[0] / errors[1]), splitting(name).order - 0.7) << name;
  }
  // Backwards the torque is asked on the other side.
  EXPECT_LE(distance(reached(jumps(true), 0, 1e-13, 5, reference), start), 2e-12);
}

// By a splitting that was named; else the steps are short where they have to be.
TEST(Simulate, TorqueThatIsNotSmoothIsNoticed) {
  SimulationOptions options;
  options.splitting = default_splitting(false, 1e-5);
  const Simulation s = simulate(body, start, jumps(false), std::vector<double>{5}, 1e-5, options);
  const double error = distance(only(s), reached(jumps(true), 5));
  EXPECT_LE(error, 4 * s.error_estimate);
  ASSERT_EQ(s.warnings.size(), 1u);
  // On the way the error stays a little above the tolerance, though it is below it at the end.
  EXPECT_NE(s.warnings[0].find("a torque that is not smooth is the limit"), std::string::npos)
      << s.warnings[0];
  const Simulation told = simulate(body, start, jumps(true), std::vector<double>{5}, 1e-5, options);
  EXPECT_TRUE(told.warnings.empty());
  EXPECT_LT(10 * told.steps, s.steps);
}

TEST(Simulate, ToleranceBelowRoundingIsToldOff) {
  const Simulation s = simulate(body, start, top(), std::vector<double>{50}, 1e-18);
  ASSERT_EQ(s.warnings.size(), 1u);
  EXPECT_NE(s.warnings[0].find("was not met"), std::string::npos);
  EXPECT_EQ(s.warnings[0].find("smooth"), std::string::npos) << s.warnings[0];
  EXPECT_LE(s.error_estimate, 1e-11);
}

// In a motion that amplifies round-off the error stops falling, which says nothing of the torque.
TEST(Simulate, RoundingIsNotTakenForATorqueThatIsNotSmooth) {
  const Simulation s = simulate(body, start, top(), std::vector<double>{30, 60}, 5e-13);
  ASSERT_EQ(s.warnings.size(), 1u);
  EXPECT_NE(s.warnings[0].find("was not met"), std::string::npos) << s.warnings[0];
  EXPECT_EQ(s.warnings[0].find("smooth"), std::string::npos) << s.warnings[0];
}

TEST(Simulate, ProgressIsToldAndCanStop) {
  double last = 0;
  SimulationOptions options;
  options.step = 0.01;
  options.progress = [&](double fraction) {
    EXPECT_GE(fraction, last);
    last = fraction;
    return fraction < 0.5;
  };
  const std::vector<double> times{10, 20, 90, 100};
  const Simulation s = simulate(body, start, top(), times, 0.5, options);
  ASSERT_TRUE(s.stopped);
  EXPECT_EQ(s.stopped->reason, "stopped on request");
  EXPECT_NEAR(s.stopped->time, 50, 3);
  EXPECT_EQ(s.states.size(), 2u);
  options.step.reset();
  options.progress = [](double) { return false; };
  const Simulation none = simulate(body, start, top(), std::vector<double>{1e4}, 1e-9, options);
  ASSERT_TRUE(none.stopped);
  EXPECT_TRUE(none.states.empty());
}

TEST(Simulate, SinkSeesTheSame) {
  const std::vector<double> times{1, 2, 3.3};
  const Simulation all = simulate(body, start, top(), times, 1e-9);
  std::size_t seen = 0;
  const SimulationReport report =
      simulate(body, start, top(), times, 1e-9, SimulationSink{[&](double t, const State& s) {
                 EXPECT_EQ(t, times[seen]);
                 EXPECT_EQ(distance(s, all.states[seen++]), 0);
               }});
  EXPECT_EQ(seen, 3u);
  EXPECT_EQ(report.steps, all.steps);
  EXPECT_EQ(report.error_estimate, all.error_estimate);
}

TEST(Simulate, ApproximateDriftsAreTold) {
  const FreeMethod midpoint = free_method("implicit_midpoint");
  SimulationOptions options;
  options.free_method = midpoint;
  options.summation = Summation::plain;
  const Simulation s = simulate(body, start, top(), std::vector<double>{2}, 1e-5, options);
  EXPECT_EQ(s.free_method, midpoint.name);
  EXPECT_LE(distance(only(s), reached(top(), 2)), 1.5e-5);
  EXPECT_EQ(s.warnings.size(), 1u);
}

TEST(Simulate, TimesInOrderByTheirMakingAreNotLookedThrough) {
  std::uint64_t asked = 0;
  const auto even = [&asked](std::uint64_t k) {
    ++asked;
    return 1e-3 * static_cast<double>(k);
  };
  struct Enough {};
  SimulationSink sink;
  sink.state = [](double, const State&) { throw Enough(); };
  const auto begin_with = [&](const TimeSequence& times) {
    asked = 0;
    SimulationOptions options;
    options.step = 1e-3;
    EXPECT_THROW(simulate(body, start, Torque(), times, 0.1, sink, options), Enough);
    return asked;
  };
  constexpr std::uint64_t many = 1000000;
  EXPECT_GE(begin_with(TimeSequence(many, even)), many);
  EXPECT_LE(begin_with(TimeSequence::in_order(many, even)), 100u);
  // The first and the last are looked at all the same.
  const auto refused = [&](double first, double last) {
    const auto at = [=](std::uint64_t k) { return k == 0 ? first : last; };
    return test::refusal(
        [&] { simulate(body, start, Torque(), TimeSequence::in_order(2, at), 0.1, sink, {}); });
  };
  EXPECT_EQ(refused(1, std::nan("")), "time 1: found nan, expected a finite number");
  EXPECT_EQ(refused(-1, 3).substr(0, 40), "time 0: found -1, expected a time not be");
  EXPECT_EQ(refused(1, -3).substr(0, 39), "time 0: found 1, expected a time not af");
}

TEST(Simulate, RefusesBadInput) {
  const auto with = [](std::vector<double> times, double tolerance, const SimulationOptions& options = {}) {
    return test::refusal([&] { simulate(body, start, top(), times, tolerance, options); });
  };
  EXPECT_EQ(with({1}, 0), "tolerance: found 0, expected a number between 0 and 1");
  EXPECT_EQ(with({1}, 1), "tolerance: found 1, expected a number between 0 and 1");
  EXPECT_EQ(with({1, std::nan("")}, 0.1), "time 1: found nan, expected a finite number");
  EXPECT_EQ(with({1, 3, 2}, 0.1).substr(0, 39), "time 2: found 2, expected a time not be");
  EXPECT_EQ(with({-1, 3}, 0.1).substr(0, 40), "time 0: found -1, expected a time not be");
  EXPECT_EQ(with({1, -3}, 0.1).substr(0, 39), "time 0: found 1, expected a time not af");
  SimulationOptions options;
  options.step = 0;
  EXPECT_EQ(with({1}, 0.1, options), "step: found 0, expected a positive number");
  options = {};
  options.start_time = std::numeric_limits<double>::infinity();
  EXPECT_EQ(with({1}, 0.1, options), "time of the start: found inf, expected a finite number");
  options = {};
  options.events = {Event{"nothing", {}}};
  EXPECT_EQ(with({1}, 0.1, options),
            "event nothing: found no function, expected a function of state and time");
  EXPECT_EQ(with({1e12}, 1e-9).substr(0, 59), "tolerance: found 1e-09, expected one that takes at most 1e8");
}

TEST(Simulate, ATorqueThatWasMovedFromIsNone) {
  Torque given = top();
  const Torque taken = std::move(given);
  EXPECT_FALSE(taken.is_none());
  // NOLINTBEGIN(bugprone-use-after-move): that is what is tested.
  EXPECT_TRUE(given.is_none());
  EXPECT_EQ(only(simulate(body, start, given, std::vector{1.0}, 1e-9)).momentum,
            only(simulate(body, start, Torque(), std::vector{1.0}, 1e-9)).momentum);
  EXPECT_TRUE((given + Torque()).is_none());
  EXPECT_EQ((given + taken).name(), taken.name());
  // NOLINTEND(bugprone-use-after-move)
}

TEST(Simulate, AMethodThatGivesImagesRunsUnderTorqueWithPlainSums) {
  SimulationOptions options;
  options.free_method = free_method("exact_by_frames");
  options.step = 0.01;
  const Simulation s = simulate(body, start, top(), std::vector{1.0}, 1e-6, options);
  EXPECT_EQ(s.summation, Summation::plain);
  options.summation = Summation::plain;
  EXPECT_EQ(only(s).momentum, only(simulate(body, start, top(), std::vector{1.0}, 1e-6, options)).momentum);
}

}  // namespace
}  // namespace simulate_test
}  // namespace polhode
