// SPDX-License-Identifier: MIT
#include "simulation/lanes.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <polhode/core/error.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>
#include <tuple>
#include <utility>

#include "simulation/error_estimate.hpp"
#include "simulation/input.hpp"
#include "simulation/step_search.hpp"
#include "splitting/suitability.hpp"

namespace polhode::simulation {

namespace {

/// What decides how a splitting computes and how it is reported.
bool are_equal(const std::optional<Splitting>& a, const std::optional<Splitting>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  const auto parts = [](const Splitting& s) {
    return std::tie(s.name, s.order, s.small_orders, s.need, s.starts_with_kick, s.drifts, s.kicks,
                    s.gradients, s.composed);
  };
  return parts(*a) == parts(*b);
}

bool are_equal(const TimeSequence& a, const TimeSequence& b) {
  if (a.size() != b.size()) return false;
  for (std::uint64_t k = 0; k < a.size(); ++k)
    if (a[k] != b[k]) return false;
  return true;
}

/// Of options without functions, whose methods batches have.
bool are_equal(const SimulationOptions& a, const SimulationOptions& b) {
  const FreeMethod &of_a = method_of(a), &of_b = method_of(b);
  return a.step == b.step && a.start_time == b.start_time && a.max_step == b.max_step &&
         a.estimate_error == b.estimate_error && a.summation == b.summation &&
         a.free_method.has_value() == b.free_method.has_value() &&
         of_a.prepare.built_in() == of_b.prepare.built_in() && of_a.name == of_b.name &&
         are_equal(a.splitting, b.splitting);
}

/// Whether two problems that the strategy accepts differ in body and start alone.
bool can_share_lanes(const Problem& a, const Problem& b) {
  return a.torque.is_copy_of(b.torque) && a.tolerance == b.tolerance && are_equal(a.options, b.options) &&
         are_equal(a.times, b.times);
}

bool are_of_one_kind(const PreparedTorque& a, const PreparedTorque& b) {
  return a.depends_on_momentum == b.depends_on_momentum && a.rate.has_value() == b.rate.has_value() &&
         !a.flow == !b.flow;
}

/// Whether the group takes a body with this torque; it then has a splitting.
bool takes_torque(const PreparedTorque& torque, const Problem& p, LaneGroup& group) {
  if (torque.depends_on_momentum && !torque.rate && !torque.flow) return false;
  if (!group.prepared.empty() && !are_of_one_kind(torque, group.prepared.front())) return false;
  const Splitting& splitting =
      p.options.splitting ? *p.options.splitting : default_splitting(torque.depends_on_momentum, p.tolerance);
  refuse_unsuited(splitting, torque, p.torque.name());
  if (!group.splitting) group.splitting = splitting;
  return true;
}

/// Whether the group takes a motion, which is not added.
bool takes(const Problem& p, LaneGroup& group) {
  const BuiltInMethod method = *method_of(p.options).prepare.built_in();
  if (!batch::suits(p.body, method)) return false;
  try {
    const State start = checked_start(p.body, p.start);
    // As in simulate(): a splitting that is named is used even where nothing acts.
    if (p.torque.is_none() && !p.options.splitting) {
      if (*p.options.step > longest_time(p.body, principal_momentum(p.body, start))) return false;
    } else {
      PreparedTorque torque = p.torque.prepare(p.body);
      if (!takes_torque(torque, p, group)) return false;
      group.prepared.push_back(std::move(torque));
    }
    group.starts.push_back(start);
    group.bodies.push_back(p.body);
    return true;
  } catch (const InvalidInput&) {
    return false;
  }
}

/// A group on its way through the requested times, and what shows its error.
class LaneRun {
 public:
  LaneRun(const LaneGroup& group, Results& results)
      : group_(group),
        options_(group.common().options),
        results_(results),
        differences_(group.starts.begin(), group.starts.end()),
        conserved_start_(group.size()),
        excursion_(group.size()) {
    if (group.splitting)
      track_ = std::make_unique<SplitLaneTrack>(group, 1);
    else
      track_ = std::make_unique<FreeLaneTrack>(group);
    if (!options_.estimate_error) return;
    if (group.splitting)
      halves_ = std::make_unique<SplitLaneTrack>(group, 2);
    else
      begin_exact();
  }

  void run() {
    track_->ask(track_->begin());
    for (std::size_t i = 0; i < group_.size(); ++i) {
      conserved_start_[i] = track_->conserved(i);
      excursion_[i] = std::isnan(conserved_start_[i]) ? nan : 0;
    }
    const TimeSequence& times = group_.common().times;
    for (std::uint64_t k = 0; k < times.size(); ++k) {
      const double time = times[k];
      go_to(*track_, time);
      give_out(time);
      compare(time);
    }
  }

  bool has_failed(std::size_t i) const {
    return track_->has_failed(i) || (halves_ && halves_->has_failed(i)) || (!exact_.empty() && !exact_[i]);
  }

  SimulationReport report(std::size_t i) const {
    const Problem& p = group_.common();
    const double reached = end_time_of(p);
    SimulationReport r{};
    r.engine = group_.splitting ? "splitting" : "exact";
    r.why = !group_.splitting ? no_torque : options_.splitting ? was_named : step_was_given;
    r.free_method = method_of(options_).name;
    r.summation = options_.summation;
    r.step = track_->longest_step_to(reached);
    r.steps = track_->steps_to(reached);
    r.torque_evaluations = track_->evaluations();
    r.search_evaluations = halves_ ? halves_->evaluations() : 0;
    r.error_estimate = differences_[i].value();
    r.conserved_name = "energy";
    r.conserved_start = conserved_start_[i];
    r.conserved_excursion = excursion_[i];
    if (group_.splitting) add_splitting(*group_.splitting, i, r);
    return r;
  }

 private:
  /// Of free bodies: the motions as functions of time.
  void begin_exact() {
    exact_.resize(group_.size());
    for (std::size_t i = 0; i < group_.size(); ++i) try {
        exact_[i].emplace(group_.bodies[i], group_.starts[i], options_.start_time);
      } catch (const InvalidInput&) {
      }
  }

  /// To the step in which a time lies. Backwards, and at the end, that is the one which ends there.
  void go_to(LaneTrack& track, double time) {
    constexpr std::uint64_t steps_between_calls = 64;
    const double start = options_.start_time, end = end_time_of(group_.common());
    const auto is_past = [&] { return end < start ? time < track.end() : time >= track.end(); };
    while (!track.is_done() && is_past()) {
      track.next();
      if (++steps_ % steps_between_calls == 0)
        results_.tell_progress((track_->begin() - start) / (end - start) *
                               static_cast<double>(group_.size()));
    }
    track.ask(time);
  }

  void give_out(double time) {
    for (std::size_t i = 0; i < group_.size(); ++i) {
      if (has_failed(i)) continue;
      results_.give(group_.motions[i].number, time, track_->state(i));
      excursion_[i] = std::max(excursion_[i], std::abs(track_->conserved(i) - conserved_start_[i]));
    }
  }

  void compare(double time) {
    if (halves_) go_to(*halves_, time);
    for (std::size_t i = 0; i < group_.size(); ++i) {
      if (has_failed(i)) continue;
      if (halves_) differences_[i].add(track_->state(i), halves_->state(i));
      if (exact_.empty()) continue;
      try {
        differences_[i].add(track_->state(i), exact_[i]->at(time));
      } catch (const InvalidInput&) {
        exact_[i].reset();
      }
    }
  }

  void add_splitting(const Splitting& splitting, std::size_t i, SimulationReport& r) const {
    const PreparedTorque& torque = group_.prepared[i];
    r.splitting = splitting.name;
    r.conserved_name = torque.conserved_name;
    if (halves_)
      r.error_estimate = error_of_coarser(r.error_estimate, order_of(splitting, method_of(options_)));
    else if (options_.start_time == end_time_of(group_.common()))
      r.error_estimate = 0;
    if (torque.depends_on_momentum) {
      Problem p = group_.motions[i].problem;
      p.start = group_.starts[i];
      r.error_estimate += Decay(p).left_out(r.step);
    }
    // Where the splitting was chosen here, the error estimate says enough.
    if (options_.splitting || options_.free_method)
      r.warnings = warnings_of(splitting, torque, method_of(options_));
  }

  const LaneGroup& group_;
  const SimulationOptions& options_;
  Results& results_;
  std::unique_ptr<LaneTrack> track_;
  std::unique_ptr<SplitLaneTrack> halves_;          ///< the same in steps of half the length
  std::vector<std::optional<FreeMotion>> exact_{};  ///< none of a body that has failed
  std::vector<RunDifference> differences_;
  std::vector<double> conserved_start_, excursion_;
  std::uint64_t steps_ = 0;
};

}  // namespace

bool FixedStepLanes::accepts(const Problem& p) const {
  return p.may_share_lanes && p.options.step && p.options.events.empty() &&
         method_of(p.options).prepare.built_in() && p.torque.impulses().empty() &&
         p.torque.breakpoints().empty();
}

void FixedStepLanes::add(Motion motion) {
  auto kind = std::ranges::find_if(waiting_, [&](const std::vector<Motion>& motions) {
    return can_share_lanes(motions.front().problem, motion.problem);
  });
  if (kind == waiting_.end()) {
    if (waiting_.size() == most_kinds) {
      compute(std::move(waiting_.front()));
      waiting_.erase(waiting_.begin());
    }
    kind = waiting_.emplace(waiting_.end());
    kind->reserve(together_);
  }
  kind->push_back(std::move(motion));
  if (kind->size() < together_) return;
  compute(std::move(*kind));
  waiting_.erase(kind);
}

void FixedStepLanes::flush() {
  for (std::vector<Motion>& motions : std::exchange(waiting_, {})) compute(std::move(motions));
}

void FixedStepLanes::compute(std::vector<Motion> motions) {
  for (const Motion& m : motions) results_.begin(m.number);
  LaneGroup group;
  std::vector<Motion> others;
  try {
    const Problem& first = motions.front().problem;
    refuse_bad_input(first.times, first.tolerance, first.options);
    auto end = motions.begin();
    for (Motion& m : motions) {
      if (!takes(m.problem, group))
        others.push_back(std::move(m));
      else if (Motion& to = *end++; &to != &m)
        to = std::move(m);
    }
    motions.erase(end, motions.end());
    group.motions = std::move(motions);
  } catch (const InvalidInput&) {
    // What all have in common is refused: it is refused again, and reported, for each one alone.
    others = std::move(motions);
  }
  if (group.size() > 0) {
    LaneRun run(group, results_);
    run.run();
    // All reports before the first end: they read what all have in common from the first motion, and what a
    // problem refers to may be gone once its end was reported.
    std::vector<std::optional<SimulationReport>> reports(group.size());
    for (std::size_t i = 0; i < group.size(); ++i)
      if (!run.has_failed(i)) reports[i] = run.report(i);
    for (std::size_t i = 0; i < group.size(); ++i)
      if (reports[i])
        results_.end(group.motions[i].number, *reports[i]);
      else
        others.push_back(std::move(group.motions[i]));
  }
  for (Motion& m : others) alone_.add(std::move(m));
}

}  // namespace polhode::simulation
