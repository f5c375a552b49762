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
#include <utility>

#include "body/principal_attitude.hpp"
#include "core/checkpoint_bytes.hpp"
#include "core/number_text.hpp"
#include "simulation/driver.hpp"
#include "simulation/error_estimate.hpp"
#include "simulation/function_track.hpp"
#include "simulation/input.hpp"
#include "simulation/series_track.hpp"
#include "simulation/step_search.hpp"
#include "simulation/track.hpp"
#include "simulation/waiting_motion.hpp"
#include "torque/torque_fields.hpp"

namespace polhode {

namespace {

using namespace simulation;

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

/// Of a motion from the start to a state. It is taken to move no faster in between.
MotionBounds bounds_of(const SingleProblem& p, const State& last) {
  const Torque::Kept kept = p.torque.kept(p.body);
  const auto torque_at = [&](const State& s, double time) {
    return norm(kept.prepared->torque(
        {from_eigen(principal_momentum(p.body, s)), PrincipalAttitude(p.body).from_user(s.attitude)}, time));
  };
  return {std::min(p.start_time, p.end_time), std::max(p.start_time, p.end_time),
          std::max(p.start.momentum.norm(), last.momentum.norm()),
          std::max(fastest_turning(p.body, p.start), fastest_turning(p.body, last)),
          std::max(torque_at(p.start, p.start_time), torque_at(last, p.end_time))};
}

/// The rate of a damping at the start, if it is so much faster than anything else that a series, which
/// follows it, would take longer than a splitting, which does not; else 0.
double stiff_rate(const SingleProblem& p) {
  constexpr double many_times = 30, many_decays = 3000;
  const std::array<double, 3> rates = decay_rates(p);
  const double rate = *std::max_element(rates.begin(), rates.end());
  const bool is_stiff =
      rate * std::abs(p.end_time - p.start_time) > many_decays && rate > many_times * fastest_rate(p);
  return is_stiff ? rate : 0;
}

constexpr const char* no_formula = "the torque is a function without a formula";

/// How a motion under torque is followed, and why.
struct EngineChoice {
  enum class Engine { series, function, splitting } engine;
  const char* why;
  std::optional<Torque::Kept> torque{};  ///< none for a splitting, which prepares its own
  double longest_step = std::numeric_limits<double>::infinity();
  std::string warning{};
};

/// Whether the long steps of a splitting, which pass over a stiff damping, lose nothing of a torque that was
/// recorded. `longest_step`: where it depends on time.
bool may_pass_over_decays(const SingleProblem& problem, const RecordedTorque& torque, double tolerance,
                          double longest_step) {
  const bool is_of_time = depends_on_time(*torque.recorded);
  // The step is chosen by the decay of the momentum at the start: all that decays.
  if (!is_of_time && problem.torque.impulses().empty() && problem.torque.breakpoints().empty()) return true;
  if (is_of_time && may_hide_features(*torque.recorded, torque.momentum_scale,
                                      bounds_of(problem, problem.start), longest_step))
    return false;
  return Decay(problem).longest_step(tolerance) == HUGE_VAL;
}

/// The one place where that is decided. A formula may still turn out not to be recordable: then the torque is
/// taken as a function.
EngineChoice choose_engine(const SingleProblem& problem, const SimulationOptions& options, double tolerance) {
  using enum EngineChoice::Engine;
  if (options.splitting) return {splitting, "it was named"};
  if (options.step) return {splitting, "a step was given"};
  if (options.free_method) return {splitting, "a free method was named"};
  Torque::Kept kept = problem.torque.kept(problem.body);
  EngineChoice usual{function, no_formula, kept};
  if (kept.prepared->formula) usual = {series, "the formula of the torque is known", kept};
  const double rate = kept.prepared->is_dissipative ? stiff_rate(problem) : 0;
  if (rate == 0) return usual;

  const double length = std::abs(problem.end_time - problem.start_time);
  EngineChoice passing{splitting, "the damping is much faster than the motion"};
  const auto recorded = recorded_torque(kept, scales_of(problem, *kept.prepared), false);
  if (recorded) {
    constexpr double many_steps = 1000;
    if (depends_on_time(*recorded->recorded)) passing.longest_step = length / many_steps;
    if (may_pass_over_decays(problem, *recorded, tolerance, passing.longest_step)) return passing;
  }
  // Those that follow the decay take some twenty seconds for so many.
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

struct SplittingChoice {
  Splitting splitting;
  double h;
};

class Simulator {
 public:
  Simulator(SingleProblem problem, const TimeSequence& times, double tolerance, const SimulationSink& sink,
            const SimulationOptions& options)
      : problem_(std::move(problem)), times_(times), tolerance_(tolerance), sink_(sink), options_(options) {
    report_.free_method = problem_.free_method.name;
    report_.conserved_start = report_.conserved_excursion = nan;
    report_.summation = options.summation;
    warn_of_impulse_at_start();
  }

  /// Begins a run by series whose coefficients someone else computes; false where it is not a run by series.
  bool begin_waiting() {
    if (is_free() || !may_wait(problem_.torque, options_)) return false;
    const EngineChoice choice = choose_engine(problem_, options_, tolerance_);
    if (choice.engine != EngineChoice::Engine::series) return false;
    report_.why = choice.why;
    problem_.max_step = std::min(problem_.max_step, choice.longest_step);
    add_warnings(choice.torque->prepared->warnings);
    return begin_series(*choice.torque, Expansion::by_others);
  }
  /// False when it is over; its report is then complete.
  bool series_goes_on() {
    if (!following_->driver.run()) return true;
    const double difference = described(*following_);
    if (series_error_) {
      report_.error_estimate = difference;
      report_.search_evaluations = series_error_->evaluations();
      // Where a sign changes is known as well as its form, which may have lost more than the motion.
      constexpr double known_corners = 1e-3;
      if (has(series::Maker::sign, *series_torque_) && difference < known_corners * tolerance_)
        report_.error_estimate = known_corners * tolerance_;
      // Near the zero of a root the motion beside the run, which carries the error, has another series.
      if (has(series::Maker::root, *series_torque_) && !(difference <= no_digit_left)) {
        report_.error_estimate = nan;
        report_.warnings.push_back(
            "The error is not known: a root in the torque's formula comes near zero, or the motion "
            "multiplies errors.");
      }
    }
    warn_of_tolerance();
    return false;
  }
  /// The track, which waits as long as the run is not over.
  SeriesTrack& waiting() { return *series_; }
  SimulationReport report() && { return std::move(report_); }

  SimulationReport run() {
    if (is_free()) {
      report_.engine = "exact";
      report_.why =
          problem_.torque.impulses().empty() ? "no torque acts" : "no torque acts between the impulses";
      run_free();
    } else {
      run_torqued();
    }
    return std::move(report_);
  }

 private:
  /// A splitting that is named is used even where nothing acts. A free method that is named without a step
  /// runs inside a splitting too: the search for its step finds one.
  bool is_free() const {
    return problem_.torque.is_none() && !options_.splitting && (options_.step || !options_.free_method);
  }

  void run_free() {
    report_.conserved_name = "energy";
    if (!options_.step) {
      FreeTrack track(problem_, !options_.events.empty());
      follow(track, nullptr);
      return;
    }
    FreeStepTrack track(problem_, *options_.step);
    report_.summation = track.is_compensated() ? Summation::compensated : Summation::plain;
    report_.error_estimate = nan;
    std::unique_ptr<FreeTrack> motion;
    if (options_.estimates_error) motion = std::make_unique<FreeTrack>(problem_, false);
    const double difference = follow(track, motion.get());
    if (motion) report_.error_estimate = difference;
  }

  void run_torqued() {
    const EngineChoice choice = choose_engine(problem_, options_, tolerance_);
    report_.why = choice.why;
    problem_.max_step = std::min(problem_.max_step, choice.longest_step);
    if (choice.engine == EngineChoice::Engine::splitting) {
      report_.engine = "splitting";
      if (!choice.warning.empty()) report_.warnings.push_back(choice.warning);
      run_split();
      return;
    }
    add_warnings(choice.torque->prepared->warnings);
    if (choice.engine != EngineChoice::Engine::series || !run_series(*choice.torque))
      run_function(choice.torque->prepared);
  }

  /// False if the formula cannot be recorded.
  bool run_series(const Torque::Kept& kept) {
    if (!begin_series(kept, Expansion::at_once)) return false;
    series_goes_on();
    return true;
  }

  static bool has(series::Maker maker, const RecordedTorque& torque) {
    const std::vector<series::Row>& rows = torque.recorded->tape.all();
    return std::any_of(rows.begin(), rows.end(), [maker](const series::Row& r) { return r.maker == maker; });
  }

  bool begin_series(const Torque::Kept& kept, Expansion expansion) {
    const Scales scales = scales_of(problem_, *kept.prepared);
    series::Accuracy accuracy = accuracy_for(tolerance_, problem_, scales.unit);
    accuracy.shows_error = options_.estimates_error;
    series_torque_ = recorded_torque(kept, scales, !accuracy.is_careful);
    if (!series_torque_) return false;
    const RecordedTorque& torque = *series_torque_;
    report_.engine = "series";
    report_.free_method.clear();
    report_.summation = Summation::compensated;
    report_.conserved_name = torque.prepared->conserved_name;
    report_.order = accuracy.order;
    series_.emplace(problem_, torque, accuracy, tolerance_, expansion);
    report_.error_estimate = nan;
    if (options_.estimates_error) series_error_.emplace(problem_, *series_);
    following_ = following(*series_, series_error_ ? &*series_error_ : nullptr);
    return true;
  }

  void run_function(const std::shared_ptr<const PreparedTorque>& torque) {
    report_.engine = "runge-kutta";
    report_.why = no_formula;
    report_.free_method.clear();
    report_.summation = Summation::compensated;
    report_.conserved_name = torque->conserved_name;
    report_.order = FunctionTrack::order;
    const FunctionAccuracy accuracy = function_accuracy(tolerance_, problem_);
    FunctionTrack track(problem_, torque, accuracy, tolerance_);
    report_.error_estimate = nan;
    std::unique_ptr<FunctionTrack> companion;
    if (options_.estimates_error)
      companion = std::make_unique<FunctionTrack>(problem_, torque, track.companion_accuracy(), tolerance_);
    const double difference = follow(track, companion.get());
    if (companion) {
      report_.error_estimate = track.error_from_companion(difference, *companion);
      report_.search_evaluations = companion->evaluations();
    }
    warn_of_tolerance(track.found_breaks() ? "the torque jumps or has corners"
                                           : "the motion multiplies errors, that of rounding among them");
  }

  /// Warns if the tolerance was not reached, as far as is known.
  void warn_of_tolerance(const char* why = "the motion multiplies errors, that of rounding among them") {
    const bool is_below_rounding = tolerance_ < std::numeric_limits<double>::epsilon();
    // The error may be three times the tolerance, and twice the estimate (docs/series.md).
    if (!is_below_rounding && options_.estimates_error && std::isnan(report_.error_estimate) &&
        report_.warnings.empty() && !report_.stopped) {
      report_.warnings.push_back("The error is not known.");
      return;
    }
    if (!is_below_rounding && !(report_.error_estimate > 1.5 * tolerance_)) return;
    report_.warnings.push_back("The tolerance " + number_text(tolerance_, 3) +
                               " was not reached: " + (is_below_rounding ? "it is below rounding" : why) +
                               (std::isnan(report_.error_estimate)
                                    ? "."
                                    : "; the error is some " + number_text(report_.error_estimate, 2) + "."));
  }

  void run_split() {
    const std::optional<SplittingChoice> method = options_.resume_from ? chosen_before() : choose_splitting();
    if (!method) return;
    SplitTrack track(problem_, method->splitting, method->h, 1);
    report_.splitting = method->splitting.name;
    if (!can_be_compensated(problem_.free_method, problem_.body)) report_.summation = Summation::plain;
    report_.conserved_name = track.stepper().conserved_name();
    step_ = method->h;
    std::unique_ptr<SplitTrack> companion;
    if (options_.step && options_.estimates_error)
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
  std::optional<SplittingChoice> choose_splitting() {
    const PreparedTorque prepared = problem_.torque.prepare(problem_.body);
    const Splitting usual =
        options_.splitting.value_or(default_splitting(prepared.depends_on_momentum, tolerance_));
    if (problem_.start_time == problem_.end_time) return SplittingChoice{usual, 1.0};
    if (options_.step) {
      report_.error_estimate = nan;
      return SplittingChoice{usual, *options_.step};
    }
    Search search{problem_,
                  compared_times(),
                  tolerance_,
                  stopping_of(options_.events),
                  std::min(Decay(problem_).longest_step(tolerance_), problem_.max_step),
                  {}};
    if (options_.progress) search.goes_on = [this] { return options_.progress(0.0); };
    Splitting taken = usual;
    FirstStep first = first_step(search, usual);
    if (!options_.splitting && prepared.is_dissipative && tolerance_ >= tightest_for_order_two) {
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
    if (!found.was_cancelled) return SplittingChoice{taken, found.h};
    report_.error_estimate = nan;
    report_.stopped = Stop{problem_.start_time, problem_.start, "stopped on request"};
    return std::nullopt;
  }

  /// At which runs are compared to find a step: the requested times have no part in that.
  TimeSequence compared_times() const {
    constexpr std::uint64_t count = 16;
    return TimeSequence::in_order(
        count, [from = problem_.start_time, to = problem_.end_time](std::uint64_t k) {
          return k + 1 == count ? to : from + (to - from) * (static_cast<double>(k + 1) / count);
        });
  }

  /// Splitting and step from a checkpoint.
  SplittingChoice chosen_before() {
    const CheckpointData from = data_of(*options_.resume_from);
    report_.search_evaluations = from.search_evaluations;
    report_.error_estimate = from.error_estimate;
    search_warnings_ = from.search_warnings;
    report_.warnings.insert(report_.warnings.end(), search_warnings_.begin(), search_warnings_.end());
    return {options_.splitting ? *options_.splitting : splitting(from.splitting), from.step};
  }

  /// A run that is under way.
  struct Following {
    DriverSink sink;
    Driver driver;

    Following(DriverSink to, SingleTrack& track, SingleTrack* companion, const SingleProblem& p,
              bool has_impulses, const TimeSequence& times, const SimulationOptions& options)
        : sink(std::move(to)),
          driver(track, companion, {p.start_time, p.end_time}, std::span(&p.start, 1), has_impulses, times,
                 sink, options) {}
  };

  std::unique_ptr<Following> following(SingleTrack& track, SingleTrack* companion) {
    DriverSink sink;
    sink.state = [this](std::size_t, double time, const State& state) { sink_.state(time, state); };
    sink.event = sink_.event;
    if (sink_.checkpoint) sink.checkpoint = [this](CheckpointData data) { give_checkpoint(std::move(data)); };
    if (options_.resume_from) refuse_other_checkpoint(data_of(*options_.resume_from), track, companion);
    return std::make_unique<Following>(std::move(sink), track, companion, problem_, cuts_have_impulses(),
                                       times_, options_);
  }

  double described(const Following& following) {
    following.driver.describe(0, report_);
    return following.driver.difference(0);
  }

  /// Does the run, with `companion` beside it unless that is null; returns the greatest difference of the
  /// two.
  double follow(SingleTrack& track, SingleTrack* companion) {
    const std::unique_ptr<Following> all = following(track, companion);
    all->driver.run();
    return described(*all);
  }

  /// A checksum of what was asked, but for functions: those of events, and torques without a formula.
  std::uint64_t origin() const {
    ByteWriter bytes;
    body_fields(bytes, problem_.body);
    for (int i = 0; i < 4; ++i) bytes(problem_.start.attitude.coeffs()(i));
    for (int i = 0; i < 3; ++i) bytes(problem_.start.momentum(i));
    torques::torque_fields(bytes, problem_.torque, problem_.torque.prepare(problem_.body),
                           from_eigen(problem_.body.moments()));
    bytes(problem_.start_time);
    bytes(problem_.end_time);
    bytes(times_.size());
    bytes(tolerance_);
    bytes(options_.step.value_or(0));
    bytes(options_.max_step.value_or(0));
    bytes(options_.splitting ? options_.splitting->name : std::string());
    bytes(problem_.free_method.name);
    bytes(static_cast<int>(options_.summation));
    bytes(options_.estimates_error);
    for (const Event& event : options_.events) {
      bytes(event.name);
      bytes(static_cast<int>(event.crossing));
      bytes(event.stops);
      bytes(event.look_every);
    }
    return checksum(bytes.bytes());
  }

  void give_checkpoint(CheckpointData data) const {
    data.origin = origin();
    data.splitting = report_.splitting;
    data.step = step_;
    data.error_estimate = report_.error_estimate;
    data.search_evaluations = report_.search_evaluations;
    data.search_warnings = search_warnings_;
    sink_.checkpoint(checkpoint_of(data));
  }

  void refuse_other_checkpoint(const CheckpointData& from, const SingleTrack& track,
                               const SingleTrack* companion) const {
    const auto fits = [&](const RunInstant& run, std::size_t events) {
      return run.track.piece <= track.pieces() && run.event_values.size() == events;
    };
    if (from.origin != origin() || from.next_time > times_.size() ||
        !fits(from.run, options_.events.size()) || from.companion.has_value() != (companion != nullptr) ||
        (from.companion && !fits(*from.companion, 0)) ||
        (from.to_compare && (!from.companion || from.next_time == 0)))
      throw InvalidInput("checkpoint", "that of another run", "one of this body, torque, times and options");
  }

  bool cuts_have_impulses() const {
    if (problem_.torque.impulses().empty()) return false;
    const std::vector<Cut> cuts = cuts_of(problem_);
    return std::any_of(cuts.begin(), cuts.end(), [](const Cut& c) { return !c.impulses.empty(); });
  }

  void warn_of_impulse_at_start() {
    for (const Impulse& i : problem_.torque.impulses())
      if (i.time == problem_.start_time && problem_.direction() > 0)
        report_.warnings.push_back("There is an impulse at the start, at time " + number_text(i.time) +
                                   ": the state there is taken as the one after it.");
  }

  void add_warnings(const std::vector<std::string>& warnings) {
    report_.warnings.insert(report_.warnings.end(), warnings.begin(), warnings.end());
  }

  void warn_of_splitting(const SplitTrack& track, const Splitting& used) {
    // Warnings of the stepper are for those who named the method; what is wrong with the torque is for all.
    add_warnings(options_.splitting || options_.free_method
                     ? track.stepper().warnings()
                     : problem_.torque.prepare(problem_.body).warnings);
    if (options_.splitting && !problem_.torque.breakpoints().empty() && looks_outside(*options_.splitting))
      report_.warnings.push_back(
          "The splitting " + options_.splitting->name +
          " asks for the torque at times outside its steps, beyond breakpoints too: the "
          "order is lost there.");
    // Both of two runs may pass a jump at the same place: then their difference does not show it. A flow of
    // its own, as of quadratic drag, knows where its corners are.
    const Torque::Kept kept = problem_.torque.kept(problem_.body);
    if (!kept.prepared->formula || kept.prepared->flow) return;
    const auto recorded = recorded_torque(kept, scales_of(problem_, *kept.prepared), false);
    if (!recorded) return;
    // Of those that are built in the steps are short enough.
    const double spacing = track.longest_step() / used.kicks_per_step();
    if (!kept.prepared->formula.is_built_in() &&
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

  SingleProblem problem_;
  const TimeSequence& times_;
  double tolerance_;
  const SimulationSink& sink_;
  const SimulationOptions& options_;
  double step_ = 0;
  std::vector<std::string> search_warnings_;
  SimulationReport report_{};
  // A run by series, which may be done in parts.
  std::optional<RecordedTorque> series_torque_;
  std::optional<SeriesTrack> series_;
  std::optional<SeriesErrorTrack> series_error_;
  std::unique_ptr<Following> following_;
};

/// What simulate() is asked, as a problem.
SingleProblem single(const Inertia& body, const State& start, const Torque& torque, const TimeSequence& times,
                     double tolerance, const SimulationOptions& options) {
  refuse_bad_input(times, tolerance, options);
  check(body, start);
  const State unit{normalise_attitude(start.attitude).q, start.momentum};
  const double end = times.is_empty() ? options.start_time : times.back();
  return {body,
          unit,
          torque,
          options.start_time,
          end,
          options.summation,
          method_of(options),
          options.max_step.value_or(std::numeric_limits<double>::infinity())};
}

/// Keeps the problem and the sink, to which the simulator refers.
class WaitingSimulation final : public WaitingMotion {
 public:
  WaitingSimulation(Problem&& problem, SimulationSink&& sink)
      : problem_(std::move(problem)),
        sink_(std::move(sink)),
        simulator_(single(problem_.body, problem_.start, problem_.torque, problem_.times, problem_.tolerance,
                          problem_.options),
                   problem_.times, problem_.tolerance, sink_, problem_.options) {}

  bool begin() { return simulator_.begin_waiting(); }
  bool goes_on() override { return simulator_.series_goes_on(); }
  SeriesTrack& track() override { return simulator_.waiting(); }
  SimulationReport report() override { return std::move(simulator_).report(); }

 private:
  Problem problem_;
  SimulationSink sink_;
  Simulator simulator_;
};

}  // namespace

const Splitting& default_splitting(bool depends_on_momentum, double tolerance) {
  if (!depends_on_momentum)
    return splitting(tolerance >= 1e-6 ? "blanes_moan_srkn6b" : "blanes_moan_srkn14a");
  if (tolerance >= 1e-4) return splitting("blanes_moan_s6");
  return splitting(tolerance >= 1e-11 ? "blanes_moan_s10" : "sofroniou_spaletta10");
}

SimulationReport simulate(const Inertia& body, const State& start, const Torque& torque,
                          const TimeSequence& times, double tolerance, const SimulationSink& sink,
                          const SimulationOptions& options) {
  return Simulator(single(body, start, torque, times, tolerance, options), times, tolerance, sink, options)
      .run();
}

namespace simulation {

bool may_wait(const Torque& torque, const SimulationOptions& o) {
  return !torque.is_none() && !o.splitting && !o.step && !o.free_method && o.events.empty() &&
         !o.wants_checkpoint && !o.resume_from;
}

std::unique_ptr<WaitingMotion> begin_waiting(Problem problem, SimulationSink sink) {
  auto motion = std::make_unique<WaitingSimulation>(std::move(problem), std::move(sink));
  if (!motion->begin()) return nullptr;
  return motion;
}

}  // namespace simulation

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
