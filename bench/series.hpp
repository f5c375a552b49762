// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A method, made more and more accurate, and what each of its runs costs.
///
/// Method.     Processor time of this thread, so that other work on the machine counts little; the least of
///             several rounds, in which all take turns. Short runs are repeated, for the clock's own reading
///             takes some time.

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "chain.hpp"
#include "outcome.hpp"

namespace polhode::bench {

/// How a curve looks: a colour of the palette, or the ink of the text (-1), and SVG's stroke-dasharray.
struct Pen {
  int colour;
  std::string dash{};
};

struct Sample {
  double accuracy;  ///< the number of steps, or the tolerance
  Run run;
  long evaluations;
  double error;
  double nanoseconds;  ///< the least so far
};

struct Series {
  std::string name;
  bool is_ours;
  Pen pen;
  std::vector<double> accuracies;  ///< the coarsest first
  std::function<Run(double accuracy)> prepare;
  std::vector<Sample> samples{};  ///< without those that failed
  bool is_engine = false;         ///< that of simulate(), which is neither a splitting nor a general solver
};

/// The rounds in which a sample takes part: long ones are disturbed less and need fewer.
inline bool is_timed_in(int round, const Sample& sample) {
  constexpr double enough = 6e7;
  return round < 3 || round * sample.nanoseconds < enough;
}

inline void time_once(Sample& sample) {
  constexpr double shortest = 1e5;
  const double expected = std::max(sample.nanoseconds, 1.0);
  const int times = 1 + static_cast<int>(shortest / expected);
  const double begin = processor_nanoseconds();
  for (int i = 0; i < times; ++i) {
    Outcome outcome = sample.run();
    expose(outcome);
  }
  sample.nanoseconds = std::min(sample.nanoseconds, (processor_nanoseconds() - begin) / times);
}

/// Runs as long as they become more accurate and take no longer than that.
inline void add_samples(Series& series, const kernel::Phase<long double>& end, double longest_nanoseconds) {
  constexpr int most_in_vain = 6;
  constexpr double rounding_ends_it = 1e-9;  // above that, an error that grows is a lucky one before
  constexpr double it_converges = 1e-3;
  constexpr int most_too_long = 8;  // where it does not yet: what is coarse may blow up, and that takes long
  double least = std::numeric_limits<double>::infinity();
  int in_vain = 0, too_long = 0;
  for (const double accuracy : series.accuracies) {
    const Run run = series.prepare(accuracy);
    const double begin = processor_nanoseconds();
    const Outcome outcome = run();
    const double taken = processor_nanoseconds() - begin;
    if (is_taken(outcome.end)) {
      const double error = distance(outcome.end, end);
      series.samples.push_back({accuracy, run, outcome.evaluations, error, taken});
      in_vain = error < least ? 0 : in_vain + 1;
      least = std::min(least, error);
      if (least < rounding_ends_it && in_vain >= most_in_vain) break;
    }
    if (taken > longest_nanoseconds && (least < it_converges || ++too_long == most_too_long)) break;
  }
}

/// Whether a sample may be the fastest for one of these errors, as far as the times so far can tell.
inline bool is_candidate(const Series& series, const Sample& sample, const std::vector<double>& bounds) {
  constexpr double noise = 1.5;
  return std::any_of(bounds.begin(), bounds.end(), [&](double bound) {
    if (!(sample.error <= bound)) return false;
    return std::all_of(series.samples.begin(), series.samples.end(), [&](const Sample& s) {
      return s.error > bound || sample.nanoseconds <= noise * s.nanoseconds;
    });
  });
}

/// The sample that came to an error of at most so much in the least time, or null.
inline const Sample* fastest_within(const Series& series, double bound) {
  const Sample* best = nullptr;
  for (const Sample& s : series.samples)
    if (s.error <= bound && (!best || s.nanoseconds < best->nanoseconds)) best = &s;
  return best;
}

}  // namespace polhode::bench
