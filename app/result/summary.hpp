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

#include "catalogue/given.hpp"
#include "files/stored_file.hpp"
#include "result/columns.hpp"
#include "result/output_choice.hpp"
#include "result/output_times.hpp"

namespace polhode::app {

struct SummaryEvent {
  std::uint64_t run = 0;  ///< of an ensemble
  std::string name;
  double time;
  State state;
};

/// When an event first occurred in the runs of an ensemble: how many runs have it, and the times before which
/// these parts of them have it.
struct SummaryEventTimes {
  std::string name;
  std::uint64_t runs = 0;
  double earliest = 0, part_5 = 0, part_25 = 0, part_50 = 0, part_75 = 0, part_95 = 0, latest = 0;
};

/// A run of an ensemble that has no result, stopped early for another reason than a stopping event, or has no
/// correct digit.
struct FailedRun {
  std::uint64_t run;
  std::string reason;
};

/// Where and why a run ended before its last time.
struct SummaryStop {
  double time;
  std::string reason;
  std::string event{};  ///< the stopping event by name, and the run has succeeded; empty: another reason
};

/// The error of the motion at a time, and at all times before.
struct SummaryError {
  double time;
  double error;
};

/// How neighbouring motions part, under torque (simulation/torqued_derivative.hpp).
struct SummaryDivergence {
  double exponent = 0, spread = 0;
  double horizon = 0;  ///< when a rounding of the start has grown to 0.1; NaN: not by the end
  double until = 0;    ///< the end of what was looked at
};

/// What is known of the matter of a body, in its own coordinates.
struct SummaryMatter {
  double mass = 0, volume = 0;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
};

/// What was drawn for a run of an ensemble, in the order of the places; NaN where it was refused before.
struct SummaryDraw {
  std::uint64_t run = 0;
  std::vector<double> values{};
};

/// How a column of an ensemble spreads with time: for each time the value below which that part of the runs
/// lies.
struct SummaryFan {
  std::string column, unit;
  std::vector<double> times{};
  std::vector<double> lowest{}, low{}, middle{}, high{}, highest{};  ///< 5, 25, 50, 75 and 95 of a hundred
  std::vector<std::uint64_t>
      runs{};  ///< at each time: of those that were taken, how many have not ended before
};

/// States at rows that are evenly taken: for pages, where the columns of the table do not tell them.
struct SummaryStates {
  std::vector<double> times{};
  std::vector<double> attitudes{};        ///< w, x, y, z of each
  std::vector<double> momenta{};          ///< three of each, in the body's frame
  std::vector<double> orbit_attitudes{};  ///< w, x, y, z of each, where a torque has an orbit; else empty
};

/// What is in a file of the results.
struct SummaryDigest {
  std::string file, sha256;
};

/// What was asked for of the method. What the library chose by itself is empty.
struct SummaryMethod {
  std::optional<double> tolerance{};  ///< none where a step was given
  std::optional<double> step{}, max_step{};
  std::string free_method{}, splitting{};  ///< by name
};

struct Summary {
  std::string version;  ///< of the program
  std::string title;
  std::string scenario_name, scenario_text;
  std::vector<StoredFile> scenario_files{};  ///< meshes and tables that the scenario names
  /// False if the text describes the body alone, for its picture: then the result cannot be computed again.
  bool scenario_is_complete = true;
  Units units;
  std::string euler_sequence;
  bool in_degrees = false;

  // The motion; of an ensemble, that of its first run which could be begun.
  std::uint64_t described_run = 0;
  Given given_body{};
  Inertia body = Inertia::from_moments(1, 1, 1);  ///< about the pivot, if there is one
  std::optional<SummaryMatter> matter{};
  std::optional<Eigen::Vector3d> pivot{};
  bool is_free = true;           ///< no torque and no impulse
  std::vector<Given> torques{};  ///< the parts of the sum
  State start{Eigen::Quaterniond::Identity(), Eigen::Vector3d::Zero()};
  OutputTimes times{};
  double reached_time = 0;  ///< the last that is in the table

  // How it was computed.
  SummaryMethod asked{};  ///< as the scenario has it
  std::string engine;     ///< as SimulationReport names it
  std::string why;        ///< why that engine was chosen, in words
  std::string splitting;  ///< by name; empty where there is none
  int order = 0;          ///< of a series or of Runge-Kutta; else 0
  std::string drift;      ///< the free method by name
  std::string summation;  ///< "compensated" or "plain"; empty where nothing is summed
  double step = 0;        ///< 0 where none was needed
  std::uint64_t steps = 0, torque_evaluations = 0, search_evaluations = 0;

  // How good it is; of an ensemble, its worst run.
  double error_estimate = 0;  ///< 0: rounding only; NaN: not known
  int trusted_digits =
      0;  ///< at the last time, by the method and by the rounding of the inputs; -1: not known
  std::vector<SummaryError>
      error_curve{};   ///< at some times, both causes together; empty where they are not known
  double horizon = 0;  ///< the time from which on not one digit is known; NaN: none, as far as is known
  std::optional<SummaryDivergence> divergence{};  ///< where it was asked for
  std::uint64_t runs_looked_at = 0;               ///< of an ensemble: for so many runs the digits are known
  std::string conserved_name;                     ///< empty where nothing is conserved
  std::string conserved_unit;
  double conserved_start = 0, conserved_excursion = 0;
  std::optional<SummaryStop> stopped{};
  std::string failure;  ///< why the results are not those that were asked for; empty where they are

  std::vector<EventData> watched{};  ///< the events that were looked for
  std::uint64_t events_found = 0;
  std::vector<SummaryEvent> events{};  ///< the first so many; all stand in NAME.events.csv if there are more
  std::vector<SummaryEventTimes> event_times{};  ///< of an ensemble: of each event that occurred
  std::vector<std::string> warnings{};

  // The tables.
  bool is_ensemble = false;
  std::uint64_t runs = 1;
  std::vector<FailedRun> failed_runs{};  ///< the first so many
  std::uint64_t failed_run_count = 0;
  std::uint64_t rows = 0;             ///< of the table: states, or for an ensemble runs
  std::uint64_t trajectory_rows = 0;  ///< of an ensemble's second table, if it was asked for
  std::vector<Column> columns{};
  std::optional<SummaryStates> states{};    ///< of one motion whose columns do not tell its states
  std::vector<std::string> drawn_places{};  ///< of an ensemble: "body.moments[2]", ...
  std::vector<SummaryDraw> drawn{};         ///< of the first so many runs; all stand in the table
  std::vector<SummaryFan> fans{};           ///< of an ensemble with trajectories
  std::vector<std::string> files{};         ///< without their folder; the last is the summary's own
  std::vector<SummaryDigest> digests{};     ///< of those that do not hold the summary

  /// Of the file NAME + ending, whatever NAME is now: files may have been renamed together since. Empty where
  /// it is not known.
  std::string digest_of(const std::string& ending) const;
};

/// How many digits of the attitude and of the momentum, relative to its greatest length, an estimated error
/// leaves: -1 for NaN.
int trusted_digits(double error_estimate) noexcept;

/// A time of the run as text, with so many digits of the time since the start: more in all where the start
/// is far from zero, as a Julian date is.
std::string time_text(const Summary& summary, double time, int digits = 9);

std::string summary_json(const Summary& summary);

/// What a summary of any version says of where the results come from.
struct ResultOrigin {
  std::string scenario_name, scenario_text;
  std::vector<StoredFile> scenario_files{};
  bool scenario_is_complete = true;
  std::vector<std::string> files, columns;
};

/// Throws RefusedResult where it is no summary of ours.
ResultOrigin origin_from_json(const std::string& json, const std::string& name);

/// Reads it back; `name` is for messages. Throws RefusedResult.
Summary summary_from_json(const std::string& json, const std::string& name);

}  // namespace polhode::app
