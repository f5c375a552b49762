// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Compares methods, steps or tolerances on one scenario: the error, the change of the conserved quantity,
/// and the cost.
///
/// Convention. The error at a time is the greater of |m - m_ref| relative to the greatest |m_ref| so far, and
///             |q - q_ref|, where q and -q are one attitude. The reference is the library's own run with a
///             tolerance of 1e-13, which for a free body is the exact motion. The cost is the time of the
///             steps alone, to the last time.

#include <functional>
#include <optional>
#include <polhode/free/method.hpp>
#include <polhode/simulation/general_method.hpp>
#include <polhode/splitting/splitting.hpp>
#include <string>
#include <vector>

#include "result/comparison.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

/// A method by the name that the user gave; one of the three is set.
struct ComparedMethod {
  std::string name;
  std::optional<Splitting> splitting{};
  std::optional<FreeMethod> free_method{};
  std::optional<GeneralMethod> general_method{};

  /// By a tolerance, not by a given step.
  bool controls_steps() const noexcept { return general_method && general_method->controls_steps; }
};

/// Each method is run with each step, or with each tolerance if it controls its steps.
struct ComparedSettings {
  std::vector<double> steps, tolerances;
};

/// Compares the methods at as many of the scenario's times as a picture can show. `progress` is called with
/// the part that is done.
Comparison compare_methods(const Scenario& scenario, const std::vector<ComparedMethod>& methods,
                           const ComparedSettings& settings, const std::function<void(double)>& progress);

/// If no step is given: the library's for the scenario's tolerance or, for a free body, a turn of a tenth of
/// a radian; and its half, quarter and eighth.
std::vector<double> usual_steps(const Scenario& scenario);

}  // namespace polhode::app
