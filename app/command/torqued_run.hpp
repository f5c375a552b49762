// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A body under torque, from time 0 to t: in given steps, or to a tolerance.

#include <functional>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/torque/torque.hpp>
#include <string>
#include <vector>

namespace polhode::app {

/// Where neither a step nor a tolerance is given.
constexpr double default_tolerance = 1e-10;

struct TorquedWay {
  const Splitting* splitting = nullptr;  ///< none: the library's choice for the torque and the tolerance
  std::optional<FreeMethod> drift{};     ///< none: exact
  std::optional<double> step{};          ///< none: found from the tolerance
  double tolerance = default_tolerance;
  Summation summation = Summation::plain;
  bool estimates_error = false;  ///< in given steps too, by a second run in halves of them
};

struct TorquedEnd {
  State state;
  std::string splitting;
  double step = 0;
  double error_estimate = 0;     ///< NaN where there is none
  std::string conserved_name{};  ///< empty where the torque names nothing; the next two are then NaN
  double conserved_start = 0;
  double conserved_excursion = 0;  ///< its distance from there at the end
  std::vector<std::string> warnings{};
};

/// Refuses what the library refuses, and a motion that does not reach t. Tells now and then which part is done, 0 while the step
/// is sought.
TorquedEnd run_under_torque(const TorquedWay& way, const Inertia& body, const State& start,
                            const Torque& torque, double t, const std::function<void(double)>& progress);

}  // namespace polhode::app
