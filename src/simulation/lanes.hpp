// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Motions of many bodies under one torque, or free, at the same times, on SIMD lanes: what simulate() gives
/// for each.
///
/// Convention. As in simulate.hpp. A step is given; all steps and requested times are the same for all
///             bodies, and so is the torque, which sees the inertia of each.
/// Method.     That of simulate() with a given step: free bodies with the steps of batch/free_step.hpp,
///             bodies under torque, or with a splitting that is named, with batch/splitting_stepper.hpp; a
///             requested time inside a step is reached by a shorter step on a copy of all states. One thread.
/// Accuracy.   A body differs from its run by simulate() by the rounding of fused operations at each step. On
///             one machine its results are the same to the last bit whatever its place and its neighbours,
///             and whether some of these fail.

#include <cstddef>
#include <functional>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/time_sequence.hpp>
#include <polhode/torque/torque.hpp>
#include <span>
#include <vector>

#include "simulation/strategy.hpp"

namespace polhode::simulation {

/// Motions in given steps, without events, by a method that batches have, under a torque without impulses and
/// breakpoints. Those that share lanes are found by comparison: they differ in body and start alone.
class FixedStepLanes final : public Strategy {
 public:
  /// @param together  so many share lanes
  FixedStepLanes(Results& results, Strategy& alone, std::size_t together)
      : results_(results), alone_(alone), together_(together) {}

  bool accepts(const Problem& problem) const override;
  void add(Motion motion) override;
  void flush() override;

 private:
  void compute(std::vector<Motion> motions);

  /// So many kinds of motions are collected at once.
  static constexpr std::size_t most_kinds = 8;

  Results& results_;
  Strategy& alone_;
  std::size_t together_;
  std::vector<std::vector<Motion>> waiting_;  ///< by kind
};

/// Called for each body in turn, for one requested time after the other.
using LaneStates = std::function<void(std::size_t body, double time, const State& state)>;

/// A report for each body, as simulate() gives it; none for a body that could not be stepped, that does not
/// suit a batch, or that is refused: simulate() computes it, or says why not. States that were given out of
/// such a body do not count. A body does not suit if batch/method.hpp says so, if its torque depends on the
/// momentum but is neither linear in it nor has a flow of its own (the number of evaluations then depends on
/// the motion, and batches gain little), or if its torque is of another kind than that of the first body that
/// does. For what FixedStepLanes accepts. Refuses a tolerance and times as simulate() does; what the torque,
/// `states` and the options' progress throw is passed on.
std::vector<std::optional<SimulationReport>> simulate_on_lanes(
    std::span<const Inertia> bodies, std::span<const State> starts, const Torque& torque,
    const TimeSequence& times, double tolerance, const LaneStates& states, const SimulationOptions& options);

}  // namespace polhode::simulation
