// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <utility>

#include "body/principal_attitude.hpp"
#include "core/checkpoint_bytes.hpp"
#include "core/number_text.hpp"
#include "simulation/error_estimate.hpp"
#include "simulation/function_track.hpp"
#include "simulation/input.hpp"
#include "simulation/simulator.hpp"
#include "simulation/step_search.hpp"
#include "simulation/track.hpp"
#include "torque/torque_fields.hpp"

namespace polhode {

namespace simulation {

namespace {

std::vector<Event> stopping_of(const std::vector<Event>& events) {
  std::vector<Event> all;
  std::copy_if(events.begin(), events.end(), std::back_inserter(all), [](const Event& e) { return e.stops; });
  return all;
}

/// Whether a step of the splitting asks for the torque at times outside the step.
bool looks_outside(const Splitting& s) {
  long double at = 0, low = 0, high = 0;
  for (const long double d : s.drifts) {
    at += d;
    low = std::min(low, at);
    high = std::max(high, at);
  }
  return low < -1e-6L || high > 1 + 1e-6L;
}

/// Bounds of a motion from the start to a state, assuming that it moves no faster in between.
MotionBounds bounds_of(const Problem& p, const State& last) {
  const auto prepared = p.torque.prepare_once(p.body);
  const auto torque_at = [&](const State& s, double time) {
    return norm(prepared->torque(
        {from_eigen(principal_momentum(p.body, s)), PrincipalAttitude(p.body).from_user(s.attitude)}, time));
  };
  return {std::min(p.options.start_time, end_time_of(p)), std::max(p.options.start_time, end_time_of(p)),
          std::max(p.start.momentum.norm(), last.momentum.norm()),
          std::max(fastest_turning(p.body, p.start), fastest_turning(p.body, last)),
          std::max(torque_at(p.start, p.options.start_time), torque_at(last, end_time_of(p)))};
}

/// The rate of a damping at the start, if it is so much faster than anything else that a series, which
/// resolves it, would take longer than a splitting, which does not; otherwise 0.
double stiff_rate(const Problem& p) {
  constexpr double many_times = 30, many_decays = 3000;
  const std::array<double, 3> rates = decay_rates(p);
  const double rate = *std::max_element(rates.begin(), rates.end());
  const bool is_stiff = rate * std::abs(end_time_of(p) - p.options.start_time) > many_decays &&
                        rate > many_times * fastest_rate(p);
  return is_stiff ? rate : 0;
}

constexpr const char* no_formula = "the torque is a function without a formula";

/// How a motion under torque is computed, and why.
struct EngineChoice {
  enum class Engine { series, function, splitting } engine;
  const char* why;
  std::shared_ptr<const PreparedTorque> torque{};  ///< none for a splitting, which prepares its own
  double longest_step = std::numeric_limits<double>::infinity();
  std::string warning{};
};

/// Whether the long steps of a splitting, which pass over a stiff damping, miss nothing of a recorded torque.
/// @param longest_step  of the splitting, if the torque depends on time
bool may_pass_over_decays(const Problem& problem, const RecordedTorque& torque, double longest_step) {
  const bool is_of_time = depends_on_time(*torque.recorded);
  // The step is chosen by the decay of the momentum at the start: all that decays.
  if (!is_of_time && problem.torque.impulses().empty() && problem.torque.breakpoints().empty()) return true;
  if (is_of_time && may_hide_features(*torque.recorded, torque.momentum_scale,
                                      bounds_of(problem, problem.start), longest_step))
    return false;
  return Decay(problem).longest_step(problem.tolerance) == HUGE_VAL;
}

/// The one place where the engine is chosen. If a formula then turns out not to be recordable, the torque is
/// treated as a function.
EngineChoice choose_engine(const Problem& problem) {
  const SimulationOptions& options = problem.options;
  using enum EngineChoice::Engine;
  if (options.splitting) return {splitting, was_named};
  if (options.step) return {splitting, step_was_given};
  if (options.free_method) return {splitting, "a free method was named"};
  const auto prepared = problem.torque.prepare_once(problem.body);
  EngineChoice usual{function, no_formula, prepared};
  if (prepared->formula) usual = {series, "the formula of the torque is known", prepared};
  const double rate = prepared->is_dissipative ? stiff_rate(problem) : 0;
  if (rate == 0) return usual;

  const double length = std::abs(end_time_of(problem) - problem.options.start_time);
  EngineChoice passing{splitting, "the damping is much faster than the motion"};
  const auto recorded = recorded_torque(prepared, scales_of(problem, *prepared), false);
  if (recorded) {
    constexpr double many_steps = 1000;
    if (depends_on_time(*recorded->recorded)) passing.longest_step = length / many_steps;
    if (may_pass_over_decays(problem, *recorded, passing.longest_step)) return passing;
  }
  // Engines that resolve the decay take some twenty seconds for this many.
  const double most_decays = recorded ? 3e7 : 1e7;
  if (rate * length <= most_decays) {
    // Steps that are just stable keep errors alive long after the momentum has decayed.
    usual.longest_step = 2 / rate;
    return usual;
  }
  if (!recorded)
    passing.warning =
        "The damping is so fast that only a splitting with long steps is left: what a torque that is a "
        "function does in time between them may be lost, and the error estimate does not show it.";
  return passing;
}

/// The times at which runs are compared to find a step; they do not depend on the requested times.
TimeSequence compared_times(const Problem& p) {
  constexpr std::uint64_t count = 16;
  return TimeSequence::in_order(count, [from = p.options.start_time, to = end_time_of(p)](std::uint64_t k) {
    return k + 1 == count ? to : from + (to - from) * (static_cast<double>(k + 1) / count);
  });
}

bool has(series::Maker maker, const RecordedTorque& torque) {
  const std::vector<series::Row>& rows = torque.recorded->tape.all();
  return std::any_of(rows.begin(), rows.end(), [maker](const series::Row& r) { return r.maker == maker; });
}

constexpr const char* is_unstable = "the trajectory is unstable and amplifies errors, round-off among them";

}  // namespace

Simulator::Simulator(Problem problem, SimulationSink sink)
    : problem_(std::move(problem)), sink_(std::move(sink)) {
  refuse_bad_input(problem_.times, problem_.tolerance, problem_.options);
  problem_.start = checked_start(problem_.body, problem_.start);
  report_.free_method = method_of(problem_.options).name;
  report_.conserved_start = report_.conserved_excursion = nan;
  report_.summation = problem_.options.summation;
  warn_of_impulse_at_start();
}

SimulationReport Simulator::run() && {
  if (is_free()) {
    report_.engine = "exact";
    report_.why = problem_.torque.impulses().empty() ? no_torque : "no torque acts between the impulses";
    run_free();
  } else {
    run_torqued();
  }
  return std::move(report_);
}

bool Simulator::begin_series() {
  if (is_free()) return false;
  const EngineChoice choice = choose_engine(problem_);
  if (choice.engine != EngineChoice::Engine::series) return false;
  report_.why = choice.why;
  problem_.options.max_step = std::min(max_step_of(problem_), choice.longest_step);
  add_warnings(choice.torque->warnings);
  return make_series(choice.torque, Expansion::by_others);
}

bool Simulator::series_goes_on() {
  if (!driver_->run()) return true;
  driver_->describe(report_);
  if (problem_.options.estimate_error) {
    const double error = driver_->difference();
    report_.error_estimate = error;
    report_.search_evaluations = series_->evaluations();
    // The time at which a sign changes is known only as well as its argument, which may be less accurate.
    constexpr double known_corners = 1e-3;
    if (has(series::Maker::sign, *series_torque_) && error < known_corners * problem_.tolerance)
      report_.error_estimate = known_corners * problem_.tolerance;
    // Near a zero of a root, the neighbouring motion that carries the error has another series.
    if (has(series::Maker::root, *series_torque_) && !(error <= no_digit_left)) {
      report_.error_estimate = nan;
      report_.warnings.push_back(
          "The error is not known: a root in the torque's formula comes near zero, or the trajectory is "
          "unstable and amplifies errors.");
    }
    warn_of_jumping_potential();
  }
  warn_of_tolerance(is_unstable);
  return false;
}

/// A splitting that is named is used even where nothing acts. A free method that is named without a step
/// runs inside a splitting too: the search for its step finds one.
bool Simulator::is_free() const {
  return problem_.torque.is_none() && !problem_.options.splitting &&
         (problem_.options.step || !problem_.options.free_method);
}

void Simulator::run_free() {
  report_.conserved_name = "energy";
  if (!problem_.options.step) {
    FreeTrack track(problem_, !problem_.options.events.empty());
    follow(track, nullptr);
    return;
  }
  FreeStepTrack track(problem_, *problem_.options.step);
  report_.summation = track.is_compensated() ? Summation::compensated : Summation::plain;
  report_.error_estimate = nan;
  std::unique_ptr<FreeTrack> motion;
  if (problem_.options.estimate_error) motion = std::make_unique<FreeTrack>(problem_, false);
  const double difference = follow(track, motion.get());
  if (motion) report_.error_estimate = difference;
}

void Simulator::run_torqued() {
  const EngineChoice choice = choose_engine(problem_);
  report_.why = choice.why;
  problem_.options.max_step = std::min(max_step_of(problem_), choice.longest_step);
  if (choice.engine == EngineChoice::Engine::splitting) {
    report_.engine = "splitting";
    if (!choice.warning.empty()) report_.warnings.push_back(choice.warning);
    run_splitting();
    return;
  }
  add_warnings(choice.torque->warnings);
  if (choice.engine == EngineChoice::Engine::series && make_series(choice.torque, Expansion::at_once))
    series_goes_on();
  else
    run_function(choice.torque);
}

/// False if the formula cannot be recorded.
bool Simulator::make_series(const std::shared_ptr<const PreparedTorque>& prepared, Expansion expansion) {
  const Scales scales = scales_of(problem_, *prepared);
  series::Accuracy accuracy = accuracy_for(problem_.tolerance, problem_, scales.unit);
  accuracy.shows_error = problem_.options.estimate_error;
  series_torque_ = recorded_torque(prepared, scales, !accuracy.is_careful);
  if (!series_torque_) return false;
  const RecordedTorque& torque = *series_torque_;
  report_.engine = "series";
  report_.free_method.clear();
  report_.summation = Summation::compensated;
  report_.conserved_name = torque.prepared->conserved_name;
  report_.order = accuracy.order;
  series_.emplace(problem_, torque, accuracy, problem_.tolerance, expansion);
  report_.error_estimate = nan;
  begin(*series_, nullptr);
  return true;
}

void Simulator::run_function(const std::shared_ptr<const PreparedTorque>& torque) {
  report_.engine = "runge-kutta";
  report_.why = no_formula;
  report_.free_method.clear();
  report_.summation = Summation::compensated;
  report_.conserved_name = torque->conserved_name;
  report_.order = FunctionTrack::order;
  const FunctionAccuracy accuracy = function_accuracy(problem_.tolerance, problem_);
  FunctionTrack track(problem_, torque, accuracy, problem_.tolerance);
  report_.error_estimate = nan;
  std::unique_ptr<FunctionTrack> companion;
  if (problem_.options.estimate_error)
    companion =
        std::make_unique<FunctionTrack>(problem_, torque, track.companion_accuracy(), problem_.tolerance);
  const double difference = follow(track, companion.get());
  if (companion) {
    report_.error_estimate = track.error_from_companion(difference, *companion);
    report_.search_evaluations = companion->evaluations();
  }
  warn_of_tolerance(track.found_breaks() ? "the torque jumps or has corners" : is_unstable);
}

/// Warns if the tolerance was not met, or if that is not known.
void Simulator::warn_of_tolerance(const char* why) {
  const bool is_below_round_off = problem_.tolerance < std::numeric_limits<double>::epsilon();
  // The error may be three times the tolerance, and twice the estimate (docs/series.md).
  if (!is_below_round_off && problem_.options.estimate_error && std::isnan(report_.error_estimate) &&
      report_.warnings.empty() && !report_.stopped) {
    report_.warnings.push_back("The error is not known.");
    return;
  }
  if (!is_below_round_off && !(report_.error_estimate > 1.5 * problem_.tolerance)) return;
  report_.warnings.push_back("The tolerance " + number_text(problem_.tolerance, 3) +
                             " was not met: " + (is_below_round_off ? "it is below round-off" : why) +
                             (std::isnan(report_.error_estimate)
                                  ? "."
                                  : "; the error is some " + number_text(report_.error_estimate, 2) + "."));
}

void Simulator::run_splitting() {
  const std::optional<StepChoice> method =
      problem_.options.resume_from ? splitting_of_checkpoint() : choose_splitting();
  if (!method) return;
  SplitTrack track(problem_, method->splitting, method->h, 1);
  report_.splitting = method->splitting.name;
  if (!can_be_compensated(method_of(problem_.options), problem_.body)) report_.summation = Summation::plain;
  report_.conserved_name = track.stepper().conserved_name();
  step_ = method->h;
  std::unique_ptr<SplitTrack> companion;
  if (problem_.options.step && problem_.options.estimate_error)
    companion = std::make_unique<SplitTrack>(problem_, method->splitting, method->h, 2);
  const double difference = follow(track, companion.get());
  warn_of_splitting(track, method->splitting);
  if (companion) {
    report_.error_estimate = error_of_coarser(difference, track.stepper().order());
    report_.search_evaluations += companion->evaluations();
  }
  report_.error_estimate += Decay(problem_).left_out(report_.step);
}

/// Splitting and step; none if the search was cancelled.
std::optional<Simulator::StepChoice> Simulator::choose_splitting() {
  const PreparedTorque prepared = problem_.torque.prepare(problem_.body);
  const Splitting usual = problem_.options.splitting.value_or(
      default_splitting(prepared.depends_on_momentum, problem_.tolerance));
  if (problem_.options.start_time == end_time_of(problem_)) return StepChoice{usual, 1.0};
  if (problem_.options.step) {
    report_.error_estimate = nan;
    return StepChoice{usual, *problem_.options.step};
  }
  Search search{problem_,
                stopping_of(problem_.options.events),
                std::min(Decay(problem_).longest_step(problem_.tolerance), max_step_of(problem_)),
                {}};
  search.problem.times = compared_times(problem_);
  if (problem_.options.progress) search.goes_on = [this] { return problem_.options.progress(0.0); };
  Splitting taken = usual;
  FirstStep first = first_step(search, usual);
  if (!problem_.options.splitting && prepared.is_dissipative &&
      problem_.tolerance >= tightest_for_order_two) {
    const Splitting& positive = splitting("strang_kick");
    const FirstStep other = first_step(search, positive);
    if (positive.kicks_per_step() / other.h < usual.kicks_per_step() / first.h) {
      taken = positive;
      first = other;
    }
  }
  const FoundStep found = find_step(search, taken, first);
  report_.search_evaluations = search.evaluations;
  report_.error_estimate = found.error_estimate;
  search_warnings_ = found.warnings;
  report_.warnings.insert(report_.warnings.end(), found.warnings.begin(), found.warnings.end());
  if (!found.was_cancelled) return StepChoice{taken, found.h};
  report_.error_estimate = nan;
  report_.stopped = Stop{problem_.options.start_time, problem_.start, "stopped on request"};
  return std::nullopt;
}

/// Splitting and step from a checkpoint.
Simulator::StepChoice Simulator::splitting_of_checkpoint() {
  const CheckpointData from = data_of(*problem_.options.resume_from);
  report_.search_evaluations = from.search_evaluations;
  report_.error_estimate = from.error_estimate;
  search_warnings_ = from.search_warnings;
  report_.warnings.insert(report_.warnings.end(), search_warnings_.begin(), search_warnings_.end());
  return {problem_.options.splitting ? *problem_.options.splitting : splitting(from.splitting), from.step};
}

/// Makes the driver of a run, with `companion` beside it unless that is null.
void Simulator::begin(Track& track, Track* companion) {
  Driver::GiveCheckpoint give_checkpoint;
  if (sink_.checkpoint)
    give_checkpoint = [this](CheckpointData data) {
      data.origin = origin();
      data.splitting = report_.splitting;
      data.step = step_;
      data.error_estimate = report_.error_estimate;
      data.search_evaluations = report_.search_evaluations;
      data.search_warnings = search_warnings_;
      sink_.checkpoint(checkpoint_of(data));
    };
  if (problem_.options.resume_from)
    refuse_other_checkpoint(data_of(*problem_.options.resume_from), track, companion);
  driver_.emplace(track, companion, problem_, sink_, std::move(give_checkpoint));
}

/// Does a whole run; returns its greatest difference from the companion.
double Simulator::follow(Track& track, Track* companion) {
  begin(track, companion);
  driver_->run();
  driver_->describe(report_);
  return driver_->difference();
}

/// A checksum of the problem except functions: those of events, and torques without a formula.
std::uint64_t Simulator::origin() const {
  ByteWriter bytes;
  body_fields(bytes, problem_.body);
  for (int i = 0; i < 4; ++i) bytes(problem_.start.attitude.coeffs()(i));
  for (int i = 0; i < 3; ++i) bytes(problem_.start.momentum(i));
  torques::torque_fields(bytes, problem_.torque, problem_.torque.prepare(problem_.body),
                         from_eigen(problem_.body.moments()));
  bytes(problem_.options.start_time);
  bytes(end_time_of(problem_));
  bytes(problem_.times.size());
  bytes(problem_.tolerance);
  bytes(problem_.options.step.value_or(0));
  bytes(problem_.options.max_step.value_or(0));
  bytes(problem_.options.splitting ? problem_.options.splitting->name : std::string());
  bytes(method_of(problem_.options).name);
  bytes(static_cast<int>(problem_.options.summation));
  bytes(problem_.options.estimate_error);
  for (const Event& event : problem_.options.events) {
    bytes(event.name);
    bytes(static_cast<int>(event.crossing));
    bytes(event.stops);
    bytes(event.look_every);
  }
  return checksum(bytes.bytes());
}

void Simulator::refuse_other_checkpoint(const CheckpointData& from, const Track& track,
                                        const Track* companion) const {
  const auto fits = [&](const Snapshot& run, std::size_t events) {
    return run.piece <= track.pieces() && run.event_values.size() == events;
  };
  if (from.origin != origin() || from.next_time > problem_.times.size() ||
      !fits(from.run, problem_.options.events.size()) ||
      from.companion.has_value() != (companion != nullptr) || (from.companion && !fits(*from.companion, 0)) ||
      (from.to_compare && (!from.companion || from.next_time == 0)))
    throw InvalidInput("checkpoint", "that of another run", "one of this body, torque, times and options");
}

/// A torque has no impulse where its potential jumps: the motion passes as if nothing were there.
void Simulator::warn_of_jumping_potential() {
  if (!series_torque_->prepared->potential || !problem_.torque.impulses().empty() ||
      !has(series::Maker::sign, *series_torque_))
    return;
  const double momentum = series_torque_->momentum_scale;
  const double energy =
      momentum * (momentum / problem_.body.moments().y()) + std::abs(report_.conserved_start);
  constexpr double least = std::numeric_limits<double>::epsilon(), well_above = 1000;
  if (!(report_.conserved_excursion > well_above * std::max(report_.error_estimate, least) * energy)) return;
  report_.warnings.push_back("The " + report_.conserved_name + " has changed by " +
                             number_text(report_.conserved_excursion, 2) +
                             ", more than the error of the motion explains: the potential jumps, and no "
                             "impulse acts there.");
}

void Simulator::warn_of_impulse_at_start() {
  for (const Impulse& i : problem_.torque.impulses())
    if (i.time == problem_.options.start_time && direction_of(problem_) > 0)
      report_.warnings.push_back("There is an impulse at the start, at time " + number_text(i.time) +
                                 ": the state there is taken as the one after it.");
}

void Simulator::add_warnings(const std::vector<std::string>& warnings) {
  report_.warnings.insert(report_.warnings.end(), warnings.begin(), warnings.end());
}

void Simulator::warn_of_splitting(const SplitTrack& track, const Splitting& used) {
  // Warnings of the stepper matter if the method was named; those of the torque always do.
  add_warnings(problem_.options.splitting || problem_.options.free_method
                   ? track.stepper().warnings()
                   : problem_.torque.prepare(problem_.body).warnings);
  if (problem_.options.splitting && !problem_.torque.breakpoints().empty() &&
      looks_outside(*problem_.options.splitting))
    report_.warnings.push_back("The splitting " + problem_.options.splitting->name +
                               " evaluates the torque at times outside its steps, also beyond breakpoints: "
                               "it loses its order there.");
  // Two runs may pass a jump at the same place: then their difference does not show it. A torque with a flow
  // of its own, such as quadratic drag, handles its corners itself.
  const auto prepared = problem_.torque.prepare_once(problem_.body);
  if (!prepared->formula || prepared->flow) return;
  const auto recorded = recorded_torque(prepared, scales_of(problem_, *prepared), false);
  if (!recorded) return;
  // For built-in torques the steps are short enough.
  const double spacing = track.longest_step() / used.kicks_per_step();
  if (!prepared->formula.is_built_in() &&
      may_hide_features(*recorded->recorded, recorded->momentum_scale,
                        bounds_of(problem_, track.stepper().state()), spacing))
    report_.warnings.push_back(
        "The torque's formula may change much within " + number_text(spacing, 2) +
        ", at which spacing in time the splitting asks for it: what lies in between may be lost, and the "
        "error estimate does not show it. Power series, the default, see it; so do shorter steps.");
  if (has(series::Maker::sign, *recorded))
    report_.warnings.push_back(
        "The torque has corners or jumps, which a splitting does not locate: the error may be larger than "
        "its estimate. Power series, the default, locate them.");
}

}  // namespace simulation

const Splitting& default_splitting(bool depends_on_momentum, double tolerance) {
  if (!depends_on_momentum)
    return splitting(tolerance >= 1e-6 ? "blanes_moan_srkn6b" : "blanes_moan_srkn14a");
  if (tolerance >= 1e-4) return splitting("blanes_moan_s6");
  return splitting(tolerance >= 1e-11 ? "blanes_moan_s10" : "sofroniou_spaletta10");
}

SimulationReport simulate(const Inertia& body, const State& start, const Torque& torque,
                          const TimeSequence& times, double tolerance, const SimulationSink& sink,
                          const SimulationOptions& options) {
  return simulate({body, start, torque, times, tolerance, options}, sink);
}

SimulationReport simulate(const Problem& problem, const SimulationSink& sink) {
  return simulation::Simulator(problem, sink).run();
}

SimulationReport simulate(const Inertia& body, const State& start, const Torque& torque,
                          std::span<const double> times, double tolerance, const SimulationSink& sink,
                          const SimulationOptions& options) {
  return simulate(body, start, torque, TimeSequence(times), tolerance, sink, options);
}

Simulation simulate(const Inertia& body, const State& start, const Torque& torque,
                    std::span<const double> times, double tolerance, const SimulationOptions& options) {
  Simulation all;
  all.times.reserve(times.size());
  all.states.reserve(times.size());
  const SimulationSink sink{[&](double time, const State& state) {
                              all.times.push_back(time);
                              all.states.push_back(state);
                            },
                            [&](const FoundEvent& event) { all.events.push_back(event); }};
  static_cast<SimulationReport&>(all) = simulate(body, start, torque, times, tolerance, sink, options);
  return all;
}

}  // namespace polhode
