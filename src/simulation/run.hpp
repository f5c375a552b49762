// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A track followed to one requested time after the other, with an eye on events.

#include <cstdint>
#include <functional>
#include <optional>
#include <polhode/body/state.hpp>
#include <polhode/simulation/checkpoint.hpp>
#include <polhode/simulation/event.hpp>
#include <polhode/simulation/simulate.hpp>
#include <span>
#include <vector>

#include "track.hpp"

namespace polhode::simulation {

class Run {
 public:
  using Progress = std::function<bool(double time)>;
  using Found = std::function<void(const FoundEvent&)>;

  /// The track, the events and what is called must outlive the run. progress may be empty; it is called between two steps.
  Run(Track& track, double direction, std::span<const Event> events, Found found, Progress progress);

  /// The state at a time, not before that of the last call in the direction of the run; none if the run has stopped before it.
  std::optional<State> to(double time);

  /// Where it stands between two steps or after a requested time; back_to() is for a run that was made in the same way.
  RunInstant instant() const;
  void back_to(const RunInstant& instant);

  /// What is conserved, at the last time that was reached.
  double conserved() const noexcept { return conserved_; }
  const std::optional<Stop>& stopped() const noexcept { return stopped_; }
  bool was_stopped_by_event() const noexcept { return was_stopped_by_event_; }
  bool was_cancelled() const noexcept { return was_cancelled_; }  ///< by progress

 private:
  /// In the direction of the run.
  bool is_before(double a, double b) const noexcept { return direction_ * a < direction_ * b; }
  bool is_at_or_past(double time) const noexcept;
  bool goes_on();
  void look(double time, const State& state);
  void look_after_jump(double time, const State& state);
  bool read(double time, const State& state);
  std::optional<FoundEvent> located(std::size_t event, double time);
  void report(std::vector<FoundEvent> found);

  Track& track_;
  double direction_;
  std::span<const Event> events_;
  Found found_;
  Progress progress_;
  std::vector<double> values_, new_values_;
  double looked_at_ = 0, conserved_ = 0;
  std::uint64_t steps_ = 0;
  std::optional<Stop> stopped_;
  bool was_stopped_by_event_ = false, was_cancelled_ = false;
  bool is_over_ = false;  ///< had stopped before the instant from which it began
};

}  // namespace polhode::simulation
