// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <optional>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/simulation/torqued_motion.hpp>
#include <utility>
#include <vector>

#include "core/number_text.hpp"
#include "simulation/input.hpp"
#include "simulation/series_track.hpp"

namespace polhode {

struct TorquedMotion::Parts {
  double start, end;
  Inertia body;
  PrincipalAttitude frame;
  std::vector<series::Stepper::Polynomial> steps{};
  State first{};  ///< at the start, before impulses that a run backwards takes back there
  State last{};   ///< at the end, after all impulses

  double direction() const noexcept { return end < start ? -1.0 : 1.0; }
};

TorquedMotion::TorquedMotion(const Inertia& body, const State& start, const Torque& torque, double end_time,
                             double tolerance, double start_time,
                             const std::function<void(double part)>& goes_on) {
  Problem problem{body, start, torque, simulation::one_time(end_time), tolerance};
  problem.options.start_time = start_time;
  simulation::refuse_bad_input(problem.times, tolerance, problem.options);
  problem.start = simulation::checked_start(body, start);
  const auto recorded = simulation::recorded_torque(problem, torque.prepare(body));
  if (!recorded)
    throw InvalidInput("torque " + torque.name(),
                       "a function without a formula (" + torque.recordability(body).why_not + ")",
                       "one whose formula is known");
  simulation::SeriesTrack track(problem, *recorded,
                                simulation::accuracy_for(tolerance, problem, recorded->unit), tolerance);
  Parts parts{start_time, end_time, body, PrincipalAttitude(body)};
  parts.first = track.at(start_time);
  while (!track.is_done()) {
    if (!track.is_stuck() && track.end() != track.begin())
      parts.steps.push_back(track.stepper().polynomial());
    track.next();
    if (goes_on && !track.is_done()) goes_on((track.begin() - start_time) / (end_time - start_time));
  }
  parts.last = track.at(end_time);
  parts_ = std::make_shared<const Parts>(std::move(parts));
}

State TorquedMotion::at(double time) const {
  const Parts& p = *parts_;
  const double direction = p.direction();
  if (!(direction * time >= direction * p.start && direction * time <= direction * p.end))
    throw InvalidInput("time of a motion", number_text(time),
                       "one between " + number_text(p.start) + " and " + number_text(p.end));
  if (time == p.start) return p.first;
  if (time == p.end) return p.last;
  // The last step that has begun; backwards, the state at an impulse comes before it.
  const auto after = std::partition_point(p.steps.begin(), p.steps.end(), [&](const auto& s) {
    return direction > 0 ? s.time <= time : s.time > time;
  });
  const kernel::Phase<double> phase = std::prev(after)->at(time);
  return {p.frame.to_user(normalised(phase.q)), p.body.from_principal(to_eigen(phase.m))};
}

double TorquedMotion::start_time() const noexcept { return parts_->start; }
double TorquedMotion::end_time() const noexcept { return parts_->end; }
std::size_t TorquedMotion::steps() const noexcept { return parts_->steps.size(); }

}  // namespace polhode
