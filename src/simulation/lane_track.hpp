// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Motions of many bodies side by side on SIMD lanes: track.hpp, for bodies that share steps and torque.
///
/// Convention. Bodies are counted as in LaneProblem, also where others have failed. No body's numbers depend
///             on another one.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <polhode/batch/bodies.hpp>
#include <polhode/batch/method.hpp>
#include <polhode/batch/splitting_stepper.hpp>
#include <polhode/batch/states.hpp>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/torque/torque.hpp>
#include <vector>

#include "simulation/steps_of_piece.hpp"
#include "simulation/track.hpp"

namespace polhode::simulation {

struct LaneProblem {
  std::vector<Inertia> bodies;
  std::vector<State> starts;
  Torque torque;
  std::vector<PreparedTorque> prepared;  ///< for each body; of the same kind for all
  double start_time, end_time, step;     ///< the step is positive
  BuiltInMethod free_method;
  Summation summation;

  double direction() const noexcept { return end_time < start_time ? -1.0 : 1.0; }
};

/// The problem must outlive it.
class LaneTrack : public Track {
 public:
  explicit LaneTrack(const LaneProblem& problem)
      : Track(problem.start_time),
        problem_(problem),
        states_(problem.starts),
        conserved_(problem.bodies.size()),
        has_failed_(problem.bodies.size(), false) {}

  std::size_t size() const noexcept final { return states_.size(); }
  const State& state(std::size_t body) const final { return states_[body]; }
  double conserved(std::size_t body) const final { return conserved_[body]; }
  bool has_failed(std::size_t body) const final { return has_failed_[body]; }

 protected:
  const LaneProblem& problem_;
  std::vector<State> states_;
  std::vector<double> conserved_;
  std::vector<bool> has_failed_;
};

/// Free bodies in steps: FreeStepTrack.
class FreeLaneTrack final : public LaneTrack {
 public:
  explicit FreeLaneTrack(const LaneProblem& problem);

  bool is_done() const noexcept override { return steps_ == cut_.size(); }
  bool next() override;
  void ask(double time) override;

 private:
  void begin_step();
  void advance(batch::States<double>& states, double length);
  void note_failures(batch::States<double>& states);

  FixedSteps cut_;
  batch::Bodies<double> bodies_;
  batch::States<double> now_, asked_;
  double length_ = 0;
};

/// Free bodies as functions of time, without steps: FreeTrack.
class FreeMotionsTrack final : public LaneTrack {
 public:
  explicit FreeMotionsTrack(const LaneProblem& problem);

  bool is_done() const noexcept override { return true; }
  bool next() override { return false; }
  void ask(double time) override;

 private:
  std::vector<std::optional<FreeMotion>> motions_;
};

/// Under torque: SplitTrack, of one piece.
class SplitLaneTrack final : public LaneTrack {
 public:
  /// Cut into steps not longer than the problem's, and each of these into so many. The splitting must outlive
  /// it too.
  SplitLaneTrack(const LaneProblem& problem, const Splitting& splitting, unsigned division);

  bool is_done() const noexcept override { return steps_ == cut_.size() || places_.empty(); }
  bool next() override;
  void ask(double time) override;
  std::uint64_t evaluations() const noexcept override { return evaluations_; }

 private:
  using Stepper = batch::SplittingStepper<double>;

  Stepper made() const;
  void begin_step();
  void step_copy(double length, unsigned parts);
  void read(const Stepper& stepper);
  /// Leaves the bodies out that are NaN in this stepper, which has made a step with this outcome.
  void drop_failed(const batch::Outcome& outcome, const Stepper& stepper);

  const Splitting& splitting_;
  std::vector<std::size_t> places_;  ///< in the problem, of those that have not failed
  std::vector<Inertia> bodies_;      ///< theirs
  unsigned division_;
  EqualSteps cut_;
  std::uint64_t evaluations_of_step_, evaluations_;
  Stepper now_, asked_;
  bool asked_is_end_ = false;
  double length_ = 0;
};

}  // namespace polhode::simulation
