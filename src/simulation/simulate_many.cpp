// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <polhode/core/error.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/simulation/error_estimate.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <polhode/splitting/suitability.hpp>
#include <string>
#include <utility>

#include "input.hpp"
#include "many_track.hpp"
#include "step_search.hpp"

namespace polhode {

namespace {

using namespace simulation;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t steps_between_reports = 64;

const FreeMethod& method_of(const SimulationOptions& options) {
  return options.drift ? *options.drift : free_methods().front();
}

/// As in simulate(): whoever names a splitting wants it even where nothing acts.
bool is_free(const Torque& torque, const SimulationOptions& options) {
  return torque.is_none() && !options.splitting;
}

bool are_of_one_kind(const PreparedTorque& a, const PreparedTorque& b) {
  return a.depends_on_momentum == b.depends_on_momentum && a.rate.has_value() == b.rate.has_value() &&
         !a.flow == !b.flow;
}

/// What goes together, and who that is.
struct Together {
  ManyProblem problem;
  std::vector<std::size_t> places;  ///< among those that were given
  std::optional<Splitting> splitting{};

  std::size_t size() const noexcept { return places.size(); }
};

/// Takes in bodies that go together.
class Gathering {
 public:
  Gathering(const Torque& torque, const TimeSequence& times, double tolerance,
            const SimulationOptions& options)
      : tolerance_(tolerance),
        options_(options),
        is_free_(is_free(torque, options)),
        together_{{{},
                   {},
                   torque,
                   {},
                   options.start_time,
                   times.is_empty() ? options.start_time : times.back(),
                   *options.step,
                   *batch::method_of(method_of(options)),
                   options.summation},
                  {}} {}

  /// Unless simulate() has to do this one, or refuse it.
  void add(std::size_t place, const Inertia& body, const State& start) {
    if (!batch::suits(body, together_.problem.drift)) return;
    try {
      check(body, start);
      const State unit{normalise_attitude(start.attitude).q, start.momentum};
      if (is_free_ ? *options_.step > longest_time(body, principal_momentum(body, unit)) : !takes(body))
        return;
      together_.problem.bodies.push_back(body);
      together_.problem.starts.push_back(unit);
      together_.places.push_back(place);
    } catch (const InvalidInput&) {
    }
  }

  Together&& all() && { return std::move(together_); }

 private:
  /// Whether the torque on this body is one for which the batch is made.
  bool takes(const Inertia& body) {
    ManyProblem& p = together_.problem;
    PreparedTorque torque = p.torque.prepare(body);
    if (torque.depends_on_momentum && !torque.rate && !torque.flow) return false;
    if (!p.prepared.empty() && !are_of_one_kind(torque, p.prepared.front())) return false;
    const Splitting& splitting =
        options_.splitting ? *options_.splitting : default_splitting(torque.depends_on_momentum, tolerance_);
    refuse_unsuited(splitting, torque, p.torque.name());
    if (!together_.splitting) together_.splitting = splitting;
    p.prepared.push_back(std::move(torque));
    return true;
  }

  double tolerance_;
  const SimulationOptions& options_;
  bool is_free_;
  Together together_;
};

class Many {
 public:
  Many(const Together& together, const TimeSequence& times, const ManyStates& sink,
       const SimulationOptions& options)
      : together_(together),
        times_(times),
        sink_(sink),
        options_(options),
        difference_(together.problem.starts.begin(), together.problem.starts.end()),
        conserved_start_(together.size()),
        excursion_(together.size()) {
    const ManyProblem& problem = together.problem;
    if (together.splitting)
      track_ = std::make_unique<SplitManyTrack>(problem, *together.splitting, 1);
    else
      track_ = std::make_unique<FreeManyTrack>(problem);
    if (!options.estimates_error) return;
    if (together.splitting)
      better_ = std::make_unique<SplitManyTrack>(problem, *together.splitting, 2);
    else
      better_ = std::make_unique<FreeMotionsTrack>(problem);
  }

  void run() {
    track_->ask(track_->begin());
    for (std::size_t i = 0; i < together_.size(); ++i) {
      conserved_start_[i] = track_->conserved(i);
      excursion_[i] = std::isnan(conserved_start_[i]) ? nan : 0;
    }
    for (std::uint64_t next = 0; next < times_.size(); ++next) {
      const double time = times_[next];
      if (!goes_to(*track_, time)) return;
      give_out(time);
      if (better_ && !goes_to(*better_, time)) return;
      compare();
    }
  }

  void report_to(std::vector<std::optional<SimulationReport>>& reports) {
    if (cancelled_) cancelled_->ask(cancelled_->begin());
    for (std::size_t i = 0; i < together_.size(); ++i)
      if (!has_failed(i)) reports[together_.places[i]] = report(i);
  }

 private:
  bool has_failed(std::size_t i) const {
    return track_->has_failed(i) || (better_ && better_->has_failed(i));
  }

  /// To the step in which the time lies, and asks there. Backwards the end of a step belongs to it, as in a run by itself. False if the
  /// run was cancelled.
  bool goes_to(ManyTrack& track, double time) {
    const bool is_forward = together_.problem.direction() > 0;
    while (!track.is_done() && (is_forward ? time >= track.end() : time < track.end())) {
      track.next();
      if (++steps_ % steps_between_reports == 0 && !goes_on()) {
        cancelled_ = &track;
        return false;
      }
    }
    track.ask(time);
    return true;
  }

  bool goes_on() const {
    const ManyProblem& p = together_.problem;
    return !options_.progress ||
           options_.progress((track_->begin() - p.start_time) / (p.end_time - p.start_time));
  }

  void give_out(double time) {
    for (std::size_t i = 0; i < together_.size(); ++i) {
      if (has_failed(i)) continue;
      sink_(together_.places[i], time, track_->state(i));
      excursion_[i] = std::max(excursion_[i], std::abs(track_->conserved(i) - conserved_start_[i]));
    }
  }

  void compare() {
    for (std::size_t i = 0; i < together_.size() && better_; ++i)
      if (!has_failed(i)) difference_[i].add(track_->state(i), better_->state(i));
  }

  SimulationReport report(std::size_t i) const {
    SimulationReport r{};
    r.drift = method_of(options_).name;
    r.summation = options_.summation;
    r.step = track_->longest_step();
    r.steps = track_->steps();
    r.torque_evaluations = track_->evaluations();
    r.search_evaluations = better_ ? better_->evaluations() : 0;
    r.error_estimate = better_ ? difference_[i].value() : nan;
    r.conserved_name = "energy";
    r.conserved_start = conserved_start_[i];
    r.conserved_excursion = excursion_[i];
    if (cancelled_) r.stopped = Stop{cancelled_->begin(), cancelled_->state(i), "stopped on request"};
    if (together_.splitting) add_splitting(*together_.splitting, i, r);
    return r;
  }

  void add_splitting(const Splitting& splitting, std::size_t i, SimulationReport& r) const {
    const ManyProblem& p = together_.problem;
    r.splitting = splitting.name;
    r.conserved_name = p.prepared[i].conserved_name;
    if (better_)
      r.error_estimate = error_of_coarser(r.error_estimate, order_of(splitting, options_.drift));
    else if (p.start_time == p.end_time)
      r.error_estimate = 0;
    r.error_estimate +=
        Decay({p.bodies[i], p.starts[i], p.torque, p.start_time, p.end_time, p.summation, options_.drift})
            .left_out(r.step);
    // Who leaves the choice to us is told of the error instead.
    if (options_.splitting || options_.drift)
      r.warnings = warnings_of(splitting, p.prepared[i], options_.drift);
  }

  const Together& together_;
  const TimeSequence& times_;
  const ManyStates& sink_;
  const SimulationOptions& options_;
  std::unique_ptr<ManyTrack> track_, better_;
  ManyTrack* cancelled_ = nullptr;
  std::vector<RunDifference> difference_;
  std::vector<double> conserved_start_, excursion_;
  std::uint64_t steps_ = 0;
};

}  // namespace

bool can_simulate_many(const Torque& torque, const SimulationOptions& options) {
  return options.step && options.events.empty() && !options.wants_checkpoint && !options.resume_from &&
         batch::method_of(method_of(options)) && torque.impulses().empty() && torque.breakpoints().empty();
}

std::vector<std::optional<SimulationReport>> simulate_many(std::span<const Inertia> bodies,
                                                           std::span<const State> starts,
                                                           const Torque& torque, const TimeSequence& times,
                                                           double tolerance, const ManyStates& states,
                                                           const SimulationOptions& options) {
  if (!can_simulate_many(torque, options))
    throw InvalidInput("torque and options of many bodies", "others",
                       "a step, a free method that batches have, no impulses or breakpoints, and neither "
                       "events nor checkpoints");
  if (bodies.size() != starts.size())
    throw InvalidInput("number of starts", std::to_string(starts.size()),
                       std::to_string(bodies.size()) + ", as many as bodies");
  refuse_bad_input(times, tolerance, options);
  std::vector<std::optional<SimulationReport>> reports(bodies.size());
  Gathering gathering(torque, times, tolerance, options);
  for (std::size_t i = 0; i < bodies.size(); ++i) gathering.add(i, bodies[i], starts[i]);
  const Together together = std::move(gathering).all();
  if (together.places.empty()) return reports;
  Many many(together, times, states, options);
  many.run();
  many.report_to(reports);
  return reports;
}

}  // namespace polhode
