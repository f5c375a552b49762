// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The summary of a run: the content of NAME.json.
///
/// Convention. An unknown number is NaN here and null in the JSON. The same summary gives the same bytes.

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

/// The first times of an event in the runs of an ensemble: the number of runs that have it, and quantiles in
/// hundredths.
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
  std::string event{};  ///< the name of a stopping event, which is a success; empty: another reason
};

/// The error of the motion at a time, and at all times before.
struct SummaryError {
  double time;
  double error;
};

/// The divergence of neighbouring motions under torque (simulation/torqued_derivative.hpp).
struct SummaryDivergence {
  double exponent = 0, spread = 0;
  double horizon = 0;  ///< when round-off of the start has grown to 0.1; NaN: not by the end
  double until = 0;    ///< the last time of the estimate
};

/// The mass properties of a body, in its own coordinates.
struct SummaryMatter {
  double mass = 0, volume = 0;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
};

/// The values drawn for a run of an ensemble, in the order of the places; NaN if the run was refused before.
struct SummaryDraw {
  std::uint64_t run = 0;
  std::vector<double> values{};
};

/// The spread of a column of an ensemble with time: quantiles of the runs at each time.
struct SummaryFan {
  std::string column, unit;
  std::vector<double> times{};
  std::vector<double> lowest{}, low{}, middle{}, high{}, highest{};  ///< 5, 25, 50, 75 and 95 of a hundred
  std::vector<std::uint64_t> runs{};  ///< at each time: the number of sampled runs that have not ended
};

/// States at evenly spaced rows, for pages: only if they do not follow from the columns of the table.
struct SummaryStates {
  std::vector<double> times{};
  std::vector<double> attitudes{};        ///< w, x, y, z of each
  std::vector<double> momenta{};          ///< three of each, in the body's frame
  std::vector<double> orbit_attitudes{};  ///< w, x, y, z of each, if a torque has an orbit; else empty
};

/// The method as the scenario names it; empty if the library chose it.
struct SummaryMethod {
  std::optional<double> tolerance{};  ///< none if a step was given
  std::optional<double> step{}, max_step{};
  std::string free_method{}, splitting{};  ///< by name
};

struct Summary {
  std::string version;  ///< of the program
  std::string title;
  std::string scenario_name, scenario_text;
  std::vector<StoredFile> scenario_files{};  ///< meshes and tables that the scenario names
  /// False if the text describes only the body, for its picture: then the result cannot be computed again.
  bool scenario_is_complete = true;
  Units units;
  std::string euler_sequence;
  bool in_degrees = false;

  // The motion; of an ensemble, that of its first run that could be started.
  std::uint64_t described_run = 0;
  Given given_body{};
  Inertia body = Inertia::from_moments(1, 1, 1);  ///< about the pivot, if there is one
  std::optional<SummaryMatter> matter{};
  std::optional<Eigen::Vector3d> pivot{};
  bool is_free = true;           ///< no torque and no impulse
  std::vector<Given> torques{};  ///< the parts of the sum
  State start{Eigen::Quaterniond::Identity(), Eigen::Vector3d::Zero()};
  OutputTimes times{};
  double reached_time = 0;  ///< the last time in the table

  // How it was computed.
  SummaryMethod asked{};  ///< as the scenario has it
  std::string engine;     ///< as SimulationReport names it
  std::string why;        ///< why that engine was chosen, in words
  std::string splitting;  ///< by name; empty if there is none
  int order = 0;          ///< of a series or of Runge-Kutta; else 0
  std::string drift;      ///< the free method by name
  std::string summation;  ///< "compensated" or "plain"; empty if nothing is summed
  double step = 0;        ///< 0 if none was needed
  std::uint64_t steps = 0, torque_evaluations = 0, search_evaluations = 0;

  // How good it is; of an ensemble, its worst run.
  double error_estimate = 0;  ///< 0: round-off only; NaN: not known
  /// At the last time, from the method and from rounding the inputs; -1: not known.
  int trusted_digits = 0;
  /// At some times, from both causes together; empty if not known.
  std::vector<SummaryError> error_curve{};
  double horizon = 0;  ///< the time from which on no digit is correct; NaN: none is known
  std::optional<SummaryDivergence> divergence{};  ///< if the scenario asks for it
  std::uint64_t runs_looked_at = 0;               ///< of an ensemble: number of runs whose digits are known
  std::string conserved_name;                     ///< empty if nothing is conserved
  std::string conserved_unit;
  double conserved_start = 0, conserved_excursion = 0;
  std::optional<SummaryStop> stopped{};
  std::string failure;  ///< why the results are not those that were requested; empty if they are

  std::vector<EventData> watched{};  ///< the events of the scenario
  std::uint64_t events_found = 0;
  std::vector<SummaryEvent> events{};            ///< the first; if there are more, NAME.events.csv has all
  std::vector<SummaryEventTimes> event_times{};  ///< of an ensemble: of each event that occurred
  std::vector<std::string> warnings{};

  // The tables.
  bool is_ensemble = false;
  std::uint64_t runs = 1;
  std::vector<FailedRun> failed_runs{};  ///< the first
  std::uint64_t failed_run_count = 0;
  std::uint64_t rows = 0;             ///< of the table: states, or for an ensemble runs
  std::uint64_t trajectory_rows = 0;  ///< of the trajectories of an ensemble, if they are written
  std::vector<Column> columns{};
  std::optional<SummaryStates> states{};    ///< of one motion, if they do not follow from its columns
  std::vector<std::string> drawn_places{};  ///< of an ensemble: "body.moments[2]", ...
  std::vector<SummaryDraw> drawn{};         ///< of the first runs; the table has all
  std::vector<SummaryFan> fans{};           ///< of an ensemble with trajectories
  std::vector<std::string> files{};         ///< without their folder; the last is the summary's own
  std::vector<FileDigest> digests{};        ///< of those that do not hold the summary

  /// The digest of NAME + ending, whatever NAME is now: the files may have been renamed together. Empty if it
  /// is not known.
  std::string digest_of(const std::string& ending) const;
};

/// The number of correct digits of the attitude and of the momentum, relative to its greatest length, for an
/// estimated error: -1 for NaN.
int trusted_digits(double error_estimate) noexcept;

/// A time of the run as text, with so many digits of the time since the start: more in total if the start is
/// far from zero, as a Julian date is.
std::string time_text(const Summary& summary, double time, int digits = 9);

std::string summary_json(const Summary& summary);

/// The scenario and the files of a result, which can be read from a summary of any version.
struct ResultOrigin {
  std::string scenario_name, scenario_text;
  std::vector<StoredFile> scenario_files{};
  bool scenario_is_complete = true;
  std::vector<std::string> files, columns;
};

/// Throws RefusedResult if it is not a summary of polhode.
ResultOrigin origin_from_json(const std::string& json, const std::string& name);

/// Reads it back; `name` is for messages. Throws RefusedResult.
Summary summary_from_json(const std::string& json, const std::string& name);

}  // namespace polhode::app
