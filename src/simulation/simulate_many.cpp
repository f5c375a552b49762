// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <polhode/batch/free_step.hpp>
#include <polhode/body/invariants.hpp>
#include <polhode/core/error.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/simulation/error_estimate.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <string>
#include <utility>

#include "even_steps.hpp"
#include "input.hpp"

namespace polhode {

namespace {

using namespace simulation;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t steps_between_reports = 64;

const FreeMethod& method_of(const SimulationOptions& options) {
  return options.drift ? *options.drift : free_methods().front();
}

template <class Spans>
std::array<std::span<double>, 7> arrays_of(const Spans& s) {
  return {s.mx, s.my, s.mz, s.qw, s.qx, s.qy, s.qz};
}

void copy(batch::States<double>& from, batch::States<double>& to) {
  const auto copy_arrays = [](const auto& a, const auto& b) {
    const auto arrays_a = arrays_of(a), arrays_b = arrays_of(b);
    for (std::size_t i = 0; i < arrays_a.size(); ++i)
      std::copy(arrays_a[i].begin(), arrays_a[i].end(), arrays_b[i].begin());
  };
  copy_arrays(from.spans(), to.spans());
  copy_arrays(from.compensation(), to.compensation());
}

/// A body and what its report is made from.
struct Member {
  std::size_t place;  ///< among those that were given
  Inertia body;
  State start;
  std::optional<FreeMotion> motion;  ///< to compare with
  RunDifference difference;
  double conserved_start = 0, excursion = 0;
  bool has_failed = false;
};

/// None of one that simulate() has to do, or refuse.
std::optional<Member> member(std::size_t place, const Inertia& body, const State& start,
                             const SimulationOptions& options) {
  if (!batch::suits(body, *batch::method_of(method_of(options)))) return std::nullopt;
  try {
    check(body, start);
    const State unit{normalise_attitude(start.attitude).q, start.momentum};
    if (*options.step > longest_time(body, principal_momentum(body, unit))) return std::nullopt;
    std::optional<FreeMotion> motion;
    if (options.estimates_error) motion.emplace(body, unit, options.start_time);
    return Member{place, body, unit, std::move(motion), RunDifference(unit)};
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

class Many {
 public:
  Many(std::vector<Member> members, const TimeSequence& times, const ManyStates& sink,
       const SimulationOptions& options)
      : members_(std::move(members)),
        bodies_(bodies_of(members_)),
        times_(times),
        sink_(sink),
        options_(options),
        end_time_(times.is_empty() ? options.start_time : times.back()),
        is_forward_(!(end_time_ < options.start_time)),
        steps_(options.start_time, end_time_, is_forward_ ? *options.step : -*options.step),
        prepared_(batch::Bodies<double>::each(bodies_, *batch::method_of(method_of(options)))),
        states_(batch::States<double>::from_user(starts_of(members_), bodies_, options.summation)),
        asked_(members_.size(), options.summation) {
    step_options_.method = *batch::method_of(method_of(options));
  }

  void run() {
    copy(states_, asked_);
    const std::vector<State> starts = asked_.to_user(bodies_);
    for (std::size_t i = 0; i < members_.size(); ++i)
      members_[i].conserved_start = kinetic_energy(bodies_[i], starts[i]);
    for (std::uint64_t next = 0; next < times_.size() && !is_cancelled_; ++next) {
      const double time = times_[next];
      go_to(time);
      if (is_cancelled_) break;
      ask(time);
      give_out(time);
    }
  }

  void report_to(std::vector<std::optional<SimulationReport>>& reports) const {
    const std::vector<State> now = states_.to_user(bodies_);
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const Member& m = members_[i];
      if (m.has_failed) continue;
      SimulationReport r{};
      r.drift = method_of(options_).name;
      r.summation = options_.summation;
      r.step = longest_step_;
      r.steps = step_;
      r.error_estimate = m.motion ? m.difference.value() : nan;
      r.conserved_name = "energy";
      r.conserved_start = m.conserved_start;
      r.conserved_excursion = m.excursion;
      if (is_cancelled_) r.stopped = Stop{steps_[step_].begin, now[i], "stopped on request"};
      reports[m.place] = std::move(r);
    }
  }

 private:
  static std::vector<Inertia> bodies_of(const std::vector<Member>& members) {
    std::vector<Inertia> bodies;
    for (const Member& m : members) bodies.push_back(m.body);
    return bodies;
  }
  static std::vector<State> starts_of(const std::vector<Member>& members) {
    std::vector<State> starts;
    for (const Member& m : members) starts.push_back(m.start);
    return starts;
  }

  bool is_done() const noexcept { return step_ == steps_.size(); }

  /// To the step in which the time lies. Backwards the end of a step belongs to it, as in a run by itself.
  void go_to(double time) {
    while (!is_done()) {
      const EvenSteps::Step now = steps_[step_];
      if (!(is_forward_ ? time >= now.end : time < now.end)) return;
      advance(states_, now.length);
      longest_step_ = std::max(longest_step_, std::abs(now.length));
      ++step_;
      if (step_ % steps_between_reports == 0 && !goes_on()) return;
    }
  }

  bool goes_on() {
    const double part = static_cast<double>(step_) / static_cast<double>(steps_.size());
    is_cancelled_ = options_.progress && !options_.progress(part);
    return !is_cancelled_;
  }

  void ask(double time) {
    copy(states_, asked_);
    const EvenSteps::Step now = steps_[step_];
    if (is_done() || steps_.are_the_same(time, now.begin)) return;
    advance(asked_, steps_.are_the_same(time, now.end) ? now.length : time - now.begin);
  }

  void advance(batch::States<double>& states, double length) {
    const batch::Outcome outcome = batch::step(prepared_, states, length, step_options_);
    if (outcome.failed > 0) note_failures(states);
  }

  /// Their numbers stay NaN from here on.
  void note_failures(batch::States<double>& states) {
    const auto arrays = arrays_of(states.spans());
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const bool is_finite =
          std::all_of(arrays.begin(), arrays.end(), [i](const auto& a) { return std::isfinite(a[i]); });
      if (is_finite || members_[i].has_failed) continue;
      members_[i].has_failed = true;
      // Also where it was a step on the copy that failed.
      const auto kept = states_.spans();
      kept.mx[i] = kept.qw[i] = nan;
    }
  }

  void give_out(double time) {
    const std::vector<State> now = asked_.to_user(bodies_);
    for (std::size_t i = 0; i < members_.size(); ++i) {
      Member& m = members_[i];
      if (m.has_failed) continue;
      try {
        if (m.motion) m.difference.add(now[i], m.motion->at(time));
      } catch (const InvalidInput&) {
        m.has_failed = true;
        continue;
      }
      sink_(m.place, time, now[i]);
      m.excursion = std::max(m.excursion, std::abs(kinetic_energy(bodies_[i], now[i]) - m.conserved_start));
    }
  }

  std::vector<Member> members_;
  std::vector<Inertia> bodies_;
  const TimeSequence& times_;
  const ManyStates& sink_;
  const SimulationOptions& options_;
  double end_time_;
  bool is_forward_;
  EvenSteps steps_;
  batch::Bodies<double> prepared_;
  batch::States<double> states_, asked_;
  batch::Options step_options_;
  std::uint64_t step_ = 0;
  double longest_step_ = 0;
  bool is_cancelled_ = false;
};

}  // namespace

bool can_simulate_many(const SimulationOptions& options) {
  return options.step && !options.splitting && options.events.empty() && !options.wants_checkpoint &&
         !options.resume_from && batch::method_of(method_of(options));
}

std::vector<std::optional<SimulationReport>> simulate_many(std::span<const Inertia> bodies,
                                                           std::span<const State> starts,
                                                           const TimeSequence& times,
                                                           const ManyStates& states,
                                                           const SimulationOptions& options) {
  if (!can_simulate_many(options))
    throw InvalidInput("options of many bodies", "others",
                       "a step, a method that batches have, and no splitting, events or checkpoints");
  if (bodies.size() != starts.size())
    throw InvalidInput("number of starts", std::to_string(starts.size()),
                       std::to_string(bodies.size()) + ", as many as bodies");
  refuse_bad_input(times, options);
  std::vector<std::optional<SimulationReport>> reports(bodies.size());
  std::vector<Member> members;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (auto made = member(i, bodies[i], starts[i], options)) members.push_back(std::move(*made));
  if (members.empty()) return reports;
  Many many(std::move(members), times, states, options);
  many.run();
  many.report_to(reports);
  return reports;
}

}  // namespace polhode
