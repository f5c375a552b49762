// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Execution times: medians over many experiments.
///
/// Method.     CPU time of the thread. Each experiment does all runs, one after the other, so that a
///             disturbance of the machine affects all of them. A run that is too short for the clock is
///             repeated. The paper takes the mean; the median depends less on single disturbances.

#include <functional>
#include <vector>

namespace polhode::experiments::celledoni_safstrom {

/// The median time of each run, in seconds, over so many experiments; progress(fraction) is called after
/// each.
std::vector<double> median_seconds(const std::vector<std::function<void()>>& runs, int experiments,
                                   const std::function<void(double fraction)>& progress);

/// The middle one of the values, the upper of two.
double median(std::vector<double> values);

/// For methods of order p, whose time grows with 1/h while their error falls with h^p: the time that an error
/// of 1 would take, from the runs whose errors lie between the bounds; the median of them. Its ratio between
/// two methods is that of their times for equal errors.
double time_for_unit_error(const std::vector<double>& errors, const std::vector<double>& seconds, int order,
                           double least_error, double greatest_error);

}  // namespace polhode::experiments::celledoni_safstrom
