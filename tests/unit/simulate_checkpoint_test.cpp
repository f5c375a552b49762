// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numbers>
#include <optional>
#include <polhode/core/error.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/torque/built_in.hpp>
#include <string>
#include <utility>
#include <vector>

#include "simulation/checkpoint_data.hpp"
#include "support/refusal.hpp"
#include "support/some_motion.hpp"

namespace polhode {
namespace simulate_checkpoint_test {
namespace {

using test::some_motion::askew;
using test::some_motion::body;
using test::some_motion::start;
using test::some_motion::top;

/// A run to be repeated.
struct Case {
  std::string name;
  Inertia inertia;
  Torque torque;
  std::vector<double> times;
  double tolerance;
  SimulationOptions options;
};

struct Recorded {
  std::vector<double> numbers;  ///< times and states
  std::vector<double> events;
  SimulationReport report;
  struct Mark {
    Checkpoint checkpoint;
    std::size_t numbers, events;  ///< that were there
  };
  std::vector<Mark> marks;
};

void add(std::vector<double>& to, double time, const State& s) {
  to.push_back(time);
  for (int i = 0; i < 3; ++i) to.push_back(s.momentum(i));
  for (int i = 0; i < 4; ++i) to.push_back(s.attitude.coeffs()(i));
}

Recorded record(const Case& c, bool marks, const Checkpoint* from = nullptr) {
  Recorded r;
  SimulationSink sink;
  sink.state = [&](double time, const State& s) { add(r.numbers, time, s); };
  sink.event = [&](const FoundEvent& e) {
    r.events.push_back(static_cast<double>(e.event));
    add(r.events, e.time, e.state);
  };
  SimulationOptions options = c.options;
  if (from) options.resume_from = *from;
  if (marks) {
    options.wants_checkpoint = [] { return true; };
    sink.checkpoint = [&](const Checkpoint& p) { r.marks.push_back({p, r.numbers.size(), r.events.size()}); };
  }
  const TimeSequence times(c.times.size(), [&](std::uint64_t k) { return c.times[k]; });
  r.report = simulate(c.inertia, start, c.torque, times, c.tolerance, sink, options);
  return r;
}

std::vector<std::uint64_t> bits(const std::vector<double>& numbers) {
  std::vector<std::uint64_t> all;
  for (const double n : numbers) all.push_back(std::bit_cast<std::uint64_t>(n));
  return all;
}

/// NaN is itself here.
void expect_same(double a, double b, const char* what) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a), std::bit_cast<std::uint64_t>(b))
      << what << ": " << a << " " << b;
}

void expect_same(const SimulationReport& a, const SimulationReport& b) {
  EXPECT_EQ(a.splitting, b.splitting);
  EXPECT_EQ(a.free_method, b.free_method);
  EXPECT_EQ(a.summation, b.summation);
  expect_same(a.step, b.step, "step");
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.torque_evaluations, b.torque_evaluations);
  EXPECT_EQ(a.search_evaluations, b.search_evaluations);
  expect_same(a.error_estimate, b.error_estimate, "error estimate");
  EXPECT_EQ(a.conserved_name, b.conserved_name);
  expect_same(a.conserved_start, b.conserved_start, "conserved");
  expect_same(a.conserved_excursion, b.conserved_excursion, "excursion");
  EXPECT_EQ(a.warnings, b.warnings);
  ASSERT_EQ(a.stopped.has_value(), b.stopped.has_value());
  if (!a.stopped) return;
  EXPECT_EQ(a.stopped->reason, b.stopped->reason);
  expect_same(a.stopped->time, b.stopped->time, "time of the stop");
}

std::vector<double> spaced(double end, int count) {
  std::vector<double> all;
  for (int i = 0; i <= count; ++i) all.push_back(end * i / count);
  return all;
}

std::vector<Event> watched(bool stops_late) {
  std::vector<Event> all;
  all.push_back({"m2", [](const State& s, double) { return s.momentum.y(); }});
  all.push_back({"q", [](const State& s, double) { return s.attitude.w() - 0.3; }, Crossing::rising});
  all.push_back(
      {"late", [](const State&, double t) { return std::abs(t) - 5.5; }, Crossing::rising, stops_late});
  return all;
}

Torque hits() {
  return impulses({{1.5, {0.3, -0.2, 0.9}}, {3, {-0.1, 0.2, 0.1}, TorqueFrame::space}, {3, {0.2, 0, 0}}});
}
Torque pulses() {
  return control_torque(
      [](double t) { return Eigen::Vector3d(t < 2 ? 0.3 : -0.2, t < 4.1 ? 0.0 : std::sin(t), 0.1); },
      TorqueFrame::body, {2, 4.1});
}

SimulationOptions with_step(double step, bool has_events = false) {
  SimulationOptions o;
  o.step = step;
  if (has_events) o.events = watched(false);
  return o;
}

std::vector<Case> cases() {
  static const FreeMethod midpoint = free_method("implicit_midpoint"), dmv = free_method("dmv");
  std::vector<Case> all;
  SimulationOptions events;
  events.events = watched(false);
  SimulationOptions stopping;
  stopping.events = watched(true);
  all.push_back({"free motion", body, Torque(), spaced(9, 40), 1e-9, {}});
  all.push_back({"free motion, events, impulses", askew, hits(), spaced(9, 40), 1e-9, events});
  all.push_back({"free motion backwards", askew, hits(), spaced(-9, 20), 1e-9, events});
  all.push_back({"top to a tolerance", body, top(), spaced(8, 50), 1e-9, events});
  all.push_back({"top that stops", askew, top(), spaced(8, 50), 1e-7, stopping});
  all.push_back({"top backwards", body, top(), spaced(-8, 20), 1e-9, stopping});
  all.push_back(
      {"backwards, times at the ends of steps", body, top(), spaced(-8, 64), 0.5, with_step(0.125)});
  all.push_back({"impulses and breakpoints", askew, top() + pulses() + hits(), spaced(6, 30), 1e-8, events});
  all.push_back({"impulses and breakpoints, a step given", body, top() + pulses() + hits(), spaced(6, 7), 0.5,
                 with_step(0.004, true)});
  all.push_back({"two times, many steps", body, top(), {0, 20}, 0.5, with_step(0.01)});
  all.push_back({"damped", body, top() + linear_damping(Eigen::Vector3d(0.3, 0.2, 0.1).asDiagonal()),
                 spaced(8, 20), 1e-5, events});
  all.push_back({"vessel",
                 body,
                 vessel_restoring(1, 9.8, 0.3, 0.2) + internal_dissipation(0.05),
                 spaced(5, 9),
                 1e-7,
                 {}});
  all.push_back({"a user's own", body,
                 Torque::of_state("drag",
                                  [](const State& s, double) {
                                    return Eigen::Vector3d(-0.1 * s.momentum.norm() * s.momentum);
                                  }),
                 spaced(5, 6), 0.5, with_step(0.005)});
  SimulationOptions plain = with_step(0.007, true);
  plain.summation = Summation::plain;
  plain.splitting = splitting("strang_drift");
  plain.free_method = midpoint;
  all.push_back({"plain, another drift", askew, top(), spaced(6, 5), 0.5, plain});
  all.push_back({"free in steps", askew, Torque(), spaced(6, 11), 0.5, with_step(0.003, true)});
  SimulationOptions by_dmv = with_step(0.004);
  by_dmv.free_method = dmv;
  all.push_back({"free in steps, images, impulses", body, hits(), spaced(6, 2), 0.5, by_dmv});
  SimulationOptions back = with_step(0.004, true);
  back.free_method = midpoint;
  all.push_back({"free in steps backwards", body, hits(), spaced(-6, 7), 0.5, back});
  all.push_back({"nothing but the start", body, top(), {0, 0}, 1e-6, {}});
  return all;
}

TEST(SimulateCheckpoint, ARunGoesOnFromEachToTheSameBits) {
  std::size_t most_marks = 0;
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const Recorded plain = record(c, false), whole = record(c, true);
    EXPECT_EQ(bits(plain.numbers), bits(whole.numbers)) << "taking checkpoints changed the run";
    EXPECT_EQ(bits(plain.events), bits(whole.events));
    expect_same(plain.report, whole.report);
    ASSERT_FALSE(whole.marks.empty());
    most_marks = std::max(most_marks, whole.marks.size());
    const std::size_t stride = 1 + whole.marks.size() / 40;
    for (std::size_t i = 0; i < whole.marks.size(); i += stride) {
      SCOPED_TRACE(i);
      const Recorded::Mark& mark = whole.marks[i];
      const Recorded rest = record(c, false, &mark.checkpoint);
      std::vector<double> numbers(whole.numbers.begin(),
                                  whole.numbers.begin() + static_cast<std::ptrdiff_t>(mark.numbers)),
          events(whole.events.begin(), whole.events.begin() + static_cast<std::ptrdiff_t>(mark.events));
      numbers.insert(numbers.end(), rest.numbers.begin(), rest.numbers.end());
      events.insert(events.end(), rest.events.begin(), rest.events.end());
      ASSERT_EQ(bits(numbers), bits(whole.numbers));
      ASSERT_EQ(bits(events), bits(whole.events));
      expect_same(rest.report, whole.report);
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(most_marks, 40u);
}

// Also of a run that was itself taken up: its checkpoints are those of the whole.
TEST(SimulateCheckpoint, ChainsOfThemLeadToTheSameBits) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const Recorded whole = record(c, true);
    std::vector<double> numbers;
    std::optional<Checkpoint> at;
    SimulationReport last;
    for (std::size_t leg = 0; leg < 400; ++leg) {
      const Recorded part = record(c, true, at ? &*at : nullptr);
      last = part.report;
      // Three offers on, or to the end.
      const std::size_t further = std::min<std::size_t>(part.marks.size(), 3);
      if (further == 0 || leg == 399) {
        numbers.insert(numbers.end(), part.numbers.begin(), part.numbers.end());
        break;
      }
      const Recorded::Mark& mark = part.marks[further - 1];
      numbers.insert(numbers.end(), part.numbers.begin(),
                     part.numbers.begin() + static_cast<std::ptrdiff_t>(mark.numbers));
      at = mark.checkpoint;
      if (whole.marks.size() > 60) break;  // the long ones are done above
    }
    if (whole.marks.size() > 60) continue;
    EXPECT_EQ(bits(numbers), bits(whole.numbers));
    expect_same(last, whole.report);
  }
}

TEST(SimulateCheckpoint, GoesThroughBytes) {
  const Case c{"top", body, top(), spaced(3, 10), 1e-8, {}};
  const Recorded whole = record(c, true);
  const Recorded::Mark& mark = whole.marks.at(4);
  const Checkpoint again(mark.checkpoint.bytes());
  EXPECT_EQ(next_time(again), next_time(mark.checkpoint));
  const Recorded rest = record(c, false, &again);
  expect_same(rest.report, whole.report);
}

TEST(SimulateCheckpoint, BytesHoldEveryField) {
  simulation::CheckpointData c;
  c.next_time = 17;
  c.run.stepper.phase.em.y = 1e-20;
  c.run.stepper.pending = 0.25;
  c.run.event_values = {1.5, -2};
  c.companion.emplace();
  c.companion->steps = 99;
  c.to_compare = State{Eigen::Quaterniond(1, 2, 3, 4), {5, 6, 7}};
  c.splitting = "strang_kick";
  c.search_warnings = {"a", "bc"};
  const simulation::CheckpointData back = simulation::data_of(simulation::checkpoint_of(c));
  EXPECT_EQ(simulation::checkpoint_of(back).bytes(), simulation::checkpoint_of(c).bytes());
  EXPECT_EQ(back.run.stepper.pending, 0.25);
  EXPECT_EQ(back.companion->steps, 99u);
  EXPECT_EQ(back.to_compare->attitude.z(), 4);
  EXPECT_EQ(back.search_warnings.at(1), "bc");
}

TEST(SimulateCheckpoint, RefusesBytesThatAreNone) {
  const Case c{"top", body, top(), spaced(3, 10), 1e-8, {}};
  const std::string bytes = record(c, true).marks.at(4).checkpoint.bytes();
  EXPECT_THROW(Checkpoint(""), InvalidInput);
  EXPECT_THROW(Checkpoint("something else"), InvalidInput);
  EXPECT_THROW(Checkpoint(bytes + "x"), InvalidInput);
  for (std::size_t size = 0; size < bytes.size(); size += 7)
    EXPECT_THROW(Checkpoint(bytes.substr(0, size)), InvalidInput) << size;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    EXPECT_THROW(Checkpoint{damaged}, InvalidInput) << i;
  }
}

TEST(SimulateCheckpoint, RefusesThatOfAnotherRun) {
  const Case c{"top", body, top(), spaced(3, 10), 1e-8, {}};
  const Checkpoint late = record(c, true).marks.back().checkpoint;
  Case shorter = c;
  shorter.times = spaced(3, 2);
  EXPECT_THROW(record(shorter, false, &late), InvalidInput);
  Case watching = c;
  watching.options.events = watched(false);
  EXPECT_THROW(record(watching, false, &late), InvalidInput);
  Case stepping = c;
  stepping.options = with_step(0.1);
  EXPECT_THROW(record(stepping, false, &late), InvalidInput);
  Case of_another_body = c;
  of_another_body.inertia = askew;
  EXPECT_THROW(record(of_another_body, false, &late), InvalidInput);
  Case under_another_torque = c;
  under_another_torque.torque = top() + steady_torque({0, 0, 1e-3}, TorqueFrame::body);
  EXPECT_THROW(record(under_another_torque, false, &late), InvalidInput);
  Case tighter = c;
  tighter.tolerance = 1e-9;
  EXPECT_THROW(record(tighter, false, &late), InvalidInput);
}

// Between two times as well, and while the companion follows.
TEST(SimulateCheckpoint, AreOfferedBetweenTimes) {
  Case c{"long", body, top(), {10}, 0.5, with_step(0.002)};
  const Recorded r = record(c, true);
  const auto between = std::count_if(r.marks.begin(), r.marks.end(),
                                     [](const auto& m) { return next_time(m.checkpoint) == 0; });
  const auto following = std::count_if(r.marks.begin(), r.marks.end(), [](const auto& m) {
    return simulation::data_of(m.checkpoint).to_compare.has_value();
  });
  EXPECT_GT(between, 15);
  EXPECT_GT(following, 30);
}

TEST(SimulateCheckpoint, TheStepIsNotSoughtAgain) {
  int evaluations = 0;
  const Torque counted = Torque::of_attitude("counted", [&](const Eigen::Quaterniond& q, double) {
    ++evaluations;
    return Eigen::Vector3d(0.1 * q.x(), 0.2 * q.y(), 0);
  });
  Case c{"counted", body, counted, {5}, 1e-9, {}};
  c.options.splitting = default_splitting(false, 1e-9);
  const Recorded whole = record(c, true);
  const int all = evaluations;
  evaluations = 0;
  const Recorded rest = record(c, false, &whole.marks.front().checkpoint);
  EXPECT_EQ(rest.report.torque_evaluations, whole.report.torque_evaluations);
  EXPECT_LT(evaluations, all / 2);
}

// -------------------------------------------------------------------------------------- a free body in steps

TEST(SimulateFreeSteps, AreThoseOfTheStepper) {
  const double h = 0.1;
  for (const char* name : {"exact", "rk4", "dmv", "lie_poisson_123", "implicit_midpoint"}) {
    SCOPED_TRACE(name);
    const FreeMethod method = free_method(name);
    SimulationOptions options = with_step(h);
    options.free_method = method;
    const Summation summation = can_be_compensated(method, body) ? Summation::compensated : Summation::plain;
    // Times in steps, within steps, and an end that is no whole number of steps.
    const std::vector<double> times{0, 0.1, 0.3, 0.35, 1, 1.0 + 1e-16, 12.3, 12.34};
    const Simulation s = simulate(body, start, Torque(), times, 0.5, options);
    FreeStepper stepper(body, start, method, summation);
    int taken = 0;
    ASSERT_EQ(s.states.size(), times.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
      const double steps = std::floor(times[i] / h + 1e-9), rest = times[i] - steps * h;
      for (; taken < static_cast<int>(steps); ++taken) stepper.step(h);
      FreeStepper copy = stepper;
      if (rest > 1e-9) copy.step(rest);
      const State expected = copy.state();
      const double scale = rest > 1e-9 ? 1e-14 : 0;  // a rest is rounded
      EXPECT_LE((s.states[i].momentum - expected.momentum).norm(), scale) << times[i];
      EXPECT_LE((s.states[i].attitude.coeffs() - expected.attitude.coeffs()).norm(), scale) << times[i];
    }
    EXPECT_EQ(s.steps, 124u);
    EXPECT_EQ(s.step, h);
    EXPECT_EQ(s.splitting, "");
    EXPECT_EQ(s.free_method, name);
    EXPECT_EQ(s.summation, summation);
    // The error is the distance from the motion, known exactly.
    double worst = 0;
    const FreeMotion motion(body, start);
    for (std::size_t i = 0; i < times.size(); ++i)
      worst = std::max(worst, (s.states[i].attitude.coeffs() - motion.at(times[i]).attitude.coeffs()).norm());
    EXPECT_GE(s.error_estimate, worst);
    const bool is_exact = std::string(name) == "exact";
    EXPECT_GT(s.error_estimate, is_exact ? 0 : 1e-9);
    EXPECT_LT(s.error_estimate, is_exact ? 1e-14 : 0.2);
  }
}

TEST(SimulateFreeSteps, MeetImpulses) {
  const Simulation s = simulate(body, start, hits(), std::vector<double>{1.5, 3, 6}, 0.5, with_step(0.37));
  const Simulation exact = simulate(body, start, hits(), std::vector<double>{1.5, 3, 6}, 0.5);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_LE((s.states[i].momentum - exact.states[i].momentum).norm(), 1e-14);
    EXPECT_LE((s.states[i].attitude.coeffs() - exact.states[i].attitude.coeffs()).norm(), 1e-14);
  }
  EXPECT_LE(s.error_estimate, 1e-14);
  EXPECT_TRUE(std::isnan(s.conserved_start));
}

TEST(SimulateFreeSteps, AMethodThatFailsStopsTheRun) {
  static const FreeMethod dmv = free_method("dmv");
  SimulationOptions options = with_step(50);
  options.free_method = dmv;
  const Simulation s = simulate(body, start, Torque(), std::vector<double>{0, 100}, 0.5, options);
  ASSERT_TRUE(s.stopped.has_value());
  EXPECT_EQ(s.states.size(), 1u);
  EXPECT_NE(s.stopped->reason.find("dmv"), std::string::npos) << s.stopped->reason;
}

TEST(SimulateFreeSteps, TooManyAreRefused) {
  for (const Torque& torque : {Torque(), top()}) {
    const std::string what = test::refusal(
        [&] { simulate(body, start, torque, std::vector<double>{1e10}, 0.5, with_step(1e-10)); });
    EXPECT_NE(what.find("2^53"), std::string::npos) << what;
  }
}

// ------------------------------------------------------------------------------------------ times by number

TEST(TimeSequence, NeedNotBeHeld) {
  const std::uint64_t count = 3'000'000;
  std::uint64_t seen = 0;
  double last = -1;
  SimulationSink sink;
  sink.state = [&](double time, const State&) {
    ++seen;
    last = time;
  };
  const TimeSequence times(count, [](std::uint64_t k) { return 1e-3 * static_cast<double>(k); });
  const State rest{Eigen::Quaterniond::Identity(), {0, 0, 0}};
  simulate(body, rest, Torque(), times, 0.5, sink);
  EXPECT_EQ(seen, count);
  EXPECT_EQ(last, 1e-3 * static_cast<double>(count - 1));
}

TEST(TimeSequence, IsCheckedAsAListIs) {
  SimulationSink sink{[](double, const State&) {}};
  const auto refused = [&](std::function<double(std::uint64_t)> at) {
    return test::refusal([&] { simulate(body, start, Torque(), TimeSequence(3, at), 0.5, sink); });
  };
  EXPECT_EQ(refused([](std::uint64_t k) { return static_cast<double>(k); }), "accepted");
  EXPECT_NE(refused([](std::uint64_t k) { return k == 1 ? std::nan("") : 0.0; }).find("time 1"),
            std::string::npos);
  EXPECT_NE(refused([](std::uint64_t k) { return k == 1 ? 5.0 : 1.0; }).find("time 2"), std::string::npos);
}

}  // namespace
}  // namespace simulate_checkpoint_test
}  // namespace polhode
