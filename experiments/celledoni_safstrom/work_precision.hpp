// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Execution time against global error at t = 1 for a heavy top: what figures 3 and 5 show.

#include <string>
#include <vector>

#include "experiments/celledoni_safstrom/heavy_top_run.hpp"
#include "experiments/experiment.hpp"

namespace polhode::experiments::celledoni_safstrom {

struct WorkPrecision {
  std::vector<double> h;
  std::vector<Scheme> schemes;
  std::vector<std::vector<double>> errors, seconds;  ///< by scheme, then by step
  std::vector<double> unit_time;  ///< by scheme: time for equal errors, up to a common factor (run_times.hpp)

  /// How many times as long as the first scheme the given one takes to an equal error.
  double cost(Scheme scheme) const;
  /// The error of MR in units of that of SEJ at equal steps: the median over the steps that count.
  double error_ratio = 0;
};

struct WorkPrecisionSettings {
  double longest_step;  ///< divided by 2 again and again
  int halvings;
  double true_step;       ///< of the reference
  double least_error;     ///< below it rounding is seen
  double greatest_error;  ///< above it the step is too long for the order to show
  int experiments;        ///< over which times are taken
};

WorkPrecision work_precision(Desk& desk, const Top& top, const WorkPrecisionSettings& settings);

/// Writes the data and the figure.
void show(Desk& desk, const WorkPrecision& result, const std::string& title);

}  // namespace polhode::experiments::celledoni_safstrom
