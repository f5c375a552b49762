// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What a checkpoint holds, and its bytes.

#include <cstdint>
#include <limits>
#include <optional>
#include <polhode/body/state.hpp>
#include <polhode/simulation/checkpoint.hpp>
#include <string>
#include <vector>

#include "splitting/stepper_instant.hpp"

namespace polhode::simulation {

/// A place in a motion that is divided into steps: the step, and what is known at its beginning.
struct TrackInstant {
  SplittingStepper::Instant at{};
  double begin = 0, longest_step = 0;
  double unit = 0, largest_momentum = 0;  ///< of a series
  std::uint64_t piece = 0, step = 0, steps = 0, evaluations = 0;
  bool is_end_known = false;           ///< the step has been done on a copy already
  std::vector<double> step_control{};  ///< of a torque that is only a function
};

/// A place in a run along such a motion.
struct RunInstant {
  TrackInstant track{};
  std::vector<double> event_values{};   ///< where the present step begins
  std::vector<double> earlier_looks{};  ///< for each event how many, and times and values, where steps began
  bool is_searched = false;             ///< the present step, for events
  double looked_at = 0;                 ///< up to which events were reported
  double conserved = 0;
  std::uint64_t steps = 0;
  bool is_over = false;  ///< it could not go on
  /// For each event, whether its passages count where the present step begins, and whether some did not.
  std::vector<double> event_marks{};
};

struct CheckpointData {
  std::uint64_t origin = 0;  ///< a checksum of what the run was asked
  std::uint64_t next_time = 0;
  RunInstant run{};
  /// The companion, a second run that shows the error (docs/architecture.md), and the state with which it is
  /// still to be compared.
  std::optional<RunInstant> companion{};
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
