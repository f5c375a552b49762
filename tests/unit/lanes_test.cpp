// SPDX-License-Identifier: MIT
#include "simulation/lanes.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <polhode/core/error.hpp>
#include <polhode/torque/built_in.hpp>
#include <string>
#include <vector>

#include "support/many_runs.hpp"

namespace polhode {
namespace lanes_test {
namespace {

using test::absolute_distance, test::expect_same_report, test::ManyBodies, test::ManyRuns, test::some_bodies;

constexpr double eps = std::numeric_limits<double>::epsilon();

/// Free bodies.
ManyRuns given(const ManyBodies& all, const std::vector<double>& times, const SimulationOptions& options) {
  return test::together(all, Torque(), times, options);
}
Simulation alone(const ManyBodies& all, std::size_t i, const std::vector<double>& times,
                 const SimulationOptions& options) {
  return test::alone(all, i, Torque(), times, options);
}

class Lanes : public testing::TestWithParam<const char*> {};

TEST_P(Lanes, GivesWhatEachRunGivesAlone) {
  const ManyBodies all = some_bodies(21);
  const FreeMethod method = free_method(GetParam());
  // At the start, within steps, at the end of one, twice, and at the end, before which is a step that is
  // shorter.
  const std::vector<double> forwards{1, 1.03, 1.2, 1.2, 2, 4.95, 6.05}, backwards{1, 0.97, 0.8, -2, -4.05};
  for (const Summation summation : {Summation::plain, Summation::compensated})
    for (const auto& times : {forwards, backwards, std::vector<double>{1}}) {
      SimulationOptions options;
      options.start_time = 1;
      options.step = 0.1;
      options.free_method = method;
      options.summation = summation;
      const ManyRuns many = given(all, times, options);
      for (std::size_t i = 0; i < all.bodies.size(); ++i) {
        SCOPED_TRACE(i);
        const Simulation one = alone(all, i, times, options);
        ASSERT_TRUE(many.reports[i]);
        ASSERT_EQ(many.times[i], one.times);
        // A few roundings at each step, which the motion carries on.
        const double bar = 2 * eps * static_cast<double>(1 + one.steps);
        for (std::size_t k = 0; k < times.size(); ++k)
          EXPECT_LE(absolute_distance(many.states[i][k], one.states[k]), bar) << times[k];
        expect_same_report(*many.reports[i], one, 2 * bar);
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, Lanes,
                         testing::Values("exact", "dmv", "dmv4", "dmv6", "dmv8", "dmv10", "lie_poisson_123"));

TEST(LaneBodies, NeighboursDoNotShow) {
  const ManyBodies all = some_bodies(150);
  SimulationOptions options;
  options.step = 0.1;
  const std::vector<double> times{0.55, 3, 10};
  const ManyRuns many = given(all, times, options);
  for (const std::size_t i : {0u, 127u, 128u, 149u}) {
    const ManyRuns one = given({{all.bodies[i]}, {all.starts[i]}}, times, options);
    for (std::size_t k = 0; k < times.size(); ++k)
      EXPECT_EQ(absolute_distance(many.states[i][k], one.states[0][k]), 0) << i;
    EXPECT_EQ(many.reports[i]->error_estimate, one.reports[0]->error_estimate);
  }
}

TEST(LaneBodies, OneThatFailsIsLeftOutAndTheOthersGoOn) {
  ManyBodies all = some_bodies(20);
  all.bodies[5] = Inertia::from_moments(1, 2, 3);  // no step of this length has a solution
  all.starts[5].momentum = Eigen::Vector3d(7.5, 22.5, 10);
  all.starts[8].momentum = Eigen::Vector3d(1e300, 0, 0);  // beyond what the angle of a step may be
  all.bodies[11] = Inertia::from_moments(0, 2, 2);        // and turns about its axis
  const FreeMethod method = free_method("dmv");
  SimulationOptions options;
  options.step = 0.2;
  options.free_method = method;
  const std::vector<double> times{0.1, 1, 3};
  const ManyRuns many = given(all, times, options);
  for (std::size_t i = 0; i < all.bodies.size(); ++i) {
    const bool fails = i == 5 || i == 8 || i == 11;
    EXPECT_EQ(many.reports[i].has_value(), !fails) << i;
    if (fails) continue;
    const Simulation one = alone(all, i, times, options);
    ASSERT_EQ(one.states.size(), times.size());
    EXPECT_LE(absolute_distance(many.states[i].back(), one.states.back()), 32 * eps) << i;
  }
}

TEST(LaneBodies, OneThatDoesNotSuitIsLeftToASingleRun) {
  ManyBodies all = some_bodies(3);
  all.bodies[1] = Inertia::from_moments(1, 1.5, 3);
  for (const std::string name : {"exact", "dmv10", "lie_poisson_123"}) {
    const FreeMethod method = free_method(name);
    SimulationOptions options;
    options.step = 0.1;
    options.free_method = method;
    const ManyRuns many = given(all, {1}, options);
    EXPECT_TRUE(many.reports[0] && many.reports[2]);
    EXPECT_EQ(many.reports[1].has_value(), name != "dmv10");
  }
}

TEST(LaneBodies, StopsOnRequest) {
  const ManyBodies all = some_bodies(3);
  SimulationOptions options;
  options.step = 0.1;
  options.progress = [](double part) { return part < 0.5; };
  const ManyRuns many = given(all, {1, 1000}, options);
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_EQ(many.times[i].size(), 1u);
    EXPECT_FALSE(many.reports[i]);
  }
}

TEST(LaneBodies, TakesOnlyWhatLanesCanDo) {
  SimulationOptions options;
  EXPECT_FALSE(test::goes_on_lanes(Torque(), options));  // without a step
  options.step = 0.1;
  EXPECT_TRUE(test::goes_on_lanes(Torque(), options));
  EXPECT_FALSE(test::goes_on_lanes(impulses({{1, {1, 0, 0}}}), options));
  EXPECT_FALSE(given(some_bodies(2), {1, 0.5}, options).reports[0]);
  options.free_method = free_method("implicit_midpoint");
  EXPECT_FALSE(test::goes_on_lanes(Torque(), options));
  options.free_method.reset();
  options.events = {{"flip", [](const State& s, double) { return s.momentum.y(); }}};
  EXPECT_FALSE(test::goes_on_lanes(Torque(), options));
}

}  // namespace
}  // namespace lanes_test
}  // namespace polhode
