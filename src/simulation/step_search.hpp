// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The step of a splitting for a tolerance (simulate.hpp describes the search).

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <polhode/body/state.hpp>
#include <polhode/simulation/event.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <polhode/splitting/splitting.hpp>
#include <string>
#include <vector>

#include "series/program.hpp"
#include "simulation/track.hpp"

namespace polhode::simulation {

/// Below this a method of order 2, which never runs backwards, takes too many steps to be tried.
constexpr double tightest_for_order_two = 1e-6;

struct Comparison {
  double difference;           ///< of h and h/2 at the requested times; NaN where none was reached
  std::optional<Stop> failed;  ///< where one of the two could not go on
  bool was_cancelled = false;
  std::uint64_t evaluations = 0;
  double step = 0;  ///< the longest that was taken, which divides its piece; at most h
};

struct Search {
  Problem problem;                ///< with the times at which runs are compared
  std::vector<Event> stopping;    ///< the events that end the run
  double longest_step;            ///< so that events are seen
  std::function<bool()> goes_on;  ///< may be empty
  std::uint64_t evaluations = 0;  ///< so far
};

/// The fastest rate at the start: of the rotation, and of what the torques in some attitudes can cause. 0 if
/// nothing moves.
double fastest_rate(const Problem& problem);

/// The decay rate of the momentum at the start about each principal axis; 0 if it does not decay.
std::array<double, 3> decay_rates(const Problem& problem);

/// The decay of the initial momentum about each principal axis and, under a dissipative torque, of the
/// momentum from impulses, short pieces of the run and the largest torque. A step much longer than the decay
/// time removes the momentum before the body has turned by the angle that is left during the decay. A step of
/// half the length does the same, so their difference does not show it.
struct Decay {
  std::array<double, 3> rates{}, angles{};

  explicit Decay(const Problem& problem);
  /// The longest step whose neglected angle is within the tolerance.
  double longest_step(double tolerance) const noexcept;
  /// The angle that steps of h neglect.
  double left_out(double h) const noexcept;
};

/// Rough bounds of a motion.
struct MotionBounds {
  double first_time, last_time;
  double momentum, turning, torque;
};

/// Whether a formula depends on the time other than by tables, whose rows are breakpoints.
bool depends_on_time(const series::Recorded& torque) noexcept;

/// Whether the formula may have a pulse, a switch or an oscillation, in time or in the state, that samples at
/// this spacing in time can miss. Corners and tables are not considered.
bool may_hide_features(const series::Recorded& torque, double momentum_scale, const MotionBounds& motion,
                       double spacing);

/// Compares steps of h with steps of h/2 until either run stops or no digit is left.
Comparison compare(const Search& search, const Splitting& splitting, double h);

struct FirstStep {
  double h;
  double order;  ///< that the errors showed: the formal one, unless it is far below
};

/// A first step, found on a short stretch at the beginning of the run.
FirstStep first_step(Search& search, const Splitting& splitting);

struct FoundStep {
  double h;
  double error_estimate;
  bool was_cancelled = false;
  std::vector<std::string> warnings{};
};

/// The step for the tolerance, searched from a first step.
/// @throws InvalidInput  if the tolerance would take more than 1e8 steps
FoundStep find_step(Search& search, const Splitting& splitting, const FirstStep& first);

}  // namespace polhode::simulation
