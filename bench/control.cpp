// SPDX-License-Identifier: MIT
// A control loop with a cycle of 0.1 s: ControlledBody against a step of the classical Runge-Kutta method that is
// written out by hand for the same satellite, with its error.
//
//   control [Google Benchmark's options]     a table; writes results/control.json
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <polhode/body/state.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/simulation/controlled_body.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/torque/built_in.hpp>
#include <string>
#include <utility>
#include <vector>

#include "chain.hpp"
#include "fastest.hpp"
#include "results/results.hpp"

namespace {

using namespace polhode;

constexpr double cycle = 0.1, mean_motion = 0.0011;
constexpr std::array<double, 3> moments{40, 95, 110};

struct Case {
  const char* name;
  double spin;  ///< radians per second
  bool has_gradient, has_wheels;
  int steps_by_hand = 1;  ///< in a cycle
};
constexpr Case cases[] = {{"held torque, 0.02 rad/s", 0.02, false, false},
                          {"and gravity gradient", 0.02, true, false},
                          {"and wheels", 0.02, true, true},
                          {"the same at 0.3 rad/s", 0.3, true, true},
                          {"ten steps by hand in a cycle", 0.3, true, true, 10}};

/// What somebody writes for this loop: attitude w, x, y, z and momentum in one array.
struct ByHand {
  using Vector = std::array<double, 7>;
  Vector x{};
  double t = 0;
  std::array<double, 3> torque{}, wheels{};
  bool has_gradient = false, has_wheels = false;
  int steps = 1;

  [[gnu::always_inline]] Vector slope(const Vector& y, double time) const {
    const double w = y[0], a = y[1], b = y[2], c = y[3];
    const double o1 = y[4] / moments[0], o2 = y[5] / moments[1], o3 = y[6] / moments[2];
    double m1 = y[4], m2 = y[5], m3 = y[6];
    if (has_wheels) m1 += wheels[0], m2 += wheels[1], m3 += wheels[2];
    Vector d{0.5 * (-a * o1 - b * o2 - c * o3), 0.5 * (w * o1 + b * o3 - c * o2),
             0.5 * (w * o2 + c * o1 - a * o3),  0.5 * (w * o3 + a * o2 - b * o1),
             m2 * o3 - m3 * o2 + torque[0],     m3 * o1 - m1 * o3 + torque[1],
             m1 * o2 - m2 * o1 + torque[2]};
    if (!has_gradient) return d;
    // The direction to the Earth, (cos nt, sin nt, 0), in the body.
    const double cn = std::cos(mean_motion * time), sn = std::sin(mean_motion * time);
    const double u1 = (1 - 2 * (b * b + c * c)) * cn + 2 * (a * b + w * c) * sn;
    const double u2 = 2 * (a * b - w * c) * cn + (1 - 2 * (a * a + c * c)) * sn;
    const double u3 = 2 * (a * c + w * b) * cn + 2 * (b * c - w * a) * sn;
    constexpr double n3 = 3 * mean_motion * mean_motion;
    d[4] += n3 * (moments[2] - moments[1]) * u2 * u3;
    d[5] += n3 * (moments[0] - moments[2]) * u3 * u1;
    d[6] += n3 * (moments[1] - moments[0]) * u1 * u2;
    return d;
  }

  void step(double h) {
    if (steps == 1) return one_step(h);
    for (int i = 0; i < steps; ++i) one_step(h / steps);
  }

  [[gnu::always_inline]] void one_step(double h) {
    const auto plus = [](const Vector& y, double s, const Vector& k) {
      Vector z;
      for (std::size_t i = 0; i < 7; ++i) z[i] = y[i] + s * k[i];
      return z;
    };
    const Vector k1 = slope(x, t), k2 = slope(plus(x, h / 2, k1), t + h / 2),
                 k3 = slope(plus(x, h / 2, k2), t + h / 2), k4 = slope(plus(x, h, k3), t + h);
    for (std::size_t i = 0; i < 7; ++i) x[i] += h / 6 * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]);
    t += h;
  }

  State state() const {
    return {Attitude(Attitude(x[0], x[1], x[2], x[3]).normalized()), {x[4], x[5], x[6]}};
  }
};

State start_of(const Case& c) {
  const Inertia body = Inertia::from_moments(moments[0], moments[1], moments[2]);
  return state_from_angular_velocity(body, Attitude(0.8, 0.36, -0.48, 0),
                                     c.spin * Eigen::Vector3d(0.4, -0.7, 0.6).normalized());
}

ControlledBody body_of(const Case& c, double tolerance) {
  ControlledBody body(Inertia::from_moments(moments[0], moments[1], moments[2]), start_of(c),
                      c.has_gradient ? gravity_gradient_circular(mean_motion) : Torque(), tolerance);
  return body;
}

ByHand by_hand(const Case& c) {
  const State s = start_of(c);
  ByHand b;
  b.x = {s.attitude.w(), s.attitude.x(), s.attitude.y(), s.attitude.z(),
         s.momentum.x(), s.momentum.y(), s.momentum.z()};
  b.has_gradient = c.has_gradient;
  b.has_wheels = c.has_wheels;
  b.steps = c.steps_by_hand;
  return b;
}

/// What the controller sets, which takes no time. The mean is 0, so that the body turns as fast as at the start,
/// however long the benchmark runs.
constexpr auto torques = [] {
  std::array<std::array<double, 3>, 70> all{};
  for (std::size_t k = 0; k < all.size(); ++k) {
    const double sign = k < all.size() / 2 ? 1 : -1;
    all[k] = {sign * (k % 7 < 3 ? 0.01 : -0.01), sign * (k % 5 < 2 ? 0.02 : -0.02), sign * -0.01};
  }
  return all;
}();
Eigen::Vector3d torque_in(std::size_t k) {
  const auto& [x, y, z] = torques[k % torques.size()];
  return {x, y, z};
}
Eigen::Vector3d wheels_in(std::size_t k) { return {0.1 + 1e-4 * static_cast<double>(k % 100), -0.2, 0.3}; }

void set(ControlledBody& body, const Case& c, std::size_t k) {
  body.set_torque(torque_in(k));
  if (c.has_wheels) body.set_wheels(wheels_in(k));
}
void set(ByHand& body, const Case& c, std::size_t k) {
  const Eigen::Vector3d torque = torque_in(k), wheels = wheels_in(k);
  for (std::size_t i = 0; i < 3; ++i) {
    body.torque[i] = torque(static_cast<Eigen::Index>(i));
    if (c.has_wheels) body.wheels[i] = wheels(static_cast<Eigen::Index>(i));
  }
}

template <class Body>
State after(Body body, const Case& c, std::size_t cycles) {
  for (std::size_t k = 0; k < cycles; ++k) {
    set(body, c, k);
    body.step(cycle);
  }
  return body.state();
}

double distance(const State& a, const State& b) {
  return std::max((a.attitude.coeffs() - b.attitude.coeffs()).norm(),
                  (a.momentum - b.momentum).norm() / b.momentum.norm());
}

template <class Body>
void run(benchmark::State& state, Body body, const Case& c) {
  std::size_t k = 0;
  for (auto _ : state) {
    set(body, c, k++);
    body.step(cycle);
    State now = body.state();
    bench::expose(now);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (!bench::initialize(argc, argv)) return 2;
  constexpr std::size_t cycles = 1000;
  std::vector<double> tolerances;
  std::vector<std::array<double, 2>> errors;
  for (const Case& c : cases) {
    const State exact = after(body_of(c, 1e-17), c, cycles);
    const double error = distance(after(by_hand(c), c, cycles), exact);
    // The largest tolerance of a cycle with which the error at the end is no greater than by hand.
    double tolerance = 1e-6, own = 0;
    for (;; tolerance /= 10) {
      own = distance(after(body_of(c, tolerance), c, cycles), exact);
      if (own <= std::max(1.01 * error, 1e-14) || tolerance < 1e-16) break;
    }
    tolerances.push_back(tolerance);
    errors.push_back({error, own});
    benchmark::RegisterBenchmark((std::string(c.name) + " by hand").c_str(),
                                 [&c](benchmark::State& state) { run(state, by_hand(c), c); });
    benchmark::RegisterBenchmark(
        (std::string(c.name) + " here").c_str(),
        [&c, tolerance](benchmark::State& state) { run(state, body_of(c, tolerance), c); });
  }
  const bench::Fastest fastest = bench::fastest_of_all();
  bench::Results results{
      .program = "control",
      .title = "A control loop",
      .words =
          "A cycle of 0.1 s of a satellite under a torque that is set anew each time, and reading "
          "the state: ControlledBody, and the classical Runge-Kutta method written out by hand.",
      .command = "build/bench/bench/control",
      .place = 3};
  bench::Table table{
      .name = "cycle",
      .title = "A cycle",
      .words =
          "Errors after 1000 cycles; the tolerance is the largest power of ten with which ours is no "
          "greater, or 1e-14.",
      .headings = {"", "by hand: ns", "here", "error by hand", "error here", "tolerance"}};
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    const std::string name = cases[i].name;
    const double hand = fastest(name + " by hand"), here = fastest(name + " here");
    table.rows.push_back({name,
                          {{bench::fixed(hand, 0), hand},
                           {bench::fixed(here / hand, 2), here, here / hand},
                           {bench::error_text(errors[i][0])},
                           {bench::error_text(errors[i][1])},
                           {bench::general(tolerances[i])}}});
    results.findings.push_back(name + ": at most 2 times the time by hand; measured " +
                               bench::fixed(here / hand, 2) + (here <= 2 * hand ? ", met" : ", not met"));
  }
  bench::print(table);
  for (const std::string& finding : results.findings) std::printf("%s\n", finding.c_str());
  results.tables.push_back(std::move(table));
  bench::write(std::move(results));
}
