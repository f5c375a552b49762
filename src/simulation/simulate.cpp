// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <polhode/core/error.hpp>
#include <polhode/core/number_text.hpp>
#include <polhode/simulation/error_estimate.hpp>
#include <polhode/simulation/simulate.hpp>
#include <utility>

#include "input.hpp"
#include "run.hpp"
#include "step_search.hpp"
#include "track.hpp"

namespace polhode {

namespace {

using namespace simulation;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Below this a method of order 2 takes too many steps to be tried.
constexpr double tightest_for_order_two = 1e-6;

std::vector<Event> stopping_of(const std::vector<Event>& events) {
  std::vector<Event> all;
  std::copy_if(events.begin(), events.end(), std::back_inserter(all), [](const Event& e) { return e.stops; });
  return all;
}

/// Events are looked for at the ends of the steps, so that there these must be shorter than a turn.
double longest_step(const Problem& p, bool has_events) {
  constexpr double steps_per_radian = 2.5;
  const double rate = has_events ? fastest_rate(p) : 0;
  return rate > 0 ? 1 / (steps_per_radian * rate) : std::numeric_limits<double>::infinity();
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

struct Method {
  Splitting splitting;
  double h;
};

class Simulator {
 public:
  Simulator(Problem problem, const TimeSequence& times, double tolerance, const SimulationSink& sink,
            const SimulationOptions& options)
      : problem_(std::move(problem)),
        times_(times),
        tolerance_(tolerance),
        sink_(sink),
        options_(options),
        difference_(problem_.start) {
    report_.drift = options.drift ? options.drift->name : free_methods().front().name;
    report_.conserved_start = report_.conserved_excursion = nan;
    report_.summation = options.summation;
    warn_of_impulse_at_start();
  }

  SimulationReport run() {
    if (is_free())
      run_free();
    else
      run_split();
    return report_;
  }

 private:
  /// Whoever names a splitting wants it even where nothing acts; and a free method without a step is given one by it.
  bool is_free() const {
    return problem_.torque.is_none() && !options_.splitting && (options_.step || !options_.drift);
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
    follow(track, motion.get());
    if (motion) report_.error_estimate = difference_.value();
  }

  void run_split() {
    const std::optional<Method> method = options_.resume_from ? chosen_before() : choose();
    if (!method) return;
    SplitTrack track(problem_, method->splitting, method->h, 1);
    report_.splitting = method->splitting.name;
    report_.conserved_name = track.stepper().conserved_name();
    step_ = method->h;
    std::unique_ptr<SplitTrack> shadow;
    if (options_.step && options_.estimates_error)
      shadow = std::make_unique<SplitTrack>(problem_, method->splitting, method->h, 2);
    follow(track, shadow.get());
    warn_of_splitting(track);
    if (shadow) {
      report_.error_estimate = error_of_coarser(difference_.value(), track.stepper().order());
      report_.search_evaluations += shadow->evaluations();
    }
    report_.error_estimate += Decay(problem_).left_out(report_.step);
  }

  bool reports(double time) const {
    const double length = problem_.end_time - problem_.start_time;
    return !options_.progress || options_.progress((time - problem_.start_time) / length);
  }

  /// Splitting and step; none if the search was cancelled.
  std::optional<Method> choose() {
    const PreparedTorque prepared = problem_.torque.prepare(problem_.body);
    const Splitting usual =
        options_.splitting.value_or(default_splitting(prepared.depends_on_momentum, tolerance_));
    if (problem_.start_time == problem_.end_time) return Method{usual, 1.0};
    if (options_.step) {
      report_.error_estimate = nan;
      return Method{usual, *options_.step};
    }
    Search search{
        problem_,
        times_,
        tolerance_,
        stopping_of(options_.events),
        std::min(longest_step(problem_, !options_.events.empty()), Decay(problem_).longest_step(tolerance_)),
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
    if (!found.was_cancelled) return Method{taken, found.h};
    report_.error_estimate = nan;
    report_.stopped = Stop{problem_.start_time, problem_.start, "stopped on request"};
    return std::nullopt;
  }

  /// The same from a checkpoint.
  Method chosen_before() {
    const Checkpoint& from = *options_.resume_from;
    report_.search_evaluations = from.search_evaluations;
    report_.error_estimate = from.error_estimate;
    search_warnings_ = from.search_warnings;
    report_.warnings.insert(report_.warnings.end(), search_warnings_.begin(), search_warnings_.end());
    return {options_.splitting ? *options_.splitting : splitting(from.splitting), from.step};
  }

  /// The run itself; with the shadow, its difference from a better one.
  void follow(Track& track, Track* shadow) {
    const double direction = problem_.direction();
    std::uint64_t next = 0;
    std::optional<State> to_compare;
    std::optional<Run> run, finer;
    const auto give_checkpoint = [&] {
      sink_.checkpoint({next, run->instant(), finer ? std::optional(finer->instant()) : std::nullopt,
                        to_compare, difference_.scale(), difference_.value(), report_.conserved_start,
                        report_.conserved_excursion, report_.splitting, step_, report_.error_estimate,
                        report_.search_evaluations, search_warnings_});
    };
    const auto offer_checkpoint = [&] {
      if (sink_.checkpoint && options_.wants_checkpoint && options_.wants_checkpoint()) give_checkpoint();
    };
    const auto goes_on = [&](double time) {
      if (!reports(time)) return false;
      offer_checkpoint();
      return true;
    };
    run.emplace(track, direction, options_.events, sink_.event, goes_on);
    if (shadow)
      finer.emplace(*shadow, direction, std::span<const Event>(), nullptr,
                    [&](double) { return goes_on(track.begin()); });
    if (const Checkpoint* from = options_.resume_from) {
      next = from->next_time;
      to_compare = from->to_compare;
      difference_ = RunDifference(from->difference_scale, from->difference);
      report_.conserved_start = from->conserved_start;
      report_.conserved_excursion = from->conserved_excursion;
      run->back_to(from->run);
      if (finer) finer->back_to(*from->finer);
    } else {
      track.at(track.begin());
      report_.conserved_start = cuts_have_impulses() ? nan : track.conserved();
      report_.conserved_excursion = std::isnan(report_.conserved_start) ? nan : 0;
      if (sink_.checkpoint) give_checkpoint();
    }
    /// False if the better run was cancelled on its way.
    const auto compares = [&] {
      if (!to_compare) return true;
      const std::optional<State> other = finer->to(times_[next - 1]);
      if (finer->was_cancelled()) return false;
      if (other) difference_.add(*to_compare, *other);
      to_compare.reset();
      return true;
    };
    bool is_cancelled = !compares();
    while (!is_cancelled && next < times_.size()) {
      const double time = times_[next];
      const std::optional<State> state = run->to(time);
      if (!state) break;
      sink_.state(time, *state);
      ++next;
      report_.conserved_excursion =
          std::max(report_.conserved_excursion, std::abs(run->conserved() - report_.conserved_start));
      if (finer) to_compare = state;
      is_cancelled = !compares();
      if (!is_cancelled) offer_checkpoint();
    }
    report_.stopped = is_cancelled ? finer->stopped() : run->stopped();
    report_.step = track.longest_step();
    report_.steps = track.steps();
    report_.torque_evaluations = track.evaluations();
  }

  bool cuts_have_impulses() const {
    const std::vector<Cut> cuts = cuts_of(problem_);
    return std::any_of(cuts.begin(), cuts.end(), [](const Cut& c) { return !c.impulses.empty(); });
  }

  void warn_of_impulse_at_start() {
    for (const Impulse& i : problem_.torque.impulses())
      if (i.time == problem_.start_time && problem_.direction() > 0)
        report_.warnings.push_back("There is an impulse at the start, at time " + number_text(i.time) +
                                   ": the state there is taken as the one after it.");
  }

  void warn_of_splitting(const SplitTrack& track) {
    // Who leaves the choice to us is told of the error instead.
    if (options_.splitting || options_.drift)
      report_.warnings.insert(report_.warnings.end(), track.stepper().warnings().begin(),
                              track.stepper().warnings().end());
    if (options_.splitting && !problem_.torque.breakpoints().empty() && looks_outside(*options_.splitting))
      report_.warnings.push_back(
          "The splitting " + options_.splitting->name +
          " asks for the torque at times outside its steps, beyond breakpoints too: the "
          "order is lost there.");
  }

  Problem problem_;
  const TimeSequence& times_;
  double tolerance_;
  const SimulationSink& sink_;
  const SimulationOptions& options_;
  RunDifference difference_;
  double step_ = 0;
  std::vector<std::string> search_warnings_;
  SimulationReport report_{};
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
  refuse_bad_input(times, tolerance, options);
  check(body, start);
  const State unit{normalise_attitude(start.attitude).q, start.momentum};
  const double end = times.is_empty() ? options.start_time : times.back();
  return Simulator({body, unit, torque, options.start_time, end, options.summation, options.drift}, times,
                   tolerance, sink, options)
      .run();
}

SimulationReport simulate(const Inertia& body, const State& start, const Torque& torque,
                          std::span<const double> times, double tolerance, const SimulationSink& sink,
                          const SimulationOptions& options) {
  return simulate(body, start, torque, TimeSequence(times), tolerance, sink, options);
}

Simulation simulate(const Inertia& body, const State& start, const Torque& torque,
                    std::span<const double> times, double tolerance, const SimulationOptions& options) {
  Simulation all;
  const SimulationSink sink{[&](double time, const State& state) {
                              all.times.push_back(time);
                              all.states.push_back(state);
                            },
                            [&](const FoundEvent& event) { all.events.push_back(event); }};
  static_cast<SimulationReport&>(all) = simulate(body, start, torque, times, tolerance, sink, options);
  return all;
}

}  // namespace polhode
