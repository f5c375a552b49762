// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Motions by simulate_many and by simulate, kept so that their bytes can be compared.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <optional>
#include <polhode/core/error.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <string>
#include <vector>

namespace polhode::test {

/// What comes out of a motion, as bytes, with what its report says; the last state and the report beside that.
struct Kept {
  std::vector<double> numbers{};
  std::string words{};
  State last{};
  SimulationReport report{};

  friend bool operator==(const Kept& a, const Kept& b) {
    return a.words == b.words && a.numbers.size() == b.numbers.size() &&
           (a.numbers.empty() ||
            std::memcmp(a.numbers.data(), b.numbers.data(), a.numbers.size() * sizeof(double)) == 0);
  }
};

inline void add(Kept& k, double time, const State& s) {
  k.numbers.insert(k.numbers.end(), {time, s.attitude.w(), s.attitude.x(), s.attitude.y(), s.attitude.z(),
                                     s.momentum.x(), s.momentum.y(), s.momentum.z()});
  k.last = s;
}
inline void add(Kept& k, const SimulationReport& r) {
  k.report = r;
  k.numbers.insert(k.numbers.end(),
                   {r.step, static_cast<double>(r.steps), static_cast<double>(r.torque_evaluations),
                    static_cast<double>(r.search_evaluations), r.error_estimate, r.conserved_start,
                    r.conserved_excursion, static_cast<double>(r.order)});
  k.words += r.engine + r.why + r.conserved_name + r.free_method;
  for (const std::string& w : r.warnings) k.words += w;
  if (!r.stopped) return;
  k.words += r.stopped->reason;
  add(k, r.stopped->time, r.stopped->state);
}

inline Kept alone(const Problem& p) {
  Kept k;
  try {
    SimulationSink sink;
    sink.state = [&](double time, const State& s) { add(k, time, s); };
    add(k, simulate(p, sink));
  } catch (const InvalidInput& refusal) {
    k.words += refusal.what();
  }
  return k;
}

/// Of the problems with these numbers, in this order.
inline std::vector<Kept> together(const std::vector<Problem>& problems, const std::vector<std::size_t>& which,
                                  int threads) {
  std::vector<Kept> all(problems.size());
  ManyMotionsSink sink;
  sink.begin = [&](std::uint64_t i) { all[which[i]] = {}; };
  sink.state = [&](std::uint64_t i, double time, const State& s) { add(all[which[i]], time, s); };
  sink.end = [&](std::uint64_t i, const SimulationReport& r) { add(all[which[i]], r); };
  sink.refused = [&](std::uint64_t i, const InvalidInput& r) { all[which[i]].words += r.what(); };
  const auto problem = [&](std::uint64_t i) -> std::optional<Problem> { return problems[which[i]]; };
  EXPECT_TRUE(simulate_many(which.size(), problem, sink, {threads, {}}));
  return all;
}

/// 0, 1, ..., count - 1.
inline std::vector<std::size_t> first_numbers(std::size_t count) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

}  // namespace polhode::test
