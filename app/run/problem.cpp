// SPDX-License-Identifier: MIT
#include "run/problem.hpp"

namespace polhode::app {

void set_method(const MethodSettings& settings, Problem& problem) {
  problem.tolerance = tolerance_of(settings);
  problem.options.step = settings.step;
  problem.options.splitting = settings.splitting;
  problem.options.free_method = settings.free_method;
  problem.options.summation = settings.summation;
}

Problem problem_of(const Scenario& scenario) {
  Problem problem{
      scenario.body, scenario.start, scenario.torque,
      TimeSequence(scenario.times.size(), [&scenario](std::uint64_t k) { return scenario.times[k]; })};
  problem.options.start_time = scenario.times.start;
  set_method(scenario.method, problem);
  problem.options.events = scenario.events;
  problem.group = scenario.differs_in_body_and_start_only ? 1 : 0;
  return problem;
}

}  // namespace polhode::app
