// SPDX-License-Identifier: MIT
#include "run/recorder.hpp"

namespace polhode::app {

MotionRecorder::MotionRecorder(RecordSink& journal, const RecordOwner& owner, Keeps keeps,
                               std::size_t states_of_record)
    : journal_(journal), keeps_(keeps), states_of_record_(states_of_record), held_{owner, {}} {}

void MotionRecorder::take_state(double time, const State& state) {
  last_ = raw_row(time, state);
  ++states_;
  if (keeps_ == Keeps::last_state) return;
  held_.rows.push_back(last_);
  if (held_.rows.size() == states_of_record_) flush();
}

void MotionRecorder::take_event(const FoundEvent& event) {
  ++events_;
  journal_.append(
      RecordKind::event,
      bytes_of(EventRecord{{held_.run, held_.session}, event.event, raw_row(event.time, event.state)}));
}

void MotionRecorder::take_report(const SimulationReport& report) {
  report_ = report;
  const auto& stop = report.stopped;
  if (!stop || !stop->event) return;
  const bool has_row = states_ > 0 && last_[0] == stop->time;
  if (!has_row) take_state(stop->time, stop->state);
}

void MotionRecorder::flush() {
  if (held_.rows.empty()) return;
  journal_.append(RecordKind::rows, bytes_of(held_));
  held_.rows.clear();
}

void MotionRecorder::finish(EndRecord end) {
  flush();
  end.run = held_.run;
  end.session = held_.session;
  end.report = report_;
  end.rows = states_;
  end.events = events_;
  end.last = last_;
  journal_.append(RecordKind::end, bytes_of(end));
}

void MotionRecorder::resume(std::uint64_t states, std::uint64_t events, const RawRow& last) {
  states_ = states;
  events_ = events;
  last_ = last;
}

}  // namespace polhode::app
