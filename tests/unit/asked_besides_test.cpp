// SPDX-License-Identifier: MIT
// A state depends on body, start, torque, end, tolerance and method alone, not on what is asked for besides.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <polhode/torque/built_in.hpp>
#include <string>
#include <vector>

namespace polhode {
namespace asked_besides_test {
namespace {

const Inertia body = Inertia::from_moments(1, 2, 3);
const Inertia turned =
    Inertia::from_tensor((Eigen::Matrix3d() << 1.2, 0.1, 0.05, 0.1, 2, -0.1, 0.05, -0.1, 2.6).finished());
const State start{Eigen::Quaterniond(0.5, 0.5, -0.5, 0.5), {0.4, 1.3, 0.2}};

struct Case {
  std::string name;
  Inertia inertia;
  Torque torque;
  double end, tolerance;
  SimulationOptions options{};
};

SimulationOptions by_splitting(std::optional<double> step) {
  SimulationOptions o;
  o.splitting = splitting("blanes_moan_srkn6b");
  o.step = step;
  return o;
}

std::vector<Case> cases() {
  const Torque top = heavy_top({0, 0, 1}, {0.1, 0, 0.2}), gravity = gravity_gradient_circular(0.4);
  const Torque function = Torque::of_state("drag", [](const State& s, double t) -> Eigen::Vector3d {
    return -0.1 * s.momentum * (1 + std::sin(t));
  });
  const Torque table =
      tabulated_torque({0, 2, 5}, {{0, 0, 0.1}, {0.2, 0, 0}, {0, 0.1, 0}}, TorqueFrame::body, Beyond::hold);
  const Torque stiff =
      linear_damping(5000 * Eigen::Matrix3d::Identity()) + steady_torque({1, 2, 1}, TorqueFrame::body);
  const Torque kicks = impulses({{2, {0, 0.1, 0.3}}, {3.5, {0.2, 0, 0}, TorqueFrame::space}});
  return {{"free", body, Torque(), 7, 1e-9},
          {"free, a tensor", turned, Torque(), -7, 1e-9},
          {"top, 1e-4", body, top, 7, 1e-4},
          {"top", body, top, 7, 1e-9},
          {"top backwards, a tensor", turned, top, -7, 1e-9},
          {"gravity gradient, 1e-6", body, gravity, 7, 1e-6},
          {"gravity gradient, 1e-13", turned, gravity, 7, 1e-13},
          {"vessel", body, vessel_restoring(1, 9.81, 0.1, 0.2), 3, 1e-8},
          {"impulses", body, top + kicks, 7, 1e-9},
          {"table", body, table, 7, 1e-9},
          {"function", body, function, 7, 1e-9},
          {"function, a tensor", turned, function, -7, 1e-5},
          {"damping faster than the motion", body, stiff, 7, 1e-4},
          {"splitting, step sought", body, top, 7, 1e-7, by_splitting({})},
          {"splitting, step given", turned, top, 7, 1e-7, by_splitting(0.13)}};
}

std::string bytes_of(const State& s) {
  std::string all(7 * sizeof(double), 0);
  std::memcpy(all.data(), s.attitude.coeffs().data(), 4 * sizeof(double));
  std::memcpy(all.data() + 4 * sizeof(double), s.momentum.data(), 3 * sizeof(double));
  return all;
}

std::vector<double> times_of(const Case& c, int count) {
  std::vector<double> times;
  for (int i = 1; i < count; ++i) times.push_back(c.end * (i - 0.3) / count);
  times.push_back(c.end);
  return times;
}

/// With an estimate of the error, without one, and with events.
std::vector<SimulationOptions> options_of(const Case& c) {
  SimulationOptions plain = c.options, watched = c.options;
  plain.estimate_error = false;
  watched.events = {{"flip", [](const State& s, double) { return s.momentum.y(); }},
                    {"clock", [](const State&, double t) { return std::sin(9 * t); }}};
  return {c.options, plain, watched};
}

TEST(AskedBesides, ChangesNoStateOfSimulate) {
  for (const Case& c : cases()) {
    std::optional<std::string> first;
    for (const SimulationOptions& options : options_of(c))
      for (const int count : {1, 2, 40}) {
        const Simulation s = simulate(c.inertia, start, c.torque, times_of(c, count), c.tolerance, options);
        ASSERT_EQ(s.states.size(), static_cast<std::size_t>(count)) << c.name;
        if (!first) first = bytes_of(s.states.back());
        EXPECT_EQ(bytes_of(s.states.back()), *first) << c.name << ", " << count << " times";
      }
  }
}

TEST(AskedBesides, ChangesNoStateOfSimulateMany) {
  const std::vector<Case> all = cases();
  std::vector<Problem> problems;
  std::vector<std::string> names, alone;
  std::vector<std::vector<double>> times;
  times.reserve(2 * all.size());
  for (const Case& c : all) {
    const std::string end = bytes_of(
        simulate(c.inertia, start, c.torque, std::vector<double>{c.end}, c.tolerance, c.options).states[0]);
    for (const int count : {1, 3}) {
      times.push_back(times_of(c, count));
      for (const SimulationOptions& options : options_of(c)) {
        problems.push_back({c.inertia, start, c.torque, TimeSequence(times.back()), c.tolerance, options});
        names.push_back(c.name);
        alone.push_back(end);
      }
    }
  }
  for (const int threads : {1, 3})
    for (const std::size_t every : {1u, 5u}) {
      std::vector<std::string> ends(problems.size());
      ManyMotionsSink sink;
      sink.state = [&](std::uint64_t i, double, const State& s) { ends[i * every] = bytes_of(s); };
      sink.end = [](std::uint64_t, const SimulationReport&) {};
      simulate_many((problems.size() + every - 1) / every,
                    [&](std::uint64_t i) { return std::optional(problems[i * every]); }, sink, {threads, {}});
      for (std::size_t i = 0; i < problems.size(); i += every) EXPECT_EQ(ends[i], alone[i]) << names[i];
    }
}

}  // namespace
}  // namespace asked_besides_test
}  // namespace polhode
