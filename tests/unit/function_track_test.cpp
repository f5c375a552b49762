// SPDX-License-Identifier: MIT
// Torques that are only functions, as simulate follows them by default: by Dormand and Prince's method of order 8.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/simulation/simulate.hpp>
#include <polhode/torque/built_in.hpp>
#include <string>
#include <vector>

#include "simulation/dormand_prince.hpp"

namespace polhode {
namespace function_track_test {
namespace {

namespace dp = simulation::dormand_prince;

const Inertia body = Inertia::from_moments(1, 1.7, 2.3);
const State start{Eigen::Quaterniond(0.5, 0.5, -0.5, 0.5), {0.4, 1.1, -0.7}};

double difference(const State& a, const State& b) {
  const double scale = std::max(a.momentum.norm(), b.momentum.norm());
  return std::max((a.momentum - b.momentum).norm() / scale,
                  (a.attitude.coeffs() - b.attitude.coeffs()).norm());
}

/// A heavy top, its formula not known.
Torque function() {
  return Torque::of_attitude(
      "own",
      [](const Eigen::Quaterniond& q, double) -> Eigen::Vector3d {
        return to_body(q, {0, 0, 1}).cross(Eigen::Vector3d(0.2, 0.1, 0.9));
      },
      [](const Eigen::Quaterniond& q, double) {
        return to_body(q, {0, 0, 1}).dot(Eigen::Vector3d(0.2, 0.1, 0.9));
      });
}
Torque top() { return heavy_top({0, 0, 1}, {0.2, 0.1, 0.9}); }

// Conditions of order: the rows add up to the nodes; of the step, quadrature and the tallest tree up to order 8.
TEST(DormandPrince, CoefficientsAreOfOrderEight) {
  for (std::size_t s = 0; s < dp::all_stages; ++s) {
    double sum = 0;
    for (const double w : dp::weights[s]) sum += w;
    EXPECT_NEAR(sum, dp::nodes[s], 1e-14) << s;
  }
  const dp::Row& b = dp::weights[dp::stages];
  std::array<double, dp::all_stages> tall = dp::nodes;
  double factorial = 1;
  for (int p = 1; p <= 8; ++p) {
    double quadrature = 0, tree = 0;
    for (std::size_t i = 0; i < dp::stages; ++i) {
      quadrature += b[i] * std::pow(dp::nodes[i], p - 1);
      tree += b[i] * tall[i];
    }
    EXPECT_NEAR(quadrature, 1.0 / p, 1e-15) << p;
    if (p == 1) continue;
    factorial *= p;
    EXPECT_NEAR(tree, 1 / factorial, 1e-15) << p;
    std::array<double, dp::all_stages> next{};
    for (std::size_t i = 0; i < dp::all_stages; ++i)
      for (std::size_t j = 0; j < i; ++j) next[i] += dp::weights[i][j] * tall[j];
    tall = next;
  }
}

TEST(FunctionTorque, ToleranceIsReached) {
  std::vector<double> times;
  for (int i = 1; i <= 50; ++i) times.push_back(0.2 * i);
  const Simulation exact = simulate(body, start, top(), times, 1e-14);
  for (const double tolerance : {1e-3, 1e-5, 1e-7, 1e-9, 1e-11, 1e-13}) {
    const Simulation s = simulate(body, start, function(), times, tolerance);
    EXPECT_EQ(s.engine, "runge-kutta");
    EXPECT_EQ(s.conserved_name, "energy");
    double worst = 0;
    for (std::size_t i = 0; i < times.size(); ++i)
      worst = std::max(worst, difference(s.states.at(i), exact.states[i]));
    EXPECT_LE(worst, 4 * tolerance + 1e-14) << tolerance;
    if (tolerance > 1e-12 && tolerance < 1e-3) {
      EXPECT_LE(worst, 3 * s.error_estimate) << tolerance;
      EXPECT_GE(worst, s.error_estimate / 10) << tolerance;
    }
    EXPECT_LE(s.torque_evaluations, 3000u);
    // Looking changes nothing.
    EXPECT_EQ(difference(simulate(body, start, function(), std::vector<double>{10}, tolerance).states.at(0),
                         s.states.back()),
              0);
  }
}

TEST(FunctionTorque, BackwardsWithImpulsesEventsAndJumps) {
  const Torque hits = impulses({{1.3, {0.5, 0, 0.2}, false}, {2.7, {0, -0.4, 0.1}, true}});
  SimulationOptions events;
  events.events = {{"m2", [](const State& s, double) { return s.momentum.y(); }}};
  const std::vector<double> times{1.3, 2.7, 12};
  const Simulation a = simulate(body, start, function() + hits, times, 1e-11, events),
                   b = simulate(body, start, top() + hits, times, 1e-12, events);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_LE(difference(a.states.at(i), b.states.at(i)), 1e-10);
  ASSERT_EQ(a.events.size(), b.events.size());
  for (std::size_t i = 0; i < a.events.size(); ++i) EXPECT_NEAR(a.events[i].time, b.events[i].time, 1e-9);
  SimulationOptions back;
  back.start_time = 12;
  EXPECT_LE(
      difference(
          simulate(body, a.states[2], function() + hits, std::vector<double>{0}, 1e-11, back).states.at(0),
          start),
      1e-8);
  // Jumps that are not told are found; those that are told cost little.
  const auto steps = [](std::vector<double> told) {
    const Torque jumps =
        control_torque([](double t) { return Eigen::Vector3d(t < 1.25 ? 0.5 : -0.8, std::abs(t - 2), 0.1); },
                       TorqueFrame::space, std::move(told));
    return simulate(body, start, jumps, std::vector<double>{5}, 1e-9);
  };
  const Simulation unknown = steps({}), told = steps({1.25, 2});
  EXPECT_LE(difference(unknown.states.at(0), told.states.at(0)), 1e-8);
  EXPECT_LT(told.torque_evaluations, unknown.torque_evaluations);
}

TEST(FunctionTorque, ThatIsNotFiniteStopsTheRun) {
  const Torque fades = Torque::of_attitude("fades", [](const Eigen::Quaterniond&, double t) {
    return Eigen::Vector3d(0.1, t < 2.5 ? 0.2 : std::numeric_limits<double>::quiet_NaN(), 0);
  });
  const Simulation s = simulate(body, start, fades, std::vector<double>{1, 2, 3, 4}, 1e-6);
  ASSERT_TRUE(s.stopped);
  EXPECT_EQ(s.times, (std::vector<double>{1, 2}));
  EXPECT_NEAR(s.stopped->time, 2.5, 1e-12);
  EXPECT_NE(s.stopped->reason.find("fades"), std::string::npos) << s.stopped->reason;
}

// Drag by the square of the angular velocity has a corner where it is 0, and no formula that could be recorded.
TEST(FunctionTorque, QuadraticDrag) {
  const Torque drag = quadratic_drag({0.1, 0.2, 0.3});
  SimulationOptions fine;
  fine.splitting = splitting("blanes_moan_s10");
  fine.step = 0.005;
  fine.estimates_error = false;
  const State exact = simulate(body, start, drag, std::vector<double>{10}, 0.5, fine).states.at(0);
  const Simulation s = simulate(body, start, drag, std::vector<double>{10}, 1e-9);
  EXPECT_EQ(s.engine, "runge-kutta");
  EXPECT_LE(difference(s.states.at(0), exact), 1e-8);
}

}  // namespace
}  // namespace function_track_test
}  // namespace polhode
