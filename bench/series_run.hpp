// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// One motion from its start to its end by the engine of simulate() itself, power series, without output and error estimate.

#include <Eigen/Geometry>
#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <polhode/torque/torque.hpp>
#include <span>

#include "outcome.hpp"
#include "series/stepper.hpp"
#include "simulation/series_track.hpp"

namespace polhode::bench {

/// Problem is one of simulate_problems.hpp. Evaluations are steps.
template <class Problem>
Run by_series(double tolerance) {
  const auto setting = Problem::template setting<double>();
  const auto& i = setting.moments;
  const auto& [m, q] = setting.start;
  const Torque torque = Problem::torque();
  const double end = Problem::end;
  const polhode::Problem problem{Inertia::from_moments(i.x, i.y, i.z),
                                 {Eigen::Quaterniond(q.w, q.x, q.y, q.z), {m.x, m.y, m.z}},
                                 torque,
                                 TimeSequence(std::span(&end, 1))};
  const auto prepared = torque.prepare_once(problem.body);
  const simulation::Scales scales = simulation::scales_of(problem, *prepared);
  const series::Accuracy accuracy = simulation::accuracy_for(tolerance, problem, scales.unit);
  const auto recorded = simulation::recorded_torque(prepared, scales, !accuracy.is_careful);
  const auto stepper = std::make_shared<series::Stepper>(recorded->program(problem.body, accuracy.order),
                                                         accuracy, 1, scales.unit);
  return [stepper, start = setting.start]() -> Outcome {
    stepper->begin(start, 0);
    long steps = 0;
    for (; stepper->instant().time < Problem::end; ++steps) {
      if (!stepper->expand(Problem::end)) break;
      stepper->advance();
    }
    return {stepper->phase(), steps};
  };
}

}  // namespace polhode::bench
