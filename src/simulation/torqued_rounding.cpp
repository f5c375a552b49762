// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/body/invariants.hpp>
#include <polhode/free/rounding_effect.hpp>
#include <polhode/simulation/torqued_rounding.hpp>
#include <utility>

#include "simulation/derivative_work.hpp"

namespace polhode {
namespace {

/// A number of the family is value (1 + x reach), and x is what the derivative is taken by: so it stays
/// within its own limits, as an eccentricity near 1 must.
constexpr double reach = 0x1p-10;

TorqueFamily by_relative_changes(const TorqueFamily& given) {
  std::vector<TorqueFamily> terms;
  for (const TorqueFamily& term : given.terms) terms.push_back(by_relative_changes(term));
  return {[given](std::span<const double> changes) {
            std::vector<double> numbers = given.parameters;
            for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] *= 1 + changes[i] * reach;
            return given.torque(numbers);
          },
          std::vector<double>(given.parameters.size(), 0.0), std::move(terms)};
}

double unit_of(double x) { return std::nextafter(std::abs(x), HUGE_VAL) - std::abs(x); }

/// How a state changes with everything, since the start of the whole motion.
struct Growth {
  MotionJacobian jacobian = MotionJacobian::Identity();
  std::vector<StateChange> by_numbers;

  /// With another part behind it.
  Growth then(const TorquedDerivative& part) const {
    const TransitionMatrix transition = part.motion.transition();
    Growth all{part.motion.jacobian, part.by_parameters};
    all.jacobian.leftCols<6>() = transition * jacobian.leftCols<6>();
    all.jacobian.middleCols<3>(block::moments) += transition * jacobian.middleCols<3>(block::moments);
    for (std::size_t i = 0; i < by_numbers.size(); ++i) all.by_numbers[i] += transition * by_numbers[i];
    return all;
  }
};

}  // namespace

std::vector<RoundedState> rounded_motion(const Inertia& body, const State& start, const TorqueFamily& torque,
                                         std::span<const double> times, const RoundingOptions& options) {
  std::vector<RoundedState> states;
  if (times.empty()) return states;
  const TorqueFamily family = by_relative_changes(torque);
  const Torque given = torque.torque(torque.parameters);
  const double span = times.back() - options.start_time;
  const std::size_t count = torque.parameters.size();

  double longest_jump = momentum_length(start), largest = longest_jump;
  for (const Impulse& impulse : given.impulses())
    longest_jump = std::max(longest_jump, impulse.momentum.stableNorm());
  const auto end_after = [&](double from) {
    const double to = from + std::copysign(options.longest_part, span);
    return std::abs(times.back() - from) > options.longest_part && to != from ? to : times.back();
  };

  const auto error_of = [&](const Growth& growth, double time) {
    std::vector<StateChange> others;
    for (Eigen::Index k = 0; k < 3; ++k)
      others.push_back(growth.jacobian.col(block::attitude + k) * std::numeric_limits<double>::epsilon());
    for (std::size_t i = 0; i < count; ++i)
      if (const double number = std::abs(torque.parameters[i]); number > 0)
        others.push_back(growth.by_numbers[i] * (unit_of(number) / (number * reach)));
    return rounding_effect(growth.jacobian, body, time, unit_of(longest_jump), largest, others);
  };

  simulation::DerivativeWork work{options.most_work};
  Growth growth;
  growth.by_numbers.assign(count, StateChange::Zero());
  State state = start;
  double from = options.start_time;
  while (true) {
    const double to = end_after(from);
    std::vector<double> asked;
    while (states.size() + asked.size() < times.size() &&
           std::abs(times[states.size() + asked.size()] - options.start_time) <=
               std::abs(to - options.start_time))
      asked.push_back(times[states.size() + asked.size()]);
    const std::size_t wanted = asked.size();
    asked.push_back(to);
    const auto tell = [&](double of_part) {
      if (options.progress)
        options.progress(span == 0 ? 1 : (from - options.start_time + of_part * (to - from)) / span);
    };
    const std::vector<TorquedDerivative> part =
        simulation::simulate_derivative(body, state, family, asked, from, tell, work);
    for (std::size_t k = 0; k < wanted; ++k) {
      largest = std::max(largest, momentum_length(part[k].motion.state));
      states.push_back({asked[k], part[k].motion.state, error_of(growth.then(part[k]), asked[k])});
      if (!(states.back().error < 1)) return states;
    }
    tell(1);
    if (to == times.back()) return states;
    growth = growth.then(part.back());
    state = part.back().motion.state;
    from = to;
  }
}

}  // namespace polhode
