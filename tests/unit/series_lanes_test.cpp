// SPDX-License-Identifier: MIT
// Motions by series side by side: each has the bytes that it has alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <polhode/core/error.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <polhode/torque/built_in.hpp>
#include <polhode/torque/formula.hpp>
#include <random>
#include <string>
#include <vector>

#include "series/lane_program.hpp"
#include "series/targets.hpp"
#include "simulation/series_track.hpp"
#include "support/kept_motions.hpp"

namespace polhode {
namespace series_lanes_test {
namespace {

using test::alone, test::first_numbers, test::Kept, test::together;

const std::vector<double> several_times{0.3, 1.1, 1.2, 2}, times_before{-0.4, -1.7}, one_time{5}, far{1e12};

/// A formula of one's own, with several functions.
Torque many_functions() {
  return formula_torque("many functions", [](const auto& s) {
    const auto& w = s.angular_velocity;
    const auto root = sqrt(s.number(1.5) + w.y * w.y), wave = sin(s.number(2) * s.time + s.number(0.3));
    return Vec3<decltype(s.number(0))>{wave * exp(s.number(0.1) * w.x), atan(w.z) / root,
                                       log(root) * sin(w.x + w.y)};
  });
}

/// A root that turns where the body does, at which a step ends.
Torque turning_root() {
  return formula_torque("turning root", [](const auto& s) {
    const auto& w = s.angular_velocity;
    return Vec3<decltype(s.number(0))>{s.number(-0.8) - s.number(0.3) * sqrt(w.x * w.x), s.number(0.1),
                                       s.number(0)};
  });
}

std::vector<Torque> torques() {
  return {
      heavy_top({0, 0, 1}, {0.2, 0.1, 0.9}), gravity_gradient_circular(0.4),
      gravity_gradient_circular(0.4) + gyrostat({0.1, 0.2, 0.3}), gravity_gradient_elliptic(0.4, 0.3),
      vessel_restoring(1, 9.81, 0.1, 0.2) + linear_damping(0.1 * Eigen::Matrix3d::Identity()),
      internal_dissipation(0.2) + steady_torque({0.1, 0, 0.2}, TorqueFrame::space),
      tabulated_torque({0, 0.7, 3}, {{0, 0, 0.1}, {0.2, 0, 0}, {0, 0.1, 0}}, TorqueFrame::body, Beyond::hold),
      heavy_top({0, 0, 1}, {0.2, 0.1, 0.9}) + impulses({{0.9, {0.1, 0.2, 0.3}}}), many_functions(),
      turning_root(),
      // Products of a high degree with sines of time: steps are compared with the series of those.
      gravity_gradient_circular(0.4) + steady_torque({0.1, 0, 0.2}, TorqueFrame::space)};
}

/// Of all kinds, several of each torque so that some share lanes.
std::vector<Problem> problems(std::size_t of_each) {
  std::mt19937_64 random(17);
  std::uniform_real_distribution<double> moment(1, 2), component(-1, 1);
  std::vector<Problem> all;
  for (std::size_t i = 0; i < of_each; ++i)
    for (const Torque& torque : torques()) {
      const double a = moment(random), b = i % 5 == 2 ? a : moment(random), c = moment(random);
      const Inertia body = i % 7 == 6 ? Inertia::from_moments(0, 1, 1) : Inertia::from_moments(a, b, c);
      const Eigen::Quaterniond q(component(random), component(random), component(random), component(random));
      Eigen::Vector3d m(component(random), component(random), component(random));
      if (i % 7 == 6) m.x() = 0;
      if (i % 7 == 5) m.setZero();
      Problem p{body, {q.normalized(), m}, torque, TimeSequence(several_times)};
      constexpr double tolerances[] = {1e-6, 1e-9, 1e-15};
      p.tolerance = tolerances[i % 3];
      p.options.estimate_error = i % 4 != 1;
      if (i % 4 == 3) p.times = TimeSequence(times_before);
      if (i % 4 == 2) p.times = TimeSequence(one_time);
      all.push_back(std::move(p));
    }
  return all;
}

TEST(SeriesLanes, EveryMotionHasItsBytesAlone) {
  const std::vector<Problem> all = problems(9);
  std::vector<Kept> expected;
  for (const Problem& p : all) expected.push_back(alone(p));
  std::vector<std::size_t> order = first_numbers(all.size());
  std::mt19937_64 random(5);
  for (const int threads : {1, 2, 1, 3}) {
    const std::vector<Kept> found = together(all, order, threads);
    for (std::size_t i = 0; i < all.size(); ++i)
      EXPECT_TRUE(found[i] == expected[i]) << i << ", " << all[i].torque.name() << ", threads " << threads;
    std::shuffle(order.begin(), order.end(), random);
  }
  // And by itself in the same call.
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{20}}) {
    const std::vector<Kept> found = together(all, {i}, 1);
    EXPECT_TRUE(found[i] == expected[i]) << i;
  }
}

TEST(SeriesLanes, TheReportIsThatOfASeries) {
  const std::vector<Problem> all = problems(1);
  ManyMotionsSink sink;
  sink.end = [](std::uint64_t, const SimulationReport& r) {
    EXPECT_EQ(r.engine, "series");
    EXPECT_GT(r.steps, 0u);
  };
  EXPECT_TRUE(
      simulate_many(all.size(), [&](std::uint64_t i) { return std::optional(all[i]); }, sink, {1, {}}));
}

// What goes wrong with one does not touch its neighbours: a torque that is not finite from some time on, a tolerance
// that takes too many steps, a body that is refused.
TEST(SeriesLanes, WhatFailsFailsAlone) {
  std::vector<Problem> all = problems(2);
  all[1].start.momentum = {1e200, 1e180, 0};
  all[2].times = TimeSequence(far);
  all[3].start.momentum.x() = std::numeric_limits<double>::quiet_NaN();
  all[4].tolerance = 2;
  all[5].torque =
      steady_torque({1e308, 0, 0}, TorqueFrame::body) + steady_torque({1e308, 0, 0}, TorqueFrame::body);
  const std::vector<Kept> found = together(all, first_numbers(all.size()), 1);
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_TRUE(found[i] == alone(all[i])) << i << ", " << found[i].words;
}

TEST(SeriesLanes, AnotherThreadMayStopThem) {
  const std::vector<Problem> all = problems(4);
  ManyMotionsSink sink;
  std::size_t ended = 0;
  sink.end = [&](std::uint64_t, const SimulationReport&) { ++ended; };
  const auto stop = [](double fraction) { return fraction < 0.5; };
  EXPECT_FALSE(
      simulate_many(all.size(), [&](std::uint64_t i) { return std::optional(all[i]); }, sink, {1, stop}));
  EXPECT_GT(ended, 0u);
  EXPECT_LT(ended, all.size());
}

/// The coefficients of attitude and momentum that stand in the rows.
std::vector<double> coefficients(const series::View& v) {
  std::vector<double> all;
  for (int k = 1; k <= v.order; ++k)
    for (int r = 0; r < series::row::one; ++r) all.push_back(v.rows[k * v.row_count + r]);
  return all;
}

// For each set of instructions that the machine has; lanes that are left empty change nothing.
TEST(SeriesLanes, CoefficientsAreThoseOfOneBody) {
  struct Target {
    const series::Functions& alone;
    series::LaneCoefficients on_lanes;
  };
  std::vector<Target> targets{{series::sse2_functions(), series::sse2_lane_coefficients()}};
  if (&series::functions() != &series::sse2_functions())
    targets.push_back({series::functions(), series::lane_coefficients()});
  for (const Torque& torque : torques())
    for (const bool careful : {false, true})
      for (const int order : {6, 9, 22}) {
        std::vector<simulation::RecordedTorque> recorded;
        std::vector<std::shared_ptr<series::Program>> programs;
        for (int i = 0; i < series::lane_count - 1; ++i) {
          const Inertia body = Inertia::from_moments(1 + 0.1 * i, 1.7 - 0.03 * i, 2.3);
          recorded.push_back(*simulation::recorded_torque(torque.prepare_once(body), {2, 0.5}, !careful));
          programs.push_back(recorded.back().program(body, order));
          const double start[] = {0.5, 0.5, -0.5, 0.5, 0.4 + 0.1 * i, 0.7, -0.3};
          std::copy_n(start, 7, programs.back()->view().rows);
          programs.back()->view().unit = 0.25;
          // Where the sum of two numbers happens to be zero there is a term less, and the body is on lanes with others.
          if (series::shape_of(*programs.back()) != series::shape_of(*programs.front())) programs.pop_back();
        }
        ASSERT_GE(programs.size(), 2u);
        for (const Target& t : targets) {
          std::vector<std::vector<double>> expected;
          for (const auto& p : programs) {
            t.alone.coefficients(p->view(), 0.2, careful);
            expected.push_back(coefficients(p->view()));
          }
          series::LaneProgram lanes(*programs.front());
          int lane = 0;
          for (const auto& p : programs) {
            lanes.put(lane, p.get());
            lanes.set_time(lane++, 0.2);
          }
          t.on_lanes(lanes.ready_view(), careful);
          for (std::size_t i = 0; i < programs.size(); ++i)
            EXPECT_EQ(coefficients(programs[i]->view()), expected[i])
                << torque.name() << ", order " << order << ", careful " << careful << ", lane " << i;
        }
      }
}

}  // namespace
}  // namespace series_lanes_test
}  // namespace polhode
