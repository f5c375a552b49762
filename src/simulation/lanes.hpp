// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Motions of many bodies under one torque, or free, at the same times, on SIMD lanes.
///
/// Convention. As in simulate.hpp. A step is given; all steps and requested times are the same for all
///             bodies, and so is the torque, which sees the inertia of each.
/// Method.     That of simulate() with a given step: free bodies with the steps of batch/free_step.hpp,
///             bodies under torque, or with a splitting that is named, with batch/splitting_stepper.hpp; a
///             requested time inside a step is reached by a shorter step on a copy of all states.
/// Accuracy.   A body differs from its run by simulate() by the round-off of fused operations at each step.
///             On one machine its results are the same to the last bit whatever its place and its neighbours,
///             and whether some of these fail.

#include <cstddef>
#include <optional>
#include <polhode/splitting/splitting.hpp>
#include <vector>

#include "simulation/lane_track.hpp"
#include "simulation/strategy.hpp"

namespace polhode::simulation {

/// Motions in given steps, without events, by a method that batches have, under a torque without impulses and
/// breakpoints. Those that share lanes are found by comparison: they differ in body and start alone. A motion
/// is passed on to `alone` if simulate() would refuse it, if it cannot be stepped, or if it does not suit a
/// batch: by its body (batch/method.hpp), by a torque that depends on the momentum but is neither linear in
/// it nor has a flow of its own (the number of evaluations then depends on the motion, and batches gain
/// little), or by a torque of another kind than that of the first body.
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

}  // namespace polhode::simulation
