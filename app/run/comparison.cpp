// SPDX-License-Identifier: MIT
#include "run/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/body/invariants.hpp>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/simulation/simulate.hpp>
#include <span>
#include <utility>

#include "files/interrupt.hpp"
#include "run/problem.hpp"

namespace polhode::app {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
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
    const auto &q = states[k].attitude.coeffs(), &r = reference[k].attitude.coeffs();
    errors.push_back(
        std::max(momentum == 0 ? 0 : momentum / largest, std::min((q - r).norm(), (q + r).norm())));
  }
  return errors;
}

/// The conserved quantity: of a free body the energy, relative; under torque that of the torque, if any.
class Invariant {
 public:
  explicit Invariant(const Scenario& s) : scenario_(s), torque_(s.torque.prepare(s.body)) {
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
    if (name_.empty()) return std::vector<double>(states.size(), unknown);
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
    const State own = principal_state(scenario_.body, s);
    return torque_.conserved({from_eigen(own.momentum), from_eigen(own.attitude)}, time);
  }

  const Scenario& scenario_;
  PreparedTorque torque_;
  bool is_free_ = false;
  std::string name_;
};

/// In given steps, without an estimate.
Problem problem_for(const Scenario& scenario, const ComparedMethod& method, double step) {
  Problem problem = problem_of(scenario);
  problem.options.events.clear();
  problem.options.step = step;
  problem.options.estimate_error = false;
  if (method.splitting) problem.options.splitting = method.splitting;
  if (method.free_method) problem.options.free_method = method.free_method;
  return problem;
}

/// With the library's choice of the method for a tolerance.
Problem problem_to_tolerance(const Scenario& scenario, const std::vector<double>& times, double tolerance) {
  Problem problem{scenario.body, scenario.start, scenario.torque, TimeSequence(times), tolerance};
  problem.options.start_time = scenario.times.start;
  return problem;
}

struct KeptMotion {
  SimulationReport report;
  std::vector<State> states;
};

using Progress = std::function<bool(double)>;

KeptMotion motion_of(const Problem& problem) {
  KeptMotion motion;
  SimulationSink sink;
  sink.state = [&](double, const State& state) { motion.states.push_back(state); };
  motion.report = simulate(problem, sink);
  return motion;
}

/// By a method with a step, or with a tolerance where it controls its steps.
KeptMotion motion_by(const Scenario& scenario, const ComparedMethod& method, double step_or_tolerance,
                     std::span<const double> times, const Progress& progress) {
  if (method.general_method) {
    Simulation motion = simulate_by(*method.general_method, scenario.body, scenario.start, scenario.torque,
                                    times, step_or_tolerance, {scenario.times.start, progress});
    return {motion, std::move(motion.states)};
  }
  Problem problem = problem_for(scenario, method, step_or_tolerance);
  problem.times = TimeSequence(times);
  problem.options.progress = progress;
  return motion_of(problem);
}

/// The cost of the steps alone: the least of some runs to the last time, because a disturbance can only make
/// a run slower; a long one is not repeated.
void measure_cost(const Scenario& scenario, const ComparedMethod& method, double step_or_tolerance,
                  double end, ComparedRun& run) {
  using Clock = std::chrono::steady_clock;
  constexpr double long_enough = 0.2;
  // Progress is not shown, since that takes time; Ctrl-C still works.
  const Progress goes_on = [](double) {
    stop_if_interrupted();
    return true;
  };
  run.seconds = HUGE_VAL;
  const auto begin = Clock::now();
  for (int k = 0; k < 5; ++k) {
    const auto from = Clock::now();
    const SimulationReport report =
        motion_by(scenario, method, step_or_tolerance, std::span(&end, 1), goes_on).report;
    const auto to = Clock::now();
    run.steps = report.steps;
    run.torque_evaluations = report.torque_evaluations;
    if (method.controls_steps()) run.step = report.step;
    run.seconds = std::min(run.seconds, std::chrono::duration<double>(to - from).count());
    if (std::chrono::duration<double>(to - begin).count() > long_enough) break;
  }
}

/// The name of a row: under torque a method for free bodies computes the drifts of a splitting, that of the
/// scenario or, if it names none, the library's choice.
std::string row_name(const Scenario& scenario, const ComparedMethod& method) {
  if (!method.free_method || scenario.torque.is_none()) return method.name;
  const bool depends_on_momentum = scenario.torque.prepare(scenario.body).depends_on_momentum;
  const Splitting& splitting = scenario.method.splitting
                                   ? *scenario.method.splitting
                                   : default_splitting(depends_on_momentum, tolerance_of(scenario.method));
  return fmt::format("{} in {}", method.name, splitting.name);
}

double greatest(const std::vector<double>& values) {
  return values.empty() ? unknown : *std::max_element(values.begin(), values.end());
}

ComparedRun compared(const Scenario& scenario, const ComparedMethod& method, double step_or_tolerance,
                     const Comparison& all, const std::vector<State>& reference, const Invariant& invariant,
                     const std::function<void(double)>& progress) {
  ComparedRun run{row_name(scenario, method), method.controls_steps() ? unknown : step_or_tolerance,
                  method.controls_steps() ? step_or_tolerance : unknown};
  try {
    const KeptMotion motion = motion_by(scenario, method, step_or_tolerance, all.times, [&](double part) {
      progress(part);
      return true;
    });
    if (const auto& stopped = motion.report.stopped) {
      run.failure = fmt::format("stopped at t = {:.6g}: {}", stopped->time, stopped->reason);
      return run;
    }
    run.errors = errors_of(motion.states, reference);
    run.invariants = invariant.distances(all.times, motion.states);
    run.greatest_error = greatest(run.errors);
    run.last_error = run.errors.back();
    run.invariant_excursion = greatest(run.invariants);
    measure_cost(scenario, method, step_or_tolerance, all.times.back(), run);
  } catch (const InvalidInput& refusal) {
    run.failure = refusal.what();
  } catch (const StepFailure& failure) {
    run.failure = failure.what();
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
    const auto times = some_times(scenario.times);
    Problem problem = problem_to_tolerance(scenario, times, tolerance_of(scenario.method));
    problem.options.splitting = scenario.method.splitting;
    problem.options.progress = [](double) {
      stop_if_interrupted();
      return true;
    };
    longest = motion_of(problem).report.step;
  }
  return {longest, longest / 2, longest / 4, longest / 8};
}

Comparison compare_methods(const Scenario& scenario, const std::vector<ComparedMethod>& methods,
                           const ComparedSettings& settings, const std::function<void(double)>& progress) {
  Comparison all;
  all.title = scenario.title;
  all.time_unit = scenario.units.time;
  all.times = some_times(scenario.times);
  const Invariant invariant(scenario);
  all.invariant = invariant.name();

  // Equal parts for each run and the reference, since their times are not known.
  const auto settings_of = [&](const ComparedMethod& method) -> const std::vector<double>& {
    return method.controls_steps() ? settings.tolerances : settings.steps;
  };
  double parts = 1;
  for (const ComparedMethod& method : methods) parts += static_cast<double>(settings_of(method).size());
  Problem problem = problem_to_tolerance(scenario, all.times, reference_tolerance);
  problem.options.progress = [&](double part) {
    progress(part / parts);
    return true;
  };
  const KeptMotion reference = motion_of(problem);
  const SimulationReport& report = reference.report;
  if (report.stopped)
    throw InvalidInput("the reference motion",
                       fmt::format("a stop at t = {:.6g}: {}", report.stopped->time, report.stopped->reason),
                       "a motion up to the last time");
  all.reference_error = report.error_estimate;
  all.reference = scenario.torque.is_none()
                      ? "the exact free motion"
                      : fmt::format("{}, step {:.3g}, estimated error {:.1g}",
                                    report.splitting.empty() ? report.engine : report.splitting, report.step,
                                    report.error_estimate);
  double done = 1;
  for (const ComparedMethod& method : methods)
    for (const double setting : settings_of(method)) {
      all.runs.push_back(compared(scenario, method, setting, all, reference.states, invariant,
                                  [&](double part) { progress((done + part) / parts); }));
      progress(++done / parts);
    }
  return all;
}

}  // namespace polhode::app
