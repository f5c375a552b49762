// SPDX-License-Identifier: MIT
#include "experiments/celledoni_safstrom/run_times.hpp"

#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace polhode::experiments::celledoni_safstrom {
namespace {

/// CPU time of this thread.
double seconds_spent() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double seconds_of(const std::function<void()>& run, int times) {
  const double begin = seconds_spent();
  for (int i = 0; i < times; ++i) run();
  return (seconds_spent() - begin) / times;
}

/// How often to repeat a run so that the clock can measure it.
int repetitions(const std::function<void()>& run) {
  constexpr double long_enough = 2e-5;
  int times = 1;
  while (times < 1 << 16 && seconds_of(run, times) * times < long_enough) times *= 2;
  return times;
}

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::vector<double> median_seconds(const std::vector<std::function<void()>>& runs, int experiments,
                                   const std::function<void(double)>& progress) {
  std::vector<int> times;
  for (const auto& run : runs) times.push_back(repetitions(run));
  std::vector<std::vector<double>> seconds(runs.size());
  for (int i = 0; i < experiments; ++i) {
    for (std::size_t k = 0; k < runs.size(); ++k) seconds[k].push_back(seconds_of(runs[k], times[k]));
    progress(static_cast<double>(i + 1) / experiments);
  }
  std::vector<double> medians;
  for (auto& s : seconds) medians.push_back(median(std::move(s)));
  return medians;
}

double time_for_unit_error(const std::vector<double>& errors, const std::vector<double>& seconds, int order,
                           double least_error, double greatest_error) {
  std::vector<double> times;
  for (std::size_t i = 0; i < errors.size(); ++i)
    if (errors[i] >= least_error && errors[i] <= greatest_error)
      times.push_back(seconds[i] * std::pow(errors[i], 1.0 / order));
  return median(std::move(times));
}

}  // namespace polhode::experiments::celledoni_safstrom
