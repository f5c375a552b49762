// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Writes the states and events of one motion to the journal, or to another sink of records.

#include <cstddef>
#include <polhode/body/state.hpp>
#include <polhode/simulation/event.hpp>
#include <polhode/simulation/simulate.hpp>

#include "run/record.hpp"

namespace polhode::app {

class MotionRecorder {
 public:
  /// Whether all states are kept, or only the last one.
  enum class Keeps { all_states, last_state };

  /// States are written in records of `states_of_record`.
  MotionRecorder(RecordSink& journal, const RecordOwner& owner, Keeps keeps, std::size_t states_of_record);

  void take_state(double time, const State& state);
  void take_event(const FoundEvent& event);
  /// Takes the report of the run. If a stopping event ended it, its state is the last one.
  void take_report(const SimulationReport& report);
  /// Writes the states that are still held.
  void flush();
  /// Writes those and the end of the motion; `end` has a failure if there is one, and of an ensemble
  /// last_row.
  void finish(EndRecord end);
  /// Continues an earlier run from these numbers.
  void resume(std::uint64_t states, std::uint64_t events, const RawRow& last);

  std::uint64_t states() const noexcept { return states_; }
  const RawRow& last() const noexcept { return last_; }

 private:
  RecordSink& journal_;
  Keeps keeps_;
  std::size_t states_of_record_;
  RowsRecord held_;
  RawRow last_{};
  std::uint64_t states_ = 0, events_ = 0;
  SimulationReport report_{};
};

}  // namespace polhode::app
