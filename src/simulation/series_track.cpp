// SPDX-License-Identifier: MIT
#include "simulation/series_track.hpp"

#include <algorithm>
#include <cmath>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/torque/direction.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <utility>

#include "core/number_text.hpp"
#include "simulation/input.hpp"

namespace polhode::simulation {

namespace {

/// Growth of the error of a step over the rest of the run, per radian.
constexpr double growth_per_radian = 0.005;
/// Below this error per step, round-off matters.
constexpr double nearly_rounding = 2e-16;

double near_power_of_two(double x) { return std::ldexp(1.0, std::ilogb(x)); }

kernel::Phase<double> start_of(const Problem& p, const PrincipalAttitude& frame) {
  return {from_eigen(principal_momentum(p.body, p.start)), frame.from_user(p.start.attitude)};
}

}  // namespace

Scales scales_of(const Problem& problem, const PreparedTorque& torque) {
  const Vec3<double> i = from_eigen(problem.body.moments());
  const kernel::Phase<double> start = start_of(problem, PrincipalAttitude(problem.body));
  const double turning = fastest_turning(problem.body, problem.start),
               span = std::abs(end_time_of(problem) - problem.options.start_time);
  const double force = norm(torque.torque(start, problem.options.start_time));
  const double rate = std::max(turning, std::isfinite(force) ? std::sqrt(force / i.z) : 0.0);
  Scales s;
  // A torque that vanishes at the start gives no scale.
  constexpr double least_angle = 1e-6;
  const bool is_known = rate > 0 && std::isfinite(1 / rate) && !(rate * span < least_angle);
  s.unit = is_known ? 1 / rate : span > 0 ? span : 1.0;
  const double momentum = std::max(norm(start.m), i.z / s.unit);
  s.momentum = momentum > 0 && std::isfinite(momentum) ? near_power_of_two(momentum) : 1.0;
  return s;
}

namespace {

/// Null if it cannot be recorded.
std::shared_ptr<const series::Recorded> record(const TorqueFormula::Function& formula,
                                               double momentum_scale) {
  using series::Symbol;
  const auto recorded = std::make_shared<series::Recorded>();
  series::Tape& tape = recorded->tape;
  const auto momentum_row = [&](int k) { return Symbol(tape, series::row::momentum + k, momentum_scale); };
  const auto attitude_row = [&](int k) { return Symbol(tape, series::row::attitude + k); };
  const kernel::Phase<Symbol> phase{{momentum_row(0), momentum_row(1), momentum_row(2)},
                                    {attitude_row(0), attitude_row(1), attitude_row(2), attitude_row(3)}};
  const Vec3<Symbol> torque = formula(phase, Symbol(tape, series::row::time));
  if (tape.has_failed()) return nullptr;
  recorded->torque[0] = torque.x.form();
  recorded->torque[1] = torque.y.form();
  recorded->torque[2] = torque.z.form();
  if (!tape.is_finite() || !std::all_of(std::begin(recorded->torque), std::end(recorded->torque),
                                        [](const series::Form& f) { return is_finite(f); }))
    throw InvalidInput("torque", "parameters whose products overflow", "smaller ones, or other units");
  return recorded;
}

}  // namespace

std::optional<RecordedTorque> recorded_torque(std::shared_ptr<const PreparedTorque> torque,
                                              const Scales& scales, bool may_turn) {
  if (!torque->formula) return std::nullopt;
  const bool is_turning = may_turn && torque->formula.turning().has_value();
  RecordedTorque t{std::move(torque), nullptr, scales.momentum, scales.unit, is_turning};
  const series::ProgramCache::Key key{t.momentum_scale, t.is_turning};
  t.recorded = t.prepared->programs->recorded(key);
  if (t.recorded) return t;
  t.recorded = record(is_turning ? t.prepared->formula.turning()->function : t.prepared->formula.function(),
                      t.momentum_scale);
  if (!t.recorded) return std::nullopt;
  t.prepared->programs->keep(key, t.recorded);
  return t;
}

std::optional<RecordedTorque> recorded_torque(const Problem& problem, PreparedTorque prepared) {
  prepared.programs = std::make_shared<series::ProgramCache>();
  const auto shared = std::make_shared<const PreparedTorque>(std::move(prepared));
  return recorded_torque(shared, scales_of(problem, *shared), false);
}

std::shared_ptr<series::Program> RecordedTorque::program(const Inertia& body, int order) const {
  const series::ProgramCache::Key key{momentum_scale, is_turning};
  if (std::shared_ptr<series::Program> idle = prepared->programs->program(key, order)) return idle;
  const torques::InverseInertia<double> inertia(from_eigen(body.moments()));
  return prepared->programs->lent(
      key, std::make_unique<series::Program>(
               *recorded, inertia.inverse(), inertia.gap(), momentum_scale, order,
               is_turning ? prepared->formula.turning()->angular_velocity : Vec3<double>{}));
}

double allowed_rate(double tolerance, double span, double unit) {
  if (span == 0) return tolerance;
  // Errors of the momentum cause errors of the angle that grow with the angle turned.
  return tolerance / (span * (1 + growth_per_radian * span / unit));
}

series::Accuracy accuracy_for(double tolerance, const Problem& problem, double unit) {
  // A truncation error of 1e-17 per step shows in the energy of a top after a million steps, 1e-19 does not.
  constexpr double least = 1e-19;
  const double span = std::abs(end_time_of(problem) - problem.options.start_time);
  const double rate = allowed_rate(tolerance, span, unit);
  const double in_a_step = std::max(least, rate * (span > 0 ? std::min(unit, span) : unit));
  return {series::order_for(in_a_step), rate, least, in_a_step < nearly_rounding};
}

SeriesTrack::SeriesTrack(const Problem& problem, const RecordedTorque& torque,
                         const series::Accuracy& accuracy, double tolerance, Expansion expansion)
    : Track(problem),
      body_(problem.body),
      frame_(problem.body),
      torque_(torque),
      torque_name_(problem.torque.name()),
      stepper_(torque.program(problem.body, accuracy.order + (accuracy.shows_error ? 1 : 0)), accuracy,
               direction_of(problem), torque.unit),
      expansion_(expansion),
      start_time_(problem.options.start_time),
      tolerance_(tolerance) {
  if (accuracy.shows_error)
    error_.emplace(
        torque.program(problem.body, accuracy.order + (stepper_.program()->roots().empty() ? 0 : 1)));
  const kernel::Phase<double> start = start_of(problem, frame_);
  stepper_.begin(start, problem.options.start_time);
  output_ = start;
  expand();
  if (!is_waiting_) refuse_many_steps();
}

/// Judged by the first step.
void SeriesTrack::refuse_many_steps() const {
  if (has_failed_) return;
  const double span = std::abs(cuts_.back().time - start_time_);
  simulation::refuse_many_steps(span / stepper_.free_length(), tolerance_, acting(output_, start_time_),
                                span);
}

ActingTorque SeriesTrack::acting(const kernel::Phase<double>& phase, double time) const {
  return {body_, *torque_.prepared, torque_name_, phase, time};
}

/// Expands about the end of the last step.
void SeriesTrack::expand() {
  begin_ = end_ = stepper_.instant().time;
  if (is_done()) return;
  stepper_.prepare(step_limit(begin_));
  if (expansion_ == Expansion::by_others) {
    is_waiting_ = true;
    return;
  }
  // At corners, the error can only be expanded once it is known on which side the run is.
  const bool is_beside = error_ && stepper_.program()->signs().empty();
  const bool is_found = stepper_.expand_beside(is_beside ? error_->begin(stepper_) : nullptr);
  if (error_ && is_found) {
    if (is_beside)
      error_->end(stepper_, stepper_.was_found_at_once());
    else
      error_->expand(stepper_);
  }
  end_expansion(is_found);
}

void SeriesTrack::end_waiting() {
  const series::Stepper::Verdict verdict = stepper_.judge();
  if (verdict == series::Stepper::Verdict::again) return;
  is_waiting_ = false;
  const bool is_found = verdict == series::Stepper::Verdict::found;
  if (error_ && is_found) error_->expand(stepper_);
  end_expansion(is_found);
  if (steps_ == 0) refuse_many_steps();
}

void SeriesTrack::end_expansion(bool is_found) {
  has_failed_ = !is_found;
  if (has_failed_) return;
  begin_ = stepper_.instant().time;
  end_ = stepper_.end();
}

/// An impulse fixed in space acts in a wrong body direction if the attitude has an error.
void SeriesTrack::turn_impulse_by_error(const Vec3<double>& in_space, const Vec3<double>& dm) {
  constexpr double little = 1e-6;
  series::ErrorTransport::Numbers e = error_->error();
  const double size = std::sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
  if (!(size > 0)) return;
  const kernel::CompensatedPhase<double>& now = stepper_.instant().phase;
  const double factor = little / size, time = stepper_.instant().time;
  const Quat<double> beside = normalised(now.q + factor * Quat<double>{e[0], e[1], e[2], e[3]});
  const Vec3<double> change = torques::in_body(stepper_.in_space({{}, beside}, time).q, in_space) - dm;
  const double per_scale = 1 / (factor * torque_.momentum_scale);
  if (!body_.is_linear()) e[4] += per_scale * change.x;
  e[5] += per_scale * change.y;
  e[6] += per_scale * change.z;
  error_->set(e);
}

/// Applies the impulses at the end of the piece. True if there were any.
bool SeriesTrack::end_piece() {
  const Cut& cut = cuts_[piece_++];
  for (const Impulse& i : cut.impulses) {
    const Vec3<double> dm = change_by(i, body_, stepper_.phase().q);
    if (error_ && i.frame == TorqueFrame::space) turn_impulse_by_error(from_eigen(i.momentum), dm);
    stepper_.add_momentum(dm);
  }
  return !cut.impulses.empty();
}

void SeriesTrack::stop() {
  const bool is_sliding = stepper_.is_sliding();
  throw StepFailure("step from time " + number_text(begin_),
                    is_sliding ? "chattering: a sign in the torque's formula switches back at once"
                               : "a motion that has no finite power series there",
                    is_sliding ? "a smooth replacement of the sign, such as tanh(x / width), or a dead band"
                               : "a torque that is finite and smooth",
                    begin_, at(begin_));
}

/// Stops a run whose steps have become so short that it would never end, as before a singularity.
void SeriesTrack::watch_progress() {
  constexpr std::uint64_t often = 4096;
  constexpr double most_steps_left = 1e10;
  if (steps_ % often != 0 || is_done()) return;
  const double now = stepper_.instant().time, rest = std::abs(cuts_.back().time - now);
  const double length = std::abs(now - watched_time_) / often;
  const bool is_watched = std::exchange(is_watched_, true);
  watched_time_ = now;
  if (!is_watched || !(rest > most_steps_left * length)) return;
  const State state = at(now);
  const std::string of_length = number_text(length, 3);
  if (const auto decay = stiff_decay(acting(output_, now), length))
    throw StepFailure("torque " + torque_name_ + " near time " + number_text(now),
                      in_words(*decay) + ": steps that follow it, of a length of " + of_length +
                          ", are too short for the rest of the run",
                      gentler_damping, now, state);
  throw StepFailure("torque " + torque_name_ + " near time " + number_text(now),
                    "steps that have become as short as " + of_length +
                        ", as before a singularity or under oscillations that become ever faster",
                    "a torque that is finite and smooth there, or an end of the run before", now, state);
}

bool SeriesTrack::next() {
  if (has_failed_) stop();
  const double to = stepper_.end();
  if (to != stepper_.instant().time) {
    longest_step_ = std::max(longest_step_, std::abs(to - stepper_.instant().time));
    if (error_) error_->advance(stepper_, steps_);
    stepper_.advance();
    ++steps_;
  }
  bool is_hit = false;
  while (!is_done() && cuts_[piece_].time == to) is_hit = end_piece() || is_hit;
  expand();
  watch_progress();
  return is_hit;
}

State SeriesTrack::state_of(const kernel::Phase<double>& p) const {
  return {frame_.to_user(p.q), body_.from_principal(to_eigen(p.m))};
}

/// If no step is expanded, only the end of the last one is known.
kernel::Phase<double> SeriesTrack::phase_at(double time) const {
  if (!is_done() && !has_failed_ && !is_waiting_) return stepper_.at(time);
  const kernel::Phase<double> end = stepper_.phase();
  return {end.m, normalised(end.q)};
}

State SeriesTrack::at(double time) {
  output_time_ = time;
  output_ = phase_at(time);
  return state_of(output_);
}

void SeriesTrack::at_each(std::span<const double> times, State* states, double* conserved_there) {
  constexpr std::size_t some = 16;
  kernel::Phase<double> phases[some];
  const auto& conserved = torque_.prepared->conserved;
  for (; !times.empty(); times = times.subspan(std::min(some, times.size()))) {
    const std::span<const double> now = times.first(std::min(some, times.size()));
    stepper_.at(now, phases);
    for (std::size_t i = 0; i < now.size(); ++i) {
      const kernel::Phase<double>& p = phases[i];
      *states++ = state_of(p);
      *conserved_there++ = conserved ? conserved(p, now[i]) : nan;
    }
  }
}

double SeriesTrack::conserved() const {
  const auto& conserved = torque_.prepared->conserved;
  return conserved ? conserved(output_, output_time_) : nan;
}

Snapshot SeriesTrack::snapshot() const {
  Snapshot s;
  const series::Stepper::Instant& now = stepper_.instant();
  s.stepper.phase = now.phase;
  s.stepper.time = now.time;
  s.begin = begin_;
  s.longest_step = longest_step_;
  s.unit = now.unit;
  s.largest_momentum = now.largest_momentum;
  if (error_) s.error.assign(error_->error().begin(), error_->error().end());
  s.piece = piece_;
  s.steps = steps_;
  return s;
}

void SeriesTrack::restore(const Snapshot& s) {
  piece_ = static_cast<std::size_t>(s.piece);
  stepper_.back_to({s.stepper.phase, s.stepper.time, s.unit, s.largest_momentum});
  steps_ = s.steps;
  longest_step_ = s.longest_step;
  is_watched_ = false;
  expand();
  series::ErrorTransport::Numbers error{};
  if (!error_ || s.error.size() != error.size()) return;
  std::copy(s.error.begin(), s.error.end(), error.begin());
  error_->set(error);
  if (!is_done() && !has_failed_) error_->expand(stepper_);
}

/// Adds the error that it carries.
void SeriesTrack::compare(std::span<const double> times, const State* states, RunDifference& difference) {
  constexpr std::size_t some = 16;
  series::ErrorTransport::Distance distances[some];
  // While a body that started from rest has hardly any momentum, its relative error is meaningless.
  constexpr double least_part = 1e-10;
  const bool is_expanded = !is_done() && !has_failed_ && !is_waiting_;
  for (; !times.empty(); times = times.subspan(std::min(some, times.size()))) {
    const std::span<const double> now = times.first(std::min(some, times.size()));
    if (is_expanded)
      error_->at(stepper_, now, distances);
    else
      std::fill_n(distances, now.size(), error_->now(stepper_));
    for (std::size_t i = 0; i < now.size(); ++i)
      difference.add((states++)->momentum, torque_.momentum_scale * distances[i].momentum,
                     distances[i].attitude, least_part * torque_.momentum_scale);
  }
}

}  // namespace polhode::simulation
