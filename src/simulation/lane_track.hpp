// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Motions of many bodies side by side on SIMD lanes, divided into the same steps.
///
/// Convention. Bodies are counted as in LaneGroup, also where others have failed. No body's numbers depend on
///             another one.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <polhode/batch/bodies.hpp>
#include <polhode/batch/method.hpp>
#include <polhode/batch/splitting_stepper.hpp>
#include <polhode/batch/states.hpp>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/torque/torque.hpp>
#include <vector>

#include "simulation/input.hpp"
#include "simulation/steps_of_piece.hpp"
#include "simulation/strategy.hpp"

namespace polhode::simulation {

/// Motions that share lanes: their problems differ in body and start alone.
struct LaneGroup {
  std::vector<Motion> motions{};
  std::vector<Inertia> bodies{};
  std::vector<State> starts{};             ///< with unit attitudes
  std::vector<PreparedTorque> prepared{};  ///< for each body, of the same kind for all; none of free bodies
  std::optional<Splitting> splitting{};    ///< none for free bodies

  std::size_t size() const noexcept { return motions.size(); }
  /// What all have in common but body and start.
  const Problem& common() const { return motions.front().problem; }
  BuiltInMethod free_method() const { return *method_of(common().options).prepare.built_in(); }
};

/// The group must outlive it.
class LaneTrack {
 public:
  explicit LaneTrack(const LaneGroup& group)
      : group_(group),
        begin_(group.common().options.start_time),
        end_(begin_),
        states_(group.starts),
        conserved_(group.size()),
        has_failed_(group.size(), false) {}
  LaneTrack(const LaneTrack&) = delete;
  LaneTrack& operator=(const LaneTrack&) = delete;
  virtual ~LaneTrack() = default;

  /// Times of the present step.
  double begin() const noexcept { return begin_; }
  double end() const noexcept { return end_; }
  /// Whether there is no further step.
  virtual bool is_done() const noexcept = 0;
  virtual void next() = 0;
  /// Computes the states at a time in the present step, which the next two give.
  virtual void ask(double time) = 0;
  const State& state(std::size_t body) const { return states_[body]; }
  double conserved(std::size_t body) const { return conserved_[body]; }
  /// Whether this body could not go on beside the others; its state then means nothing.
  bool has_failed(std::size_t body) const { return has_failed_[body]; }

  /// As of a Track.
  std::uint64_t steps_to(double time) const noexcept { return steps_ + (enters_step(time) ? 1 : 0); }
  double longest_step_to(double time) const noexcept {
    return std::max(longest_step_, enters_step(time) ? std::abs(end_ - begin_) : 0.0);
  }
  virtual std::uint64_t evaluations() const noexcept { return 0; }

 protected:
  bool enters_step(double time) const noexcept { return !is_done() && time != begin_; }

  const LaneGroup& group_;
  double begin_, end_;
  std::uint64_t steps_ = 0;
  double longest_step_ = 0;
  std::vector<State> states_;
  std::vector<double> conserved_;
  std::vector<bool> has_failed_;
};

/// Free bodies in steps: FreeStepTrack.
class FreeLaneTrack final : public LaneTrack {
 public:
  explicit FreeLaneTrack(const LaneGroup& group);

  bool is_done() const noexcept override { return steps_ == cut_.size(); }
  void next() override;
  void ask(double time) override;

 private:
  void begin_step();
  void advance(batch::States<double>& states, double length);
  void note_failures(batch::States<double>& states);

  FixedSteps cut_;
  batch::Bodies<double> bodies_;
  batch::States<double> now_, output_;  ///< at the beginning of the step; at the time that was asked for last
  double length_ = 0;
};

/// Under torque: SplitTrack, of one piece.
class SplitLaneTrack final : public LaneTrack {
 public:
  /// Divided into steps not longer than the given one, and each step into `division` substeps.
  SplitLaneTrack(const LaneGroup& group, unsigned division);

  bool is_done() const noexcept override { return steps_ == cut_.size() || places_.empty(); }
  void next() override;
  void ask(double time) override;
  std::uint64_t evaluations() const noexcept override { return evaluations_; }

 private:
  using Stepper = batch::SplittingStepper<double>;

  Stepper new_stepper() const;
  void begin_step();
  void step_copy(double length, unsigned parts);
  void read(const Stepper& stepper);
  /// Leaves the bodies out that are NaN in this stepper, which has made a step with this outcome.
  void drop_failed(const batch::Outcome& outcome, const Stepper& stepper);

  std::vector<std::size_t> places_;  ///< in the group, of those that have not failed
  std::vector<Inertia> bodies_;      ///< theirs
  unsigned division_;
  EqualSteps cut_;
  std::uint64_t evaluations_of_step_, evaluations_;
  Stepper now_, output_;  ///< at the beginning of the step; at the time that was asked for last
  bool output_is_end_ = false;
  double length_ = 0;
};

}  // namespace polhode::simulation
