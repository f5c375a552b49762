// SPDX-License-Identifier: MIT
#include "run/problem.hpp"

namespace polhode::app {

void set_method(const MethodSettings& settings, Problem& problem) {
  problem.tolerance = tolerance_of(settings);
  problem.options.step = settings.step;
  problem.options.max_step = settings.max_step;
  problem.options.splitting = settings.splitting;
  problem.options.free_method = settings.free_method;
  problem.options.summation = settings.summation;
}

namespace {

/// The order need not be checked again: a list was checked when it was read, and evenly spaced times differ
/// by more than their round-off unless they are too many for any run.
TimeSequence sequence_of(const OutputTimes& times) {
  constexpr std::uint64_t many = std::uint64_t{1} << 50U;
  const auto at = [&times](std::uint64_t k) { return times[k]; };
  return times.size() < many ? TimeSequence::in_order(times.size(), at) : TimeSequence(times.size(), at);
}

}  // namespace

Problem problem_of(const Scenario& scenario) {
  Problem problem{scenario.body, scenario.start, scenario.torque, sequence_of(scenario.times)};
  problem.options.start_time = scenario.times.start;
  set_method(scenario.method, problem);
  problem.options.events = scenario.events;
  problem.may_share_lanes = scenario.differs_in_body_and_start_only;
  return problem;
}

}  // namespace polhode::app
