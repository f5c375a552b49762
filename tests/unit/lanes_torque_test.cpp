// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <polhode/batch/splitting_stepper.hpp>
#include <polhode/core/error.hpp>
#include <polhode/torque/built_in.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "batch/stepper_access.hpp"
#include "simulation/lanes.hpp"
#include "support/many_runs.hpp"

namespace polhode {
namespace lanes_torque_test {
namespace {

using test::alone, test::absolute_distance, test::expect_same_report, test::ManyBodies, test::ManyRuns,
    test::some_bodies, test::together;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Torque damped_top() {
  const Eigen::Vector3d d(0.1, 0.2, 0.05);
  return heavy_top({0, 0, 1}, {0, 0.1, -0.3}) + linear_damping(d.asDiagonal());
}

struct Case {
  std::string name;
  Torque torque;
  std::string splitting{}, drift{};  ///< empty: none is named
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

std::vector<Case> cases() {
  const Torque top = heavy_top({0, 0, 1}, {0, 0.1, -0.3}), orbit = gravity_gradient_elliptic(0.4, 0.3);
  return {{"top_begins_with_kick", top, "blanes_moan_srkn6b"},
          {"top_begins_with_drift", top, "mclachlan_sb3a4"},
          {"top_modified", top, "chin_4a"},
          {"top_chosen", top},
          {"top_moser_veselov", top, "strang_kick", "dmv6"},
          {"orbit_lie_poisson", orbit, "saba2", "lie_poisson_123"},
          {"orbit_chosen", orbit},
          {"circular_exact", gravity_gradient_circular(0.4), "kahan_li8", "exact"},
          {"vessel_restoring", vessel_restoring(1, 1, 0.5, 0.2), "forest_ruth"},
          {"damped_heavy_top", damped_top(), "blanes_moan_s6"},
          {"damped_top_chosen", damped_top()},
          {"wheel_drift_first", gyrostat({0.1, 0, 0.3}), "mclachlan_84", "dmv10"},
          {"drag", quadratic_drag({0.1, 0.1, 0.2}), "strang_kick"},
          {"drag_drift_first", quadratic_drag({0.1, 0.1, 0.2}), "saba3"},
          {"control",
           control_torque([](double t) { return Eigen::Vector3d(std::sin(t), 0, 0.1); }, TorqueFrame::body),
           "suzuki4"},
          {"nothing", Torque(), "forest_ruth"}};
}

class LanesUnderTorque : public testing::TestWithParam<Case> {};

TEST_P(LanesUnderTorque, GivesWhatEachRunGivesAlone) {
  const Case& c = GetParam();
  const ManyBodies all = some_bodies(9);
  FreeMethod method;
  SimulationOptions options;
  options.start_time = 1;
  options.step = 0.1;
  if (!c.splitting.empty()) options.splitting = splitting(c.splitting);
  if (!c.drift.empty()) {
    method = free_method(c.drift);
    options.free_method = method;
  }
  ASSERT_TRUE(test::goes_on_lanes(c.torque, options));
  // At the start, within steps, several in one, at the end of one, twice, and at the end, to which no whole
  // number of steps leads.
  const std::vector<double> forwards{1, 1.03, 1.06, 1.2, 1.2, 2, 3.05}, backwards{1, 0.97, 0.8, 0.8, -1.05};
  for (const Summation summation : {Summation::plain, Summation::compensated})
    for (const bool estimate_error : {true, false})
      for (const auto& times : {forwards, backwards, std::vector<double>{1}}) {
        options.summation = summation;
        options.estimate_error = estimate_error;
        const ManyRuns many = together(all, c.torque, times, options);
        for (std::size_t i = 0; i < all.bodies.size(); ++i) {
          SCOPED_TRACE(i);
          const Simulation one = alone(all, i, c.torque, times, options);
          ASSERT_TRUE(many.reports[i]);
          ASSERT_EQ(many.times[i], one.times);
          // Some roundings at each step, which the motion carries on: 0.2 were seen.
          const double unit = eps * static_cast<double>(1 + one.steps);
          for (std::size_t k = 0; k < times.size(); ++k)
            EXPECT_LE(absolute_distance(many.states[i][k], one.states[k]), unit / 2) << times[k];
          expect_same_report(*many.reports[i], one, 2 * unit);
        }
      }
}

INSTANTIATE_TEST_SUITE_P(Cases, LanesUnderTorque, testing::ValuesIn(cases()),
                         [](const auto& made) { return made.param.name; });

// Requested times within every step, so that copies are stepped all the time, must not change the run itself.
TEST(LaneTorque, RequestedTimesDoNotShow) {
  const ManyBodies all = some_bodies(5);
  SimulationOptions options;
  options.step = 0.1;
  std::vector<double> dense;
  for (int k = 1; k <= 231; ++k) dense.push_back(0.013 * k);
  for (const Torque& torque : {damped_top(), quadratic_drag({0.1, 0.1, 0.2})}) {
    const ManyRuns often = together(all, torque, dense, options);
    const ManyRuns once = together(all, torque, {dense.back()}, options);
    for (std::size_t i = 0; i < all.bodies.size(); ++i) {
      EXPECT_EQ(absolute_distance(often.states[i].back(), once.states[i][0]), 0);
    }
  }
}

TEST(LaneTorque, EvaluationsAreThoseOfEachBody) {
  const ManyBodies all = some_bodies(3);
  for (const char* name : {"strang_kick", "blanes_moan_srkn6b", "mclachlan_sb3a4"})
    for (const bool estimate_error : {false, true}) {
      std::uint64_t count = 0;
      const Torque counted = Torque::of_attitude("counted", [&](const Eigen::Quaterniond&, double) {
        ++count;
        return Eigen::Vector3d(0.1, 0.2, 0.3);
      });
      SimulationOptions options;
      options.step = 0.1;
      options.splitting = splitting(name);
      options.estimate_error = estimate_error;
      const ManyRuns many = together(all, counted, {0.55, 2}, options);
      const SimulationReport& report = *many.reports[0];
      EXPECT_EQ(3 * (report.torque_evaluations + report.search_evaluations), count) << name;
    }
}

TEST(LaneTorque, NeighboursDoNotShow) {
  const ManyBodies all = some_bodies(150);
  SimulationOptions options;
  options.step = 0.1;
  const std::vector<double> times{0.55, 2};
  for (const Torque& torque :
       {damped_top(), gravity_gradient_circular(0.5), quadratic_drag({0.1, 0.1, 0.2})}) {
    const ManyRuns many = together(all, torque, times, options);
    for (const std::size_t i : {0u, 127u, 128u, 149u}) {
      const ManyRuns one = together({{all.bodies[i]}, {all.starts[i]}}, torque, times, options);
      for (std::size_t k = 0; k < times.size(); ++k)
        EXPECT_EQ(absolute_distance(many.states[i][k], one.states[0][k]), 0) << i;
      expect_same_report(*many.reports[i], *one.reports[0], 0);
    }
  }
}

// ------------------------------------------------------------------------------------------------ bodies
// that fail

/// A top; for bodies with this moment about the first axis it is no number between two times.
Torque failing_between(double first, double last, double moment) {
  const Torque top = heavy_top({0, 0, 1}, {0, 0.1, -0.3});
  return {"failing", [=](const Inertia& body) {
            PreparedTorque t = top.prepare(body);
            t.kernels = nullptr;
            if (body.tensor()(0, 0) == moment)
              t.torque = [=, inner = t.torque](const PreparedTorque::Phase& p, double time) {
                return first < time && time < last ? Vec3<double>{nan, 0, 0} : inner(p, time);
              };
            return t;
          }};
}

/// Bodies in these places fail; all others are as without them, to the last bit.
void expect_dropped(const ManyBodies& all, const std::vector<std::size_t>& failing, const Torque& torque,
                    const std::vector<double>& times, const SimulationOptions& options) {
  ManyBodies others;
  for (std::size_t i = 0; i < all.bodies.size(); ++i)
    if (!std::ranges::count(failing, i)) {
      others.bodies.push_back(all.bodies[i]);
      others.starts.push_back(all.starts[i]);
    }
  const ManyRuns many = together(all, torque, times, options),
                 fewer = together(others, torque, times, options);
  std::size_t place = 0;
  for (std::size_t i = 0; i < all.bodies.size(); ++i) {
    SCOPED_TRACE(i);
    if (std::ranges::count(failing, i)) {
      EXPECT_FALSE(many.reports[i]);
      continue;
    }
    ASSERT_TRUE(many.reports[i] && fewer.reports[place]);
    ASSERT_EQ(many.times[i], times);
    for (std::size_t k = 0; k < times.size(); ++k)
      EXPECT_EQ(absolute_distance(many.states[i][k], fewer.states[place][k]), 0);
    expect_same_report(*many.reports[i], *fewer.reports[place], 0);
    ++place;
  }
}

TEST(LaneTorque, OneThatFailsDropsOutAndTheOthersDoNotNotice) {
  ManyBodies all = some_bodies(150);
  const std::vector<std::size_t> places{0, 5, 131, 149};
  for (const std::size_t i : places) all.bodies[i] = Inertia::from_moments(1.25, 1.5, 1.75);
  SimulationOptions options;
  options.step = 0.1;
  const std::vector<double> times{0.1, 0.425, 1};
  for (const char* name : {"blanes_moan_srkn6b", "mclachlan_sb3a4"})
    for (const Summation summation : {Summation::plain, Summation::compensated}) {
      options.splitting = splitting(name);
      options.summation = summation;
      // In the run; or only on the way to a requested time, by a copy.
      expect_dropped(all, places, failing_between(0.15, 0.5, 1.25), times, options);
      const Torque fails_once = failing_between(0.42, 0.4235, 1.25);
      expect_dropped(all, places, fails_once, {0.1, 0.425, 0.5}, options);
      expect_dropped(all, {}, fails_once, {0.1, 0.5}, options);
    }
}

TEST(LaneTorque, FailuresOfTheFreeMethodAndOfTheFlowDropOutToo) {
  ManyBodies all = some_bodies(20);
  all.bodies[7] = Inertia::from_moments(1, 2, 3);  // no step of this length has a solution
  all.starts[7].momentum = Eigen::Vector3d(7.5, 22.5, 10);
  const FreeMethod method = free_method("dmv");
  SimulationOptions options;
  options.step = 0.2;
  options.free_method = method;
  options.splitting = splitting("strang_kick");
  expect_dropped(all, {7}, gravity_gradient_circular(0.3), {0.1, 1, 3}, options);

  ManyBodies growing = some_bodies(20);
  growing.bodies[19] = Inertia::from_moments(0.01, 0.01, 0.01);  // grows until there are no numbers left
  SimulationOptions exact;
  exact.step = 0.2;
  exact.estimate_error = false;
  expect_dropped(growing, {19}, linear_damping(-2 * Eigen::Matrix3d::Identity()), {0.1, 5}, exact);
}

/// Pushed so far that the drift at the end of the step, which stays pending, has no number for its turn.
TEST(LaneTorque, OneThatIsPushedTooFarDropsOutAlone) {
  ManyBodies all = some_bodies(150);
  all.bodies[131] = Inertia::from_moments(1.25, 1.5, 1.75);
  const Torque push{"push", [](const Inertia& body) {
                      PreparedTorque t = steady_torque({1, 1, 1}, TorqueFrame::body).prepare(body);
                      t.kernels = nullptr;
                      const double size = body.tensor()(0, 0) == 1.25 ? 1 : 0;
                      t.torque = [size](const PreparedTorque::Phase&, double) {
                        return Vec3<double>{size, size, size};
                      };
                      return t;
                    }};
  SimulationOptions options;
  options.step = 1e200;
  options.splitting = splitting("strang_drift");
  options.estimate_error = false;
  expect_dropped(all, {131}, push, {1e200}, options);
}

TEST(LaneTorque, WhereAllFailNoneHasAReport) {
  const ManyBodies all{{Inertia::from_moments(1.25, 1.5, 1.75), Inertia::from_moments(1.25, 1, 1)},
                       some_bodies(2).starts};
  SimulationOptions options;
  options.step = 0.1;
  for (const std::vector<double>& times : {std::vector<double>{3}, {0.05, 0.55, 3}}) {
    const ManyRuns many = together(all, failing_between(0.5, 5, 1.25), times, options);
    EXPECT_FALSE(many.reports[0] || many.reports[1]);
  }
}

// ---------------------------------------------------------------------------------------------------- what
// is taken

TEST(LaneTorque, TorquesForWhichABatchIsNotMadeAreLeftToSingleRuns) {
  const ManyBodies all = some_bodies(2);
  SimulationOptions options;
  options.step = 0.1;
  const ManyRuns many = together(all, internal_dissipation(0.1), {1}, options);
  EXPECT_FALSE(many.reports[0] || many.reports[1]);
  // Coefficients for torques without momentum: a single run refuses them.
  options.splitting = splitting("blanes_moan_srkn14a");
  EXPECT_FALSE(together(all, damped_top(), {1}, options).reports[0]);
  EXPECT_THROW(alone(all, 0, damped_top(), {1}, options), InvalidInput);
}

TEST(LaneTorque, ImpulsesAndBreakpointsDoNotGoOnLanes) {
  SimulationOptions options;
  options.step = 0.1;
  const Torque jump = impulses({{0.5, {0, 0, 1}}});
  const Torque table = tabulated_torque({0, 1}, {{0, 0, 0}, {0, 0, 1}}, TorqueFrame::space, Beyond::zero);
  ASSERT_TRUE(jump.is_none());
  for (const Torque& torque : {jump, damped_top() + jump, table})
    EXPECT_FALSE(test::goes_on_lanes(torque, options));
}

TEST(LaneTorque, StopsOnRequestAndPassesOnWhatATorqueThrows) {
  const ManyBodies all = some_bodies(3);
  SimulationOptions options;
  options.step = 0.1;
  options.progress = [](double part) { return part < 0.5; };
  const ManyRuns many = together(all, damped_top(), {1, 1000}, options);
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_EQ(many.times[i].size(), 1u);
    EXPECT_FALSE(many.reports[i]);
  }
  const Torque thrower = Torque::of_attitude("thrower", [](const auto&, double t) -> Eigen::Vector3d {
    if (t > 0.5) throw std::runtime_error("no more");
    return {0, 0, 1};
  });
  options.progress = nullptr;
  EXPECT_THROW(together(all, thrower, {1}, options), std::runtime_error);
}

// ------------------------------------------------------------------------------------- what this needs of
// batches

TEST(BatchSplittingGoTo, GoesOnAsTheOtherWould) {
  const ManyBodies all = some_bodies(140),
                   some{{all.bodies[3], all.bodies[139]}, {all.starts[3], all.starts[139]}};
  const std::vector<std::size_t> places{3, 139};
  for (const char* name : {"blanes_moan_s6", "mclachlan_sb3a4"})
    for (const Summation summation : {Summation::plain, Summation::compensated}) {
      const auto made = [&](const ManyBodies& b) {
        return batch::SplittingStepper<double>(
            b.bodies, batch::States<double>::from_user(b.starts, b.bodies, summation), damped_top(),
            splitting(name));
      };
      auto first = made(all), copy = made(all), fewer = made(some);
      for (int n = 0; n < 5; ++n) first.step(0.1);
      copy.step(3);
      batch::SplittingStepperAccess::go_to(copy, first);
      batch::SplittingStepperAccess::go_to(fewer, first, places);
      for (auto* stepper : {&first, &copy, &fewer}) stepper->step(0.07);
      EXPECT_EQ(copy.time(), first.time());
      const auto x = first.states().to_user(all.bodies), y = copy.states().to_user(all.bodies),
                 z = fewer.states().to_user(some.bodies);
      for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(absolute_distance(x[i], y[i]), 0);
      for (std::size_t i = 0; i < z.size(); ++i) EXPECT_EQ(absolute_distance(x[places[i]], z[i]), 0);

      EXPECT_THROW(batch::SplittingStepperAccess::go_to(fewer, first), InvalidInput);
      EXPECT_THROW(batch::SplittingStepperAccess::go_to(first, fewer), InvalidInput);
      for (const std::vector<std::size_t>& wrong : {std::vector<std::size_t>{1}, {1, 140}})
        EXPECT_THROW(batch::SplittingStepperAccess::go_to(fewer, first, wrong), InvalidInput);
    }
  const auto summed = [&](Summation summation) {
    return batch::SplittingStepper<double>(
        some.bodies, batch::States<double>::from_user(some.starts, some.bodies, summation), damped_top(),
        splitting("strang_kick"));
  };
  auto plain = summed(Summation::plain), compensated = summed(Summation::compensated);
  EXPECT_THROW(batch::SplittingStepperAccess::go_to(plain, compensated), InvalidInput);
}

}  // namespace
}  // namespace lanes_torque_test
}  // namespace polhode
