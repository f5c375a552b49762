// SPDX-License-Identifier: MIT
#include "run/accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/body/invariants.hpp>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/error.hpp>
#include <polhode/free/rounding_effect.hpp>
#include <polhode/simulation/torqued_rounding.hpp>

#include "catalogue/methods.hpp"
#include "run/problem.hpp"

namespace polhode::app {
namespace {

constexpr double less_than_a_digit = 0.1;

/// With each parameter changed by one or two roundings; unchanged if that is refused.
Torque perturbed_torque(const Scenario& scenario) {
  std::vector<double> numbers = scenario.torque_family.parameters;
  for (double& number : numbers) number *= 1 + std::numeric_limits<double>::epsilon();
  try {
    return numbers.empty() ? scenario.torque : scenario.torque_family.torque(numbers);
  } catch (const InvalidInput&) {
    return scenario.torque;
  }
}

/// The cost of the derivative of a motion, as the angle in radians through which body and torque turn: a
/// thousand take about a tenth of a second, for nine inputs.
double angle_of(const Scenario& scenario, const SimulationReport& report, const std::vector<RawRow>& rows) {
  const auto rate = [&](const Eigen::Vector3d& momentum) {
    return scenario.body.angular_velocity(momentum).stableNorm();
  };
  double angle = 0, time = scenario.times.start, before = rate(scenario.start.momentum);
  for (const RawRow& row : rows) {
    const double now = rate(state_of(row).momentum);
    angle += std::max(before, now) * std::abs(row[0] - time);
    before = now;
    time = row[0];
  }
  // A step of the series is about a radian of what turns fastest.
  return std::max(angle, report.engine == "series" ? static_cast<double>(report.steps) : 0);
}

/// From the derivative of the motion; unknown if there is none, or if it takes too long.
AccuracyCurve curve_by_derivative(const Scenario& scenario, const SimulationReport& report,
                                  const std::vector<RawRow>& rows,
                                  const std::function<void(double)>& progress) {
  constexpr double most_radians = 2e4, radians_of_part = 300, inputs_at_once = 9, most_work = 1.5e6;
  const TorqueFamily& torque = scenario.torque_family;
  const double angle = angle_of(scenario, report, rows);
  const double rounds = 1 + std::ceil(static_cast<double>(torque.parameters.size()) / inputs_at_once);
  if (!torque.torque || !(angle * rounds <= most_radians)) return {};
  std::vector<double> times, errors;
  for (const RawRow& row : rows) times.push_back(row[0]);
  RoundingOptions options;
  options.start_time = scenario.times.start;
  options.longest_part =
      std::abs(times.back() - scenario.times.start) / std::max(1.0, angle / radians_of_part);
  // The derivative may take far more steps than the run, as along a decay over which a splitting passes.
  options.most_work = most_work;
  options.progress = progress;
  double largest = momentum_length(scenario.start);
  try {
    for (const RoundedState& rounded :
         rounded_motion(scenario.body, scenario.start, torque, times, options)) {
      const State own = state_of(rows[errors.size()]);
      largest = std::max(largest, momentum_length(own));
      const double error = rounded.error + state_distance(own, rounded.state, largest);
      errors.push_back(std::isfinite(error) ? error : 1);
    }
  } catch (const InvalidInput&) {
    return {};
  } catch (const StepFailure&) {
    return {};
  }
  // If nothing is known of a state, nothing is known of later ones.
  errors.resize(times.size(), errors.back());
  return {std::move(times), errors};
}

/// If the library chose a splitting, the companion uses it with half the step; otherwise its tolerance is
/// finer.
Problem companion_of(const Scenario& scenario, const SimulationReport& report,
                     const std::vector<double>& times) {
  const RoundedNeighbour near = rounded_neighbour(scenario.body, scenario.start);
  Problem problem{near.body, near.start, perturbed_torque(scenario), TimeSequence(times)};
  problem.options.start_time = scenario.times.start;
  set_method(scenario.method, problem);
  if (!report.splitting.empty() && report.step > 0) {
    if (const Splitting* used = find_splitting(report.splitting); used && !problem.options.splitting)
      problem.options.splitting = *used;
    problem.options.step = report.step / 2;
    problem.options.estimate_error = false;
  } else if (problem.options.step) {
    problem.options.step = *problem.options.step / 2;
    problem.options.estimate_error = false;
  } else {
    constexpr double least = 1e-14;
    problem.tolerance = std::max(problem.tolerance / 10, std::min(problem.tolerance, least));
    // A run of few steps could have the same steps at the finer tolerance.
    constexpr std::uint64_t few_steps = 16;
    constexpr double other_steps = 0.6;
    if (report.engine == "runge-kutta" && report.steps < few_steps && report.step > 0)
      problem.options.max_step = other_steps * report.step;
  }
  return problem;
}

}  // namespace

double digits_left(double error) noexcept {
  constexpr double most = 15.9;
  if (std::isnan(error)) return error;
  if (!(error < 1)) return 0;
  return std::min(most, std::floor(-10 * std::log10(error)) / 10);
}

AccuracyCurve::AccuracyCurve(std::vector<double> times, const std::vector<double>& errors)
    : times_(std::move(times)) {
  double worst = 0;
  for (std::size_t k = 0; k < times_.size(); ++k) {
    worst = errors[k] > worst || std::isnan(errors[k]) ? errors[k] : worst;
    errors_.push_back(worst);
    if (std::isinf(horizon_) && !(worst < less_than_a_digit)) horizon_ = times_[k];
  }
}

double AccuracyCurve::error_at(double time) const noexcept {
  if (times_.empty()) return std::numeric_limits<double>::quiet_NaN();
  const bool is_backward = times_.back() < times_.front();
  const auto at = std::lower_bound(times_.begin(), times_.end(), time,
                                   [&](double a, double b) { return is_backward ? a > b : a < b; });
  return at == times_.end() ? errors_.back() : errors_[static_cast<std::size_t>(at - times_.begin())];
}

double AccuracyCurve::digits_at(double time) const noexcept { return digits_left(error_at(time)); }

bool is_free_motion(const Scenario& s) noexcept { return s.torque.is_none() && s.torque.impulses().empty(); }

std::function<double(double time)> exact_digits(const Scenario& s) {
  if (!is_free_motion(s) || s.method.step) return {};
  return [effect = RoundingEffect(s.body, s.start, s.times.start)](double time) {
    return digits_left(effect.at(time));
  };
}

AccuracyCurve accuracy_of(const Scenario& scenario, const SimulationReport& report,
                          const std::vector<RawRow>& rows, const std::function<void(double)>& progress,
                          AccuracyMethod how) {
  std::vector<double> times, errors;
  for (const RawRow& row : rows) times.push_back(row[0]);
  if (times.empty()) return {};
  if (is_free_motion(scenario)) {
    const RoundingEffect effect(scenario.body, scenario.start, scenario.times.start);
    const FreeMotion motion(scenario.body, scenario.start, scenario.times.start);
    const double length = momentum_length(scenario.start);
    for (const RawRow& row : rows) {
      const double own = report.steps > 0 ? state_distance(state_of(row), motion.at(row[0]), length) : 0;
      errors.push_back(effect.at(row[0]) + own);
    }
    AccuracyCurve curve(std::move(times), errors);
    if (std::isinf(curve.horizon()))
      curve.set_horizon(effect.time_of(less_than_a_digit, scenario.times.end < scenario.times.start));
    return curve;
  }
  if (!scenario.method.has_companion) return {};
  if (how == AccuracyMethod::by_derivative)
    if (AccuracyCurve curve = curve_by_derivative(scenario, report, rows, progress); curve.is_known())
      return curve;
  Problem problem = companion_of(scenario, report, times);
  problem.options.progress = [&](double part) {
    progress(part);
    return true;
  };
  double largest = momentum_length(scenario.start);
  SimulationSink sink;
  sink.state = [&](double, const State& state) {
    const State own = state_of(rows[errors.size()]);
    largest = std::max(largest, momentum_length(own));
    const double distance = state_distance(own, state, largest);
    errors.push_back(std::max(distance, std::numeric_limits<double>::epsilon() / 2));
  };
  try {
    simulate(problem, sink);
  } catch (const InvalidInput&) {
    return {};
  }
  times.resize(errors.size());
  // Within the first step of a splitting both motions take the same short step: the error there is set to
  // that of the whole step.
  if (!report.splitting.empty() && !errors.empty()) {
    std::size_t inside = 0;
    while (inside + 1 < times.size() && std::abs(times[inside] - scenario.times.start) < report.step)
      ++inside;
    for (std::size_t k = 0; k < inside; ++k)
      if (times[k] != scenario.times.start) errors[k] = std::max(errors[k], errors[inside]);
  }
  return {std::move(times), errors};
}

}  // namespace polhode::app
