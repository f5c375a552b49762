// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How long a step may be for a tolerance (simulate.hpp says how it is found).

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <polhode/body/state.hpp>
#include <polhode/simulation/event.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/splitting/splitting.hpp>
#include <span>
#include <string>
#include <vector>

#include "track.hpp"

namespace polhode::simulation {

/// The greatest difference of two runs: of the momenta relative to the largest |m| so far, of the attitudes.
class Difference {
 public:
  explicit Difference(const State& start) : scale_(start.momentum.stableNorm()) {}
  void add(const State& a, const State& b);
  /// NaN while nothing was added.
  double value() const noexcept { return value_; }

 private:
  double scale_, value_ = std::numeric_limits<double>::quiet_NaN();
};

struct Comparison {
  double difference;           ///< of h and h/2 at the requested times; NaN where none was reached
  std::optional<Stop> failed;  ///< where one of the two could not go on
  bool was_cancelled = false;
  std::uint64_t evaluations = 0;
};

struct Search {
  Problem problem;
  std::span<const double> times;
  double tolerance;
  std::vector<Event> stopping;    ///< the events that end the run
  double longest_step;            ///< so that events are seen
  std::function<bool()> goes_on;  ///< may be empty
  std::uint64_t evaluations = 0;  ///< so far
};

/// The error of h from its difference to h/2.
double error_of_coarser(double difference, double order);

/// The fastest rate at which something happens at the start: of the turning, and of what the torques in some attitudes can
/// do. 0 if nothing does.
double fastest_rate(const Problem& problem);

/// Decay of the momentum at the start, about each principal axis. A step that is long against it takes the momentum away before
/// the body has turned by the angle that the decay leaves it; a step of half the length does the same, so that their
/// difference does not show it.
struct Decay {
  std::array<double, 3> rates{}, angles{};

  explicit Decay(const Problem& problem);
  /// Of steps that leave out nothing that counts.
  double longest_step(double tolerance) const noexcept;
  /// The angle that steps of h leave out.
  double left_out(double h) const noexcept;
};

/// Steps of h against steps of h/2, up to where either stops or no digit is left.
Comparison compare(const Search& search, const Splitting& splitting, double h);

/// A step from the beginning of the run alone.
double first_step(Search& search, const Splitting& splitting);

struct FoundStep {
  double h;
  double error_estimate;
  bool was_cancelled = false;
  std::vector<std::string> warnings{};
};

/// From a first step on. Refuses a tolerance that takes more than 1e8 steps.
FoundStep find_step(Search& search, const Splitting& splitting, double h);

}  // namespace polhode::simulation
