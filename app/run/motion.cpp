// SPDX-License-Identifier: MIT
#include "run/motion.hpp"

#include <fmt/format.h>

#include <tuple>

#include "command/torqued_run.hpp"

namespace polhode::app {

namespace {

SimulationOptions options_of(const Scenario& scenario) {
  SimulationOptions options;
  options.start_time = scenario.times.start;
  options.splitting = scenario.way.splitting;
  options.step = scenario.way.step;
  options.drift = scenario.way.drift ? &*scenario.way.drift : nullptr;
  options.summation = scenario.way.summation;
  options.events = scenario.events;
  return options;
}

double tolerance_of(const Scenario& scenario) { return scenario.way.tolerance.value_or(default_tolerance); }

/// For as long as the scenario lives.
TimeSequence times_of(const Scenario& scenario) {
  return {scenario.times.size(), [&scenario](std::uint64_t k) { return scenario.times[k]; }};
}

}  // namespace

SimulationReport compute_motion(const Scenario& scenario, const MotionWatch& watch) {
  SimulationOptions options = options_of(scenario);
  options.progress = watch.progress;
  options.wants_checkpoint = watch.wants_checkpoint;
  options.resume_from = watch.resume_from;
  return simulate(scenario.body, scenario.start, scenario.torque, times_of(scenario), tolerance_of(scenario),
                  watch.sink, options);
}

bool can_go_together(const Scenario& scenario) {
  return !scenario.torque_is_random && can_simulate_many(scenario.torque, options_of(scenario));
}

bool go_together(const Scenario& a, const Scenario& b) {
  // Methods are those of the library: a name says all.
  const auto way_of = [](const Scenario& s) {
    const Way& way = s.way;
    return std::tuple(way.step, tolerance_of(s), way.drift ? way.drift->name : "",
                      way.splitting ? way.splitting->name : "", way.summation);
  };
  return can_go_together(a) && can_go_together(b) && a.times == b.times && way_of(a) == way_of(b);
}

std::vector<std::optional<SimulationReport>> compute_motions(std::span<const Scenario* const> scenarios,
                                                             const ManyStates& states,
                                                             const std::function<bool(double)>& progress) {
  std::vector<Inertia> bodies;
  std::vector<State> starts;
  for (const Scenario* scenario : scenarios) {
    bodies.push_back(scenario->body);
    starts.push_back(scenario->start);
  }
  if (scenarios.empty()) return {};
  SimulationOptions options = options_of(*scenarios.front());
  options.progress = progress;
  // That of the first is that of all, and so is all else but body and start.
  const Scenario& first = *scenarios.front();
  return simulate_many(bodies, starts, first.torque, times_of(first), tolerance_of(first), states, options);
}

std::string method_words(const SimulationReport& r) {
  if (r.splitting.empty() && r.steps == 0) return "the exact free motion as a function of time";
  const std::string steps = fmt::format("{} steps of at most {:.6g}", r.steps, r.step);
  if (r.splitting.empty()) return fmt::format("the free method {}, {}", r.drift, steps);
  return fmt::format("the splitting {}, {}, with the free method {}", r.splitting, steps, r.drift);
}

}  // namespace polhode::app
