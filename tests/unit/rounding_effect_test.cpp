// SPDX-License-Identifier: MIT
// How many digits of a free motion can be known at all.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/body/invariants.hpp>
#include <polhode/free/rounding_effect.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/torqued_rounding.hpp>
#include <polhode/torque/built_in.hpp>
#include <vector>

namespace rounding_effect_test {
namespace {

using namespace polhode;

constexpr double eps = std::numeric_limits<double>::epsilon();

const Inertia apophis = Inertia::from_moments(0.61, 0.965, 1.0);
const State spin =
    state_from_angular_velocity(apophis, Eigen::Quaterniond::Identity(), {0.06447, 0.0, 0.19912});

double digits(double error) { return -std::log10(error); }

TEST(RoundingEffect, ApophisHasFourDigitsAfterATrillionHoursNotFifteen) {
  const RoundingEffect effect(apophis, spin);
  EXPECT_GT(digits(effect.at(24)), 15);
  EXPECT_NEAR(digits(effect.at(1e9)), 7.5, 0.4);
  EXPECT_NEAR(digits(effect.at(1e12)), 4.5, 0.4);
  EXPECT_EQ(effect.at(1e300), std::numeric_limits<double>::infinity());
}

TEST(RoundingEffect, IsWhatOneRoundingOfAMomentDoes) {
  const double t = 1e12;
  const State given = FreeMotion(apophis, spin).at(t);
  const double effect = RoundingEffect(apophis, spin).at(t);
  for (const Inertia& near : {Inertia::from_moments(0.61, std::nextafter(0.965, 1), 1.0),
                              Inertia::from_moments(0.61, 0.965, std::nextafter(1.0, 2))}) {
    const double moved = state_distance(FreeMotion(near, spin).at(t), given, momentum_length(spin));
    EXPECT_GT(moved, 1e-6);
    EXPECT_LT(moved, 3 * effect);
  }
}

TEST(RoundingEffect, GrowsWithTimeAndNoFaster) {
  const RoundingEffect effect(apophis, spin);
  // The greatest of some times each: a difference swings.
  const auto greatest = [&](double t) {
    double worst = 0;
    for (int k = 0; k < 16; ++k) worst = std::max(worst, effect.at(t * (1 + 0.05 * k)));
    return worst;
  };
  for (const double t : {1e4, 1e6, 1e8, 1e10}) EXPECT_NEAR(greatest(100 * t) / greatest(t), 100, 60) << t;
  EXPECT_LE(effect.at(0), 2 * eps);
}

TEST(RoundingEffect, HorizonIsWhereTheErrorIs) {
  const RoundingEffect effect(apophis, spin, 5);
  const double horizon = effect.time_of(0.1);
  EXPECT_GT(horizon, 1e14);
  EXPECT_LT(horizon, 1e16);
  EXPECT_NEAR(effect.at(horizon) / 0.1, 1, 0.9);
  EXPECT_LT(effect.time_of(0.1, true), -1e14);
  EXPECT_EQ(RoundingEffect(apophis, {spin.attitude, Eigen::Vector3d::Zero()}).time_of(0.1),
            std::numeric_limits<double>::infinity());
}

TEST(RoundingEffect, UnstableAxisLosesItsDigitsSoon) {
  // About the intermediate axis every rounding grows as exp(k t).
  const Inertia body = Inertia::from_moments(1, 2, 3);
  const State about{Eigen::Quaterniond::Identity(), {0, 2, 0}};
  const RoundingEffect effect(body, about);
  EXPECT_LT(effect.at(1), 1e-14);
  EXPECT_GT(effect.at(70), 1e-3);
  EXPECT_LT(effect.time_of(0.1), 100);
}

TEST(RoundingEffect, DoesNotDependOnTheFrameAndTakesSpecialBodies) {
  const Eigen::Matrix3d turn =
      Eigen::Quaterniond(Eigen::AngleAxisd(0.8, Eigen::Vector3d(1, 2, 2).normalized())).toRotationMatrix();
  const Inertia tilted = Inertia::from_tensor(turn * apophis.tensor() * turn.transpose());
  const State start{spin.attitude, turn * spin.momentum};
  EXPECT_NEAR(RoundingEffect(tilted, start).at(1e6) / RoundingEffect(apophis, spin).at(1e6), 1, 0.5);
  for (const Inertia& body : {Inertia::from_moments(1, 1, 1), Inertia::from_moments(1, 1, 2),
                              Inertia::from_moments(0, 2, 2), Inertia::from_moments(1, 2, 2)}) {
    const State one{Eigen::Quaterniond::Identity(), {0, 0.3, 1}};
    const double error = RoundingEffect(body, one).at(1e6);
    EXPECT_GT(error, 1e-12);
    // Across the axis of (1, 2, 2) a rounding that makes the equal moments differ grows with the square of time.
    EXPECT_LT(error, body.moments().y() == body.moments().z() && body.moments().x() > 0 ? 1e-4 : 1e-8);
  }
}

TEST(RoundedNeighbour, IsAFewRoundingsAway) {
  for (const Inertia& body :
       {apophis, Inertia::from_moments(0, 2, 2), Inertia::from_moments(1, 1, 1),
        Inertia::from_tensor((Eigen::Matrix3d() << 3, -0.1, 0, -0.1, 4, 0, 0, 0, 5).finished())}) {
    const State start{spin.attitude, {0, 0.3, 1}};
    const RoundedNeighbour near = rounded_neighbour(body, start);
    const double inertia = (near.body.tensor() - body.tensor()).cwiseAbs().maxCoeff() / body.moments().z();
    EXPECT_GT(inertia, 0);
    EXPECT_LE(inertia, 6 * eps);
    const double state = state_distance(near.start, start, 1.1);
    EXPECT_GT(state, 0);
    EXPECT_LE(state, 8 * eps);
    EXPECT_NO_THROW(check(near.body, near.start));
  }
}

// Under torque.

TEST(RoundedMotion, OfAFreeBodyIsItsRoundingEffect) {
  const TorqueFamily none{[](std::span<const double>) { return Torque(); }, {}};
  const std::vector<double> times{1, 20, 150};
  const RoundingEffect effect(apophis, spin);
  const auto states = rounded_motion(apophis, spin, none, times);
  ASSERT_EQ(states.size(), times.size());
  for (const RoundedState& s : states) {
    EXPECT_LE(state_distance(s.state, FreeMotion(apophis, spin).at(s.time), momentum_length(spin)), 1e-13);
    // The attitude of the start is counted too.
    EXPECT_GT(s.error, 0.99 * effect.at(s.time)) << s.time;
    EXPECT_LT(s.error, effect.at(s.time) + 2 * eps) << s.time;
  }
}

/// Of two torques nearly all cancels, so that the rounding of both counts most.
TEST(RoundedMotion, IsWhatARoundingOfTheTorquesNumbersDoes) {
  const Inertia body = Inertia::from_moments(1, 1.4, 2);
  const State rest = state_from_momentum(Eigen::Quaterniond::Identity(), {0, 0, 0});
  const auto made = [](std::span<const double> n) {
    return steady_torque({0, 0, n[0]}, TorqueFrame::body) + steady_torque({0, 0, -n[1]}, TorqueFrame::body);
  };
  const std::vector<double> times{1, 5, 20};
  const double first = 1e6, second = 999999, change = 1e-3, half_a_unit = 0x1p-34;
  const auto states = rounded_motion(body, rest, {made, {first, second}}, times);
  ASSERT_EQ(states.size(), times.size());
  const Simulation given = simulate(body, rest, made(std::vector{first, second}), times, 1e-13),
                   other = simulate(body, rest, made(std::vector{first + change, second}), times, 1e-13);
  for (std::size_t k = 0; k < times.size(); ++k) {
    const double moved = state_distance(given.states[k], other.states[k], given.states[k].momentum.norm());
    EXPECT_NEAR(states[k].error / (std::sqrt(2) * moved / change * half_a_unit), 1, 1e-2) << times[k];
    EXPECT_LE(state_distance(states[k].state, given.states[k], times[k]), 1e-11);
  }
}

TEST(RoundedMotion, InPartsIsTheSame) {
  const Inertia body = Inertia::from_moments(1, 1.4, 2);
  const State start = state_from_momentum(Eigen::Quaterniond::Identity(), {0.3, 1, -0.2});
  const TorqueFamily top{[](std::span<const double> n) {
                           return heavy_top(Eigen::Vector3d(0, 0, n[0]), Eigen::Vector3d(0.2, 0, n[1])) +
                                  impulses({{4, Eigen::Vector3d(0, 2, 0)}});
                         },
                         {0.7, 0.9}};
  const std::vector<double> times{0, 3, 4, 9.5, 12};
  // A border of parts would be at the time of the impulse.
  int parts = 0;
  RoundingOptions options;
  options.longest_part = 1;
  options.progress = [&](double) { ++parts; };
  const auto whole = rounded_motion(body, start, top, times),
             pieces = rounded_motion(body, start, top, times, options);
  EXPECT_GE(parts, 12);
  ASSERT_EQ(whole.size(), times.size());
  ASSERT_EQ(pieces.size(), times.size());
  // Backwards from the same impulse, which is taken back at once.
  const std::vector<double> back{4, 3, 0};
  options.start_time = 4;
  const Simulation before = simulate(body, start, top.torque(top.parameters), back, 1e-13, {.start_time = 4});
  const auto returned = rounded_motion(body, start, top, back, options);
  ASSERT_EQ(returned.size(), back.size());
  for (std::size_t k = 0; k < back.size(); ++k)
    EXPECT_LE(state_distance(before.states[k], returned[k].state, 1), 1e-11) << back[k];
  const Simulation given = simulate(body, start, top.torque(top.parameters), times, 1e-13);
  for (std::size_t k = 0; k < times.size(); ++k) {
    EXPECT_NEAR(pieces[k].error / whole[k].error, 1, 1e-6) << times[k];
    EXPECT_LE(state_distance(pieces[k].state, whole[k].state, 1), 1e-12) << times[k];
    EXPECT_LE(state_distance(given.states[k], whole[k].state, 1), 1e-11) << times[k];
  }
}

/// The derivative follows a decay over which a splitting passes, in very many steps.
TEST(RoundedMotion, IsRefusedBeyondTheMostWork) {
  const Inertia body = Inertia::from_moments(1, 1.4, 2);
  const State start = state_from_momentum(Eigen::Quaterniond::Identity(), {0.3, 1, -0.2});
  const TorqueFamily brake{
      [](std::span<const double> n) { return linear_damping(n[0] * Eigen::Matrix3d::Identity()); }, {1e8}};
  const std::vector<double> times{1000};
  RoundingOptions options;
  options.most_work = 1e4;
  double told = 0;
  options.progress = [&](double) { ++told; };
  EXPECT_THROW(rounded_motion(body, start, brake, times, options), InvalidInput);
  EXPECT_GT(told, 100);  // also within a part
  EXPECT_LT(told, 1e4);
  options.most_work = 1e5;
  const TorqueFamily gentle{brake.torque, {0.1}};
  EXPECT_EQ(rounded_motion(body, start, gentle, std::vector<double>{10}, options).size(), 1U);
}

TEST(RoundedMotion, EndsWhereNothingIsKnown) {
  // Beside the intermediate axis.
  const Inertia body = Inertia::from_moments(1, 2, 3);
  const State start = state_from_momentum(Eigen::Quaterniond::Identity(), {0, 2, 0});
  const TorqueFamily small{[](std::span<const double> n) {
                             return steady_torque({0, 0, n[0]}, TorqueFrame::body);
                           },
                           {1e-18}};
  const std::vector<double> times{10, 60, 100, 200, 300};
  const auto states = rounded_motion(body, start, small, times);
  ASSERT_GE(states.size(), 2U);
  EXPECT_LT(states.size(), times.size());
  EXPECT_GE(states.back().error, 1);
  for (std::size_t k = 0; k + 1 < states.size(); ++k) EXPECT_LT(states[k].error, 1);
}

TEST(RoundedMotion, OfASumIsTheSameByItsTerms) {
  const Inertia body = Inertia::from_moments(1, 1.4, 2);
  const State start = state_from_momentum(Eigen::Quaterniond::Identity(), {0.3, 1, -0.2});
  const TorqueFamily top{[](std::span<const double> n) {
                           return heavy_top(Eigen::Vector3d(0, 0, n[0]), Eigen::Vector3d(0.2, 0, n[1]));
                         },
                         {0.7, 0.9}},
      push{[](std::span<const double> n) {
             return steady_torque({0, n[0], 0}, TorqueFrame::space);
           },
           {0.05}};
  TorqueFamily sum{
      [=](std::span<const double> n) { return top.torque(n.first(2)) + push.torque(n.subspan(2)); },
      {0.7, 0.9, 0.05}};
  const std::vector<double> times{3, 9.5};
  const auto whole = simulate_derivative(body, start, sum, times);
  sum.terms = {top, push};
  const auto by_terms = simulate_derivative(body, start, sum, times);
  for (std::size_t k = 0; k < times.size(); ++k)
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_LT((whole[k].by_parameters[i] - by_terms[k].by_parameters[i]).norm(),
                1e-12 * whole[k].by_parameters[i].norm());
}

}  // namespace
}  // namespace rounding_effect_test
