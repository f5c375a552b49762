// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Events of a motion: the times at which a function of state and time passes through zero.
///
/// Convention. The function is looked at where a step ends and at each requested time: it has passed through
///             zero if its sign has changed since it was last looked at, where a value of exactly 0 counts as
///             passed. Two passages between two looks cancel and are not seen; a shorter step sees them. A
///             function that is 0 at the start, or where it was last looked at, does not fire. Rising and
///             falling are meant in the direction of the run, which may be that of earlier times.
/// Method.     The passage is enclosed by steps of other lengths from where the step begins (Alefeld, Potra,
///             Shi 1995) until the times on either side are neighbours up to rounding. Of the two the later
///             one in the run is given: there the function has its new sign, so that a run which begins there
///             does not find the same passage again.

#include <cstddef>
#include <functional>
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
};

/// A passage, with the state there.
struct FoundEvent {
  std::size_t event;  ///< its number in the list of events
  double time;
  State state;
};

}  // namespace polhode
