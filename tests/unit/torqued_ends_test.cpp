// SPDX-License-Identifier: MIT
// Ends of motions under torque, many on lanes: as accurate as asked for, and each the same whoever its neighbours are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <polhode/batch/target.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <polhode/torque/built_in.hpp>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "simulation/runge_kutta/bodies_on_lanes.hpp"
#include "support/kept_motions.hpp"
#include "support/state_distance.hpp"

namespace polhode {
namespace torqued_ends_test {
namespace {

using test::alone, test::distance, test::first_numbers, test::Kept, test::together;

State end_by_simulate(Problem p, double tolerance) {
  p.tolerance = tolerance;
  return alone(p).last;
}

std::vector<Torque> torques() {
  return {heavy_top({0, 0, 1}, {0.2, 0.1, 0.9}),
          gravity_gradient_circular(0.8),
          gravity_gradient_circular(-0.5, {{0.2, 1, 0}, {0, 0.3, 1}}),
          gravity_gradient_fixed(1.3, {0.2, 0.4, 0.6}),
          vessel_restoring(1, 9.81, 0.1, 0.2),
          steady_torque({0.1, 0, 0.2}, TorqueFrame::space),
          steady_torque({0.1, 0.3, 0.2}, TorqueFrame::body),
          gravity_gradient_circular(0.8) + steady_torque({0.1, 0.3, 0.2}, TorqueFrame::body),
          heavy_top({0, 0, 1}, {0.2, 0.1, 0.9}) + steady_torque({0.1, 0, 0.2}, TorqueFrame::space)};
}

const double until[] = {3.5}, back_until[] = {-2}, long_until[] = {9};

std::vector<Problem> problems(std::size_t of_each) {
  std::mt19937_64 random(23);
  std::uniform_real_distribution<double> moment(1, 2), component(-1, 1);
  std::vector<Problem> all;
  for (std::size_t i = 0; i < of_each; ++i)
    for (const Torque& torque : torques()) {
      const Eigen::Quaterniond q(component(random), component(random), component(random), component(random));
      Eigen::Matrix3d inertia = Eigen::Vector3d(moment(random), moment(random), moment(random)).asDiagonal();
      const Eigen::Matrix3d axes = q.normalized().toRotationMatrix(),
                            turned = axes * inertia * axes.transpose();
      if (i % 2 == 1) inertia = 0.5 * (turned + turned.transpose());
      const Eigen::Vector3d m(component(random), component(random), component(random));
      Problem p{Inertia::from_tensor(inertia), {q.normalized(), 2 * m}, torque, TimeSequence(until)};
      if (i % 3 == 1) p.times = TimeSequence(back_until);
      if (i % 3 == 2) p.times = TimeSequence(long_until);
      if (i % 4 == 1) p.options.start_time = 0.7;
      if (i % 4 == 1 && i % 3 == 1) p.options.start_time = -0.3;
      constexpr double tolerances[] = {1e-4, 1e-7, 1e-10, 1e-12};
      p.tolerance = tolerances[i % 4];
      p.options.estimates_error = false;
      all.push_back(std::move(p));
    }
  return all;
}

TEST(TorquedEnds, AreAsAccurateAsAskedFor) {
  const std::vector<Problem> all = problems(12);
  const std::vector<Kept> ends = together(all, first_numbers(all.size()), 1);
  double product = 1;
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSERT_EQ(ends[i].report.engine, "runge-kutta") << i << ", " << all[i].torque.name();
    const double error = distance(ends[i].last, end_by_simulate(all[i], 1e-15)) / all[i].tolerance;
    EXPECT_LT(error, 3) << i << ", " << all[i].torque.name();
    product *= std::pow(error, 1 / static_cast<double>(all.size()));
    // What is conserved is, as far as the error says.
    const SimulationReport& r = ends[i].report;
    if (!std::isnan(r.conserved_start)) {
      EXPECT_LT(r.conserved_excursion, 60 * all[i].tolerance) << i << ", " << all[i].torque.name();
    }
  }
  // Nor are steps far shorter than need be.
  EXPECT_GT(product, 0.01);
}

TEST(TorquedEnds, DoNotDependOnNeighbours) {
  const std::vector<Problem> all = problems(6);
  std::vector<std::size_t> order = first_numbers(all.size());
  const std::vector<Kept> expected = together(all, order, 1);
  std::mt19937_64 random(5);
  for (const unsigned threads : {1u, 2u, 3u}) {
    std::shuffle(order.begin(), order.end(), random);
    const std::vector<Kept> again = together(all, order, threads);
    for (std::size_t i = 0; i < all.size(); ++i)
      EXPECT_TRUE(again[i] == expected[i]) << i << ", threads " << threads;
  }
  for (const std::size_t i : {std::size_t{0}, std::size_t{10}, std::size_t{25}})
    EXPECT_TRUE(together(all, {i}, 1)[i] == expected[i]) << i;
}

// Formulas of another kind, bodies and numbers for which lanes are not made, and what is refused.
TEST(TorquedEnds, WhatLanesCannotDoGoesAsBySimulate) {
  std::vector<Problem> all;
  for (const Torque& t : {gravity_gradient_elliptic(0.4, 0.3), internal_dissipation(0.2),
                          gravity_gradient_circular(0.4) + steady_torque({0.1, 0, 0}, TorqueFrame::space),
                          gravity_gradient_circular(0.4) + gravity_gradient_circular(0.3),
                          gravity_gradient_circular(0.4) + gyrostat({0.1, 0.2, 0.3})}) {
    all.push_back(problems(1)[0]);
    all.back().torque = t;
  }
  const std::size_t others = all.size();
  for (int i = 0; i < 6; ++i) all.push_back(problems(1)[0]);
  all[others].body = Inertia::from_moments(0, 1, 1);
  all[others].start.momentum.x() = 0;
  all[others + 1].body = Inertia::from_moments(1e80, 2e80, 2.5e80);
  all[others + 1].start.momentum *= 1e80;
  all[others + 2].start.momentum.setZero();
  all[others + 2].torque = gravity_gradient_circular(0);
  all[others + 3].start.momentum.x() = std::numeric_limits<double>::quiet_NaN();
  all[others + 4].tolerance = 2;
  const double far[] = {1e12};
  all[others + 5].times = TimeSequence(far);
  const std::vector<Kept> ends = together(all, first_numbers(all.size()), 1);
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_TRUE(ends[i] == alone(all[i])) << i << ", " << ends[i].words;
}

// Other times, an error estimate and small tolerances are for series.
TEST(TorquedEnds, AreWhatIsAskedForAlone) {
  const double two_times[] = {1, 3.5};
  std::vector<Problem> all;
  for (int i = 0; i < 3; ++i) all.push_back(problems(1)[1]);
  all[0].times = TimeSequence(two_times);
  all[1].options.estimates_error = true;
  all[2].tolerance = 1e-14;
  for (const Kept& f : together(all, first_numbers(all.size()), 1)) EXPECT_EQ(f.report.engine, "series");
}

/// A heavy top on each lane.
std::unique_ptr<simulation::runge_kutta::BodiesOnLanes> tops() {
  auto all = std::make_unique<simulation::runge_kutta::BodiesOnLanes>();
  for (std::size_t lane = 0; lane < all->most; ++lane) {
    const double i = static_cast<double>(lane);
    const double state[] = {0.5, 0.5, -0.5, 0.5, 0.4 + 0.1 * i, 0.7, -0.3};
    for (std::size_t c = 0; c < 7; ++c) all->now[c][lane] = state[c];
    const double inverse[] = {1, 1 / (1.5 + 0.02 * i), 0.5};
    for (std::size_t c = 0; c < 3; ++c) {
      all->half_inverse[c][lane] = inverse[c] / 2;
      all->gap[c][lane] = inverse[(c + 2) % 3] - inverse[(c + 1) % 3];
      all->half_turning[c][lane] = 0.1;
    }
    const double force_and_place[] = {0, 0.1, 1, 0.2, 0.1, 0.9};
    for (std::size_t n = 0; n < 6; ++n) all->numbers[0][n][lane] = force_and_place[n];
    all->end[lane] = 2 + i;
    all->direction[lane] = 1;
    all->h[lane] = 0.3;
    all->error_rate[lane] = 1e-9;
  }
  all->forms[0] = batch::TorqueForm::heavy_top;
  all->kernel_count = 1;
  return all;
}

// Those with fused operations agree to the last bit, and the others to a part of the error that is allowed.
TEST(TorquedEnds, EverySetOfInstructionsGivesTheSame) {
  using simulation::runge_kutta::LaneFunctions;
  std::vector<const LaneFunctions*> sets{&simulation::runge_kutta::sse2_lane_functions()};
#ifdef __x86_64__
  for (const batch::Target t : batch::targets()) {
    if (t == batch::Target::avx2) sets.push_back(&simulation::runge_kutta::avx2_lane_functions());
    if (t == batch::Target::avx512) sets.push_back(&simulation::runge_kutta::avx512_lane_functions());
  }
#endif
  std::vector<std::vector<double>> ends;
  for (const LaneFunctions* set : sets) {
    const auto run = tops();
    const std::size_t lanes = sets.front()->width;
    ASSERT_LE(lanes, set->width);
    for (std::size_t lane = 0; lane < lanes;) {
      EXPECT_EQ(set->run(*run, 1000), 0u);
      while (lane < lanes && run->time[lane] == run->end[lane]) ++lane;
    }
    ends.emplace_back();
    for (std::size_t lane = 0; lane < lanes; ++lane)
      for (std::size_t c = 0; c < 7; ++c) ends.back().push_back(run->now[c][lane]);
  }
  for (std::size_t s = 1; s < sets.size(); ++s)
    for (std::size_t i = 0; i < ends[0].size(); ++i) {
      EXPECT_NEAR(ends[s][i], ends[0][i], 1e-10) << s << ", " << i;
      if (s > 1) {
        EXPECT_EQ(ends[s][i], ends[1][i]) << i;
      }
    }
}

}  // namespace
}  // namespace torqued_ends_test
}  // namespace polhode
