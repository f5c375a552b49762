// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Runs on lanes, kept body by body, and the same runs one by one.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <random>
#include <vector>

#include "simulation/lanes.hpp"

namespace polhode::test {

struct ManyBodies {
  std::vector<Inertia> bodies;
  std::vector<State> starts;
};

/// Of all kinds, with axes in any order.
inline ManyBodies some_bodies(std::size_t count) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> moment(1, 2), component(-1, 1);
  ManyBodies all;
  for (std::size_t i = 0; i < count; ++i) {
    const double a = moment(random), b = i % 7 == 2 ? a : moment(random), c = moment(random);
    all.bodies.push_back(Inertia::from_moments(a, b, c));
    const Eigen::Quaterniond q(component(random), component(random), component(random), component(random));
    all.starts.push_back(
        state_from_momentum(q.normalized(), {component(random), component(random), component(random)}));
  }
  return all;
}

inline double absolute_distance(const State& a, const State& b) {
  return std::max((a.momentum - b.momentum).norm(), (a.attitude.coeffs() - b.attitude.coeffs()).norm());
}

/// What lanes give out, by body.
struct ManyRuns {
  std::vector<std::vector<double>> times;
  std::vector<std::vector<State>> states;
  std::vector<std::optional<SimulationReport>> reports;
};

/// Of a free body, and under torque if no splitting is named, it chooses that.
constexpr double tolerance = 1e-9;

/// Keeps the motions that cannot go on lanes from being computed.
struct LeftOut final : simulation::Strategy {
  bool accepts(const Problem&) const override { return false; }
  void add(simulation::Motion) override {}
  void flush() override {}
};

/// On lanes in one thread. The options' progress stops them all.
inline ManyRuns together(const ManyBodies& all, const Torque& torque, const std::vector<double>& times,
                         const SimulationOptions& options) {
  const std::size_t count = all.bodies.size();
  ManyRuns runs;
  runs.times.resize(count);
  runs.states.resize(count);
  runs.reports.resize(count);
  ManyMotionsSink sink;
  sink.state = [&](std::uint64_t body, double time, const State& state) {
    runs.times[body].push_back(time);
    runs.states[body].push_back(state);
  };
  sink.end = [&](std::uint64_t body, const SimulationReport& report) { runs.reports[body] = report; };
  const ManyMotionsOptions watched{1, options.progress};
  simulation::Results results(count, sink, watched);
  LeftOut left_out;
  simulation::FixedStepLanes lanes(results, left_out, count);
  try {
    for (std::size_t i = 0; i < count; ++i)
      lanes.add({i, {all.bodies[i], all.starts[i], torque, TimeSequence(times), tolerance, options}});
    lanes.flush();
  } catch (const simulation::Results::Abandoned&) {
  }
  return runs;
}

/// Whether such a motion goes on lanes.
inline bool goes_on_lanes(const Torque& torque, const SimulationOptions& options) {
  const ManyMotionsSink sink;
  const ManyMotionsOptions watched;
  simulation::Results results(1, sink, watched);
  LeftOut left_out;
  const ManyBodies one = some_bodies(1);
  const std::vector<double> times{1};
  return simulation::FixedStepLanes(results, left_out, 1)
      .accepts({one.bodies[0], one.starts[0], torque, TimeSequence(times), tolerance, options, true});
}

inline Simulation alone(const ManyBodies& all, std::size_t i, const Torque& torque,
                        const std::vector<double>& times, const SimulationOptions& options) {
  return simulate(all.bodies[i], all.starts[i], torque, times, tolerance, options);
}

inline void expect_same_report(const SimulationReport& a, const SimulationReport& b, double bar) {
  // Also where both are not known.
  const auto expect_near = [](double x, double y, double most) {
    EXPECT_EQ(std::isnan(x), std::isnan(y));
    EXPECT_FALSE(std::abs(x - y) > most) << x << " " << y;
  };
  EXPECT_EQ(a.engine, b.engine);
  EXPECT_EQ(a.why, b.why);
  EXPECT_EQ(a.splitting, b.splitting);
  EXPECT_EQ(a.free_method, b.free_method);
  EXPECT_EQ(a.summation, b.summation);
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.steps, b.steps);
  expect_near(a.error_estimate, b.error_estimate, bar);
  EXPECT_EQ(a.conserved_name, b.conserved_name);
  expect_near(a.conserved_start, b.conserved_start, 0);
  expect_near(a.conserved_excursion, b.conserved_excursion, bar);
  EXPECT_FALSE(a.stopped || b.stopped);
  EXPECT_EQ(a.warnings, b.warnings);
}

}  // namespace polhode::test
