// SPDX-License-Identifier: MIT
#include "simulation/lanes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <polhode/core/error.hpp>
#include <polhode/free/stepper.hpp>
#include <string>
#include <utility>

#include "simulation/driver.hpp"
#include "simulation/error_estimate.hpp"
#include "simulation/input.hpp"
#include "simulation/lane_track.hpp"
#include "simulation/step_search.hpp"
#include "splitting/suitability.hpp"

namespace polhode::simulation {

namespace {

/// As in simulate(): a splitting that is named is used even where nothing acts.
bool is_free(const Torque& torque, const SimulationOptions& options) {
  return torque.is_none() && !options.splitting;
}

bool are_of_one_kind(const PreparedTorque& a, const PreparedTorque& b) {
  return a.depends_on_momentum == b.depends_on_momentum && a.rate.has_value() == b.rate.has_value() &&
         !a.flow == !b.flow;
}

/// Bodies that go together, and which of the given ones they are.
struct Together {
  LaneProblem problem;
  std::vector<std::size_t> places;  ///< among those that were given
  std::optional<Splitting> splitting{};

  std::size_t size() const noexcept { return places.size(); }
};

/// Collects the bodies that go together.
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
                   *method_of(options).prepare.built_in(),
                   options.summation},
                  {}} {}

  /// Unless simulate() has to do this one, or refuse it.
  void add(std::size_t place, const Inertia& body, const State& start) {
    if (!batch::suits(body, together_.problem.free_method)) return;
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
    LaneProblem& p = together_.problem;
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

/// The reports, by place; none of those that have failed.
class LaneRun {
 public:
  LaneRun(const Together& together, const SimulationOptions& options)
      : together_(together), options_(options) {
    const LaneProblem& problem = together.problem;
    if (together.splitting)
      track_ = std::make_unique<SplitLaneTrack>(problem, *together.splitting, 1);
    else
      track_ = std::make_unique<FreeLaneTrack>(problem);
    if (!options.estimates_error) return;
    if (together.splitting)
      companion_ = std::make_unique<SplitLaneTrack>(problem, *together.splitting, 2);
    else
      companion_ = std::make_unique<FreeMotionsTrack>(problem);
  }

  void run(const TimeSequence& times, const LaneStates& states,
           std::vector<std::optional<SimulationReport>>& reports) {
    const LaneProblem& problem = together_.problem;
    DriverSink sink;
    sink.state = [&](std::size_t i, double time, const State& state) {
      states(together_.places[i], time, state);
    };
    Driver driver(*track_, companion_.get(), {problem.start_time, problem.end_time}, problem.starts, false,
                  times, sink, options_);
    driver.run();
    for (std::size_t i = 0; i < together_.size(); ++i)
      if (!driver.has_failed(i)) reports[together_.places[i]] = report(driver, i);
  }

 private:
  SimulationReport report(const Driver& driver, std::size_t i) const {
    SimulationReport r{};
    r.free_method = method_of(options_).name;
    r.summation = options_.summation;
    r.conserved_name = "energy";
    r.search_evaluations = companion_ ? companion_->evaluations() : 0;
    r.error_estimate = companion_ ? driver.difference(i) : nan;
    driver.describe(i, r);
    if (together_.splitting) add_splitting(*together_.splitting, i, r);
    return r;
  }

  void add_splitting(const Splitting& splitting, std::size_t i, SimulationReport& r) const {
    const LaneProblem& p = together_.problem;
    r.splitting = splitting.name;
    r.conserved_name = p.prepared[i].conserved_name;
    if (companion_)
      r.error_estimate = error_of_coarser(r.error_estimate, order_of(splitting, method_of(options_)));
    else if (p.start_time == p.end_time)
      r.error_estimate = 0;
    r.error_estimate += Decay({p.bodies[i], p.starts[i], p.torque, p.start_time, p.end_time, p.summation,
                               method_of(options_)})
                            .left_out(r.step);
    // Where the splitting was chosen here, the error estimate says enough.
    if (options_.splitting || options_.free_method)
      r.warnings = warnings_of(splitting, p.prepared[i], method_of(options_));
  }

  const Together& together_;
  const SimulationOptions& options_;
  std::unique_ptr<LaneTrack> track_, companion_;
};

}  // namespace

bool can_go_on_lanes(const Torque& torque, const SimulationOptions& options) {
  return options.step && options.events.empty() && !options.wants_checkpoint && !options.resume_from &&
         method_of(options).prepare.built_in() && torque.impulses().empty() && torque.breakpoints().empty();
}

std::vector<std::optional<SimulationReport>> simulate_on_lanes(
    std::span<const Inertia> bodies, std::span<const State> starts, const Torque& torque,
    const TimeSequence& times, double tolerance, const LaneStates& states, const SimulationOptions& options) {
  refuse_bad_input(times, tolerance, options);
  std::vector<std::optional<SimulationReport>> reports(bodies.size());
  Gathering gathering(torque, times, tolerance, options);
  for (std::size_t i = 0; i < bodies.size(); ++i) gathering.add(i, bodies[i], starts[i]);
  const Together together = std::move(gathering).all();
  if (!together.places.empty()) LaneRun(together, options).run(times, states, reports);
  return reports;
}

}  // namespace polhode::simulation
