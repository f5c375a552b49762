// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <polhode/core/error.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <polhode/torque/built_in.hpp>
#include <stdexcept>
#include <string>
#include <support/many_runs.hpp>
#include <vector>

namespace polhode {
namespace {

using test::absolute_distance, test::ManyBodies, test::some_bodies;

constexpr double eps = std::numeric_limits<double>::epsilon();
const std::vector<double> times{0.3, 1.1, 2};

/// What was given out of one motion since it last began.
struct Kept {
  int begun = 0;
  std::vector<double> times{};
  std::vector<State> states{};
  std::vector<FoundEvent> events{};
  std::optional<SimulationReport> report{};
  std::string refusal{};
};

using Problems = std::function<std::optional<Problem>(std::uint64_t)>;

std::vector<Kept> motions(std::size_t count, const Problems& problems, int threads) {
  std::vector<Kept> all(count);
  ManyMotionsSink sink;
  sink.begin = [&](std::uint64_t i) { all[i] = Kept{all[i].begun + 1}; };
  sink.state = [&](std::uint64_t i, double time, const State& state) {
    all[i].times.push_back(time);
    all[i].states.push_back(state);
  };
  sink.event = [&](std::uint64_t i, const FoundEvent& event) { all[i].events.push_back(event); };
  sink.end = [&](std::uint64_t i, const SimulationReport& report) { all[i].report = report; };
  sink.refused = [&](std::uint64_t i, const InvalidInput& refusal) { all[i].refusal = refusal.what(); };
  EXPECT_TRUE(simulate_many(count, problems, sink, {threads, {}}));
  return all;
}

/// One torque, of which every problem has a copy.
const Torque& common_top() {
  static const Torque top = heavy_top({0, 0, 1}, {0, 0.1, -0.3});
  return top;
}

/// Of all kinds: free, in steps, under torque to a tolerance and in steps, on lanes and not, with events, to one
/// time.
Problem mixed_problem(const ManyBodies& all, std::size_t i) {
  Problem p{all.bodies[i], all.starts[i], Torque(), TimeSequence(times), 1e-8};
  const Torque& top = common_top();
  switch (i % 7) {
    case 0:
      break;
    case 1:
      p.options.step = 0.1;
      p.may_share_lanes = true;
      break;
    case 2:
      p.torque = top;
      p.options.step = 0.1;
      p.may_share_lanes = true;
      break;
    case 3:
      p.torque = top;
      break;
    case 4:
      p.times = TimeSequence(1, [i](std::uint64_t) { return 0.5 + 0.1 * static_cast<double>(i); });
      p.options.step = 0.125;
      p.options.estimate_error = false;
      break;
    case 5:
      p.torque = gravity_gradient_circular(0.4);
      p.options.events = {{"second", [](const State&, double t) { return t - 1; }}};
      break;
    default:
      p.torque = top;
      p.options.step = 0.1;
      break;
  }
  return p;
}

TEST(ManyMotions, EachIsWhatSimulateGives) {
  const ManyBodies all = some_bodies(70);
  const std::vector<Kept> many = motions(
      70, [&](std::uint64_t i) { return mixed_problem(all, i); }, 2);
  std::size_t events = 0;
  for (std::size_t i = 0; i < many.size(); ++i) {
    SCOPED_TRACE(i);
    const Problem p = mixed_problem(all, i);
    std::vector<State> states;
    std::size_t found = 0;
    SimulationSink sink;
    sink.state = [&](double, const State& state) { states.push_back(state); };
    sink.event = [&](const FoundEvent&) { ++found; };
    const SimulationReport report = simulate(p, sink);
    ASSERT_TRUE(many[i].report);
    EXPECT_EQ(many[i].begun, 1);
    ASSERT_EQ(many[i].states.size(), states.size());
    // Lanes round otherwise; the others are the same to the last bit.
    const bool is_on_lanes = i % 7 == 1 || i % 7 == 2 || i % 7 == 4;
    const double bar = is_on_lanes ? 2 * eps * static_cast<double>(1 + report.steps) : 0;
    for (std::size_t k = 0; k < states.size(); ++k)
      EXPECT_LE(absolute_distance(many[i].states[k], states[k]), bar);
    EXPECT_EQ(many[i].events.size(), found);
    EXPECT_EQ(many[i].report->engine, report.engine);
    EXPECT_EQ(many[i].report->why, report.why);
    EXPECT_EQ(many[i].report->steps, report.steps);
    EXPECT_EQ(many[i].report->step, report.step);
    EXPECT_EQ(many[i].report->splitting, report.splitting);
    EXPECT_EQ(many[i].report->free_method, report.free_method);
    events += found;
  }
  EXPECT_GT(events, 0u);
}

TEST(ManyMotions, NeitherThreadsNorOtherMotionsShow) {
  const ManyBodies all = some_bodies(600);
  const auto problems = [&](std::uint64_t i) -> std::optional<Problem> { return mixed_problem(all, i); };
  const std::vector<Kept> one = motions(600, problems, 1);
  for (const int threads : {2, 5}) {
    const std::vector<Kept> more = motions(600, problems, threads);
    for (std::size_t i = 0; i < one.size(); ++i) {
      ASSERT_EQ(more[i].states.size(), one[i].states.size());
      for (std::size_t k = 0; k < one[i].states.size(); ++k)
        EXPECT_EQ(absolute_distance(more[i].states[k], one[i].states[k]), 0) << i;
    }
  }
  for (const std::size_t i : {1u, 2u, 4u, 599u}) {
    const std::vector<Kept> alone = motions(
        1, [&](std::uint64_t) { return mixed_problem(all, i); }, 1);
    for (std::size_t k = 0; k < one[i].states.size(); ++k)
      EXPECT_EQ(absolute_distance(alone[0].states[k], one[i].states[k]), 0) << i;
  }
}

TEST(ManyMotions, OneThatFailsOnLanesBeginsAgainByItself) {
  ManyBodies all = some_bodies(20);
  all.bodies[5] = Inertia::from_moments(1, 2, 3);  // no step of this length has a solution
  all.starts[5].momentum = Eigen::Vector3d(7.5, 22.5, 10);
  const std::vector<Kept> many = motions(
      20,
      [&](std::uint64_t i) {
        Problem p{all.bodies[i], all.starts[i], Torque(), TimeSequence(times)};
        p.options.step = 0.2;
        p.options.free_method = free_method("dmv");
        p.may_share_lanes = true;
        return p;
      },
      2);
  for (std::size_t i = 0; i < 20; ++i) {
    ASSERT_TRUE(many[i].report) << i;
    EXPECT_EQ(many[i].begun, i == 5 ? 2 : 1) << i;
    EXPECT_EQ(many[i].report->stopped.has_value(), i == 5) << i;
  }
}

// What shares lanes is found by comparison: whatever differs, each motion has its own torque, times and options.
TEST(ManyMotions, MotionsOfManyKindsOnLanesKeepTheirOwn) {
  const ManyBodies all = some_bodies(360);
  const std::vector<double> others{0.3, 1.2, 2}, same = times;
  const Torque other = heavy_top({0, 0, 1}, {0, 0.2, -0.3});
  const auto problem = [&](std::uint64_t i) {
    Problem p{all.bodies[i], all.starts[i], common_top(), TimeSequence(same), 1e-8};
    p.options.step = 0.1;
    p.may_share_lanes = true;
    switch (i % 12) {
      case 1:
        p.torque = other;
        break;
      case 2:
        p.torque = heavy_top({0, 0, 1}, {0, 0.1, -0.3});
        break;
      case 3:
        p.times = TimeSequence(others);
        break;
      case 4:
        p.options.step = 0.11;
        break;
      case 5:
        p.options.splitting = splitting("strang_kick");
        break;
      case 6:
        p.options.free_method = free_method("dmv4");
        break;
      case 7:
        p.options.summation = Summation::plain;
        break;
      case 8:
        p.tolerance = 1e-4;
        break;
      case 9:
        p.options.start_time = 0.1;
        break;
      case 10:
        p.options.estimate_error = false;
        break;
      case 11:
        p.options.splitting = splitting("strang_kick"), p.options.splitting->name = "mine";
        break;
      default:
        break;
    }
    return p;
  };
  const std::vector<Kept> many = motions(360, problem, 2);
  for (std::size_t i = 0; i < many.size(); ++i) {
    SCOPED_TRACE(i);
    const Problem p = problem(i);
    std::vector<State> states;
    SimulationSink sink;
    sink.state = [&](double, const State& state) { states.push_back(state); };
    const SimulationReport report = simulate(p, sink);
    ASSERT_TRUE(many[i].report);
    ASSERT_EQ(many[i].states.size(), states.size());
    const double bar = 2 * eps * static_cast<double>(1 + report.steps);
    for (std::size_t k = 0; k < states.size(); ++k) {
      EXPECT_LE(absolute_distance(many[i].states[k], states[k]), bar);
      EXPECT_EQ(many[i].times[k], p.times[k]);
    }
    EXPECT_EQ(many[i].report->engine, report.engine);
    EXPECT_EQ(many[i].report->why, report.why);
    EXPECT_EQ(many[i].report->step, report.step);
    EXPECT_EQ(many[i].report->splitting, report.splitting);
    EXPECT_EQ(many[i].report->free_method, report.free_method);
    EXPECT_EQ(std::isnan(many[i].report->error_estimate), std::isnan(report.error_estimate));
  }
}

TEST(ManyMotions, ARefusalIsThatMotionsOwn) {
  const ManyBodies all = some_bodies(9);
  const std::vector<Kept> many = motions(
      9,
      [&](std::uint64_t i) -> std::optional<Problem> {
        if (i == 2) throw InvalidInput("kind", "x", "y");
        if (i == 3) return std::nullopt;
        Problem p{all.bodies[i], all.starts[i], Torque(), TimeSequence(times)};
        if (i == 4) p.tolerance = 2;
        return p;
      },
      3);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(many[i].report.has_value(), i < 2 || i > 4) << i;
    EXPECT_EQ(many[i].refusal.empty(), i != 2 && i != 4) << i;
  }
  EXPECT_NE(many[4].refusal.find("tolerance"), std::string::npos);
  ManyMotionsSink without;
  without.end = [](std::uint64_t, const SimulationReport&) {};
  EXPECT_THROW(
      simulate_many(
          3, [](std::uint64_t) -> std::optional<Problem> { throw InvalidInput("a", "b", "c"); }, without),
      InvalidInput);
}

TEST(ManyMotions, WhatAFunctionThrowsEndsAllAndIsPassedOn) {
  const ManyBodies all = some_bodies(100);
  std::atomic<int> ended = 0;
  ManyMotionsSink sink;
  sink.end = [&](std::uint64_t i, const SimulationReport&) {
    ++ended;
    if (i == 3) throw std::runtime_error("disk full");
  };
  const auto problem = [&](std::uint64_t i) -> std::optional<Problem> {
    return Problem{all.bodies[i], all.starts[i], Torque(), TimeSequence(times)};
  };
  EXPECT_THROW(simulate_many(100, problem, sink, {3, {}}), std::runtime_error);
  EXPECT_LT(ended, 100);
}

TEST(ManyMotions, ProgressStopsAll) {
  const ManyBodies all = some_bodies(100);
  std::atomic<int> ended = 0;
  ManyMotionsSink sink;
  sink.end = [&](std::uint64_t, const SimulationReport&) { ++ended; };
  double last = 0;
  const auto problem = [&](std::uint64_t i) -> std::optional<Problem> {
    return Problem{all.bodies[i], all.starts[i], Torque(), TimeSequence(times)};
  };
  EXPECT_FALSE(simulate_many(100, problem, sink, {2, [&](double fraction) {
                                                    last = fraction;
                                                    return fraction < 0.2;
                                                  }}));
  EXPECT_GE(last, 0.2);
  EXPECT_LT(ended, 40);
  EXPECT_TRUE(simulate_many(0, problem, sink));
}

}  // namespace
}  // namespace polhode
