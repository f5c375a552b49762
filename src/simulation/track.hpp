// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Motions divided into steps, in each of which any time can be asked for.
///
/// A new way to compute a motion is one more class here: the driver (driver.hpp) knows Track alone.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/torque.hpp>
#include <span>
#include <string>
#include <vector>

#include "simulation/checkpoint_data.hpp"
#include "simulation/error_estimate.hpp"
#include "simulation/steps_of_piece.hpp"

namespace polhode::simulation {

/// What a single track needs to know. Torque and method must outlive it.
struct SingleProblem {
  Inertia body;
  State start;
  const Torque& torque;
  double start_time, end_time;
  Summation summation;
  const FreeMethod& free_method;
  double max_step = std::numeric_limits<double>::infinity();  ///< of a step that the method chooses

  double direction() const noexcept { return end_time < start_time ? -1.0 : 1.0; }
};

/// Where a piece of a run ends, and the impulses there, as they act in the direction of the run.
struct Cut {
  double time;
  std::vector<Impulse> impulses;
};

/// The cuts of a run, in its order; the last is its end.
std::vector<Cut> cuts_of(const SingleProblem& problem);

/// What an impulse adds to the momentum, along the principal axes: nothing about the axis of a linear body.
Vec3<double> change_by(const Impulse& impulse, const Inertia& body, const Quat<double>& q) noexcept;

/// The greatest |omega| that a free body of this energy can have.
double fastest_turning(const Inertia& body, const State& state);

/// One motion, or several side by side, divided into the same steps. In each step any time can be asked for.
class Track {
 public:
  explicit Track(double start_time) : begin_(start_time), end_(start_time) {}
  Track(const Track&) = delete;
  Track& operator=(const Track&) = delete;
  virtual ~Track() = default;

  /// How many motions.
  virtual std::size_t size() const noexcept = 0;
  /// Times of the present step, end() before the impulses there.
  double begin() const noexcept { return begin_; }
  double end() const noexcept { return end_; }
  /// Whether there is no further step: begin() is then the end of the run, after all impulses.
  virtual bool is_done() const noexcept = 0;
  /// Goes on to the next step. True if there was an impulse in between.
  virtual bool next() = 0;
  /// Whether the coefficients of the present step are still to be computed, by the caller: until then no
  /// state can be asked for.
  virtual bool is_waiting() const noexcept { return false; }
  /// Computes the states at a time in the present step, which the next three give.
  virtual void ask(double time) = 0;
  virtual const State& state(std::size_t motion) const = 0;
  /// What is conserved; NaN where nothing is.
  virtual double conserved(std::size_t motion) const = 0;
  /// Whether this motion could not go on beside the others; its state then means nothing. A single motion
  /// throws StepFailure instead, from next() or ask().
  virtual bool has_failed(std::size_t) const { return false; }

  /// For the report: the steps up to a time in the present one, which counts if the time lies beyond its
  /// beginning (a run that ends with it backwards, or within it, does not go on to the next); the longest of
  /// them; and evaluations of the torque for each motion.
  std::uint64_t steps_to(double time) const noexcept { return steps_ + (enters_step(time) ? 1 : 0); }
  double longest_step() const noexcept { return longest_step_; }
  double longest_step_to(double time) const noexcept {
    return std::max(longest_step_, enters_step(time) ? std::abs(end_ - begin_) : 0.0);
  }
  virtual std::uint64_t evaluations() const noexcept { return 0; }

 protected:
  bool enters_step(double time) const noexcept { return has_steps_ && !is_done() && time != begin_; }

  double begin_, end_;
  std::uint64_t steps_ = 0;
  double longest_step_ = 0;
  bool has_steps_ = true;  ///< not a function of time
};

/// One motion, from impulse to impulse, which can be kept and continued.
class SingleTrack : public Track {
 public:
  explicit SingleTrack(const SingleProblem& problem)
      : Track(problem.start_time),
        cuts_(cuts_of(problem)),
        inertia_(problem.body),
        direction_of_run_(problem.direction()),
        max_step_(problem.max_step),
        state_(problem.start) {}

  std::size_t size() const noexcept final { return 1; }
  bool is_done() const noexcept final { return piece_ == cuts_.size(); }
  void ask(double time) final { state_ = at(time); }
  const State& state(std::size_t) const final { return state_; }
  double conserved(std::size_t) const final { return conserved(); }

  /// The state at a time in the present step.
  virtual State at(double time) = 0;
  /// Whether states within a step cost little against the step itself.
  virtual bool is_dense() const noexcept { return true; }
  /// What rounding leaves unknown of attitude and momentum (relative) by now.
  double rounding() const noexcept {
    constexpr double some = 64 * std::numeric_limits<double>::epsilon();
    return some * std::sqrt(1 + static_cast<double>(steps_));
  }
  /// What method and rounding leave unknown of them, as far as the track knows.
  virtual double resolution() const noexcept { return rounding(); }
  /// |omega| of a state.
  double turning(const State& state) const { return inertia_.angular_velocity(state.momentum).norm(); }
  /// The conserved quantity of the state that was asked for last.
  virtual double conserved() const = 0;
  /// States and conserved quantities at several times in the present step.
  virtual void at_each(std::span<const double> times, State* states, double* conserved_there) {
    for (const double time : times) {
      *states++ = at(time);
      *conserved_there++ = conserved();
    }
  }
  /// The differences of states of another run, at times in the present step, from the states there.
  virtual void compare(std::span<const double> times, const State* states, RunDifference& difference) {
    for (const double time : times) difference.add(*states++, at(time));
  }
  /// Where the present step begins; back_to() is for a track that was made in the same way.
  virtual TrackInstant instant() const = 0;
  virtual void back_to(const TrackInstant& instant) = 0;
  /// How many pieces there are between start, breakpoints, impulses and end.
  std::size_t pieces() const noexcept { return cuts_.size(); }

 protected:
  std::vector<Cut> cuts_;
  std::size_t piece_ = 0;  ///< the present one leads to cuts_[piece_]
  /// The farthest end of a step from a time in the present piece.
  double step_limit(double from) const noexcept {
    const double cut = cuts_[piece_].time;
    return std::abs(cut - from) > max_step_ ? from + direction_of_run_ * max_step_ : cut;
  }

 private:
  Inertia inertia_;
  double direction_of_run_, max_step_;
  State state_;
};

/// A body under torque, by a splitting.
class SplitTrack final : public SingleTrack {
 public:
  /// Each piece is divided into steps not longer than h, and each of these into so many; so is the way to a
  /// time within one.
  SplitTrack(const SingleProblem& problem, const Splitting& splitting, double h, unsigned division);

  bool next() override;
  State at(double time) override;
  bool is_dense() const noexcept override { return false; }
  double conserved() const override { return asked_.conserved(); }
  TrackInstant instant() const override;
  void back_to(const TrackInstant& instant) override;
  std::uint64_t evaluations() const noexcept override { return *evaluations_; }

  const SplittingStepper& stepper() const noexcept { return stepper_; }

 private:
  Torque counted(const SingleProblem& problem) const;
  void begin_piece();
  void ask_torque_in_piece();
  void divide_piece();
  bool end_piece();
  void begin_step();

  bool has_breakpoints_;
  std::shared_ptr<std::uint64_t> evaluations_ = std::make_shared<std::uint64_t>(0);
  double h_;
  unsigned division_;
  SplittingStepper stepper_, asked_;
  bool asked_is_end_ = false;
  EqualSteps steps_of_piece_;
  std::uint64_t step_ = 0;
  double start_time_, piece_begin_, length_ = 0;
};

/// A free body in steps of a method that was named. Between impulses all steps are of length h but the last,
/// which is shorter.
class FreeStepTrack final : public SingleTrack {
 public:
  FreeStepTrack(const SingleProblem& problem, double h);

  bool next() override;
  State at(double time) override;
  bool is_dense() const noexcept override { return false; }
  double conserved() const override;
  TrackInstant instant() const override;
  void back_to(const TrackInstant& instant) override;

  bool is_compensated() const noexcept { return summation_ == Summation::compensated; }

 private:
  void begin_piece(double time);
  void begin_step();
  bool end_piece();
  void advance(FreeStepper& stepper, double length) const;

  Inertia body_;
  double h_;
  Summation summation_;
  FreeStepper stepper_, asked_;
  bool asked_is_end_ = false;
  FixedSteps steps_of_piece_;
  std::uint64_t step_ = 0;
  double length_ = 0;
};

/// A free body as a function of time, from impulse to impulse.
class FreeTrack final : public SingleTrack {
 public:
  /// short_steps: steps of a fraction of a turn; else each step reaches from impulse to impulse.
  FreeTrack(const SingleProblem& problem, bool short_steps);

  bool next() override;
  State at(double time) override;
  double conserved() const override;
  TrackInstant instant() const override;
  void back_to(const TrackInstant& instant) override;

 private:
  void begin_piece(const State& state, double time);
  void begin_step();
  bool end_piece();

  Inertia body_;
  bool short_steps_;
  State asked_, piece_start_;
  std::optional<FreeMotion> motion_;
  double step_ = 0, steps_in_piece_ = 0, piece_begin_ = 0;
};

}  // namespace polhode::simulation
