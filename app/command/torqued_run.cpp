// SPDX-License-Identifier: MIT
#include "command/torqued_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <polhode/core/error.hpp>
#include <polhode/simulation/error_estimate.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/splitting/stepper.hpp>
#include <span>

#include "command/step_walk.hpp"
#include "files/interrupt.hpp"

namespace polhode::app {
namespace {

const FreeMethod* drift_of(const TorquedWay& way) { return way.drift ? &*way.drift : nullptr; }

TorquedEnd in_steps(const TorquedWay& way, const Inertia& body, const State& start, const Torque& torque,
                    double t, const std::function<void(double)>& progress) {
  const Cut parts = cut(t, *way.step);
  const Splitting& splitting =
      way.splitting ? *way.splitting
                    : default_splitting(torque.prepare(body).depends_on_momentum, way.tolerance);
  SplittingStepper stepper(body, start, torque, splitting, {way.summation, 0, drift_of(way)});
  SplittingStepper finer = stepper;
  const double conserved = stepper.conserved();
  // The second run takes two thirds of the time.
  const double first = way.estimates_error ? 1.0 / 3 : 1;
  walk(
      parts, [&](double part) { progress(first * part); }, [&](double h) { stepper.step(h); });
  TorquedEnd end{stepper.state(),
                 splitting.name,
                 *way.step,
                 std::numeric_limits<double>::quiet_NaN(),
                 stepper.conserved_name(),
                 conserved,
                 std::abs(stepper.conserved() - conserved),
                 stepper.warnings()};
  if (!way.estimates_error) return end;
  walk(
      parts, [&](double part) { progress(first + (1 - first) * part); },
      [&](double h) {
        finer.step(h / 2);
        finer.step(h / 2);
      });
  RunDifference difference(start);
  difference.add(end.state, finer.state());
  end.error_estimate = error_of_coarser(difference.value(), stepper.order());
  return end;
}

TorquedEnd to_tolerance(const TorquedWay& way, const Inertia& body, const State& start, const Torque& torque,
                        double t, const std::function<void(double)>& progress) {
  SimulationOptions options;
  if (way.splitting) options.splitting = *way.splitting;
  options.drift = drift_of(way);
  options.summation = way.summation;
  options.progress = [&](double part) {
    stop_if_interrupted();
    progress(part);
    return true;
  };
  const Simulation run = simulate(body, start, torque, std::span(&t, 1), way.tolerance, options);
  if (run.states.empty())
    throw InvalidInput("motion",
                       fmt::format("its end at time {:.9g} ({})", run.stopped->time, run.stopped->reason),
                       "one that reaches t");
  return {run.states.back(),   run.splitting,           run.step,    run.error_estimate, run.conserved_name,
          run.conserved_start, run.conserved_excursion, run.warnings};
}

}  // namespace

TorquedEnd run_under_torque(const TorquedWay& way, const Inertia& body, const State& start,
                            const Torque& torque, double t, const std::function<void(double)>& progress) {
  return way.step ? in_steps(way, body, start, torque, t, progress)
                  : to_tolerance(way, body, start, torque, t, progress);
}

}  // namespace polhode::app
