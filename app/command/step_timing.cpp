// SPDX-License-Identifier: MIT
#include "command/step_timing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>
#include <span>

#include "files/interrupt.hpp"

namespace polhode::app {
namespace {

using Clock = std::chrono::steady_clock;

Inertia water() { return Inertia::from_moments(0.345, 0.653, 1.0); }

State water_start() { return {Eigen::Quaterniond::Identity(), {0.5, 0.2, std::sqrt(0.71)}}; }

double tenth_of_a_radian() { return 0.1 / water().angular_velocity(water_start().momentum).norm(); }

/// The time of one `turn()`.
template <class Turn>
double fastest(const Turn& turn) {
  constexpr double shortest_run = 1e-3;  // seconds
  constexpr int runs = 8;
  const auto seconds_for = [&turn](int times) {
    const auto begin = Clock::now();
    for (int n = 0; n < times; ++n) turn();
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  // As many as fill it, seen from a quarter: a hundred methods are timed while somebody waits.
  int times = 16;
  double seconds = seconds_for(times);
  for (; seconds < shortest_run / 4; seconds = seconds_for(times)) times *= 2;
  times = static_cast<int>(std::ceil(times * std::max(1.0, shortest_run / seconds)));
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < runs; ++run) {
    stop_if_interrupted();
    least = std::min(least, seconds_for(times) / times);
  }
  return 1e9 * least;
}

}  // namespace

double nanoseconds_per_step(const FreeMethod& method) {
  FreeStepper stepper(water(), water_start(), method);
  return fastest([&stepper, h = tenth_of_a_radian()] { stepper.step(h); });
}

double nanoseconds_per_step(const Splitting& splitting) {
  SplittingStepper stepper(water(), water_start(), heavy_top({0, 0, 1}, {0, 0, 0.1}), splitting);
  return fastest([&stepper, h = tenth_of_a_radian()] { stepper.step(h); });
}

double nanoseconds_per_step(const GeneralMethod& method) {
  constexpr double steps = 256, tolerance = 1e-9;
  const double h = tenth_of_a_radian(), end = steps * h;
  const Torque top = heavy_top({0, 0, 1}, {0, 0, 0.1});
  double taken = 1;
  const double run = fastest([&] {
    taken = static_cast<double>(simulate_by(method, water(), water_start(), top, std::span(&end, 1),
                                            method.controls_steps ? tolerance : h)
                                    .steps);
  });
  return run / taken;
}

double nanoseconds_per_question() {
  const FreeMotion motion(water(), water_start());
  double t = 0;
  volatile double seen = 0;  // so that the question is put
  return fastest([&, h = tenth_of_a_radian()] { seen = motion.at(t += h).momentum.x(); });
}

}  // namespace polhode::app
