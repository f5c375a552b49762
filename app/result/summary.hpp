// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What is said of a run besides its numbers: the content of NAME.json.
///
/// Convention. A number that is not known is NaN here and null in the JSON. The same summary gives the same
///             bytes.

#include <cstdint>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <string>
#include <vector>

#include "result/columns.hpp"
#include "result/output_choice.hpp"

namespace polhode::app {

struct SummaryEvent {
  std::uint64_t run = 0;  ///< of an ensemble
  std::string name;
  double time;
  State state;
};

/// A run of an ensemble that has no result.
struct FailedRun {
  std::uint64_t run;
  std::string reason;
};

/// Where and why a run ended before its last time.
struct SummaryStop {
  double time;
  std::string reason;
};

struct Summary {
  std::string version;  ///< of the program
  std::string title;
  std::string scenario_name, scenario_text;
  Units units;
  std::string euler_sequence;
  bool in_degrees = false;

  // The motion; of an ensemble, that of its first run which could be begun.
  std::string body_words;
  Inertia body = Inertia::from_moments(1, 1, 1);
  bool is_free = true;       ///< no torque and no impulse
  std::string torque_words;  ///< empty for a free body
  State start{Eigen::Quaterniond::Identity(), Eigen::Vector3d::Zero()};
  double start_time = 0;
  double end_time = 0;      ///< the last that was asked for
  double reached_time = 0;  ///< the last that is in the table

  // How it was computed.
  std::string method;     ///< in words, such as "blanes_moan_srkn14a, free motion exact"
  std::string engine;     ///< as SimulationReport names it
  std::string why;        ///< that one, in words
  std::string splitting;  ///< by name; empty where there is none
  std::string drift;      ///< the free method by name
  std::string summation;  ///< "compensated" or "plain"; empty where nothing is summed
  std::optional<double> tolerance{};
  double step = 0;  ///< 0 where none was needed
  std::uint64_t steps = 0, torque_evaluations = 0, search_evaluations = 0;

  // How good it is; of an ensemble, its worst run.
  double error_estimate = 0;   ///< 0: rounding only; NaN: not known
  int trusted_digits = 0;      ///< -1: not known
  std::string conserved_name;  ///< empty where nothing is conserved
  double conserved_start = 0, conserved_excursion = 0;
  std::optional<SummaryStop> stopped{};

  std::vector<std::string> event_names{};  ///< of all that were watched for
  std::uint64_t events_found = 0;
  std::vector<SummaryEvent> events{};  ///< the first so many; all stand in NAME.events.csv if there are more
  std::vector<std::string> warnings{};

  // The tables.
  bool is_ensemble = false;
  std::uint64_t runs = 1;
  std::vector<FailedRun> failed_runs{};  ///< the first so many
  std::uint64_t failed_run_count = 0;
  std::uint64_t rows = 0;             ///< of the table: states, or for an ensemble runs
  std::uint64_t trajectory_rows = 0;  ///< of an ensemble's second table, if it was asked for
  std::vector<Column> columns{};
  std::vector<std::string> files{};  ///< without their folder
};

/// How many digits of the attitude and of the momentum, relative to its greatest length, an estimated error
/// leaves: -1 for NaN.
int trusted_digits(double error_estimate) noexcept;

std::string summary_json(const Summary& summary);

/// Reads it back; `name` is for messages. Throws RefusedResult.
Summary summary_from_json(const std::string& json, const std::string& name);

}  // namespace polhode::app
