// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/batch/free_stepper.hpp>
#include <polhode/free/stepper.hpp>
#include <string>
#include <support/refusal.hpp>
#include <support/state_distance.hpp>
#include <support/three_bodies.hpp>
#include <vector>

namespace polhode {
namespace batch_free_stepper_test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
using test::contains;
using test::refusal, test::three_bodies, test::three_states;

TEST(BatchFreeStepper, SpeaksTheUsersFrames) {
  for (const Summation summation : {Summation::plain, Summation::compensated}) {
    batch::FreeStepper<double> all(three_bodies(), three_states(), {.summation = summation});
    batch::FreeStepper<double> kinds(three_bodies(), {0, 1, 2}, three_states(), {.summation = summation});
    std::vector<FreeStepper> one;
    for (std::size_t i = 0; i < 3; ++i) one.emplace_back(three_bodies()[i], three_states()[i], summation);
    for (int n = 0; n < 100; ++n) {
      EXPECT_EQ(all.step(0.1).failed, 0u);
      kinds.step(0.1);
      for (FreeStepper& s : one) s.step(0.1);
    }
    EXPECT_EQ(all.size(), 3u);
    EXPECT_NEAR(all.time(), 10, 8 * eps);
    const std::vector<State> ends = all.states();
    std::vector<Attitude> attitudes(3);
    all.read_attitudes(attitudes);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_LT(test::distance(ends[i], one[i].state()), 100 * eps) << i;
      EXPECT_EQ(test::distance(ends[i], kinds.state(i)), 0);
      EXPECT_EQ(test::distance(ends[i], all.state(i)), 0);
      EXPECT_EQ((attitudes[i].coeffs() - ends[i].attitude.coeffs()).norm(), 0);
      EXPECT_LT(
          (all.spatial_angular_velocity(i) - spatial_angular_velocity(three_bodies()[i], ends[i])).norm(),
          eps);
    }
  }
}

TEST(BatchFreeStepper, LetsBodiesBeChanged) {
  batch::FreeStepper<double> all(three_bodies(), three_states());
  all.step(0.3);
  for (std::size_t i = 0; i < 3; ++i) {
    const State before = all.state(i);
    all.add_momentum(i, {0.5, 0.25, -1}, TorqueFrame::space);
    const Eigen::Vector3d gained = to_space(before.attitude, all.state(i).momentum - before.momentum);
    if (three_bodies()[i].is_linear()) {
      EXPECT_LT(std::abs(all.state(i).momentum.y()), 2 * eps);
    } else {
      EXPECT_LT((gained - Eigen::Vector3d(0.5, 0.25, -1)).norm(), 8 * eps);
    }
    all.set_spatial_angular_velocity(1, {0.1, 0.2, 0.3});
    EXPECT_LT((all.spatial_angular_velocity(1) - Eigen::Vector3d(0.1, 0.2, 0.3)).norm(), 8 * eps);
    all.set_state(i, three_states()[i]);
    EXPECT_LT(test::distance(all.state(i), three_states()[i]), 4 * eps);
  }
  EXPECT_TRUE(contains(refusal([&] { all.add_momentum(3, {1, 0, 0}, TorqueFrame::space); }), "less than 3"));
  EXPECT_TRUE(contains(refusal([&] { static_cast<void>(all.state(3)); }), "less than 3"));
  EXPECT_TRUE(contains(refusal([&] {
                         all.add_momentum(0, {std::nan(""), 0, 0}, TorqueFrame::space);
                       }),
                       "not finite"));
  EXPECT_TRUE(contains(refusal([&] { all.set_state(2, {Attitude(1, 0, 0, 0), {0, 1, 0}}); }), "linear body"));
  std::vector<State> two(2);
  EXPECT_TRUE(contains(refusal([&] { all.read(two); }), "3, as many as bodies"));
}

TEST(BatchFreeStepper, GoesOnFromBytes) {
  batch::FreeStepper<double> one(three_bodies(), three_states(), {.summation = Summation::compensated}),
      other(three_bodies(), std::vector<State>(3), {.summation = Summation::compensated});
  for (int i = 0; i < 50; ++i) one.step(0.1);
  other.resume(one.checkpoint());
  for (int i = 0; i < 50; ++i) {
    one.step(0.1);
    other.step(0.1);
  }
  EXPECT_EQ(one.checkpoint(), other.checkpoint());
  batch::FreeStepper<double> plain(three_bodies(), three_states());
  EXPECT_TRUE(contains(refusal([&] { plain.resume(one.checkpoint()); }), "another body, method or torque"));
  EXPECT_TRUE(contains(refusal([&] { plain.resume(Checkpoint("anything")); }), "checkpoint"));
  std::vector<Inertia> others = three_bodies();
  others[2] = Inertia::from_moments(1, 1.5, 2);
  batch::FreeStepper<double> of_others(others, std::vector<State>(3), {.summation = Summation::compensated});
  EXPECT_TRUE(
      contains(refusal([&] { of_others.resume(one.checkpoint()); }), "another body, method or torque"));
}

TEST(BatchFreeStepper, WorksInFloat) {
  batch::FreeStepper<float> all(three_bodies(), three_states());
  for (int i = 0; i < 10; ++i) all.step(0.1f);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_LT(test::distance(all.state(i), exact_flow(three_bodies()[i], three_states()[i],
                                                      10 * static_cast<double>(0.1f))),
              1e-5);
}

}  // namespace
}  // namespace batch_free_stepper_test
}  // namespace polhode
