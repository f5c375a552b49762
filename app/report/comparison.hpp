// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// One scenario by several methods and steps: how far each is from a reference, what it keeps and what it costs.
///
/// Convention. The error at a time is the greater of |m - m_ref| relative to the greatest |m_ref| so far, and |q - q_ref|, sign
///             included: that of simulation/simulate.hpp. The reference is the library's own run to a tolerance of 1e-13, which
///             for a free body is the exact motion. The time is that of the steps alone, to the last time.

#include <cstdint>
#include <functional>
#include <optional>
#include <polhode/free/method.hpp>
#include <polhode/splitting/splitting.hpp>
#include <string>
#include <vector>

#include "picture/figure.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

/// A method by the name that the user gave; one of the two is there.
struct ComparedMethod {
  std::string name;
  std::optional<Splitting> splitting{};
  std::optional<FreeMethod> drift{};
};

struct ComparedRun {
  std::string method;
  double step;
  std::string failure{};  ///< empty if all went well; else there are no numbers
  std::uint64_t steps = 0, torque_evaluations = 0;
  double seconds = 0;
  double greatest_error = 0, last_error = 0;
  double invariant_excursion = 0;              ///< greatest; NaN where nothing is conserved
  std::vector<double> errors{}, invariants{};  ///< at each time
};

struct Comparison {
  std::vector<double> times;
  std::string reference;          ///< in words
  double reference_error = 0;     ///< estimated; 0 for rounding only
  std::string invariant;          ///< what invariant_excursion is; empty where nothing is conserved
  std::vector<ComparedRun> runs;  ///< by method, then by step
};

/// Of as many of the scenario's times as are good for a picture. `progress` is called with the part that is done.
Comparison compare_methods(const Scenario& scenario, const std::vector<ComparedMethod>& methods,
                           const std::vector<double>& steps, const std::function<void(double)>& progress);

/// Where no step is given: that of the library for the scenario's tolerance or, for a free body, a turn of a tenth of a radian;
/// and its half, quarter and eighth.
std::vector<double> usual_steps(const Scenario& scenario);

Figure comparison_figure(const Comparison& comparison, const Scenario& scenario);

}  // namespace polhode::app
