// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What simulate() does for a motion by series, in parts: its steps wait for coefficients that someone else
/// computes, for several motions at once.

#include <memory>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/simulate_many.hpp>

#include "simulation/series_track.hpp"

namespace polhode::simulation {

class WaitingMotion {
 public:
  WaitingMotion() = default;
  WaitingMotion(const WaitingMotion&) = delete;
  WaitingMotion& operator=(const WaitingMotion&) = delete;
  virtual ~WaitingMotion() = default;

  /// Does what can be done without coefficients, at first and whenever the track has them; false when it is
  /// over.
  virtual bool goes_on() = 0;
  /// The track that waits, while it goes on.
  virtual SeriesTrack& track() = 0;
  /// When it is over; once.
  virtual SimulationReport report() = 0;
};

/// Null if simulate() would not follow it by series. The problem has neither events nor checkpoints. Refuses
/// what simulate() does.
std::unique_ptr<WaitingMotion> begin_waiting(Problem problem, SimulationSink sink);

}  // namespace polhode::simulation
