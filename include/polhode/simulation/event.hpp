// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Events of a motion: the times at which a function of state and time passes through zero.
///
/// Convention. A passage is a change of sign, by a jump too, where a value of exactly 0 counts as passed. A
///             function that is 0 at the start, up to rounding, does not fire before it has been farther
///             from zero than what tolerance and rounding leave unknown of the motion changes it; one that
///             never is does not fire at all, and there is a warning: the passages of a conserved quantity
///             through its own value are errors. One that comes to stay at zero up to rounding fires once
///             there. One that touches zero fires if the value that is computed at its extreme is 0 or has
///             the other sign, which rounding decides. Rising and falling are meant in the direction of the
///             run, which may be that of earlier times.
/// Method.     In each step the function is interpolated at Chebyshev points, at least four in 1.5 rad that
///             the body turns, and more until the interpolant is the function; where it may vanish, its
///             extremes divide the step, so that two passages in one step are found. Each is enclosed
///             (Alefeld, Potra, Shi 1995) until the times on either side are neighbours up to rounding. Of
///             the two the later one in the run is given: there the function has its new sign, so that a run
///             which begins there does not find the same passage again. Requested times have no part in
///             this.
/// Limits.     A function that changes for a time shorter than the distance of these points, some 0.4 rad of
///             the turning, and is smooth otherwise, such as a pulse or a flag that is up for a moment, may
///             be missed: look_every bounds that distance. So may some of more than some 10,000 passages in
///             one step. Of a splitting, most short steps are searched by their ends and those before alone.

#include <cstddef>
#include <functional>
#include <limits>
#include <polhode/body/state.hpp>
#include <string>

namespace polhode {

/// Which passages through zero count, in the direction of the run.
enum class Crossing { rising, falling, either };

/// What is looked for: a passage of a function of state (user's body frame) and time through zero. The
/// function must give finite numbers; another one stops the run.
struct Event {
  std::string name;
  std::function<double(const State& state, double time)> function;
  Crossing crossing = Crossing::either;
  bool stops = false;  ///< the run ends there
  /// The function is looked at at least once in this time (positive); needed for functions that change for a
  /// short time only.
  double look_every = std::numeric_limits<double>::infinity();
};

/// A passage, with the state there.
struct FoundEvent {
  std::size_t event;  ///< its number in the list of events
  double time;
  State state;
};

}  // namespace polhode
