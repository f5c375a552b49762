// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Messages for a damping so much faster than the motion that following it takes too many steps.

#include <cstddef>
#include <limits>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/torque/torque.hpp>
#include <string>

namespace polhode::simulation {

/// A torque and the state at which it is evaluated.
struct ActingTorque {
  const Inertia& body;
  const PreparedTorque& torque;
  const std::string& name;
  kernel::Phase<double> phase;  ///< in principal axes
  double time;
};

/// The fastest decay of the momentum about a principal axis.
struct StiffDecay {
  std::size_t axis;  ///< 0, 1, 2
  double time;       ///< in which the torque would take the momentum away
};

/// The decay that limits steps to this length, if it is much faster than the rotation; from the slope of the
/// torque. None if the torque refuses to be evaluated beside the motion.
std::optional<StiffDecay> stiff_decay(const ActingTorque& acting, double step);

/// "a stiff damping, which takes the momentum about principal axis 1 away in a time of 1e-06".
std::string in_words(const StiffDecay& decay);

/// What would be right instead.
constexpr const char* gentler_damping =
    "a weaker damping or a smoother one, such as tanh(x / width) with a larger width, or a shorter run";

/// Refuses a run over `span` that would take more than 1e8 steps. The message names the torque if it is
/// stiff, otherwise the tolerance.
/// @param passing_tolerance  a tolerance for which long steps may pass over a linear decay
void refuse_many_steps(double steps, double tolerance, const ActingTorque& acting, double span,
                       double passing_tolerance = std::numeric_limits<double>::infinity());

}  // namespace polhode::simulation
