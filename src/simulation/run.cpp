// SPDX-License-Identifier: MIT
#include "run.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>
#include <polhode/core/number_text.hpp>
#include <utility>

namespace polhode::simulation {

namespace {

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

}  // namespace

Run::Run(Track& track, double direction, std::span<const Event> events, Found found, Progress progress)
    : track_(track),
      direction_(direction),
      events_(events),
      found_(std::move(found)),
      progress_(std::move(progress)),
      looked_at_(track.begin()) {
  if (events_.empty()) return;
  read(track_.begin(), track_.at(track_.begin()));
  values_ = new_values_;
}

/// Whether a state at this time is to be looked for beyond the present step. Backwards, the state at the time of an impulse comes
/// before it.
bool Run::is_at_or_past(double time) const noexcept {
  return direction_ > 0 ? time >= track_.end() : time < track_.end();
}

RunInstant Run::instant() const {
  return {track_.instant(), values_, looked_at_, conserved_, steps_, is_over_ || stopped_.has_value()};
}

void Run::back_to(const RunInstant& i) {
  track_.back_to(i.track);
  values_ = i.event_values;
  looked_at_ = i.looked_at;
  conserved_ = i.conserved;
  steps_ = i.steps;
  is_over_ = i.is_over;
  stopped_.reset();
}

std::optional<State> Run::to(double time) {
  if (is_over_) return std::nullopt;
  try {
    while (!stopped_ && !track_.is_done() && is_at_or_past(time)) {
      if (!events_.empty()) look(track_.end(), track_.at(track_.end()));
      if (stopped_) break;
      const bool is_hit = track_.next();
      if (!events_.empty() && is_hit) look_after_jump(track_.begin(), track_.at(track_.begin()));
      if (++steps_ % steps_between_reports == 0 && !goes_on()) break;
    }
    if (stopped_) return std::nullopt;
    const State state = track_.at(time);
    conserved_ = track_.conserved();
    if (!events_.empty()) look(time, state);
    if (stopped_ && is_before(stopped_->time, time)) return std::nullopt;
    return state;
  } catch (const StepFailure& failure) {
    stopped_ = Stop{failure.time(), failure.state(), failure.what()};
    return std::nullopt;
  }
}

bool Run::goes_on() {
  if (!progress_ || progress_(track_.begin())) return true;
  was_cancelled_ = true;
  stopped_ = Stop{track_.begin(), track_.at(track_.begin()), "stopped on request"};
  return false;
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
    const State state = track_.at(t);
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
  return FoundEvent{event, when, track_.at(when)};
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

}  // namespace polhode::simulation
