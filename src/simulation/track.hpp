// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Motions divided into steps, with dense output within each step.
///
/// A new method is one more class derived from Track: the driver (driver.hpp) uses nothing else.

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
#include "simulation/input.hpp"
#include "simulation/steps_of_piece.hpp"

namespace polhode::simulation {

/// The end of a piece of a run, and the impulses applied there, signed for the direction of the run.
struct Cut {
  double time;
  std::vector<Impulse> impulses;
};

/// The cuts of a run, in its order; the last is its end.
std::vector<Cut> cuts_of(const Problem& problem);

/// What an impulse adds to the momentum, along the principal axes: nothing about the axis of a linear body.
Vec3<double> change_by(const Impulse& impulse, const Inertia& body, const Quat<double>& q) noexcept;

/// The greatest |omega| that a free body of this energy can have.
double fastest_turning(const Inertia& body, const State& state);

/// One motion, divided into steps, with dense output within each step. It can be saved and restored.
class Track {
 public:
  explicit Track(const Problem& problem)
      : begin_(problem.options.start_time),
        end_(begin_),
        cuts_(cuts_of(problem)),
        inertia_(problem.body),
        direction_of_run_(direction_of(problem)),
        max_step_(max_step_of(problem)) {}
  Track(const Track&) = delete;
  Track& operator=(const Track&) = delete;
  virtual ~Track() = default;

  /// Times of the present step, end() before the impulses there.
  double begin() const noexcept { return begin_; }
  double end() const noexcept { return end_; }
  /// Whether there is no further step: begin() is then the end of the run, after all impulses.
  bool is_done() const noexcept { return piece_ == cuts_.size(); }
  /// Advances to the next step.
  /// @return whether an impulse was applied in between
  /// @throws StepFailure  if the motion cannot be continued; at() throws it too
  virtual bool next() = 0;
  /// Whether the caller still has to compute the coefficients of the present step; until then no state is
  /// available.
  virtual bool is_waiting() const noexcept { return false; }

  /// The state at a time in the present step.
  virtual State at(double time) = 0;
  /// The conserved quantity at the time of the last at(); NaN if the torque has none.
  virtual double conserved() const = 0;
  /// Both at several times in the present step.
  virtual void at_each(std::span<const double> times, State* states, double* conserved_there) {
    for (const double time : times) {
      *states++ = at(time);
      *conserved_there++ = conserved();
    }
  }
  /// Whether a state within a step costs little compared with the step itself.
  virtual bool is_dense() const noexcept { return true; }

  /// Of a companion: the differences of the run's states, at times in the present step, from its own. Of a
  /// track that carries its error: that error.
  virtual void compare(std::span<const double> times, const State* states, RunDifference& difference) {
    for (const double time : times) difference.add(*states++, at(time));
  }
  /// Whether it carries its error along, so that it needs no companion.
  virtual bool carries_error() const noexcept { return false; }
  /// The relative error of attitude and momentum that round-off may have accumulated so far.
  double round_off() const noexcept {
    constexpr double some = 64 * std::numeric_limits<double>::epsilon();
    return some * std::sqrt(1 + static_cast<double>(steps_));
  }
  /// The same including the error of the method, as far as it is known.
  virtual double resolution() const noexcept { return round_off(); }
  /// |omega| of a state.
  double turning(const State& state) const { return inertia_.angular_velocity(state.momentum).norm(); }

  /// Where the present step begins; restore() is for a track that was made in the same way.
  virtual Snapshot snapshot() const = 0;
  virtual void restore(const Snapshot& snapshot) = 0;
  /// How many pieces there are between start, breakpoints, impulses and end.
  std::size_t pieces() const noexcept { return cuts_.size(); }
  bool has_impulses() const noexcept {
    return std::any_of(cuts_.begin(), cuts_.end(), [](const Cut& c) { return !c.impulses.empty(); });
  }

  /// For the report: the steps up to a time in the present one, which counts if the time lies beyond its
  /// beginning (a run that ends with it backwards, or within it, does not go on to the next); the longest of
  /// them; and evaluations of the torque.
  std::uint64_t steps_to(double time) const noexcept { return steps_ + (enters_step(time) ? 1 : 0); }
  double longest_step() const noexcept { return longest_step_; }
  double longest_step_to(double time) const noexcept {
    return std::max(longest_step_, enters_step(time) ? std::abs(end_ - begin_) : 0.0);
  }
  virtual std::uint64_t evaluations() const noexcept { return 0; }

 protected:
  bool enters_step(double time) const noexcept { return has_steps_ && !is_done() && time != begin_; }
  /// The latest time at which a step from a time in the present piece may end.
  double step_limit(double from) const noexcept {
    const double cut = cuts_[piece_].time;
    return std::abs(cut - from) > max_step_ ? from + direction_of_run_ * max_step_ : cut;
  }

  double begin_, end_;
  std::uint64_t steps_ = 0;
  double longest_step_ = 0;
  bool has_steps_ = true;  ///< not a function of time
  std::vector<Cut> cuts_;
  std::size_t piece_ = 0;  ///< the present one leads to cuts_[piece_]

 private:
  Inertia inertia_;
  double direction_of_run_, max_step_;
};

/// A body under torque, by a splitting.
class SplitTrack final : public Track {
 public:
  /// Each piece is divided into steps not longer than h, and each step into `division` substeps; so is a part
  /// of a step.
  SplitTrack(const Problem& problem, const Splitting& splitting, double h, unsigned division);

  bool next() override;
  State at(double time) override;
  bool is_dense() const noexcept override { return false; }
  double conserved() const override { return output_.conserved(); }
  Snapshot snapshot() const override;
  void restore(const Snapshot& snapshot) override;
  std::uint64_t evaluations() const noexcept override { return *evaluations_; }

  const SplittingStepper& stepper() const noexcept { return stepper_; }

 private:
  Torque counted(const Problem& problem) const;
  void begin_piece();
  void ask_torque_in_piece();
  void divide_piece();
  bool end_piece();
  void begin_step();

  bool has_breakpoints_;
  std::shared_ptr<std::uint64_t> evaluations_ = std::make_shared<std::uint64_t>(0);
  double h_;
  unsigned division_;
  SplittingStepper stepper_, output_;  ///< at the beginning of the step; at the time that was asked for last
  bool output_is_end_ = false;         ///< of the step
  EqualSteps steps_of_piece_;
  std::uint64_t step_ = 0;
  double start_time_, piece_begin_, length_ = 0;
};

/// A free body in steps of a given method. Between impulses all steps have the length h, except the last,
/// which is shorter.
class FreeStepTrack final : public Track {
 public:
  FreeStepTrack(const Problem& problem, double h);

  bool next() override;
  State at(double time) override;
  bool is_dense() const noexcept override { return false; }
  double conserved() const override;
  Snapshot snapshot() const override;
  void restore(const Snapshot& snapshot) override;

  bool is_compensated() const noexcept { return summation_ == Summation::compensated; }

 private:
  void begin_piece(double time);
  void begin_step();
  bool end_piece();
  void advance(FreeStepper& stepper, double length) const;

  Inertia body_;
  double h_;
  Summation summation_;
  FreeStepper stepper_, output_;  ///< at the beginning of the step; at the time that was asked for last
  bool output_is_end_ = false;    ///< of the step
  FixedSteps steps_of_piece_;
  std::uint64_t step_ = 0;
  double length_ = 0;
};

/// A free body as a function of time, from impulse to impulse.
class FreeTrack final : public Track {
 public:
  /// short_steps: steps of a fraction of a turn; else each step reaches from impulse to impulse.
  FreeTrack(const Problem& problem, bool short_steps);

  bool next() override;
  State at(double time) override;
  double conserved() const override;
  Snapshot snapshot() const override;
  void restore(const Snapshot& snapshot) override;

 private:
  void begin_piece(const State& state, double time);
  void begin_step();
  bool end_piece();

  Inertia body_;
  bool short_steps_;
  State output_, piece_start_;  ///< at the time that was asked for last; at the beginning of the piece
  std::optional<FreeMotion> motion_;
  double step_ = 0, steps_in_piece_ = 0, piece_begin_ = 0;
};

}  // namespace polhode::simulation
