// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What a checkpoint holds, and its bytes.

#include <cstdint>
#include <limits>
#include <optional>
#include <polhode/body/state.hpp>
#include <polhode/core/checkpoint.hpp>
#include <string>
#include <vector>

#include "splitting/stepper_access.hpp"

namespace polhode::simulation {

/// Where a track stands, and the search for events along it.
struct Snapshot {
  SplittingInstant stepper{};
  double begin = 0, longest_step = 0;
  double unit = 0, largest_momentum = 0;  ///< of a series
  std::vector<double> error{};            ///< that a series carries along
  std::uint64_t piece = 0, step = 0, steps = 0, evaluations = 0;
  bool is_end_known = false;           ///< the step has been done on a copy already
  std::vector<double> step_control{};  ///< of a torque that is only a function

  std::vector<double> event_values{};   ///< where the present step begins
  std::vector<double> earlier_looks{};  ///< for each event how many, and times and values, where steps began
  bool is_searched = false;             ///< the present step, for events
  double looked_at = 0;                 ///< up to which events were reported
  double conserved = 0;
  std::uint64_t steps_of_run = 0;
  bool is_over = false;  ///< it could not go on
  /// For each event, whether its passages count where the present step begins, and whether some did not.
  std::vector<double> event_marks{};
};

struct CheckpointData {
  std::uint64_t origin = 0;  ///< a checksum of what the run was asked
  std::uint64_t next_time = 0;
  Snapshot run{};
  /// The companion, a second run that shows the error (docs/architecture.md), and the state with which it is
  /// still to be compared.
  std::optional<Snapshot> companion{};
  std::optional<State> to_compare{};
  double difference_scale = 0, difference = std::numeric_limits<double>::quiet_NaN();
  double conserved_start = 0, conserved_excursion = 0;

  // What was chosen, and what it cost.
  std::string splitting{};
  double step = 0, error_estimate = 0;
  std::uint64_t search_evaluations = 0;
  std::vector<std::string> search_warnings{};
};

Checkpoint checkpoint_of(const CheckpointData& data);
CheckpointData data_of(const Checkpoint& checkpoint);

}  // namespace polhode::simulation
