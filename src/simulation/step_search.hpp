// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How long a step may be for a tolerance (simulate.hpp says how it is found).

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

/// The fastest rate at which something happens at the start: of the turning, and of what the torques in some
/// attitudes can do. 0 if nothing does.
double fastest_rate(const Problem& problem);

/// At which rate the momentum at the start decays, about each principal axis; 0 where it does not.
std::array<double, 3> decay_rates(const Problem& problem);

/// Decay of the momentum that the body begins with and, under a torque that takes energy away, of what
/// impulses, short pieces of the run and the largest torque give it, about each principal axis. A step that
/// is long against it takes the momentum away before the body has turned by the angle that the decay leaves
/// it; a step of half the length does the same, so that their difference does not show it.
struct Decay {
  std::array<double, 3> rates{}, angles{};

  explicit Decay(const Problem& problem);
  /// The longest step that leaves out no more than the tolerance allows.
  double longest_step(double tolerance) const noexcept;
  /// The angle that steps of h leave out.
  double left_out(double h) const noexcept;
};

/// Between which values a motion lies, roughly.
struct MotionBounds {
  double first_time, last_time;
  double momentum, turning, torque;
};

/// Whether a formula depends on the time otherwise than by tables, whose rows are breakpoints.
bool depends_on_time(const series::Recorded& torque) noexcept;

/// Whether a function of the formula may have a pulse, a switch or an oscillation, in time or in the state,
/// that one who looks at it at such a spacing in time passes over. Corners and tables are left out.
bool may_hide_features(const series::Recorded& torque, double momentum_scale, const MotionBounds& motion,
                       double spacing);

/// Steps of h against steps of h/2, up to where either stops or no digit is left.
Comparison compare(const Search& search, const Splitting& splitting, double h);

struct FirstStep {
  double h;
  double order;  ///< that the errors showed: the formal one, unless it is far below
};

/// A first step, found from the beginning of the run alone.
FirstStep first_step(Search& search, const Splitting& splitting);

struct FoundStep {
  double h;
  double error_estimate;
  bool was_cancelled = false;
  std::vector<std::string> warnings{};
};

/// The step for the tolerance, searched from a first step on. Refuses a tolerance that takes more than 1e8
/// steps.
FoundStep find_step(Search& search, const Splitting& splitting, const FirstStep& first);

}  // namespace polhode::simulation
