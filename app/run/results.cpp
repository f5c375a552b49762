// SPDX-License-Identifier: MIT
#include "run/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/version.hpp>
#include <polhode/simulation/torqued_derivative.hpp>
#include <polhode/torque/orbit_frame.hpp>
#include <span>
#include <string_view>
#include <utility>

#include "console/messages.hpp"
#include "exit_code.hpp"
#include "files/interrupt.hpp"
#include "files/output.hpp"
#include "result/format.hpp"
#include "result/formats/csv.hpp"
#include "result/quantile.hpp"
#include "result/result.hpp"
#include "run/accuracy.hpp"

namespace polhode::app {
namespace {

constexpr std::size_t most_events_in_summary = 100, most_failures_in_summary = 100,
                      most_draws_in_summary = 1000;
/// The columns of an ensemble's table between the last state and what was drawn.
constexpr std::array report_columns{"step",   "steps",   "error_estimate", "conserved_excursion",
                                    "events", "stopped", "success"};
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

SummaryMethod method_as_given(const MethodSettings& settings) {
  return {settings.step ? std::nullopt : settings.tolerance, settings.step, settings.max_step,
          settings.free_method ? settings.free_method->name : "",
          settings.splitting ? settings.splitting->name : ""};
}

std::string unit_of_conserved(const Scenario& s) {
  return s.units.of_conserved(is_free_motion(s) ? ConservedUnit::energy
                                                : s.torque.prepare(s.body).conserved_unit);
}

/// Fills in the fields that follow from the scenario.
void describe_scenario(Summary& s, const ScenarioFile& file, const Scenario& scenario) {
  s.version = version();
  s.title = scenario.title;
  s.scenario_name = file.name();
  s.scenario_text = file.text();
  s.scenario_files = file.other_files();
  s.units = scenario.units;
  s.euler_sequence = scenario.output.euler_sequence;
  s.in_degrees = scenario.output.in_degrees;
  s.given_body = scenario.given_body;
  s.body = scenario.body;
  if (const auto& matter = scenario.matter) s.matter = {matter->mass, matter->volume, matter->centre};
  s.pivot = scenario.pivot;
  s.is_free = scenario.torque.is_none() && scenario.torque.impulses().empty();
  s.torques = scenario.given_torques;
  s.conserved_unit = unit_of_conserved(scenario);
  s.start = scenario.start;
  s.times = scenario.times;
  s.asked = method_as_given(scenario.method);
  s.watched = scenario.given_events;
  s.warnings = scenario.warnings;
}

void describe_method(Summary& s, const SimulationReport& r) {
  s.engine = r.engine;
  s.why = r.why;
  s.order = r.order;
  s.splitting = r.splitting;
  s.drift = r.free_method;
  const bool sums = r.steps > 0 || !r.splitting.empty();
  s.summation = !sums ? "" : r.summation == Summation::compensated ? "compensated" : "plain";
  s.step = r.step;
  s.steps = r.steps;
  s.torque_evaluations = r.torque_evaluations;
  s.search_evaluations = r.search_evaluations;
  s.error_estimate = r.error_estimate;
  s.conserved_name = std::isnan(r.conserved_start) ? "" : r.conserved_name;
  s.conserved_start = r.conserved_start;
  s.conserved_excursion = r.conserved_excursion;
}

/// The number of an ensemble is that of its worst run, and unknown if it is unknown of one run.
void take_worse(double& worst, double value) {
  worst = std::isnan(worst) || std::isnan(value) ? nan : std::max(worst, value);
}

void add_once(std::vector<std::string>& all, const std::vector<std::string>& more) {
  for (const std::string& one : more)
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

/// Whether attitude, momentum and, if there is an orbit, the attitude in it follow from the columns.
bool states_follow_from(const std::vector<Column>& columns, bool has_orbit) {
  const auto has = [&](const char* group) {
    return std::ranges::find(columns, group, &Column::group) != columns.end();
  };
  return (has("q") || has("matrix") || has("euler")) &&
         (has("m") || has("omega") || has("spatial_momentum")) && (!has_orbit || has("orbit_q"));
}

void add_state(SummaryStates& states, const OrbitFrame& orbit, double time, const State& state) {
  const auto add = [](std::vector<double>& to, const Eigen::Quaterniond& q) {
    to.insert(to.end(), {q.w(), q.x(), q.y(), q.z()});
  };
  states.times.push_back(time);
  add(states.attitudes, state.attitude);
  states.momenta.insert(states.momenta.end(), state.momentum.begin(), state.momentum.end());
  if (orbit) add(states.orbit_attitudes, attitude_in_orbit(orbit, state, time));
}

class ResultsWriter {
 public:
  ResultsWriter(Journal& journal, RunReader& runs, const ScenarioFile& file,
                const std::optional<Scenario>& first, const RunOptions& options, const ResultPlaces& places,
                ProgressLine& progress)
      : journal_(journal),
        runs_(runs),
        file_(file),
        first_(first),
        options_(options),
        places_(places),
        progress_(progress) {}

  Summary run() {
    progress_.begin_part("writing:");
    if (file_.is_ensemble())
      write_ensemble();
    else
      write_motion();
    std::vector<OutputFile*> files;
    for (const auto& table : tables_)
      for (OutputFile* file : table->files()) files.push_back(file);
    std::optional<OutputFile> events;
    if (summary_.events_found > most_events_in_summary) {
      files.push_back(&events.emplace(places_.at(".events.csv")));
      write_events(*events);
    }
    for (OutputFile* file : files) {
      summary_.files.push_back(file->file_name());
      if (file->has_digest()) summary_.digests.push_back({file->file_name(), file->digest()});
    }
    OutputFile json(places_.at(".json"));
    summary_.files.push_back(json.file_name());
    json.write(summary_json(summary_));
    json.flush();
    for (const auto& table : tables_) table->complete(summary_);
    stop_if_interrupted();
    files.push_back(&json);
    note_placed(files);
    // From here on only names change.
    for (OutputFile* file : files) {
      // The summary is renamed last: until then that of an earlier run lists the files of that run.
      if (file == &json) remove_outdated();
      file->finish();
    }
    return summary_;
  }

 private:
  /// A run that is killed while it renames its files recognises them later.
  void note_placed(const std::vector<OutputFile*>& files) {
    PlacedRecord record;
    for (const OutputFile* file : files)
      if (const auto id = file->file()) record.files.push_back(*id);
    journal_.append(RecordKind::placed, bytes_of(record));
    journal_.sync();
  }

  /// A file of an earlier run that this run does not write would be taken for a part of it.
  void remove_outdated() const {
    for (const std::string& path : places_.remove_outdated(summary_.files))
      progress_.say(fmt::format("{} of an earlier run was removed: this run does not write it", path));
  }

  EndRecord end_of(std::uint64_t run) const { return runs_.end(run); }

  /// Opens the files in the chosen formats and begins the first table.
  void begin_tables(const OutputChoice& output, bool with_trajectories, const std::string& table) {
    for (const TableFormat& format : table_formats()) {
      if (std::ranges::find(output.formats, format.name) == output.formats.end()) continue;
      const bool is_apart = with_trajectories && !format.trajectories_ending.empty();
      tables_.push_back(format.writer(
          {places_.at(format.ending), is_apart ? &places_.at(format.trajectories_ending) : nullptr}));
    }
    begin_table(table, summary_.columns);
  }
  void begin_table(const std::string& name, const std::vector<Column>& columns) {
    for (auto& table : tables_) table->begin_table(name, columns);
  }
  void write_row(std::span<const double> row) {
    for (auto& table : tables_) table->write(row);
  }

  /// use(raw row) for each row of a run.
  template <class Use>
  void for_each_row(std::uint64_t run, const Use& use) const {
    runs_.for_each_rows(run, [&](const RowsRecord& record) {
      for (const RawRow& row : record.rows) use(row);
    });
  }

  void write_motion() {
    const Scenario& scenario = *first_;
    const EndRecord end = end_of(0);
    const AccuracyCurve accuracy = accuracy_of_motion(scenario, end);
    const StateColumns columns = columns_of(scenario, [&](double time) { return accuracy.digits_at(time); });
    describe_scenario(summary_, file_, scenario);
    describe_method(summary_, end.report);
    summary_.trusted_digits = trusted_digits(summary_.error_estimate);
    if (const auto& stop = end.report.stopped)
      summary_.stopped = {stop->time, stop->reason, name_of(stop->event)};
    add_once(summary_.warnings, columns.warnings());
    add_once(summary_.warnings, end.report.warnings);
    summary_.rows = end.rows;
    summary_.reached_time = end.rows > 0 ? end.last[0] : scenario.times.start;
    summary_.columns = columns.all();
    describe_accuracy(accuracy);
    summary_.failure = failure_of(end);
    if (scenario.output.divergence) describe_divergence(scenario);
    take_events(0, scenario);
    begin_tables(scenario.output, false, "trajectory");
    std::vector<double> numbers(columns.size());
    std::uint64_t count = 0;
    constexpr std::size_t most_states = 2000;
    std::vector<std::uint64_t> kept;
    if (!states_follow_from(columns.all(), static_cast<bool>(scenario.orbit))) {
      kept = evenly_taken(end.rows, most_states);
      summary_.states.emplace();
    }
    std::size_t next = 0;
    for_each_row(0, [&](const RawRow& row) {
      const State state = state_of(row);
      columns.fill(row[0], state, numbers.data());
      write_row(numbers);
      if (next < kept.size() && count == kept[next]) {
        add_state(*summary_.states, scenario.orbit, row[0], state);
        ++next;
      }
      if (++count % 1024 == 0)
        progress_.at(static_cast<double>(count) / static_cast<double>(end.rows), count);
    });
  }

  /// Of an event of the scenario; empty for none.
  std::string name_of(const std::optional<std::size_t>& event) const {
    if (!event) return "";
    if (*event >= summary_.watched.size()) refuse_journal(journal_);
    return summary_.watched[*event].name;
  }

  /// From rows that are evenly taken.
  AccuracyCurve accuracy_of_motion(const Scenario& scenario, const EndRecord& end) {
    constexpr std::size_t most_times = 257;
    const std::vector<std::uint64_t> taken = evenly_taken(end.rows, most_times);
    std::vector<RawRow> rows;
    std::uint64_t number = 0;
    std::size_t next = 0;
    const double first = std::min(scenario.times.start, scenario.times.end),
                 last = std::max(scenario.times.start, scenario.times.end), rounding = 1e-9 * (last - first);
    for_each_row(0, [&](const RawRow& row) {
      if (!(row[0] >= first - rounding && row[0] <= last + rounding)) refuse_journal(journal_);
      if (next < taken.size() && number++ == taken[next]) {
        rows.push_back(row);
        ++next;
      }
    });
    return accuracy_of(scenario, end.report, rows, [](double) { stop_if_interrupted(); });
  }

  void describe_accuracy(const AccuracyCurve& accuracy) {
    summary_.horizon = accuracy.is_known() && std::isfinite(accuracy.horizon()) ? accuracy.horizon() : nan;
    for (std::size_t k = 0; k < accuracy.times().size(); ++k)
      summary_.error_curve.push_back({accuracy.times()[k], accuracy.errors()[k]});
    if (!accuracy.is_known()) return;
    summary_.trusted_digits = trusted_digits(
        std::isnan(summary_.error_estimate) ? nan
                                            : std::max(summary_.error_estimate, accuracy.errors().back()));
  }

  void describe_divergence(const Scenario& scenario) {
    try {
      const Divergence d = divergence(scenario.body, scenario.start, scenario.torque, summary_.reached_time,
                                      scenario.times.start, [](double) { stop_if_interrupted(); });
      summary_.divergence = {d.exponent, d.spread, std::isfinite(d.horizon) ? d.horizon : nan, d.at};
    } catch (const InvalidInput& refused) {
      add_once(summary_.warnings,
               {fmt::format("the divergence of neighbouring motions is not known: {}", refused.what())});
    } catch (const StepFailure& failed) {
      add_once(summary_.warnings, {fmt::format("how neighbours part is not known: {}", failed.what())});
    }
  }

  void write_ensemble() {
    const std::uint64_t first = first_good_run();
    const Scenario scenario = first == 0 ? *first_ : file_.scenario(first);
    const StateColumns columns = columns_of(scenario);
    describe_scenario(summary_, file_, scenario);
    describe_method(summary_, end_of(first).report);
    summary_.described_run = first;
    summary_.is_ensemble = true;
    summary_.runs = summary_.rows = file_.runs();
    summary_.columns = columns_of_runs(columns.all(), scenario);
    first_good_ = first;
    numbers_of_end_ = summary_.columns.size() - 1 - report_columns.size();
    summary_.horizon = nan;
    for (const DrawnNumber& drawn : scenario.drawn) summary_.drawn_places.push_back(drawn.place);
    summary_.reached_time = scenario.times.start;
    summary_.steps = summary_.torque_evaluations = summary_.search_evaluations = 0;
    add_once(summary_.warnings, columns.warnings());
    begin_tables(scenario.output, options_.trajectories, "runs");
    std::vector<double> numbers;
    for (std::uint64_t run = 0; run < file_.runs(); ++run) {
      const EndRecord end = end_of(run);
      const std::string missing = why_missing(end);
      const std::string failure = missing.empty() ? failure_of(end) : missing;
      if (!failure.empty()) add_failure(run, failure);
      numbers.assign(summary_.columns.size(), nan);
      numbers[0] = static_cast<double>(run);
      if (!missing.empty()) {
        numbers[columns.size() + report_columns.size()] = 0;
        fill_draws(run, numbers);
      } else {
        fill_run(end, columns.size(), failure.empty(), numbers);
        add_run(end, run == first);
        note_digits(numbers);
        take_events(run, scenario);
      }
      write_row(numbers);
      take_draws(run, numbers);
      progress_.at(static_cast<double>(run + 1) / static_cast<double>(file_.runs()), run + 1);
      stop_if_interrupted();
    }
    summary_.trusted_digits = trusted_digits(worst_error(first, scenario));
    describe_event_times();
    if (summary_.failed_run_count > 0)
      summary_.failure = fmt::format("{} of {} runs failed", summary_.failed_run_count, file_.runs());
    if (options_.trajectories) write_trajectories(columns);
  }

  /// Why a run of an ensemble has no result; empty if it has one.
  std::string why_missing(const EndRecord& end) const {
    if (!end.failure.empty() || end.rows == 0 || end.last_row.size() == numbers_of_end_) return end.failure;
    return fmt::format("its columns differ from those of run {}", first_good_);
  }

  void take_draws(std::uint64_t run, const std::vector<double>& numbers) {
    if (summary_.drawn_places.empty() || summary_.drawn.size() == most_draws_in_summary) return;
    SummaryDraw& draw = summary_.drawn.emplace_back();
    draw.run = run;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (summary_.columns[i].group == "drawn") draw.values.push_back(numbers[i]);
  }

  /// The column of digits, if there is one.
  void note_digits(const std::vector<double>& numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (summary_.columns[i].group != "digits" || std::isnan(numbers[i])) continue;
      ++summary_.runs_looked_at;
      least_digits_ = std::min(least_digits_, numbers[i]);
    }
  }

  /// The values drawn for a failed run.
  void fill_draws(std::uint64_t run, std::vector<double>& numbers) const {
    for (const DrawnNumber& drawn : file_.drawn(run))
      for (std::size_t i = 0; i < numbers.size(); ++i)
        if (summary_.columns[i].group == "drawn" && summary_.columns[i].name == drawn.place)
          numbers[i] = drawn.value;
  }

  /// Of all runs: the method's error, and the effect of rounding the inputs at the end of some of them.
  double worst_error(std::uint64_t first, const Scenario& first_good) {
    constexpr std::size_t most_runs = 8;
    double worst = summary_.error_estimate;
    if (summary_.runs_looked_at > 0) return std::max(worst, std::pow(10, -least_digits_));
    for (const std::uint64_t run : evenly_taken(file_.runs(), most_runs)) {
      const EndRecord end = end_of(run);
      if (!end.failure.empty() || end.rows == 0) continue;
      const Scenario scenario = run == first ? first_good : file_.scenario(run);
      const AccuracyCurve accuracy = accuracy_of(
          scenario, end.report, {end.last}, [](double) { stop_if_interrupted(); },
          AccuracyMethod::by_companion);
      if (!accuracy.is_known()) continue;
      ++summary_.runs_looked_at;
      take_worse(worst, accuracy.errors().back());
    }
    return worst;
  }

  /// The run whose columns and description are used for all.
  std::uint64_t first_good_run() const {
    for (std::uint64_t run = 0; run < file_.runs(); ++run)
      if (end_of(run).failure.empty()) return run;
    throw AllRunsFailed(fmt::format("all {} runs failed; the first: {}", file_.runs(), end_of(0).failure));
  }

  static void fill_run(const EndRecord& end, std::size_t width, bool is_success,
                       std::vector<double>& numbers) {
    if (end.rows > 0) std::copy_n(end.last_row.begin(), width, numbers.begin() + 1);
    const auto last = static_cast<std::ptrdiff_t>(end.last_row.size() - std::min(end.last_row.size(), width));
    std::copy(end.last_row.end() - last, end.last_row.end(), numbers.end() - last);
    auto to = numbers.begin() + 1 + static_cast<std::ptrdiff_t>(width);
    *to++ = end.report.step;
    *to++ = static_cast<double>(end.report.steps);
    *to++ = end.report.error_estimate;
    *to++ = end.report.conserved_excursion;
    *to++ = static_cast<double>(end.events);
    *to++ = end.report.stopped ? 1 : 0;
    *to++ = is_success ? 1 : 0;
  }

  void add_failure(std::uint64_t run, const std::string& why) {
    ++summary_.failed_run_count;
    if (summary_.failed_runs.size() < most_failures_in_summary) summary_.failed_runs.push_back({run, why});
  }

  void add_run(const EndRecord& end, bool is_first) {
    const SimulationReport& r = end.report;
    summary_.steps += r.steps;
    summary_.torque_evaluations += r.torque_evaluations;
    summary_.search_evaluations += r.search_evaluations;
    summary_.trajectory_rows += options_.trajectories ? end.rows : 0;
    if (end.rows > 0 && (is_first || std::abs(end.last[0] - summary_.times.start) >
                                         std::abs(summary_.reached_time - summary_.times.start)))
      summary_.reached_time = end.last[0];
    take_worse(summary_.error_estimate, r.error_estimate);
    take_worse(summary_.conserved_excursion, r.conserved_excursion);
    summary_.step = std::max(summary_.step, r.step);
    for (const std::string& warning : r.warnings)
      if (kinds_.is_first(warning)) add_once(summary_.warnings, {warning});
  }

  /// The spread with time of the columns in a fan chart: of some runs, at some rows of each.
  class Fans {
   public:
    Fans(const std::vector<Column>& columns, std::uint64_t runs, std::uint64_t rows)
        : columns_(columns), runs_(evenly_taken(runs, most_runs)), rows_(evenly_taken(rows, most_rows)) {
      for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i].group == "m" || columns[i].name == "kinetic_energy" || columns[i].group == "nutation")
          shown_.push_back(i);
      values_.assign(shown_.size() * rows_.size(), {});
      times_.assign(rows_.size(), nan);
    }

    void begin_run(std::uint64_t run) {
      is_taken_ = std::binary_search(runs_.begin(), runs_.end(), run);
      row_ = 0;
    }
    void take(std::span<const double> numbers) {
      const auto at = std::lower_bound(rows_.begin(), rows_.end(), row_++);
      if (!is_taken_ || at == rows_.end() || *at != row_ - 1) return;
      const auto k = static_cast<std::size_t>(at - rows_.begin());
      if (std::isnan(times_[k])) times_[k] = numbers[0];
      if (times_[k] != numbers[0]) has_other_times_ = true;
      // A body at rest has no nutation.
      for (std::size_t i = 0; i < shown_.size(); ++i)
        if (!std::isnan(numbers[shown_[i]])) values_[i * rows_.size() + k].push_back(numbers[shown_[i]]);
    }

    std::vector<SummaryFan> fans() {
      std::vector<SummaryFan> all;
      if (has_other_times_ || rows_.size() < 2) return all;
      for (std::size_t i = 0; i < shown_.size(); ++i) {
        SummaryFan fan{columns_[shown_[i]].name, columns_[shown_[i]].unit};
        for (std::size_t k = 0; k < rows_.size(); ++k) {
          std::vector<double>& values = values_[i * rows_.size() + k];
          if (values.empty()) continue;
          std::sort(values.begin(), values.end());
          fan.times.push_back(times_[k]);
          fan.lowest.push_back(quantile(values, 0.05));
          fan.low.push_back(quantile(values, 0.25));
          fan.middle.push_back(quantile(values, 0.5));
          fan.high.push_back(quantile(values, 0.75));
          fan.highest.push_back(quantile(values, 0.95));
          fan.runs.push_back(values.size());
        }
        all.push_back(std::move(fan));
      }
      return all;
    }

   private:
    static constexpr std::size_t most_runs = 2000, most_rows = 101;
    std::vector<Column> columns_;
    std::vector<std::uint64_t> runs_, rows_;
    std::vector<std::size_t> shown_;
    std::vector<std::vector<double>> values_;  // by column, then by row
    std::vector<double> times_;
    std::uint64_t row_ = 0;
    bool is_taken_ = false, has_other_times_ = false;
  };

  void write_trajectories(const StateColumns& layout) {
    // From the scenario, since runs may end early.
    Fans fans(layout.all(), file_.runs(), file_.scenario(first_good_).times.size());
    std::vector<Column> all{{"run", "run", ""}};
    all.insert(all.end(), layout.all().begin(), layout.all().end());
    begin_table("trajectories", all);
    std::vector<double> numbers(all.size());
    for (std::uint64_t run = 0; run < file_.runs(); ++run) {
      const EndRecord end = end_of(run);
      if (!why_missing(end).empty() || end.rows == 0) continue;
      fans.begin_run(run);
      const Scenario scenario = file_.scenario(run);
      const StateColumns columns = columns_of(scenario, exact_digits(scenario));
      numbers[0] = static_cast<double>(run);
      std::uint64_t left = end.rows;
      for_each_row(run, [&](const RawRow& row) {
        columns.fill(row[0], state_of(row), numbers.data() + 1);
        // The row of a stopping event lies between the times that all runs share.
        if (--left > 0 || !(end.report.stopped && end.report.stopped->event))
          fans.take(std::span(numbers).subspan(1));
        write_row(numbers);
      });
      progress_.at(static_cast<double>(run + 1) / static_cast<double>(file_.runs()), run + 1);
    }
    summary_.fans = fans.fans();
  }

  void take_events(std::uint64_t run, const Scenario& scenario) {
    first_times_.resize(scenario.events.size());
    std::vector<bool> has_occurred(scenario.events.size(), false);
    runs_.for_each_event(run, [&](const EventRecord& e) {
      if (e.event >= scenario.events.size()) refuse_journal(runs_.journal_of(run));
      ++summary_.events_found;
      if (!has_occurred[e.event]) first_times_[e.event].push_back(e.row[0]);
      has_occurred[e.event] = true;
      if (summary_.events.size() < most_events_in_summary)
        summary_.events.push_back({run, scenario.events[e.event].name, e.row[0], state_of(e.row)});
    });
  }

  void describe_event_times() {
    for (std::size_t event = 0; event < first_times_.size(); ++event) {
      std::vector<double>& times = first_times_[event];
      if (times.empty()) continue;
      std::sort(times.begin(), times.end());
      summary_.event_times.push_back({summary_.watched[event].name, times.size(), times.front(),
                                      quantile(times, 0.05), quantile(times, 0.25), quantile(times, 0.5),
                                      quantile(times, 0.75), quantile(times, 0.95), times.back()});
    }
  }

  void write_events(OutputFile& file) const {
    file.keep_digest();
    file.write(summary_.is_ensemble ? "run,event,t,m_1,m_2,m_3,q_w,q_x,q_y,q_z\n"
                                    : "event,t,m_1,m_2,m_3,q_w,q_x,q_y,q_z\n");
    for (std::uint64_t run = 0; run < file_.runs(); ++run) {
      if (summary_.is_ensemble && !why_missing(end_of(run)).empty()) continue;
      runs_.for_each_event(run, [&](const EventRecord& e) {
        if (e.event >= summary_.watched.size()) refuse_journal(runs_.journal_of(run));
        std::string line = summary_.is_ensemble ? fmt::format("{},", run) : "";
        line += csv_field(summary_.watched[e.event].name);
        for (const double number : e.row) {
          line += ',';
          append_number(line, number);
        }
        file.write(line + '\n');
      });
    }
  }

  Journal& journal_;
  RunReader& runs_;
  const ScenarioFile& file_;
  const std::optional<Scenario>& first_;  ///< of the first run
  const RunOptions& options_;
  const ResultPlaces& places_;
  ProgressLine& progress_;
  std::vector<std::unique_ptr<TableWriter>> tables_;
  Summary summary_;
  WarningKinds kinds_;              ///< of the runs of an ensemble
  std::uint64_t first_good_ = 0;    ///< the run whose columns are used for all
  std::size_t numbers_of_end_ = 0;  ///< that each has
  double least_digits_ = HUGE_VAL;
  std::vector<std::vector<double>> first_times_;  ///< of each event, in the runs that have it
};

}  // namespace

std::vector<Column> columns_of_runs(const std::vector<Column>& of_state, const Scenario& scenario) {
  std::vector<Column> all{{"run", "run", ""}};
  all.insert(all.end(), of_state.begin(), of_state.end());
  for (const std::string name : report_columns)
    all.push_back({name, name,
                   name == "step"                  ? scenario.units.time
                   : name == "conserved_excursion" ? unit_of_conserved(scenario)
                                                   : ""});
  for (const DrawnNumber& drawn : scenario.drawn) all.push_back({"drawn", drawn.place, ""});
  if (is_free_motion(scenario))
    for (const char* name : {"polhode_period", "precession_period"})
      all.push_back({"periods", name, scenario.units.time});
  return all;
}

Summary write_results(Journal& journal, RunReader& runs, const ScenarioFile& file,
                      const std::optional<Scenario>& first, const RunOptions& options,
                      const ResultPlaces& places, ProgressLine& progress) {
  return ResultsWriter(journal, runs, file, first, options, places, progress).run();
}

}  // namespace polhode::app
