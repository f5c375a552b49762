// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A motion cut into steps, in each of which it can be asked for any time.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/simulation/checkpoint.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/torque.hpp>
#include <string>
#include <vector>

#include "even_steps.hpp"

namespace polhode::simulation {

struct Problem {
  Inertia body;
  State start;
  Torque torque;
  double start_time, end_time;
  Summation summation;
  const FreeMethod* drift;

  double direction() const noexcept { return end_time < start_time ? -1.0 : 1.0; }
};

/// Where a piece of a run ends, and the impulses there, as they act in the direction of the run.
struct Cut {
  double time;
  std::vector<Impulse> impulses;
};

/// In the order of the run; the last is the end.
std::vector<Cut> cuts_of(const Problem& problem);

/// The greatest |omega| that a free body of this energy can have.
double fastest_turning(const Inertia& body, const State& state);

class Track {
 public:
  explicit Track(const Problem& problem) : cuts_(cuts_of(problem)), begin_(problem.start_time) {}
  Track(const Track&) = delete;
  Track& operator=(const Track&) = delete;
  virtual ~Track() = default;

  /// Times between which the present step leads, end() before the impulses there.
  double begin() const noexcept { return begin_; }
  double end() const noexcept { return end_; }
  /// Whether there is no further step: begin() is then the end of the run, after all impulses.
  bool is_done() const noexcept { return piece_ == cuts_.size(); }
  /// Goes on to the next step. True if there was an impulse in between.
  virtual bool next() = 0;
  /// In the present step. Throws StepFailure, as next() does.
  virtual State at(double time) = 0;
  /// Of the state that was asked for last.
  virtual double conserved() const = 0;
  /// Where the present step begins; back_to() is for a track that was made in the same way.
  virtual TrackInstant instant() const = 0;
  virtual void back_to(const TrackInstant& instant) = 0;
  /// For the report: steps done, the longest, and evaluations of the torque.
  virtual std::uint64_t steps() const noexcept { return 0; }
  virtual double longest_step() const noexcept { return 0; }
  virtual std::uint64_t evaluations() const noexcept { return 0; }

 protected:
  std::vector<Cut> cuts_;
  std::size_t piece_ = 0;  ///< the present one leads to cuts_[piece_]
  double begin_, end_ = 0;
};

/// Under torque.
class SplitTrack final : public Track {
 public:
  /// Each piece is divided into steps not longer than h, and each of these into so many.
  SplitTrack(const Problem& problem, const Splitting& splitting, double h, unsigned division);

  bool next() override;
  State at(double time) override;
  double conserved() const override { return asked_.conserved(); }
  TrackInstant instant() const override;
  void back_to(const TrackInstant& instant) override;
  std::uint64_t steps() const noexcept override { return steps_; }
  double longest_step() const noexcept override { return longest_step_; }
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
  SplittingStepper stepper_, asked_;
  bool asked_is_end_ = false;
  EqualSteps steps_of_piece_;
  std::uint64_t step_ = 0, steps_ = 0;
  double start_time_, piece_begin_, length_ = 0, longest_step_ = 0;
};

/// A free body in steps of a method that was named. Between impulses all steps are of length h but the last, which is shorter.
class FreeStepTrack final : public Track {
 public:
  FreeStepTrack(const Problem& problem, double h);

  bool next() override;
  State at(double time) override;
  double conserved() const override;
  TrackInstant instant() const override;
  void back_to(const TrackInstant& instant) override;
  std::uint64_t steps() const noexcept override { return steps_; }
  double longest_step() const noexcept override { return longest_step_; }

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
  EvenSteps steps_of_piece_;
  std::uint64_t step_ = 0, steps_ = 0;
  double length_ = 0, longest_step_ = 0;
};

/// Between impulses alone.
class FreeTrack final : public Track {
 public:
  /// In steps of a fraction of a turn, or else from impulse to impulse.
  FreeTrack(const Problem& problem, bool short_steps);

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
