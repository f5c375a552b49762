// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The results of one scenario computed by several methods and steps, or tolerances.
///
/// Convention. The error at a time is the greater of |m - m_ref| relative to the greatest |m_ref| so far, and
///             |q - q_ref|, where q and -q count as one attitude (run/comparison.hpp).

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace polhode::app {

/// One method with one step, or one tolerance.
struct ComparedRun {
  std::string method;
  double step;  ///< of a method that controls its steps, the longest
  double tolerance = std::numeric_limits<double>::quiet_NaN();  ///< of such a method
  std::string failure{};  ///< empty if all went well; else there are no numbers
  std::uint64_t steps = 0, torque_evaluations = 0;
  double seconds = 0;
  double greatest_error = 0, last_error = 0;
  double invariant_excursion = 0;              ///< greatest; NaN if nothing is conserved
  std::vector<double> errors{}, invariants{};  ///< at each time
};

/// All of them.
struct Comparison {
  std::string title{};      ///< of the scenario; may be empty
  std::string time_unit{};  ///< may be empty
  std::vector<double> times;
  std::string reference;          ///< in words
  double reference_error = 0;     ///< estimated; 0 for round-off only
  std::string invariant;          ///< the conserved quantity; empty if there is none
  std::vector<ComparedRun> runs;  ///< by method, then by step or tolerance

  /// Whether some method controls its steps by a tolerance.
  bool has_tolerances() const {
    return std::any_of(runs.begin(), runs.end(), [](const auto& r) { return !std::isnan(r.tolerance); });
  }
};

}  // namespace polhode::app
