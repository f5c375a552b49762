// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The motions of many bodies cut into the same steps, in each of which all can be asked for any time: track.hpp, side by side.
///
/// Convention. Bodies are known by their place in ManyProblem, also where others have failed. What is promised in simulate_many.hpp is kept
///             here: no body's numbers depend on another.

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

#include "even_steps.hpp"

namespace polhode::simulation {

struct ManyProblem {
  std::vector<Inertia> bodies;
  std::vector<State> starts;
  Torque torque;
  std::vector<PreparedTorque> prepared;  ///< for each body; of the same kind for all
  double start_time, end_time, step;     ///< the step is positive
  batch::Method drift;
  Summation summation;

  double direction() const noexcept { return end_time < start_time ? -1.0 : 1.0; }
};

/// The problem must outlive it.
class ManyTrack {
 public:
  explicit ManyTrack(const ManyProblem& problem)
      : problem_(problem),
        begin_(problem.start_time),
        end_(problem.start_time),
        states_(problem.starts),
        conserved_(problem.bodies.size()),
        has_failed_(problem.bodies.size(), false) {}
  ManyTrack(const ManyTrack&) = delete;
  ManyTrack& operator=(const ManyTrack&) = delete;
  virtual ~ManyTrack() = default;

  /// Times between which the present step leads.
  double begin() const noexcept { return begin_; }
  double end() const noexcept { return end_; }
  /// Whether there is no further step.
  virtual bool is_done() const noexcept = 0;
  /// Goes on to the next step.
  virtual void next() = 0;
  /// In the present step.
  virtual void ask(double time) = 0;

  /// What was asked for last. Of a body that has failed it means nothing; a body that cannot be stepped fails, whichever way it is asked.
  const State& state(std::size_t body) const { return states_[body]; }
  double conserved(std::size_t body) const { return conserved_[body]; }
  bool has_failed(std::size_t body) const { return has_failed_[body]; }

  /// For the reports, as those of Track.
  std::uint64_t steps() const noexcept { return steps_; }
  double longest_step() const noexcept { return longest_step_; }
  virtual std::uint64_t evaluations() const noexcept { return 0; }

 protected:
  const ManyProblem& problem_;
  double begin_, end_;
  std::vector<State> states_;
  std::vector<double> conserved_;
  std::vector<bool> has_failed_;
  std::uint64_t steps_ = 0;
  double longest_step_ = 0;
};

/// Free bodies in steps: FreeStepTrack.
class FreeManyTrack final : public ManyTrack {
 public:
  explicit FreeManyTrack(const ManyProblem& problem);

  bool is_done() const noexcept override { return steps_ == cut_.size(); }
  void next() override;
  void ask(double time) override;

 private:
  void begin_step();
  void advance(batch::States<double>& states, double length);
  void note_failures(batch::States<double>& states);

  EvenSteps cut_;
  batch::Bodies<double> bodies_;
  batch::States<double> now_, asked_;
  double length_ = 0;
};

/// Free bodies as functions of time, without steps: FreeTrack.
class FreeMotionsTrack final : public ManyTrack {
 public:
  explicit FreeMotionsTrack(const ManyProblem& problem);

  bool is_done() const noexcept override { return true; }
  void next() override {}
  void ask(double time) override;

 private:
  std::vector<std::optional<FreeMotion>> motions_;
};

/// How often a run by itself would have asked the torque. It remembers what it was told last, at the end of a step, until a copy asks elsewhere.
class Evaluations {
 public:
  /// Not for a torque that is approximated by collocation: that depends on the motion.
  Evaluations(const Splitting& splitting, const PreparedTorque& torque);

  void add_step_of_run() noexcept;
  /// Of one that stands where the run does.
  void add_step_of_copy() noexcept;
  /// The run goes on where the copy is.
  void take_copy() noexcept { last_ = Last::run; }
  /// Of a state with what is conserved, after a step.
  void add_reading() noexcept { count_ += of_reading_; }

  std::uint64_t count() const noexcept { return count_; }

 private:
  void add_step() noexcept;

  enum class Last { nobody, run, copy };
  Last last_ = Last::nobody;
  std::uint64_t of_step_, of_beginning_ = 0, of_reading_ = 0, count_ = 0;
};

/// Under torque: SplitTrack, of one piece.
class SplitManyTrack final : public ManyTrack {
 public:
  /// Cut into steps not longer than the problem's, and each of these into so many. The splitting must outlive it too.
  SplitManyTrack(const ManyProblem& problem, const Splitting& splitting, unsigned division);

  bool is_done() const noexcept override { return steps_ == cut_.size() || places_.empty(); }
  void next() override;
  void ask(double time) override;
  std::uint64_t evaluations() const noexcept override { return evaluations_.count(); }

 private:
  using Stepper = batch::SplittingStepper<double>;

  Stepper made() const;
  void begin_step();
  void step_copy(double length);
  void read(const Stepper& stepper);
  /// Does it with those bodies that are left, each of which can.
  template <class Work>
  void with_survivors(const Work& work);
  void drop(std::size_t which);

  const Splitting& splitting_;
  std::vector<std::size_t> places_;  ///< in the problem, of those that have not failed
  std::vector<Inertia> bodies_;      ///< theirs
  EqualSteps cut_;
  Evaluations evaluations_;
  Stepper now_, asked_;
  bool asked_is_end_ = false;
  double length_ = 0;
};

}  // namespace polhode::simulation
