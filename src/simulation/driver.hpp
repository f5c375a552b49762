// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The driver of all runs of one motion: it follows a track to the requested times, with events, an error
/// estimate, progress and checkpoints.
///
/// Method.     A Run follows one track and watches for events. A Driver has the run of the results and, where
///             the error is wanted and the track does not carry it along, the run of a companion that shows
///             it. The driver gives out the states and keeps what the report needs.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <polhode/body/state.hpp>
#include <polhode/simulation/event.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <span>
#include <utility>
#include <vector>

#include "simulation/checkpoint_data.hpp"
#include "simulation/error_estimate.hpp"
#include "simulation/event_search.hpp"
#include "simulation/track.hpp"

namespace polhode::simulation {

class Run {
 public:
  using Progress = std::function<bool(double time)>;
  using Found = std::function<void(const FoundEvent&)>;

  /// The track, the events and the functions must outlive the run. If not empty, progress is called between
  /// steps; false stops the run. Events need a track that does not wait.
  Run(Track& track, double direction, std::span<const Event> events, Found found, Progress progress);

  /// Advances to a time, which must not precede that of the last call in the direction of the run. False if
  /// the run has stopped before it, or if the track waits: then call it again when the step is there.
  bool to(double time);
  /// Computes the state at the event that has stopped the run. False if there is none, or if it is at an
  /// impulse of a backward run, whose state comes before that time.
  bool to_stopping_event();
  /// As to(), for a companion without events, whose state there is compared with that of the run.
  bool compare(double time, const State& state, RunDifference& difference);
  Track& track() const noexcept { return track_; }
  bool is_waiting() const noexcept { return track_.is_waiting(); }
  /// The state there.
  const State& state() const { return state_; }
  double conserved() const { return conserved_; }

  /// Whether states at several times in the present step can be computed at once: not with events.
  bool gives_many() const noexcept;
  /// Whether such a time lies in the present step.
  bool is_in_step(double time) const noexcept { return !is_at_or_past(time); }
  /// The state of the run between two steps or after a requested time; restore() is for a run that was made
  /// in the same way.
  Snapshot snapshot() const;
  void restore(const Snapshot& snapshot);

  /// Where and why it ended early, if it did.
  const std::optional<Stop>& stopped() const noexcept { return stopped_; }
  /// Events none of whose zero crossings counted, since the function stayed within the error of the motion.
  std::vector<std::string> undecided_events() const;
  bool was_cancelled() const noexcept { return was_cancelled_; }  ///< by progress

 private:
  /// What value() throws.
  struct NotFinite {
    double time, value;
    State state;
  };

  /// Whether a comes before b in the direction of the run.
  bool is_before(double a, double b) const noexcept { return direction_ * a < direction_ * b; }
  bool is_at_or_past(double time) const noexcept;
  bool reach(double time);
  void ask(double time);
  bool goes_on();
  bool read(double time, const State& state);
  void begin_step(bool is_hit);
  void search_step();
  void search_step(std::size_t event, double panels);
  bool needs_no_search(std::size_t event, double panels, const Look& end) const;
  double doubt(std::size_t event, double time, double relative);
  std::vector<FoundEvent> passages_between(std::size_t event, const std::vector<Look>& looks);
  State state_at(double time);
  double value(std::size_t event, double time);
  FoundEvent located(std::size_t event, const Look& from, const Look& to);
  double last_finite_before(NotFinite first, std::size_t event);
  void report_until(double time);
  void report(const FoundEvent& passage);

  Track& track_;
  double direction_;
  std::span<const Event> events_;
  Found found_;
  Progress progress_;
  State state_{};
  double conserved_ = 0;
  std::vector<double> values_;      ///< of the events' functions, where the present step begins
  std::vector<double> end_values_;  ///< and where it ends, once it is searched
  /// Of each event, whether its function has been farther from zero than what is not known of the motion
  /// changes it: its passages count from then on. Where the present step begins, and where it ends.
  std::vector<bool> counts_, end_counts_;
  std::vector<bool> was_ignored_;  ///< a passage of it
  bool is_searched_ = false;       ///< the present step, for passages
  double searched_from_ = 0;
  std::vector<bool> is_slow_;         ///< whether an event is hardly more than a parabola in it
  std::vector<FoundEvent> passages_;  ///< in it that are still to be reported, in order
  std::optional<Stop> bad_value_;     ///< the first in it
  double looked_at_ = 0;              ///< up to which passages were reported
  /// For each event, where the last steps began: none after an impulse, and where it is faster than the
  /// motion.
  std::vector<std::vector<Look>> earlier_;
  std::vector<std::pair<double, State>> known_states_;  ///< in the step, at which several events look
  std::uint64_t steps_ = 0;
  std::optional<Stop> stopped_;
  bool was_cancelled_ = false;
  bool is_over_ = false;  ///< had stopped before the snapshot from which it began
};

class Driver {
 public:
  using GiveCheckpoint = std::function<void(CheckpointData data)>;

  /// All arguments must outlive it. `companion` may be null, and `give_checkpoint` empty.
  Driver(Track& track, Track* companion, const Problem& problem, const SimulationSink& sink,
         GiveCheckpoint give_checkpoint);

  /// From the start, or from options.resume_from. False if the track waits for its step: then call it again
  /// when the step is there.
  bool run();

  /// The greatest difference from the companion, or the greatest error that the track carries; NaN where
  /// nothing was compared.
  double difference() const { return difference_.value(); }
  /// Steps, evaluations, what is conserved, and where it stopped.
  void describe(SimulationReport& report) const;

 private:
  bool goes_on(double time);
  void begin();
  void resume(const CheckpointData& from);
  void give_out(double time);
  bool gives_block();
  bool compares();
  bool compares_end();
  CheckpointData checkpoint() const;
  void offer_checkpoint();

  Track& track_;
  const Problem& problem_;
  const SimulationSink& sink_;
  GiveCheckpoint give_checkpoint_;
  RunDifference difference_;
  double conserved_start_ = 0, excursion_ = 0;
  bool has_begun_ = false, is_ending_ = false;
  std::uint64_t next_ = 0;           ///< number of the next requested time
  std::optional<State> to_compare_;  ///< with the companion, which is still to come there
  Run run_;
  std::optional<Run> companion_;
  /// Several requested times in one step, and the states there.
  static constexpr std::size_t block = 32;
  struct Block {
    double times[block], conserved[block];
    State states[block];
  };
  std::unique_ptr<Block> block_;
};

}  // namespace polhode::simulation
