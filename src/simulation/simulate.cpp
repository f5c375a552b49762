// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <polhode/core/error.hpp>
#include <polhode/core/number_text.hpp>
#include <polhode/simulation/simulate.hpp>
#include <utility>

#include "run.hpp"
#include "step_search.hpp"
#include "track.hpp"

namespace polhode {

namespace {

using namespace simulation;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Below this a method of order 2 takes too many steps to be tried.
constexpr double tightest_for_order_two = 1e-6;

void refuse_bad_times(std::span<const double> times, double start) {
  const auto name_of = [](std::size_t i) { return "time " + std::to_string(i); };
  for (std::size_t i = 0; i < times.size(); ++i)
    if (!std::isfinite(times[i])) throw InvalidInput(name_of(i), number_text(times[i]), "a finite number");
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double before = i == 0 ? start : times[i - 1];
    const bool is_forward = times.back() >= start;
    if (is_forward ? times[i] >= before : times[i] <= before) continue;
    throw InvalidInput(name_of(i), number_text(times[i]),
                       "a time not " + std::string(is_forward ? "before " : "after ") + number_text(before) +
                           ": times run from the start at " + number_text(start) + " to one side");
  }
}

void refuse_bad_input(std::span<const double> times, double tolerance, const SimulationOptions& options) {
  if (!(tolerance > 0 && tolerance < 1))
    throw InvalidInput("tolerance", number_text(tolerance), "a number between 0 and 1");
  if (!std::isfinite(options.start_time))
    throw InvalidInput("time of the start", number_text(options.start_time), "a finite number");
  if (options.step && !(std::isfinite(*options.step) && *options.step > 0))
    throw InvalidInput("step", number_text(*options.step), "a positive number");
  for (const Event& e : options.events)
    if (!e.function) throw InvalidInput("event " + e.name, "no function", "a function of state and time");
  refuse_bad_times(times, options.start_time);
}

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
  Simulator(Problem problem, std::span<const double> times, double tolerance, const SimulationSink& sink,
            const SimulationOptions& options)
      : problem_(std::move(problem)), times_(times), tolerance_(tolerance), sink_(sink), options_(options) {
    report_.drift = options.drift ? options.drift->name : free_methods().front().name;
    report_.conserved_start = report_.conserved_excursion = nan;
    warn_of_impulse_at_start();
  }

  SimulationReport run() {
    if (is_free()) {
      FreeTrack track(problem_, !options_.events.empty());
      report_.conserved_name = "energy";
      follow(track, nullptr);
      return report_;
    }
    const std::optional<Method> method = choose();
    if (!method) return report_;
    SplitTrack track(problem_, method->splitting, method->h, 1);
    report_.splitting = method->splitting.name;
    report_.conserved_name = track.stepper().conserved_name();
    warn_of_splitting(track);
    std::unique_ptr<SplitTrack> shadow;
    if (options_.step && options_.estimates_error)
      shadow = std::make_unique<SplitTrack>(problem_, method->splitting, method->h, 2);
    follow(track, shadow.get());
    report_.step = track.longest_step();
    report_.steps = track.steps();
    report_.torque_evaluations = track.evaluations();
    if (shadow) {
      report_.error_estimate = error_of_coarser(report_.error_estimate, track.stepper().order());
      report_.search_evaluations += shadow->evaluations();
    }
    report_.error_estimate += Decay(problem_).left_out(report_.step);
    return report_;
  }

 private:
  /// Whoever names a way wants it even where nothing acts.
  bool is_free() const {
    return problem_.torque.is_none() && !options_.drift && !options_.splitting && !options_.step;
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
    Method method{usual, first_step(search, usual)};
    if (!options_.splitting && prepared.is_dissipative && tolerance_ >= tightest_for_order_two) {
      const Splitting& positive = splitting("strang_kick");
      const double h = first_step(search, positive);
      if (positive.kicks_per_step() / h < usual.kicks_per_step() / method.h) method = {positive, h};
    }
    const FoundStep found = find_step(search, method.splitting, method.h);
    method.h = found.h;
    report_.search_evaluations = search.evaluations;
    report_.error_estimate = found.error_estimate;
    report_.warnings.insert(report_.warnings.end(), found.warnings.begin(), found.warnings.end());
    if (!found.was_cancelled) return method;
    report_.error_estimate = nan;
    report_.stopped = Stop{problem_.start_time, problem_.start, "stopped on request"};
    return std::nullopt;
  }

  /// The run itself; with the shadow, its difference from a finer one.
  void follow(Track& track, Track* shadow) {
    const double direction = problem_.direction();
    Run run(track, direction, options_.events, sink_.event, [this](double time) { return reports(time); });
    std::optional<Run> finer;
    if (shadow) finer.emplace(*shadow, direction, std::span<const Event>(), nullptr, nullptr);
    Difference difference(problem_.start);
    track.at(track.begin());
    const double conserved = cuts_have_impulses() ? nan : track.conserved();
    double excursion = std::isnan(conserved) ? nan : 0;
    for (const double time : times_) {
      const std::optional<State> state = run.to(time);
      if (!state) break;
      sink_.state(time, *state);
      excursion = std::max(excursion, std::abs(run.conserved() - conserved));
      if (!finer) continue;
      if (const std::optional<State> other = finer->to(time)) difference.add(*state, *other);
    }
    if (shadow) report_.error_estimate = difference.value();
    report_.conserved_start = conserved;
    report_.conserved_excursion = excursion;
    report_.stopped = run.stopped();
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
  std::span<const double> times_;
  double tolerance_;
  const SimulationSink& sink_;
  const SimulationOptions& options_;
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
                          std::span<const double> times, double tolerance, const SimulationSink& sink,
                          const SimulationOptions& options) {
  refuse_bad_input(times, tolerance, options);
  check(body, start);
  const State unit{normalise_attitude(start.attitude).q, start.momentum};
  const double end = times.empty() ? options.start_time : times.back();
  return Simulator({body, unit, torque, options.start_time, end, options.summation, options.drift}, times,
                   tolerance, sink, options)
      .run();
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
