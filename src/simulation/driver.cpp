// SPDX-License-Identifier: MIT
#include "simulation/driver.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>
#include <polhode/body/invariants.hpp>
#include <utility>

#include "core/number_text.hpp"
#include "simulation/input.hpp"

namespace polhode::simulation {

namespace {

/// Progress is told so often that a person does not wait for an answer.
constexpr std::uint64_t steps_between_reports = 256;

bool has_passed(double before, double now, Crossing crossing) noexcept {
  const bool rises = before < 0 && now >= 0, falls = before > 0 && now <= 0;
  return (rises && crossing != Crossing::falling) || (falls && crossing != Crossing::rising);
}

Stop bad_value(const Event& event, double value, double time, const State& state) {
  return {time, state,
          "event " + event.name + " at time " + number_text(time) + ": found " + number_text(value) +
              ", expected a finite number"};
}

/// The angle by which a body turns between two samples of an event, and the most samples in a step.
constexpr double radians_per_panel = 1.5, most_panels = 1e6;
/// How many earlier steps are remembered.
constexpr std::size_t most_earlier = 3;

}  // namespace

Run::Run(Track& track, double direction, std::span<const Event> events, Found found, Progress progress)
    : track_(track),
      direction_(direction),
      events_(events),
      found_(std::move(found)),
      progress_(std::move(progress)),
      looked_at_(track.begin()) {
  if (events_.empty()) return;
  earlier_.resize(events_.size());
  counts_.assign(events_.size(), false);
  was_ignored_.assign(events_.size(), false);
  if (!read(track_.begin(), track_.at(track_.begin()))) return;
  // The start is known to round-off.
  for (std::size_t i = 0; i < events_.size(); ++i)
    counts_[i] = std::abs(values_[i]) > doubt(i, track_.begin(), track_.round_off());
}

/// Whether a time lies beyond the present step. Backwards, the state at the time of an impulse is the one
/// before it.
bool Run::is_at_or_past(double time) const noexcept {
  return direction_ > 0 ? time >= track_.end() : time < track_.end();
}

Snapshot Run::snapshot() const {
  Snapshot s = track_.snapshot();
  s.event_values = values_;
  s.is_searched = is_searched_;
  s.looked_at = looked_at_;
  s.conserved = conserved_;
  s.steps_of_run = steps_;
  s.is_over = is_over_ || stopped_.has_value();
  for (std::size_t k = 0; k < events_.size(); ++k)
    s.event_marks.insert(s.event_marks.end(), {counts_[k] ? 1.0 : 0.0, was_ignored_[k] ? 1.0 : 0.0});
  for (const std::vector<Look>& looks : earlier_) {
    s.earlier_looks.push_back(static_cast<double>(looks.size()));
    for (const Look& l : looks) s.earlier_looks.insert(s.earlier_looks.end(), {l.time, l.value});
  }
  return s;
}

void Run::restore(const Snapshot& s) {
  track_.restore(s);
  values_ = s.event_values;
  auto from = s.earlier_looks.begin();
  const auto next = [&] { return from == s.earlier_looks.end() ? 0.0 : *from++; };
  for (std::vector<Look>& looks : earlier_) {
    looks.clear();
    const double count = std::min(next(), static_cast<double>(most_earlier));
    for (double k = 0; k < count; k += 1) {
      const double time = next();
      looks.push_back({time, next()});
    }
  }
  for (std::size_t k = 0; k < std::min(events_.size(), s.event_marks.size() / 2); ++k) {
    counts_[k] = s.event_marks[2 * k] != 0;
    was_ignored_[k] = s.event_marks[2 * k + 1] != 0;
  }
  looked_at_ = s.looked_at;
  conserved_ = s.conserved;
  steps_ = s.steps_of_run;
  is_over_ = s.is_over;
  is_searched_ = false;
  stopped_.reset();
  if (!s.is_searched || is_over_) return;
  search_step();
  // These evaluations have already been counted.
  track_.restore(s);
}

/// Advances to the step in which a time lies; false if the run stops before it, or waits.
bool Run::reach(double time) {
  while (!stopped_ && !track_.is_done() && !track_.is_waiting() && is_at_or_past(time)) {
    if (!events_.empty()) report_until(track_.end());
    if (stopped_) break;
    const bool is_hit = track_.next();
    if (!events_.empty()) begin_step(is_hit);
    if (++steps_ % steps_between_reports == 0 && !goes_on()) break;
  }
  return !stopped_ && !track_.is_waiting();
}

bool Run::to(double time) {
  if (is_over_) return false;
  try {
    if (!reach(time)) return false;
    if (!events_.empty()) report_until(time);
    if (stopped_ && is_before(stopped_->time, time)) return false;
    ask(time);
    return true;
  } catch (const StepFailure& failure) {
    stopped_ = Stop{failure.time(), failure.state(), failure.what()};
    return false;
  }
}

bool Run::to_stopping_event() {
  if (!stopped_ || !stopped_->event || (direction_ < 0 && stopped_->time == track_.begin())) return false;
  ask(stopped_->time);
  return true;
}

bool Run::compare(double time, const State& state, RunDifference& difference) {
  if (is_over_) return false;
  try {
    if (!reach(time)) return false;
    track_.compare({&time, 1}, &state, difference);
    return true;
  } catch (const StepFailure& failure) {
    stopped_ = Stop{failure.time(), failure.state(), failure.what()};
    return false;
  }
}

void Run::ask(double time) {
  state_ = track_.at(time);
  conserved_ = track_.conserved();
}

bool Run::gives_many() const noexcept {
  return events_.empty() && !is_over_ && !stopped_ && !track_.is_done() && !track_.is_waiting();
}

bool Run::goes_on() {
  if (!progress_ || progress_(track_.begin())) return true;
  was_cancelled_ = true;
  ask(track_.begin());
  stopped_ = Stop{track_.begin(), state_, "stopped on request"};
  return false;
}

/// The values where the present step begins, unless one is not finite.
bool Run::read(double time, const State& state) {
  values_.clear();
  for (const Event& e : events_) {
    values_.push_back(e.function(state, time));
    if (std::isfinite(values_.back())) continue;
    stopped_ = bad_value(e, values_.back(), time, state);
    return false;
  }
  return true;
}

void Run::begin_step(bool is_hit) {
  if (is_searched_) {  // else the step before had no length
    for (std::size_t i = 0; i < events_.size(); ++i) {
      std::vector<Look>& looks = earlier_[i];
      if (looks.size() == most_earlier) looks.erase(looks.begin());
      if (is_slow_[i])
        looks.push_back({searched_from_, values_[i]});
      else
        looks.clear();
    }
    std::swap(values_, end_values_);
    std::swap(counts_, end_counts_);
    is_searched_ = false;
  }
  if (!is_hit) return;
  for (std::vector<Look>& looks : earlier_) looks.clear();
  const double time = track_.begin();
  const State state = track_.at(time);
  const std::vector<double> before = values_;
  if (!read(time, state)) return;
  for (std::size_t i = 0; i < events_.size() && !stopped_; ++i)
    if (has_passed(before[i], values_[i], events_[i].crossing)) {
      if (counts_[i])
        report({i, time, state});
      else
        was_ignored_[i] = true;
    }
}

/// The state at a time in the present step, which several events may ask for.
State Run::state_at(double time) {
  const auto known = std::find_if(known_states_.begin(), known_states_.end(),
                                  [&](const auto& a) { return a.first == time; });
  if (known != known_states_.end()) return known->second;
  const State state = track_.at(time);
  const std::size_t most_kept = events_.size() > 1 ? 64 : 2;
  if (known_states_.size() < most_kept) known_states_.emplace_back(time, state);
  return state;
}

double Run::value(std::size_t event, double time) {
  const State state = state_at(time);
  const double now = events_[event].function(state, time);
  if (!std::isfinite(now)) throw NotFinite{time, now, state};
  return now;
}

/// The passages in the present step.
void Run::search_step() {
  if (is_searched_ || track_.begin() == track_.end()) return;
  is_searched_ = true;
  searched_from_ = track_.begin();
  known_states_.clear();
  passages_.clear();
  bad_value_.reset();
  end_values_.resize(events_.size());
  end_counts_ = counts_;
  is_slow_.assign(events_.size(), true);
  const double length = std::abs(track_.end() - track_.begin());
  double fastest = track_.turning(state_at(track_.end()));
  if (track_.is_dense()) fastest = std::max(fastest, track_.turning(state_at(track_.begin())));
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const double wanted = std::max(length * fastest / radians_per_panel, length / events_[i].look_every);
    search_step(i, std::clamp(std::ceil(wanted), 1.0, most_panels));
  }
  if (bad_value_)
    std::erase_if(passages_, [this](const FoundEvent& f) { return !is_before(f.time, bad_value_->time); });
  // Those before were reported before the run was resumed.
  std::erase_if(passages_, [this](const FoundEvent& f) { return !is_before(looked_at_, f.time); });
  std::stable_sort(passages_.begin(), passages_.end(),
                   [this](const FoundEvent& a, const FoundEvent& b) { return is_before(a.time, b.time); });
}

void Run::search_step(std::size_t event, double panels) {
  const Look begin{track_.begin(), values_[event]};
  const LookedAt at = [this, event](double time) { return value(event, time); };
  Look end{track_.end(), nan};
  // A value that is not finite ends the search before it, where there may be another one.
  for (int trial = 0; trial < 10 && is_before(begin.time, end.time); ++trial) {
    try {
      end.value = at(end.time);
      std::vector<Look> looks{begin};
      if (needs_no_search(event, panels, end))
        looks.push_back(end);
      else
        is_slow_[event] = look_closely(at, begin, end, panels, looks);
      const std::vector<FoundEvent> found = passages_between(event, looks);
      passages_.insert(passages_.end(), found.begin(), found.end());
      end_values_[event] = end.value;
      return;
    } catch (const NotFinite& found) {
      end.time = last_finite_before(found, event);
    }
  }
}

/// Keeps the first value that is not finite; gives the time just before it.
double Run::last_finite_before(NotFinite first, std::size_t event) {
  double finite = track_.begin();
  for (;;) {
    const double middle = finite + 0.5 * (first.time - finite);
    if (middle == finite || middle == first.time) break;
    try {
      value(event, middle);
      finite = middle;
    } catch (const NotFinite& earlier) {
      first = earlier;
    }
  }
  if (!bad_value_ || is_before(first.time, bad_value_->time))
    bad_value_ = bad_value(events_[event], first.value, first.time, first.state);
  return finite;
}

/// Where states within a step cost as much as the step, most short steps are searched by their ends alone.
bool Run::needs_no_search(std::size_t event, double panels, const Look& end) const {
  constexpr std::uint64_t steps_between_searches = 32;
  const std::vector<Look>& e = earlier_[event];
  return !track_.is_dense() && panels == 1 && e.size() == most_earlier &&
         steps_ % steps_between_searches != 0 &&
         is_clear_of_zero(std::array<Look, 5>{e[0], e[1], e[2], {track_.begin(), values_[event]}, end});
}

/// The error of the function at a time of the present step if attitude and momentum have this relative error:
/// the largest of its changes with each of them; 0 if none is finite.
double Run::doubt(std::size_t event, double time, double relative) {
  const State state = state_at(time);
  const auto& function = events_[event].function;
  const double value = function(state, time), change = relative * momentum_length(state);
  double most = 0;
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    Eigen::Quaterniond turn(1, 0, 0, 0);
    turn.vec()(axis) = relative / 2;
    State turned = state, faster = state;
    turned.attitude = (state.attitude * turn).normalized();
    faster.momentum(axis) += change;
    for (const State& other : {turned, faster})
      if (const double by = std::abs(function(other, time) - value); std::isfinite(by))
        most = std::max(most, by);
  }
  return most;
}

/// The sign of a function that is zero within its error is meaningless: its crossings count once it has been
/// farther from zero. If it stays at zero within round-off for a whole step, the first crossing still counts,
/// since a function that is slow compared with the steps crosses so; the next ones count once it has left.
std::vector<FoundEvent> Run::passages_between(std::size_t event, const std::vector<Look>& looks) {
  const auto largest_doubt = [&](double relative) {
    return std::max(doubt(event, looks.front().time, relative), doubt(event, looks.back().time, relative));
  };
  const auto passes = [&](std::size_t k, Crossing crossing) {
    return has_passed(looks[k - 1].value, looks[k].value, crossing);
  };
  std::vector<std::size_t> passed;  // in any direction
  bool counts = counts_[event];
  double limit = counts ? 0 : largest_doubt(track_.resolution()), largest = std::abs(looks[0].value);
  for (std::size_t k = 1; k < looks.size(); ++k) {
    counts = counts || std::abs(looks[k - 1].value) > limit;
    largest = std::max(largest, std::abs(looks[k].value));
    if (!passes(k, Crossing::either)) continue;
    if (counts)
      passed.push_back(k);
    else if (passes(k, events_[event].crossing))
      was_ignored_[event] = true;
  }
  if (!passed.empty() && largest <= largest_doubt(track_.round_off())) {
    passed.resize(1);
    counts = false;
    limit = largest_doubt(track_.resolution());
  }
  end_counts_[event] = counts || std::abs(looks.back().value) > limit;
  std::vector<FoundEvent> found;
  for (const std::size_t k : passed)
    if (passes(k, events_[event].crossing)) found.push_back(located(event, looks[k - 1], looks[k]));
  return found;
}

std::vector<std::string> Run::undecided_events() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < events_.size(); ++i)
    if (was_ignored_[i] && !counts_[i] && !(is_searched_ && end_counts_[i])) names.push_back(events_[i].name);
  return names;
}

/// The passage between two looks.
FoundEvent Run::located(std::size_t event, const Look& from, const Look& to) {
  if (to.value == 0) return {event, to.time, track_.at(to.time)};
  const auto are_neighbours = [](double a, double b) {
    return std::abs(b - a) <= std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b));
  };
  const bool is_forward = direction_ > 0;
  const Look &low = is_forward ? from : to, &high = is_forward ? to : from;
  std::uintmax_t most = 200;
  const auto bracket =
      boost::math::tools::toms748_solve([&](double time) { return value(event, time); }, low.time, high.time,
                                        low.value, high.value, are_neighbours, most);
  const double when = is_forward ? bracket.second : bracket.first;
  return {event, when, track_.at(when)};
}

/// The passages up to a time in the present step, in the order of the run, up to the first that ends it.
void Run::report_until(double time) {
  if (stopped_) return;
  search_step();
  std::size_t count = 0;
  while (count < passages_.size() && !is_before(time, passages_[count].time) && !stopped_)
    report(passages_[count++]);
  passages_.erase(passages_.begin(), passages_.begin() + static_cast<std::ptrdiff_t>(count));
  if (!stopped_ && bad_value_ && !is_before(time, bad_value_->time)) stopped_ = bad_value_;
  looked_at_ = time;
}

void Run::report(const FoundEvent& passage) {
  if (found_) found_(passage);
  if (!events_[passage.event].stops) return;
  stopped_ = Stop{passage.time, passage.state, "event " + events_[passage.event].name, passage.event};
}

// ---------------------------------------------------------------------------------------------- the driver

Driver::Driver(Track& track, Track* companion, const Problem& problem, const SimulationSink& sink,
               GiveCheckpoint give_checkpoint)
    : track_(track),
      problem_(problem),
      sink_(sink),
      give_checkpoint_(std::move(give_checkpoint)),
      difference_(problem.start),
      run_(track, direction_of(problem), problem.options.events, sink.event,
           [this](double time) { return goes_on(time); }) {
  if (companion)
    companion_.emplace(*companion, direction_of(problem), std::span<const Event>(), nullptr,
                       [this](double) { return goes_on(track_.begin()); });
}

bool Driver::goes_on(double time) {
  const double start = problem_.options.start_time;
  if (problem_.options.progress &&
      !problem_.options.progress((time - start) / (end_time_of(problem_) - start)))
    return false;
  offer_checkpoint();
  return true;
}

bool Driver::run() {
  if (!has_begun_) {
    if (run_.is_waiting()) return false;
    if (problem_.options.resume_from)
      resume(data_of(*problem_.options.resume_from));
    else
      begin();
    has_begun_ = true;
  }
  bool goes_on = compares();
  while (goes_on && next_ < problem_.times.size()) {
    if (gives_block()) continue;
    const double time = problem_.times[next_];
    if (!run_.to(time)) return !run_.is_waiting() && compares_end();
    give_out(time);
    goes_on = compares();
    if (goes_on) offer_checkpoint();
  }
  return true;
}

void Driver::begin() {
  track_.at(track_.begin());
  conserved_start_ = track_.has_impulses() ? nan : track_.conserved();
  excursion_ = std::isnan(conserved_start_) ? nan : 0;
  if (give_checkpoint_) give_checkpoint_(checkpoint());
}

void Driver::resume(const CheckpointData& from) {
  next_ = from.next_time;
  to_compare_ = from.to_compare;
  difference_ = RunDifference(from.difference_scale, from.difference);
  conserved_start_ = from.conserved_start;
  excursion_ = from.conserved_excursion;
  run_.restore(from.run);
  if (companion_) companion_->restore(*from.companion);
}

void Driver::give_out(double time) {
  ++next_;
  sink_.state(time, run_.state());
  excursion_ = std::max(excursion_, std::abs(run_.conserved() - conserved_start_));
  if (track_.carries_error())
    track_.compare({&time, 1}, &run_.state(), difference_);
  else if (companion_)
    to_compare_ = run_.state();
}

/// The next requested times that lie in the present step, all at once; false if there are none.
bool Driver::gives_block() {
  const TimeSequence& times = problem_.times;
  if (give_checkpoint_ || next_ + 1 >= times.size() || !run_.gives_many()) return false;
  // A companion that takes many steps at once could not be stopped in between.
  if (companion_ && !companion_->gives_many()) return false;
  const auto is_in_step = [this](double time) {
    return run_.is_in_step(time) && (!companion_ || companion_->is_in_step(time));
  };
  const std::size_t most = std::min<std::uint64_t>(block, times.size() - next_);
  double time = times[next_];
  if (!is_in_step(time)) return false;
  if (!block_) block_ = std::make_unique<Block>();
  Block& b = *block_;
  std::size_t count = 0;
  do {
    b.times[count++] = time;
    if (count < most) time = times[next_ + count];
  } while (count < most && is_in_step(time));
  track_.at_each({b.times, count}, b.states, b.conserved);
  next_ += count;
  for (std::size_t i = 0; i < count; ++i) {
    sink_.state(b.times[i], b.states[i]);
    excursion_ = std::max(excursion_, std::abs(b.conserved[i] - conserved_start_));
  }
  if (Track* const shows = companion_ ? &companion_->track() : track_.carries_error() ? &track_ : nullptr)
    shows->compare({b.times, count}, b.states, difference_);
  return true;
}

/// False if the companion was cancelled on its way.
bool Driver::compares() {
  if (!to_compare_) return true;
  companion_->compare(problem_.times[next_ - 1], *to_compare_, difference_);
  if (companion_->was_cancelled()) return false;
  to_compare_.reset();
  return true;
}

/// The state at the event that has stopped the run is one of its results.
bool Driver::compares_end() {
  if (!run_.to_stopping_event()) return true;
  excursion_ = std::max(excursion_, std::abs(run_.conserved() - conserved_start_));
  const double time = run_.stopped()->time;
  if (track_.carries_error()) track_.compare({&time, 1}, &run_.state(), difference_);
  if (!companion_) return true;
  // A run resumed from a checkpoint on the way there would not know that it ends.
  is_ending_ = true;
  companion_->compare(time, run_.state(), difference_);
  return true;
}

CheckpointData Driver::checkpoint() const {
  CheckpointData data;
  data.next_time = next_;
  data.run = run_.snapshot();
  if (companion_) data.companion = companion_->snapshot();
  data.to_compare = to_compare_;
  data.difference_scale = difference_.scale();
  data.difference = difference_.value();
  data.conserved_start = conserved_start_;
  data.conserved_excursion = excursion_;
  return data;
}

void Driver::offer_checkpoint() {
  const auto& wants_checkpoint = problem_.options.wants_checkpoint;
  if (!is_ending_ && give_checkpoint_ && wants_checkpoint && wants_checkpoint())
    give_checkpoint_(checkpoint());
}

void Driver::describe(SimulationReport& report) const {
  const std::optional<Stop>& stopped = run_.stopped();
  const double reached = stopped     ? stopped->time
                         : next_ > 0 ? problem_.times[next_ - 1]
                                     : problem_.options.start_time;
  report.step = track_.longest_step_to(reached);
  report.steps = track_.steps_to(reached);
  report.torque_evaluations = track_.evaluations();
  report.conserved_start = conserved_start_;
  report.conserved_excursion = excursion_;
  for (const std::string& name : run_.undecided_events())
    report.warnings.push_back("The event " + name +
                              " is not decided: its function stays as near to zero as what tolerance and "
                              "round-off leave unknown of the motion, and its passages there do not count.");
  report.stopped = companion_ && companion_->was_cancelled() ? companion_->stopped() : stopped;
}

}  // namespace polhode::simulation
