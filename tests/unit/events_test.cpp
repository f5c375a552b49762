// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <functional>
#include <limits>
#include <polhode/body/invariants.hpp>
#include <polhode/core/error.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/torque/built_in.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace polhode {
namespace events_test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
const Inertia body = Inertia::from_moments(1, 2, 3);
const State start{Eigen::Quaterniond(0.5, 0.5, -0.5, 0.5), {0.1, 2, 0.2}};

Event flip(Crossing crossing = Crossing::either, bool stops = false) {
  return {"flip", [](const State& s, double) { return s.momentum.y(); }, crossing, stops};
}

SimulationOptions with(std::vector<Event> events) {
  SimulationOptions options;
  options.events = std::move(events);
  return options;
}

// The momentum along the intermediate axis vanishes after next_flip and then twice in a period.
TEST(Events, FlipsOfAFreeBody) {
  const TumblingDescription known = describe(body, start);
  const double end = 20.2 * known.polhode_period;
  const Simulation s = simulate(body, start, Torque(), std::vector<double>{end}, 1e-9, with({flip()}));
  ASSERT_GE(s.events.size(), 40u);
  for (std::size_t i = 0; i < s.events.size(); ++i) {
    const double expected = known.next_flip + 0.5 * static_cast<double>(i) * known.polhode_period;
    EXPECT_NEAR(s.events[i].time / expected, 1, 4 * eps) << i;
    EXPECT_LE(std::abs(s.events[i].state.momentum.y()), 8 * eps * end) << i;
  }
}

// Under a torque that does nothing the same is found by steps of a splitting.
TEST(Events, FlipsUnderNoTorqueBySteps) {
  const TumblingDescription known = describe(body, start);
  SimulationOptions options = with({flip()});
  options.step = 0.3;
  const std::vector<double> times{0.2, known.next_flip + known.polhode_period};
  const Simulation s = simulate(body, start, Torque(), times, 1e-9, options);
  ASSERT_GE(s.events.size(), 2u);
  EXPECT_NEAR(s.events[0].time / known.next_flip, 1, 8 * eps);
  EXPECT_NEAR(s.events[1].time / (known.next_flip + 0.5 * known.polhode_period), 1, 8 * eps);
}

TEST(Events, DirectionsCount) {
  const std::vector<double> times{100};
  const auto found = [&](Crossing c) {
    return simulate(body, start, Torque(), times, 1e-9, with({flip(c)})).events;
  };
  const auto all = found(Crossing::either), up = found(Crossing::rising), down = found(Crossing::falling);
  EXPECT_EQ(all.size(), up.size() + down.size());
  ASSERT_GE(up.size(), 2u);
  // Positive at the start: falling comes first.
  EXPECT_EQ(down[0].time, all[0].time);
  EXPECT_EQ(up[0].time, all[1].time);
  // The sign is the new one, or none.
  for (const FoundEvent& e : up) EXPECT_GE(e.state.momentum.y(), 0);
  for (const FoundEvent& e : down) EXPECT_LE(e.state.momentum.y(), 0);
}

TEST(Events, BackwardsTheSameInstants) {
  const Simulation there = simulate(body, start, Torque(), std::vector<double>{50}, 1e-9, with({flip()}));
  SimulationOptions options = with({flip()});
  options.start_time = 50;
  const Simulation back = simulate(body, there.states.at(0), Torque(), std::vector<double>{0}, 1e-9, options);
  ASSERT_EQ(back.events.size(), there.events.size());
  for (std::size_t i = 0; i < there.events.size(); ++i)
    EXPECT_NEAR(there.events[i].time, back.events[back.events.size() - 1 - i].time, 100 * eps * 50);
}

/// A top that leans: its plane of section is that of the greatest lean.
struct Top {
  Inertia inertia = Inertia::from_moments(1, 1, 2);
  State state{Eigen::Quaterniond(std::cos(0.3), std::sin(0.3), 0, 0), {0, 0.2, 6}};
  Torque torque = heavy_top({0, 0, 1}, {0, 0, 2});
  // d/dt of the axis's height: u' = u x omega, of which the third component.
  Event turning{"turning point", [](const State& s, double) {
                  const Eigen::Vector3d u = to_body(s.attitude, {0, 0, 1});
                  return u.x() * s.momentum.y() - u.y() * s.momentum.x();
                }};
};

// The symmetric top nutates with a period: instants of the same kind are evenly spaced, to the tolerance.
TEST(Events, PlaneOfSectionOfAHeavyTop) {
  Top top;
  top.turning.crossing = Crossing::rising;
  const Simulation s =
      simulate(top.inertia, top.state, top.torque, std::vector<double>{20}, 1e-12, with({top.turning}));
  ASSERT_GE(s.events.size(), 15u);
  const double period = s.events[1].time - s.events[0].time;
  for (std::size_t i = 2; i < s.events.size(); ++i)
    EXPECT_NEAR(s.events[i].time - s.events[i - 1].time, period, 5e-11)
        << i;  // |m| is 30 times the part that turns
  // Other steps, the same instants.
  SimulationOptions options = with({top.turning});
  options.step = 0.01;
  options.splitting = splitting("kahan_li8");
  const Simulation other =
      simulate(top.inertia, top.state, top.torque, std::vector<double>{20}, 0.5, options);
  ASSERT_EQ(other.events.size(), s.events.size());
  for (std::size_t i = 0; i < s.events.size(); ++i)
    EXPECT_NEAR(other.events[i].time, s.events[i].time, 2e-12 * 20) << i;
}

TEST(Events, StopEndsTheRun) {
  for (const bool is_free : {true, false}) {
    const Torque torque = is_free ? Torque() : heavy_top({0, 0, 1}, {0.1, 0, 0.2});
    const std::vector<double> times{0.5, 1, 1e6};
    Event late{"late", [](const State&, double t) { return t - 1e5; }};
    Event early{"early", [](const State&, double t) { return t - 0.75; }};
    const Simulation s =
        simulate(body, start, torque, times, 1e-9, with({late, flip(Crossing::either, true), early}));
    ASSERT_TRUE(s.stopped);
    EXPECT_EQ(s.stopped->reason, "event flip");
    ASSERT_EQ(s.events.size(), 2u);
    EXPECT_EQ(s.events[0].event, 2u);
    EXPECT_NEAR(s.events[0].time, 0.75, eps);
    EXPECT_EQ(s.events[1].event, 1u);
    EXPECT_EQ(s.events[1].time, s.stopped->time);
    EXPECT_EQ(s.states.size(), 2u);
    EXPECT_LE(s.error_estimate, 1e-9);
    // From there on the next one is found, not the same again.
    SimulationOptions options = with({flip(Crossing::either, true)});
    options.start_time = s.stopped->time;
    const Simulation next = simulate(body, s.stopped->state, torque, std::vector<double>{1e6}, 1e-9, options);
    EXPECT_GT(next.stopped->time, s.stopped->time + 0.5);
  }
}

// The state there is a result, too.
TEST(Events, ErrorIsEstimatedAtTheEventThatStopsTheRun) {
  const Torque weight = heavy_top({0, 0, 1}, {0.1, 0, 0.2});
  const Torque unrecorded = Torque::of_attitude("weight", [](const Eigen::Quaterniond& q, double) {
    return Eigen::Vector3d(Eigen::Vector3d(0.1, 0, 0.2).cross(q.conjugate() * Eigen::Vector3d(0, 0, -1)));
  });
  SimulationOptions in_steps;
  in_steps.splitting = splitting("strang_kick");
  in_steps.step = 0.05;
  SimulationOptions free_steps;
  free_steps.free_method = free_method("dmv");
  free_steps.step = 0.05;
  struct Way {
    Torque torque;
    SimulationOptions options;
  };
  for (Way way : {Way{weight, {}}, Way{unrecorded, {}}, Way{weight, in_steps}, Way{Torque(), free_steps}})
    for (const double direction : {1.0, -1.0}) {
      way.options.events.clear();
      const std::vector<double> there{0.01 * direction, 7.3 * direction};
      const Simulation known = simulate(body, start, way.torque, there, 1e-9, way.options);
      ASSERT_GT(known.error_estimate, 0);
      way.options.events = {{"late", [](const State&, double t) { return std::abs(t) - 7.3; }}};
      way.options.events[0].stops = true;
      for (const std::vector<double>& times :
           {std::vector{40 * direction}, std::vector{0.01 * direction, 40 * direction}}) {
        const Simulation s = simulate(body, start, way.torque, times, 1e-9, way.options);
        ASSERT_TRUE(s.stopped && s.stopped->event);
        EXPECT_GT(s.error_estimate, 0.1 * known.error_estimate) << s.engine << " " << times.size();
        EXPECT_LT(s.error_estimate, 10 * known.error_estimate) << s.engine << " " << times.size();
        EXPECT_EQ(s.conserved_excursion > 0, known.conserved_excursion > 0) << s.engine;
      }
    }
}

TEST(Events, ZeroAtTheStartDoesNotFire) {
  const Event clock{"clock", [](const State&, double t) { return std::sin(t); }};
  for (const Torque& torque : {Torque(), heavy_top({0, 0, 1}, {0.1, 0, 0.2})}) {
    const Simulation s = simulate(body, start, torque, std::vector<double>{4}, 1e-6, with({clock}));
    ASSERT_EQ(s.events.size(), 1u);
    EXPECT_NEAR(s.events[0].time, 3.14159265358979323846, 4 * eps);
  }
}

TEST(Events, ValueThatIsNoNumberStops) {
  const Event fades{"fades", [](const State&, double t) { return std::sqrt(3 - t); }};
  const Simulation s = simulate(body, start, Torque(), std::vector<double>{1, 2, 10}, 1e-6, with({fades}));
  ASSERT_TRUE(s.stopped);
  EXPECT_EQ(s.states.size(), 2u);
  EXPECT_EQ(s.stopped->reason.substr(0, 19), "event fades at time");
  EXPECT_EQ(s.stopped->time, std::nextafter(3.0, 4.0));
}

TEST(Events, ImpulseMayFire) {
  const Torque kick = impulses({{0.25, {0, -10, 0}}});
  for (const Torque& torque : {kick, kick + heavy_top({0, 0, 1}, {0.1, 0, 0.2})}) {
    const Simulation s = simulate(body, start, torque, std::vector<double>{0.3}, 1e-6, with({flip()}));
    ASSERT_EQ(s.events.size(), 1u);
    EXPECT_EQ(s.events[0].time, 0.25);
    EXPECT_LT(s.events[0].state.momentum.y(), 0);
  }
}

TEST(Events, TwoInOneStepAreInOrder) {
  const Event second{"second", [](const State&, double t) { return t - 0.6; }};
  const Event first{"first", [](const State&, double t) { return t - 0.55; }};
  SimulationOptions options = with({second, first});
  options.step = 0.5;
  const Simulation s =
      simulate(body, start, heavy_top({0, 0, 1}, {0.1, 0, 0.2}), std::vector<double>{1}, 1e-6, options);
  ASSERT_EQ(s.events.size(), 2u);
  EXPECT_EQ(s.events[0].event, 1u);
  EXPECT_EQ(s.events[1].event, 0u);
}

/// How often the sign changes at many times.
int changes_of_sign(const std::function<double(double)>& f, double end, int looks) {
  int changes = 0;
  bool before = f(0) < 0;
  for (int i = 1; i <= looks; ++i) {
    const bool now = f(end * i / looks) < 0;
    changes += now != before ? 1 : 0;
    before = now;
  }
  return changes;
}

// The axis comes near to that of space for less than a step: two passages in one step.
TEST(Events, PairsWithinAStepAreFound) {
  const Inertia satellite = Inertia::from_moments(110, 150, 90);
  const State state =
      state_from_angular_velocity(satellite, Eigen::Quaterniond::Identity(), {0.0004, 0.003, 0.0011});
  const Torque torque = gravity_gradient_circular(0.0011);
  Event near{"near", [](const State& s, double) { return to_space(s.attitude, {1, 0, 0}).x() - 0.99; }};
  const std::vector<double> end{200'000};
  for (const double tolerance : {1e-4, 1e-6, 1e-9, 1e-12}) {
    const Simulation s = simulate(satellite, state, torque, end, tolerance, with({near}));
    EXPECT_EQ(s.events.size(), 19u) << tolerance;
    const Simulation without = simulate(satellite, state, torque, end, tolerance);
    EXPECT_EQ(s.states[0].momentum, without.states[0].momentum) << tolerance;
    EXPECT_EQ(s.states[0].attitude.coeffs(), without.states[0].attitude.coeffs()) << tolerance;
  }
  // One that stops is the first of them, at the same time.
  const Simulation all = simulate(satellite, state, torque, end, 1e-9, with({near}));
  near.stops = true;
  const Simulation first = simulate(satellite, state, torque, end, 1e-9, with({near}));
  ASSERT_TRUE(first.stopped);
  EXPECT_EQ(first.stopped->time, all.events.at(0).time);
}

// Faster than the motion or slower, with equal steps or others, in both directions of time.
TEST(Events, EveryPassageOfASineIsFound) {
  std::mt19937_64 numbers(7);
  std::uniform_real_distribution<double> part(0, 1);
  const Torque torques[] = {
      Torque(), heavy_top({0, 0, 1}, {0.1, 0, 0.2}),
      Torque::of_attitude("steady", [](const Attitude&, double) { return Eigen::Vector3d(0.1, 0, 0); })};
  for (int i = 0; i < 36; ++i) {
    const double rate = std::pow(10, -1 + 2.3 * part(numbers)), phase = 6 * part(numbers),
                 offset = -1 + 2 * part(numbers), end = i % 2 == 0 ? 10 : -10;
    const auto sine = [=](double t) { return std::sin(rate * t + phase) - offset; };
    SimulationOptions options = with({{"sine", [=](const State&, double t) { return sine(t); }}});
    options.estimate_error = false;
    if (i % 4 < 2) options.step = 0.3;
    const Simulation s = simulate(body, start, torques[i % 3], std::vector<double>{end}, 1e-8, options);
    EXPECT_EQ(static_cast<int>(s.events.size()), changes_of_sign(sine, end, 50'000))
        << i << ": rate " << rate << ", phase " << phase << ", offset " << offset;
    for (const FoundEvent& e : s.events) EXPECT_LE(std::abs(sine(e.time)), 4 * eps * (1 + rate * 10)) << i;
  }
}

TEST(Events, PassagesDoNotDependOnRequestedTimes) {
  std::vector<double> often;
  for (int i = 1; i <= 500; ++i) often.push_back(0.1 * i);
  for (const Torque& torque : {Torque(), heavy_top({0, 0, 1}, {0.1, 0, 0.2})}) {
    const Simulation a = simulate(body, start, torque, often, 1e-9, with({flip()}));
    const Simulation b =
        simulate(body, start, torque, std::vector<double>{often.back()}, 1e-9, with({flip()}));
    ASSERT_EQ(a.events.size(), b.events.size());
    ASSERT_GE(a.events.size(), 3u);
    for (std::size_t i = 0; i < a.events.size(); ++i) EXPECT_EQ(a.events[i].time, b.events[i].time) << i;
  }
}

// A parabola that comes down to a height above or below zero; the body rests, so that all is one step.
TEST(Events, TouchOfZero) {
  const State rest{Eigen::Quaterniond::Identity(), {0, 0, 0}};
  const auto count = [&](double height) {
    const Event touch{"touch", [=](const State&, double t) { return (t - 3.3) * (t - 3.3) + height; }};
    return simulate(body, rest, Torque(), std::vector<double>{10}, 1e-6, with({touch})).events.size();
  };
  EXPECT_EQ(count(1e-13), 0u);
  EXPECT_EQ(count(-1e-13), 2u);
  EXPECT_LE(count(0), 2u);
  EXPECT_EQ(count(-1e-3), 2u);
  EXPECT_EQ(count(1e-3), 0u);
}

// Up for a moment only: seen where it is looked for so often.
TEST(Events, LookEveryFindsAShortPulse) {
  Event pulse{"pulse", [](const State&, double t) { return std::abs(t - 3.33) < 0.004 ? 1.0 : -1.0; }};
  const auto found = [&] {
    return simulate(body, start, Torque(), std::vector<double>{10}, 1e-6, with({pulse})).events;
  };
  pulse.look_every = 0.004;
  const std::vector<FoundEvent> both = found();
  ASSERT_EQ(both.size(), 2u);
  EXPECT_NEAR(both[0].time, 3.326, 4 * eps);
  EXPECT_NEAR(both[1].time, 3.334, 4 * eps);
  pulse.look_every = 0;
  EXPECT_THROW(found(), InvalidInput);
}

// Of a quantity that is conserved, only rounding is left.
TEST(Events, RoundingIsNotSearchedForEver) {
  long calls = 0;
  const double energy = kinetic_energy(body, start);
  const Event conserved{"energy", [&](const State& s, double) {
                          ++calls;
                          return kinetic_energy(body, s) - energy;
                        }};
  simulate(body, start, Torque(), std::vector<double>{100}, 1e-9, with({conserved}));
  EXPECT_LE(calls, 20'000);
}

/// A top that swings in a plane: by symmetry its first axis lies level, and neither its momentum about the
/// others nor that about the vertical in space changes.
const Inertia swinging = Inertia::from_moments(1, 1, 0.3);
const State in_plane{Eigen::Quaterniond(std::cos(0.5), std::sin(0.5), 0, 0), {0.5, 0, 0}};
const Event never[] = {
    {"level", [](const State& s, double) { return to_space(s.attitude, Eigen::Vector3d::UnitX()).z(); }},
    {"across", [](const State& s, double) { return s.momentum.y(); }},
    {"about the vertical", [](const State& s, double) { return spatial_momentum(s).z(); }}};

// Of a function that stays at zero but for errors the sign means nothing.
TEST(Events, WhatOnlyErrorsMoveIsNotPassed) {
  const Torque weight = heavy_top({0, 0, 5}, {0, 0, 0.4});
  SimulationOptions in_steps;
  in_steps.splitting = splitting("blanes_moan_srkn6b");
  in_steps.step = 0.05;
  for (SimulationOptions options : {SimulationOptions{}, in_steps}) {
    options.events = {never[0], never[1], never[2], flip()};
    options.events.back().function = [](const State& s, double) { return s.momentum.x(); };
    const Simulation s = simulate(swinging, in_plane, weight, std::vector<double>{60}, 1e-9, options);
    ASSERT_GE(s.events.size(), 18u);
    for (const FoundEvent& e : s.events) EXPECT_EQ(e.event, 3u) << e.time;
    for (const std::string& w : s.warnings) EXPECT_EQ(w.find("flip"), std::string::npos);
  }
}

TEST(Events, UndecidedOnesAreWarnedOf) {
  const double energy = kinetic_energy(body, start);
  Event conserved{"energy", [&](const State& s, double) { return kinetic_energy(body, s) - energy; }};
  conserved.stops = true;
  const Simulation s =
      simulate(body, start, Torque(), std::vector<double>{100}, 1e-9, with({conserved, flip()}));
  EXPECT_FALSE(s.stopped);
  EXPECT_GE(s.events.size(), 7u);
  ASSERT_EQ(s.warnings.size(), 1u);
  EXPECT_EQ(s.warnings[0].rfind("The event energy is not decided", 0), 0u) << s.warnings[0];
}

// In a step it changes by less than rounding has made unknown of the motion.
TEST(Events, SlowPassageInShortStepsIsFound) {
  SimulationOptions options;
  options.splitting = splitting("strang_kick");
  options.step = 0.01;
  const Inertia b = Inertia::from_moments(1, 1.1, 2);
  const Torque brake = steady_torque({0, 0, -1e-11}, TorqueFrame::body);
  for (const Crossing crossing : {Crossing::falling, Crossing::either, Crossing::rising}) {
    options.events = {{"slower", [](const State& s, double) { return s.momentum.z() - (2 - 1e-10); }}};
    options.events[0].crossing = crossing;
    const Simulation s =
        simulate(b, {{1, 0, 0, 0}, {0, 0, 2}}, brake, std::vector<double>{20}, 1e-9, options);
    ASSERT_EQ(s.events.size(), crossing == Crossing::rising ? 0u : 1u);
    for (const FoundEvent& e : s.events) EXPECT_NEAR(e.time, 10, 1e-3);
    EXPECT_TRUE(s.warnings.empty());
  }
}

// The exact motion knows its small parts as well as its large ones.
TEST(Events, SmallSwingsInShortStepsAreFound) {
  SimulationOptions options = with({flip()});
  options.events[0].function = [](const State& s, double) { return s.momentum.x(); };
  options.step = 0.01;
  const Simulation s =
      simulate(body, {{1, 0, 0, 0}, {1e-11, 0, 3}}, Torque(), std::vector<double>{50}, 1e-9, options);
  EXPECT_EQ(s.events.size(), 16u);
}

// What begins at zero, or near it, counts once it has left it.
TEST(Events, ZeroAtTheStartIsLeftFirst) {
  for (const double at : {0.0, 1e-17, -1e-17}) {
    const Event turned{"turned", [=](const State& s, double) { return s.attitude.x() - 0.5 + at; }};
    const Simulation s = simulate(body, start, Torque(), std::vector<double>{20}, 1e-9, with({turned}));
    ASSERT_FALSE(s.events.empty());
    EXPECT_GE(s.events[0].time, 0.1);
    EXPECT_TRUE(s.warnings.empty());
  }
}

}  // namespace
}  // namespace events_test
}  // namespace polhode
