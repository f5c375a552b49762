// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/core/error.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <random>
#include <string>
#include <vector>

namespace polhode {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

struct Bodies {
  std::vector<Inertia> bodies;
  std::vector<State> starts;
};

/// Of all kinds, with axes in any order.
Bodies some_bodies(std::size_t count) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> moment(1, 2), component(-1, 1);
  Bodies all;
  for (std::size_t i = 0; i < count; ++i) {
    const double a = moment(random), b = i % 7 == 2 ? a : moment(random), c = moment(random);
    all.bodies.push_back(Inertia::from_moments(a, b, c));
    const Eigen::Quaterniond q(component(random), component(random), component(random), component(random));
    all.starts.push_back(
        state_from_momentum(q.normalized(), {component(random), component(random), component(random)}));
  }
  return all;
}

double distance(const State& a, const State& b) {
  return std::max((a.momentum - b.momentum).norm(), (a.attitude.coeffs() - b.attitude.coeffs()).norm());
}

/// What simulate_many gives out, by body.
struct Given {
  std::vector<std::vector<double>> times;
  std::vector<std::vector<State>> states;
  std::vector<std::optional<SimulationReport>> reports;
};

Given given(const Bodies& all, const std::vector<double>& times, const SimulationOptions& options) {
  Given g;
  g.times.resize(all.bodies.size());
  g.states.resize(all.bodies.size());
  g.reports = simulate_many(
      all.bodies, all.starts, TimeSequence(times),
      [&](std::size_t body, double time, const State& state) {
        g.times[body].push_back(time);
        g.states[body].push_back(state);
      },
      options);
  return g;
}

Simulation alone(const Bodies& all, std::size_t i, const std::vector<double>& times,
                 const SimulationOptions& options) {
  return simulate(all.bodies[i], all.starts[i], Torque(), times, 1e-9, options);
}

void expect_same_report(const SimulationReport& a, const SimulationReport& b, double bar) {
  EXPECT_EQ(a.splitting, b.splitting);
  EXPECT_EQ(a.drift, b.drift);
  EXPECT_EQ(a.summation, b.summation);
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.torque_evaluations, b.torque_evaluations);
  EXPECT_EQ(a.search_evaluations, b.search_evaluations);
  EXPECT_NEAR(a.error_estimate, b.error_estimate, bar);
  EXPECT_EQ(a.conserved_name, b.conserved_name);
  EXPECT_EQ(a.conserved_start, b.conserved_start);
  EXPECT_NEAR(a.conserved_excursion, b.conserved_excursion, bar);
  EXPECT_FALSE(a.stopped);
  EXPECT_TRUE(a.warnings.empty());
}

class SimulateMany : public testing::TestWithParam<const char*> {};

TEST_P(SimulateMany, GivesWhatEachRunGivesAlone) {
  const Bodies all = some_bodies(21);
  const FreeMethod method = free_method(GetParam());
  // At the start, within steps, at the end of one, twice, and at the end, before which is a step that is shorter.
  const std::vector<double> forwards{1, 1.03, 1.2, 1.2, 2, 4.95, 6.05}, backwards{1, 0.97, 0.8, -2, -4.05};
  for (const Summation summation : {Summation::plain, Summation::compensated})
    for (const auto& times : {forwards, backwards, std::vector<double>{1}}) {
      SimulationOptions options;
      options.start_time = 1;
      options.step = 0.1;
      options.drift = &method;
      options.summation = summation;
      const Given many = given(all, times, options);
      for (std::size_t i = 0; i < all.bodies.size(); ++i) {
        SCOPED_TRACE(i);
        const Simulation one = alone(all, i, times, options);
        ASSERT_TRUE(many.reports[i]);
        ASSERT_EQ(many.times[i], one.times);
        // A few roundings at each step, which the motion carries on.
        const double bar = 2 * eps * static_cast<double>(1 + one.steps);
        for (std::size_t k = 0; k < times.size(); ++k)
          EXPECT_LE(distance(many.states[i][k], one.states[k]), bar) << times[k];
        expect_same_report(*many.reports[i], one, 2 * bar);
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, SimulateMany,
                         testing::Values("exact", "dmv", "dmv4", "dmv6", "dmv8", "dmv10", "lie_poisson_123"));

TEST(SimulateManyBodies, NeighboursDoNotShow) {
  const Bodies all = some_bodies(150);
  SimulationOptions options;
  options.step = 0.1;
  const std::vector<double> times{0.55, 3, 10};
  const Given many = given(all, times, options);
  for (const std::size_t i : {0u, 127u, 128u, 149u}) {
    const Given one = given({{all.bodies[i]}, {all.starts[i]}}, times, options);
    for (std::size_t k = 0; k < times.size(); ++k)
      EXPECT_EQ(distance(many.states[i][k], one.states[0][k]), 0) << i;
    EXPECT_EQ(many.reports[i]->error_estimate, one.reports[0]->error_estimate);
  }
}

TEST(SimulateManyBodies, OneThatFailsIsLeftOutAndTheOthersGoOn) {
  Bodies all = some_bodies(20);
  all.bodies[5] = Inertia::from_moments(1, 2, 3);  // no step of this length has a solution
  all.starts[5].momentum = Eigen::Vector3d(7.5, 22.5, 10);
  all.starts[8].momentum = Eigen::Vector3d(1e300, 0, 0);  // beyond what the angle of a step may be
  all.bodies[11] = Inertia::from_moments(0, 2, 2);        // and turns about its axis
  const FreeMethod method = free_method("dmv");
  SimulationOptions options;
  options.step = 0.2;
  options.drift = &method;
  const std::vector<double> times{0.1, 1, 3};
  const Given many = given(all, times, options);
  for (std::size_t i = 0; i < all.bodies.size(); ++i) {
    const bool fails = i == 5 || i == 8 || i == 11;
    EXPECT_EQ(many.reports[i].has_value(), !fails) << i;
    if (fails) continue;
    const Simulation one = alone(all, i, times, options);
    ASSERT_EQ(one.states.size(), times.size());
    EXPECT_LE(distance(many.states[i].back(), one.states.back()), 32 * eps) << i;
  }
}

TEST(SimulateManyBodies, OneThatDoesNotSuitIsLeftToASingleRun) {
  Bodies all = some_bodies(3);
  all.bodies[1] = Inertia::from_moments(1, 1.5, 3);
  for (const std::string name : {"exact", "dmv10", "lie_poisson_123"}) {
    const FreeMethod method = free_method(name);
    SimulationOptions options;
    options.step = 0.1;
    options.drift = &method;
    const Given many = given(all, {1}, options);
    EXPECT_TRUE(many.reports[0] && many.reports[2]);
    EXPECT_EQ(many.reports[1].has_value(), name != "dmv10");
  }
}

TEST(SimulateManyBodies, StopsOnRequest) {
  const Bodies all = some_bodies(3);
  SimulationOptions options;
  options.step = 0.1;
  options.progress = [](double part) { return part < 0.5; };
  const Given many = given(all, {1, 1000}, options);
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_EQ(many.times[i].size(), 1u);
    ASSERT_TRUE(many.reports[i] && many.reports[i]->stopped);
    EXPECT_NEAR(many.reports[i]->stopped->time, 500, 10);
  }
}

TEST(SimulateManyBodies, RefusesWhatOnlyASingleRunCanDo) {
  const Bodies all = some_bodies(2);
  const FreeMethod other = free_method("rattle");
  SimulationOptions options;
  EXPECT_THROW(given(all, {1}, options), InvalidInput);  // without a step
  options.step = 0.1;
  EXPECT_NO_THROW(given(all, {1}, options));
  EXPECT_THROW(given(all, {1, 0.5}, options), InvalidInput);
  EXPECT_THROW(given({all.bodies, {all.starts[0]}}, {1}, options), InvalidInput);
  options.drift = &other;
  EXPECT_FALSE(can_simulate_many(options));
  EXPECT_THROW(given(all, {1}, options), InvalidInput);
  options.drift = nullptr;
  options.events = {{"flip", [](const State& s, double) { return s.momentum.y(); }}};
  EXPECT_FALSE(can_simulate_many(options));
}

}  // namespace
}  // namespace polhode
