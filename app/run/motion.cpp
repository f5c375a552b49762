// SPDX-License-Identifier: MIT
#include "run/motion.hpp"

#include <fmt/format.h>

#include "command/torqued_run.hpp"

namespace polhode::app {

SimulationReport compute_motion(const Scenario& scenario, const MotionWatch& watch) {
  SimulationOptions options;
  options.start_time = scenario.times.start;
  options.splitting = scenario.way.splitting;
  options.step = scenario.way.step;
  options.drift = scenario.way.drift ? &*scenario.way.drift : nullptr;
  options.summation = scenario.way.summation;
  options.events = scenario.events;
  options.progress = watch.progress;
  options.wants_checkpoint = watch.wants_checkpoint;
  options.resume_from = watch.resume_from;
  const TimeSequence times(scenario.times.size(), [&](std::uint64_t k) { return scenario.times[k]; });
  return simulate(scenario.body, scenario.start, scenario.torque, times,
                  scenario.way.tolerance.value_or(default_tolerance), watch.sink, options);
}

std::string method_words(const SimulationReport& r) {
  if (r.splitting.empty() && r.steps == 0) return "the exact free motion as a function of time";
  const std::string steps = fmt::format("{} steps of at most {:.6g}", r.steps, r.step);
  if (r.splitting.empty()) return fmt::format("the free method {}, {}", r.drift, steps);
  return fmt::format("the splitting {}, {}, with the free method {}", r.splitting, steps, r.drift);
}

}  // namespace polhode::app
