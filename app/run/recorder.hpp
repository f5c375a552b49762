// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The states and events of one motion on their way to the journal, or to another sink of records.

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

  /// States are written so many at a time.
  MotionRecorder(RecordSink& journal, const RecordOwner& owner, Keeps keeps, std::size_t states_of_record);

  void take_state(double time, const State& state);
  void take_event(const FoundEvent& event);
  /// Takes how the run ended. If a stopping event ended it, its state is the last one.
  void take_report(const SimulationReport& report);
  /// Writes the states that are still held.
  void flush();
  /// Writes those and how the motion ended; `end` needs its failure where there is one, and of an ensemble
  /// last_row.
  void finish(EndRecord end);
  /// Goes on where an earlier run had come to.
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
