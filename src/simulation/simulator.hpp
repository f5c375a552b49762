// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// One motion, by the engine that suits it: what simulate() does, at once or in parts.

#include <cstdint>
#include <memory>
#include <optional>
#include <polhode/simulation/simulate_many.hpp>
#include <polhode/splitting/splitting.hpp>
#include <string>
#include <vector>

#include "simulation/driver.hpp"
#include "simulation/series_track.hpp"

namespace polhode::simulation {

class Simulator {
 public:
  /// Refuses what simulate() refuses.
  Simulator(Problem problem, SimulationSink sink);
  Simulator(const Simulator&) = delete;
  Simulator& operator=(const Simulator&) = delete;

  /// The whole motion, by any engine.
  SimulationReport run() &&;

  /// Or a motion by series whose coefficients someone else computes, for several motions at once. Begins it;
  /// false, and nothing is done, if simulate() would not follow it by series.
  bool begin_series();
  /// Does what can be done without coefficients, at first and whenever the track has them; false when the
  /// motion is over.
  bool series_goes_on();
  /// The track, which waits for its coefficients while the motion goes on.
  SeriesTrack& series() { return *series_; }
  /// When it is over; once.
  SimulationReport report() && { return std::move(report_); }

 private:
  struct StepChoice {
    Splitting splitting;
    double h;
  };

  bool is_free() const;
  void run_free();
  void run_torqued();
  bool make_series(const std::shared_ptr<const PreparedTorque>& torque, Expansion expansion);
  void run_function(const std::shared_ptr<const PreparedTorque>& torque);
  void run_splitting();
  std::optional<StepChoice> choose_splitting();
  StepChoice splitting_of_checkpoint();
  void begin(Track& track, Track* companion);
  double follow(Track& track, Track* companion);
  std::uint64_t origin() const;
  void refuse_other_checkpoint(const CheckpointData& from, const Track& track, const Track* companion) const;
  void add_warnings(const std::vector<std::string>& warnings);
  void warn_of_impulse_at_start();
  void warn_of_tolerance(const char* why);
  void warn_of_jumping_potential();
  void warn_of_splitting(const SplitTrack& track, const Splitting& used);

  Problem problem_;
  SimulationSink sink_;
  SimulationReport report_{};
  double step_ = 0;
  std::vector<std::string> search_warnings_;
  std::optional<Driver> driver_;
  std::optional<RecordedTorque> series_torque_;
  std::optional<SeriesTrack> series_;
};

}  // namespace polhode::simulation
