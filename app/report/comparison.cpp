// SPDX-License-Identifier: MIT
#include "report/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/body/invariants.hpp>
#include <polhode/body/principal_attitude.hpp>
#include <polhode/core/error.hpp>
#include <polhode/simulation/simulate.hpp>
#include <span>

#include "command/torqued_run.hpp"

namespace polhode::app {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double reference_tolerance = 1e-13;

std::vector<double> some_times(const OutputTimes& all) {
  constexpr std::uint64_t most = 400;
  const std::uint64_t count = all.size(), taken = std::min(count, most);
  std::vector<double> times;
  for (std::uint64_t k = 0; k < taken; ++k)
    times.push_back(all[taken == 1 ? count - 1 : k * (count - 1) / (taken - 1)]);
  return times;
}

std::vector<double> errors_of(const std::vector<State>& states, const std::vector<State>& reference) {
  std::vector<double> errors;
  double largest = 0;
  for (std::size_t k = 0; k < states.size(); ++k) {
    largest = std::max(largest, momentum_length(reference[k]));
    const double momentum = (states[k].momentum - reference[k].momentum).stableNorm();
    errors.push_back(std::max(momentum == 0 ? 0 : momentum / largest,
                              (states[k].attitude.coeffs() - reference[k].attitude.coeffs()).norm()));
  }
  return errors;
}

/// What the motion conserves: of a free body the energy, relative; under torque what the torque names.
class Invariant {
 public:
  explicit Invariant(const Scenario& s) : scenario_(s), frame_(s.body), torque_(s.torque.prepare(s.body)) {
    if (!s.torque.impulses().empty()) return;
    is_free_ = s.torque.is_none();
    if (is_free_)
      name_ = "energy, relative";
    else if (torque_.conserved)
      name_ = torque_.conserved_name;
  }
  const std::string& name() const noexcept { return name_; }

  std::vector<double> distances(const std::vector<double>& times, const std::vector<State>& states) const {
    std::vector<double> all;
    if (name_.empty()) return std::vector<double>(states.size(), nan);
    const double at_start = value(scenario_.times.start, scenario_.start);
    for (std::size_t k = 0; k < states.size(); ++k) {
      const double distance = std::abs(value(times[k], states[k]) - at_start);
      all.push_back(is_free_ && distance > 0 ? distance / at_start : distance);
    }
    return all;
  }

 private:
  double value(double time, const State& s) const {
    if (is_free_) return kinetic_energy(scenario_.body, s);
    return torque_.conserved({principal_momentum(scenario_.body, s), frame_.from_user(s.attitude)}, time);
  }

  const Scenario& scenario_;
  PrincipalAttitude frame_;
  PreparedTorque torque_;
  bool is_free_ = false;
  std::string name_;
};

SimulationOptions options_for(const Scenario& scenario, const ComparedMethod& method, double step) {
  SimulationOptions options;
  options.start_time = scenario.times.start;
  options.step = step;
  options.estimates_error = false;
  options.summation = scenario.way.summation;
  options.splitting = method.splitting ? method.splitting : scenario.way.splitting;
  if (method.drift)
    options.drift = &*method.drift;
  else if (scenario.way.drift)
    options.drift = &*scenario.way.drift;
  return options;
}

double tolerance_of(const Scenario& scenario) { return scenario.way.tolerance.value_or(default_tolerance); }

/// What the steps alone cost: of some runs to the last time the least, because what disturbs one only ever makes it slower; a long one is
/// not done again.
void measure_cost(const Scenario& scenario, double end, const SimulationOptions& options, ComparedRun& run) {
  using Clock = std::chrono::steady_clock;
  constexpr double long_enough = 0.2;
  run.seconds = HUGE_VAL;
  const auto begin = Clock::now();
  for (int k = 0; k < 5; ++k) {
    const auto from = Clock::now();
    const Simulation motion = simulate(scenario.body, scenario.start, scenario.torque, std::span(&end, 1),
                                       tolerance_of(scenario), options);
    const auto to = Clock::now();
    run.steps = motion.steps;
    run.torque_evaluations = motion.torque_evaluations;
    run.seconds = std::min(run.seconds, std::chrono::duration<double>(to - from).count());
    if (std::chrono::duration<double>(to - begin).count() > long_enough) break;
  }
}

double greatest(const std::vector<double>& values) {
  return values.empty() ? nan : *std::max_element(values.begin(), values.end());
}

ComparedRun compared(const Scenario& scenario, const ComparedMethod& method, double step,
                     const Comparison& all, const std::vector<State>& reference, const Invariant& invariant,
                     const std::function<void(double)>& progress) {
  ComparedRun run{method.name, step};
  auto options = options_for(scenario, method, step);
  options.progress = [&](double part) {
    progress(part);
    return true;
  };
  try {
    const Simulation motion =
        simulate(scenario.body, scenario.start, scenario.torque, all.times, tolerance_of(scenario), options);
    if (motion.stopped) {
      run.failure = fmt::format("stopped at t = {:.6g}: {}", motion.stopped->time, motion.stopped->reason);
      return run;
    }
    run.errors = errors_of(motion.states, reference);
    run.invariants = invariant.distances(all.times, motion.states);
    run.greatest_error = greatest(run.errors);
    run.last_error = run.errors.back();
    run.invariant_excursion = greatest(run.invariants);
    options.progress = {};
    measure_cost(scenario, all.times.back(), options, run);
  } catch (const InvalidInput& refusal) {
    run.failure = refusal.what();
  }
  return run;
}

}  // namespace

std::vector<double> usual_steps(const Scenario& scenario) {
  double longest = 0;
  if (scenario.torque.is_none()) {
    constexpr double turn = 0.1;
    const double rate = angular_velocity(scenario.body, scenario.start).norm();
    const double duration = std::abs(scenario.times.end - scenario.times.start);
    longest = rate > 0 ? std::min(turn / rate, duration) : duration;
  } else {
    SimulationOptions options;
    options.start_time = scenario.times.start;
    options.splitting = scenario.way.splitting;
    const auto times = some_times(scenario.times);
    longest =
        simulate(scenario.body, scenario.start, scenario.torque, times, tolerance_of(scenario), options).step;
  }
  return {longest, longest / 2, longest / 4, longest / 8};
}

Comparison compare_methods(const Scenario& scenario, const std::vector<ComparedMethod>& methods,
                           const std::vector<double>& steps, const std::function<void(double)>& progress) {
  Comparison all;
  all.times = some_times(scenario.times);
  const Invariant invariant(scenario);
  all.invariant = invariant.name();

  // One part of the whole for each run and one for the reference, since nobody knows how long they take.
  const double parts = 1 + static_cast<double>(methods.size() * steps.size());
  SimulationOptions options;
  options.start_time = scenario.times.start;
  options.progress = [&](double part) {
    progress(part / parts);
    return true;
  };
  const Simulation reference =
      simulate(scenario.body, scenario.start, scenario.torque, all.times, reference_tolerance, options);
  if (reference.stopped)
    throw InvalidInput(
        "the reference motion",
        fmt::format("an end at t = {:.6g}: {}", reference.stopped->time, reference.stopped->reason),
        "one that reaches the last time");
  all.reference_error = reference.error_estimate;
  all.reference = scenario.torque.is_none()
                      ? "the exact free motion"
                      : fmt::format("{}, step {:.3g}, estimated error {:.1g}", reference.splitting,
                                    reference.step, reference.error_estimate);
  double done = 1;
  for (const ComparedMethod& method : methods)
    for (const double step : steps) {
      all.runs.push_back(compared(scenario, method, step, all, reference.states, invariant,
                                  [&](double part) { progress((done + part) / parts); }));
      progress(++done / parts);
    }
  return all;
}

Figure comparison_figure(const Comparison& comparison, const Scenario& scenario) {
  const std::string time = scenario.units.time.empty() ? "time" : "time, " + scenario.units.time;
  Panel errors{"", {time}, {"error", Scale::logarithmic}};
  Panel invariants{"", {time}, {comparison.invariant + ", distance from the start", Scale::logarithmic}};
  Panel work{"Work", {"computing time, seconds", Scale::logarithmic}, {"greatest error", Scale::logarithmic}};
  std::string before;
  int colour = -1;
  double first_step = 0;
  for (const ComparedRun& run : comparison.runs) {
    const bool is_first = run.method != before;
    before = run.method;
    if (is_first) {
      ++colour;
      work.series.push_back({run.method, {}, colour, Drawn::line_and_dots, colour >= 8 ? "5 3" : ""});
      first_step = run.step;
    }
    if (!run.failure.empty()) continue;
    work.series.back().values.push_back({run.seconds, run.greatest_error});
    if (!is_first) continue;
    Series error{run.method, {}, colour, Drawn::line, colour >= 8 ? "5 3" : ""}, kept = error;
    for (std::size_t k = 0; k < run.errors.size(); ++k) {
      error.values.push_back({comparison.times[k], run.errors[k]});
      kept.values.push_back({comparison.times[k], run.invariants[k]});
    }
    errors.series.push_back(std::move(error));
    invariants.series.push_back(std::move(kept));
  }
  errors.heading = fmt::format("Error, step {:.4g}", first_step);
  invariants.heading = fmt::format("What is conserved, step {:.4g}", first_step);
  Figure figure{scenario.title.empty() ? "Comparison of methods" : scenario.title,
                "Error against time, error against computing time, and the distance of a conserved quantity "
                "from its start.",
                {errors, work},
                2,
                420,
                300};
  if (!comparison.invariant.empty()) figure.panels.push_back(invariants);
  return figure;
}

}  // namespace polhode::app
