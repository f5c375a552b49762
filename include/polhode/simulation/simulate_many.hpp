// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Many motions, each a problem of its own, shared among threads: bodies, starts, torques, times and methods
/// may all differ.
///
/// Convention. Motions are counted from 0. Units, frames, times and errors are those of simulate.hpp.
/// Method.     Each motion is computed as simulate() computes it. Two kinds go side by side on SIMD lanes,
///             some hundred at a time, since that is several times as fast: motions in given steps that may
///             share lanes (Problem::may_share_lanes) with others that differ in body and start alone; and
///             free motions in given steps to a single time without an error estimate. A motion that fails
///             there is computed again by itself. Motions by power series whose formulas have the same shape
///             go side by side too, each with its own step, and have the bytes that simulate() gives.
/// Accuracy.   That of simulate(), from which a motion on lanes in given steps differs by the round-off of
///             fused operations: so do a free motion in given steps with an error estimate or several times,
///             and one without. On one machine the numbers of all other motions depend on the problem alone:
///             not on the number of threads, on its place, on the other motions or on what is asked for
///             besides; those of a motion on lanes depend on neither of the first three.

#include <cstdint>
#include <functional>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/core/error.hpp>
#include <polhode/simulation/event.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/time_sequence.hpp>
#include <polhode/torque/torque.hpp>

namespace polhode {

/// What simulate() is asked: what turns, how it begins, what acts on it, when states are wanted, and how.
struct Problem {
  Inertia body;
  State start;
  Torque torque{};
  TimeSequence times;
  double tolerance = default_tolerance;
  SimulationOptions options{};  ///< simulate_many uses neither its progress nor its checkpoints
  /// Whether a motion in given steps, without events, impulses and breakpoints, may share SIMD lanes. Those
  /// with which it can are found by comparison: their torques are copies of one Torque, their times,
  /// tolerances and options are equal.
  bool may_share_lanes = false;
};

/// The motion of one problem, as it comes.
SimulationReport simulate(const Problem& problem, const SimulationSink& sink);

/// Where the results of many motions go. Several threads call these at once, for different motions; all calls
/// for one motion come from one thread, in the order of its times. What a function throws ends all motions
/// and is passed on. Each may be empty but `end`.
struct ManyMotionsSink {
  /// Motion i begins, or begins again: states and events of it that were given before do not count.
  std::function<void(std::uint64_t i)> begin{};
  std::function<void(std::uint64_t i, double time, const State& state)> state{};
  std::function<void(std::uint64_t i, const FoundEvent& event)> event{};
  /// It is complete, or has stopped early (SimulationReport::stopped).
  std::function<void(std::uint64_t i, const SimulationReport& report)> end;
  /// It cannot be computed. Where this is empty a refusal ends all motions.
  std::function<void(std::uint64_t i, const InvalidInput& refusal)> refused{};
};

/// How the work on many motions is shared and watched.
struct ManyMotionsOptions {
  int threads = 0;  ///< 0: as many as the machine has
  /// Called now and then, by one thread at a time, with the part of all motions that is done. False stops all
  /// motions: those that were not complete then have no end().
  std::function<bool(double fraction)> progress{};
};

/// Computes the motions 0, ..., count - 1. problem(i) is asked when the motion is about to be computed, by
/// the thread that does it, so that the problems need not be held; it may be asked again for a motion that
/// begins again, and gives none for a motion that is to be left out. Returns false if progress has stopped
/// it.
bool simulate_many(std::uint64_t count, const std::function<std::optional<Problem>(std::uint64_t i)>& problem,
                   const ManyMotionsSink& sink, const ManyMotionsOptions& options = {});

}  // namespace polhode
