// SPDX-License-Identifier: MIT
#include "simulation/stiffness.hpp"

#include <array>
#include <cmath>
#include <exception>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/torque/inverse_inertia.hpp>

#include "core/number_text.hpp"
#include "simulation/input.hpp"

namespace polhode::simulation {

std::optional<StiffDecay> stiff_decay(const ActingTorque& acting, double step) {
  // A step reaches over a part of a decay at least, and the body turns little meanwhile.
  constexpr double least_part = 0.05, many_times = 30;
  // A decay may begin near zero alone, as that of tanh(x / width).
  constexpr std::array<double, 4> parts{1e-2, 1e-4, 1e-6, 1e-8};
  constexpr std::array<Vec3<double>, 3> directions{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const auto& [body, torque, name, phase, time] = acting;
  const Vec3<double> omega = torques::InverseInertia<double>(from_eigen(body.moments())) * phase.m;
  double size = norm(phase.m), fastest = 0;
  std::optional<StiffDecay> found;
  try {
    // From rest, what the torque gives it in a step.
    if (size == 0) size = norm(torque.torque(phase, time)) * step;
    for (const double part : parts)
      for (std::size_t k = 0; k < directions.size(); ++k) {
        const Vec3<double> change = (part * size) * directions[k];
        const double above = dot(directions[k], torque.torque({phase.m + change, phase.q}, time)),
                     below = dot(directions[k], torque.torque({phase.m - change, phase.q}, time)),
                     rate = (below - above) / (2 * part * size);
        if (!(rate > fastest)) continue;
        fastest = rate;
        found = StiffDecay{k, 1 / rate};
      }
  } catch (const std::exception&) {
    return std::nullopt;
  }
  if (!(fastest * step > least_part && fastest > many_times * norm(omega))) return std::nullopt;
  return found;
}

std::string in_words(const StiffDecay& decay) {
  return "a stiff damping, which takes the momentum about principal axis " + std::to_string(decay.axis + 1) +
         " away in a time of " + number_text(decay.time, 2);
}

void refuse_many_steps(double steps, double tolerance, const ActingTorque& acting, double span,
                       double passing_tolerance) {
  if (!are_many_steps(steps)) return;
  const std::optional<StiffDecay> decay = stiff_decay(acting, span / steps);
  if (!decay) refuse_many_steps(steps, tolerance);
  std::string instead;
  if (acting.torque.rate && tolerance < passing_tolerance && passing_tolerance < 1)
    instead = ", or a tolerance of at least " + number_text(passing_tolerance, 2) +
              ", for which steps pass over it";
  if (!acting.torque.formula.is_built_in())
    instead =
        ", or linear_damping (kind = \"linear_damping\") if it is linear, which long steps can pass over";
  throw InvalidInput(
      "torque " + acting.name,
      in_words(*decay) + ": a run that follows it takes some " + number_text(steps, 2) + " steps",
      "at most 1e8: a weaker damping, or a shorter run" + instead);
}

}  // namespace polhode::simulation
