// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The fastest repetition of every benchmark, for tables of ratios on machines that do other work as well.
///
/// Method.     Google Benchmark runs all benchmarks in turn, many times and briefly (random interleaving),
///             and this keeps the least time of each: what disturbs a run only ever makes it slower.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace polhode::bench {

/// A counter that a benchmark sets to the number of steps in one of its iterations.
inline constexpr const char* steps_in_an_iteration = "steps";

class Fastest : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& context) override {
    PrintBasicContext(&GetErrorStream(), context);
    return true;
  }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
      const auto steps = run.counters.find(steps_in_an_iteration);
      const double each = steps == run.counters.end() ? 1 : steps->second.value;
      const double time = run.GetAdjustedRealTime() / each;
      const auto [entry, first] = nanoseconds_.try_emplace(run.run_name.function_name, time);
      entry->second = std::min(entry->second, time);
    }
  }

  /// Nanoseconds for a step; NaN where the benchmark did not run.
  double operator()(const std::string& name) const {
    const auto entry = nanoseconds_.find(name);
    return entry == nanoseconds_.end() ? std::numeric_limits<double>::quiet_NaN() : entry->second;
  }

 private:
  std::map<std::string, double> nanoseconds_;
};

/// Google Benchmark made ready for Fastest: many brief runs, all benchmarks in turn. The caller's own options
/// win; false where one of them is not known.
inline bool initialize(int argc, char** argv) {
  std::vector<std::string> options{"--benchmark_enable_random_interleaving=true",
                                   "--benchmark_repetitions=100", "--benchmark_min_time=0.0005"};
  std::vector<char*> arguments{argv[0]};
  for (std::string& option : options) arguments.push_back(option.data());
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  return !benchmark::ReportUnrecognizedArguments(count, arguments.data());
}

/// Runs what was registered.
inline Fastest fastest_of_all() {
  Fastest fastest;
  benchmark::RunSpecifiedBenchmarks(&fastest);
  return fastest;
}

}  // namespace polhode::bench
