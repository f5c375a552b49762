// SPDX-License-Identifier: MIT
#include "simulation/driver.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>
#include <utility>

#include "core/number_text.hpp"
#include "simulation/input.hpp"

namespace polhode::simulation {

namespace {

/// Progress is told between steps, so often that a person does not wait for an answer.
std::uint64_t steps_between_reports(std::size_t motions) noexcept { return motions == 1 ? 256 : 64; }

bool has_passed(double before, double now, Crossing crossing) noexcept {
  const bool rises = before < 0 && now >= 0, falls = before > 0 && now <= 0;
  return (rises && crossing != Crossing::falling) || (falls && crossing != Crossing::rising);
}

Stop bad_value(const Event& event, double value, double time, const State& state) {
  return {time, state,
          "event " + event.name + " at time " + number_text(time) + ": found " + number_text(value) +
              ", expected a finite number"};
}

}  // namespace

Run::Run(Track& track, double direction, std::span<const Event> events, Found found, Progress progress)
    : track_(track),
      single_(dynamic_cast<SingleTrack*>(&track)),
      direction_(direction),
      events_(events),
      found_(std::move(found)),
      progress_(std::move(progress)),
      states_(track.size()),
      conserved_(track.size()),
      looked_at_(track.begin()) {
  if (events_.empty()) return;
  read(track_.begin(), single_->at(track_.begin()));
  values_ = new_values_;
}

/// Whether a state at this time is to be looked for beyond the present step. Backwards, the state at the time
/// of an impulse comes before it.
bool Run::is_at_or_past(double time) const noexcept {
  return direction_ > 0 ? time >= track_.end() : time < track_.end();
}

RunInstant Run::instant() const {
  return {single_->instant(), values_, looked_at_, conserved_[0], steps_, is_over_ || stopped_.has_value()};
}

void Run::back_to(const RunInstant& i) {
  single_->back_to(i.track);
  values_ = i.event_values;
  looked_at_ = i.looked_at;
  conserved_[0] = i.conserved;
  steps_ = i.steps;
  is_over_ = i.is_over;
  stopped_.reset();
}

/// The step in which a time lies; false if the run does not come there, or waits.
bool Run::reach(double time) {
  while (!stopped_ && !track_.is_done() && !track_.is_waiting() && is_at_or_past(time)) {
    if (!events_.empty()) look(track_.end(), single_->at(track_.end()));
    if (stopped_) break;
    const bool is_hit = track_.next();
    if (!events_.empty() && is_hit) look_after_jump(track_.begin(), single_->at(track_.begin()));
    if (++steps_ % steps_between_reports(track_.size()) == 0 && !goes_on()) break;
  }
  return !stopped_ && !track_.is_waiting();
}

bool Run::to(double time) {
  if (is_over_) return false;
  try {
    if (!reach(time)) return false;
    ask(time);
    // Copies: looking for an event asks for other times.
    if (!events_.empty()) look(time, states_[0]);
    return !(stopped_ && is_before(stopped_->time, time));
  } catch (const StepFailure& failure) {
    stopped_ = Stop{failure.time(), failure.state(), failure.what()};
    return false;
  }
}

bool Run::compare(double time, std::span<const State> states, std::span<RunDifference> differences) {
  if (is_over_) return false;
  try {
    if (!reach(time)) return false;
    if (single_) {
      compare({&time, 1}, states.data(), differences[0]);
      return true;
    }
    ask(time);
    for (std::size_t i = 0; i < states_.size(); ++i)
      if (!track_.has_failed(i)) differences[i].add(states[i], states_[i]);
    return true;
  } catch (const StepFailure& failure) {
    stopped_ = Stop{failure.time(), failure.state(), failure.what()};
    return false;
  }
}

void Run::compare(std::span<const double> times, const State* states, RunDifference& difference) {
  single_->compare(times, states, difference);
}

void Run::ask(double time) {
  track_.ask(time);
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (track_.has_failed(i)) continue;
    states_[i] = track_.state(i);
    conserved_[i] = track_.conserved(i);
  }
}

bool Run::gives_many() const noexcept {
  return single_ && events_.empty() && !is_over_ && !stopped_ && !track_.is_done() && !track_.is_waiting();
}

void Run::at_each(std::span<const double> times, State* states, double* conserved_there) {
  single_->at_each(times, states, conserved_there);
}

bool Run::goes_on() {
  if (!progress_ || progress_(track_.begin())) return true;
  was_cancelled_ = true;
  ask(track_.begin());
  stopped_ = Stop{track_.begin(), states_[0], "stopped on request"};
  return false;
}

std::optional<Stop> Run::stopped(std::size_t motion) const {
  // Only what stops all of them stops several.
  if (motion == 0 || !stopped_) return stopped_;
  return Stop{stopped_->time, states_[motion], stopped_->reason};
}

/// The values at a time, unless one is not finite.
bool Run::read(double time, const State& state) {
  new_values_.clear();
  for (const Event& e : events_) {
    new_values_.push_back(e.function(state, time));
    if (std::isfinite(new_values_.back())) continue;
    stopped_ = bad_value(e, new_values_.back(), time, state);
    return false;
  }
  return true;
}

/// Finds what has passed through zero since the last look, in the present step.
void Run::look(double time, const State& state) {
  if (stopped_ || time == looked_at_ || !read(time, state)) return;
  std::vector<FoundEvent> found;
  for (std::size_t i = 0; i < events_.size(); ++i)
    if (has_passed(values_[i], new_values_[i], events_[i].crossing)) {
      if (new_values_[i] == 0)
        found.push_back({i, time, state});
      else if (const std::optional<FoundEvent> passage = located(i, time))
        found.push_back(*passage);
    }
  std::swap(values_, new_values_);
  looked_at_ = time;
  if (stopped_)
    std::erase_if(found, [this](const FoundEvent& f) { return !is_before(f.time, stopped_->time); });
  report(std::move(found));
}

void Run::look_after_jump(double time, const State& state) {
  if (stopped_ || !read(time, state)) return;
  std::vector<FoundEvent> found;
  for (std::size_t i = 0; i < events_.size(); ++i)
    if (has_passed(values_[i], new_values_[i], events_[i].crossing)) found.push_back({i, time, state});
  std::swap(values_, new_values_);
  looked_at_ = time;
  report(std::move(found));
}

/// None if a value on the way is not finite, which stops the run there.
std::optional<FoundEvent> Run::located(std::size_t event, double time) {
  bool is_finite = true;
  const auto value = [&](double t) {
    const State state = single_->at(t);
    const double now = events_[event].function(state, t);
    if (std::isfinite(now)) return now;
    is_finite = false;
    if (!stopped_ || is_before(t, stopped_->time)) stopped_ = bad_value(events_[event], now, t, state);
    return 0.0;  // ends the search
  };
  const auto are_neighbours = [](double a, double b) {
    return std::abs(b - a) <= std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b));
  };
  const bool is_forward = direction_ > 0;
  const double low = is_forward ? looked_at_ : time, high = is_forward ? time : looked_at_;
  const double at_low = is_forward ? values_[event] : new_values_[event],
               at_high = is_forward ? new_values_[event] : values_[event];
  std::uintmax_t most = 200;
  const auto bracket =
      boost::math::tools::toms748_solve(value, low, high, at_low, at_high, are_neighbours, most);
  if (!is_finite) return std::nullopt;
  const double when = is_forward ? bracket.second : bracket.first;
  return FoundEvent{event, when, single_->at(when)};
}

/// In the order of the run, up to the first that ends it.
void Run::report(std::vector<FoundEvent> found) {
  std::stable_sort(found.begin(), found.end(),
                   [this](const FoundEvent& a, const FoundEvent& b) { return is_before(a.time, b.time); });
  for (const FoundEvent& f : found) {
    if (found_) found_(f);
    if (!events_[f.event].stops) continue;
    stopped_ = Stop{f.time, f.state, "event " + events_[f.event].name};
    was_stopped_by_event_ = true;
    return;
  }
}

// ---------------------------------------------------------------------------------------------- the driver

Driver::Driver(Track& track, Track* companion, TimeSpan span, std::span<const State> starts,
               bool has_impulses, const TimeSequence& times, const DriverSink& sink,
               const SimulationOptions& options)
    : track_(track),
      companion_(companion),
      span_(span),
      times_(times),
      sink_(sink),
      options_(options),
      has_impulses_(has_impulses),
      differences_(starts.begin(), starts.end()),
      conserved_start_(starts.size()),
      excursion_(starts.size()),
      run_(track, span.direction(), options.events, sink.event,
           [this](double time) { return goes_on(time); }) {
  if (companion)
    companion_run_.emplace(*companion, span.direction(), std::span<const Event>(), nullptr,
                           [this](double) { return goes_on(track_.begin()); });
}

bool Driver::goes_on(double time) {
  if (options_.progress && !options_.progress((time - span_.start) / (span_.end - span_.start))) return false;
  offer_checkpoint();
  return true;
}

bool Driver::run() {
  if (!has_begun_) {
    if (run_.is_waiting()) return false;
    if (options_.resume_from)
      resume(data_of(*options_.resume_from));
    else
      begin();
    has_begun_ = true;
  }
  bool goes_on = compares();
  while (goes_on && next_ < times_.size()) {
    if (gives_block()) continue;
    const double time = times_[next_];
    if (!run_.to(time)) return !run_.is_waiting();
    give_out(time);
    goes_on = compares();
    if (goes_on) offer_checkpoint();
  }
  return goes_on || !companion_run_->is_waiting();
}

void Driver::begin() {
  track_.ask(track_.begin());
  for (std::size_t i = 0; i < excursion_.size(); ++i) {
    conserved_start_[i] = has_impulses_ ? nan : track_.conserved(i);
    excursion_[i] = std::isnan(conserved_start_[i]) ? nan : 0;
  }
  if (sink_.checkpoint) give_checkpoint();
}

void Driver::resume(const CheckpointData& from) {
  next_ = from.next_time;
  if (from.to_compare) to_compare_ = {*from.to_compare};
  differences_[0] = RunDifference(from.difference_scale, from.difference);
  conserved_start_[0] = from.conserved_start;
  excursion_[0] = from.conserved_excursion;
  run_.back_to(from.run);
  if (companion_run_) companion_run_->back_to(*from.companion);
}

void Driver::give_out(double time) {
  ++next_;
  for (std::size_t i = 0; i < excursion_.size(); ++i) {
    if (has_failed(i)) continue;
    sink_.state(i, time, run_.state(i));
    excursion_[i] = std::max(excursion_[i], std::abs(run_.conserved(i) - conserved_start_[i]));
  }
  if (!companion_) return;
  to_compare_.clear();
  for (std::size_t i = 0; i < excursion_.size(); ++i) to_compare_.push_back(run_.state(i));
}

/// The next requested times that lie in the present step, all at once; false if there are none.
bool Driver::gives_block() {
  if (sink_.checkpoint || next_ + 1 >= times_.size() || !run_.gives_many()) return false;
  // A companion that goes on for many steps would not be asked to stop in between.
  if (companion_run_ && !companion_run_->gives_many()) return false;
  const auto is_in_step = [this](double time) {
    return run_.is_in_step(time) && (!companion_run_ || companion_run_->is_in_step(time));
  };
  const std::size_t most = std::min<std::uint64_t>(block, times_.size() - next_);
  double time = times_[next_];
  if (!is_in_step(time)) return false;
  if (!block_) block_ = std::make_unique<Block>();
  Block& b = *block_;
  std::size_t count = 0;
  do {
    b.times[count++] = time;
    if (count < most) time = times_[next_ + count];
  } while (count < most && is_in_step(time));
  run_.at_each({b.times, count}, b.states, b.conserved);
  next_ += count;
  for (std::size_t i = 0; i < count; ++i) {
    sink_.state(0, b.times[i], b.states[i]);
    excursion_[0] = std::max(excursion_[0], std::abs(b.conserved[i] - conserved_start_[0]));
  }
  if (companion_run_) companion_run_->compare({b.times, count}, b.states, differences_[0]);
  return true;
}

/// False if the companion was cancelled on its way, or waits.
bool Driver::compares() {
  if (to_compare_.empty()) return true;
  companion_run_->compare(times_[next_ - 1], to_compare_, differences_);
  if (companion_run_->was_cancelled() || companion_run_->is_waiting()) return false;
  to_compare_.clear();
  return true;
}

void Driver::give_checkpoint() {
  CheckpointData data;
  data.next_time = next_;
  data.run = run_.instant();
  if (companion_run_) data.companion = companion_run_->instant();
  if (!to_compare_.empty()) data.to_compare = to_compare_[0];
  data.difference_scale = differences_[0].scale();
  data.difference = differences_[0].value();
  data.conserved_start = conserved_start_[0];
  data.conserved_excursion = excursion_[0];
  sink_.checkpoint(std::move(data));
}

void Driver::offer_checkpoint() {
  if (sink_.checkpoint && options_.wants_checkpoint && options_.wants_checkpoint()) give_checkpoint();
}

void Driver::describe(std::size_t motion, SimulationReport& report) const {
  report.step = track_.longest_step();
  report.steps = track_.steps();
  report.torque_evaluations = track_.evaluations();
  report.conserved_start = conserved_start_[motion];
  report.conserved_excursion = excursion_[motion];
  const bool companion_was_cancelled = companion_run_ && companion_run_->was_cancelled();
  report.stopped = companion_was_cancelled ? companion_run_->stopped(motion) : run_.stopped(motion);
}

}  // namespace polhode::simulation
