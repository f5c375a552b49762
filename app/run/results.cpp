// SPDX-License-Identifier: MIT
#include "run/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <polhode/core/version.hpp>
#include <string_view>
#include <utility>

#include "exit_code.hpp"
#include "files/interrupt.hpp"
#include "files/output.hpp"
#include "result/csv_writer.hpp"
#include "result/hdf5_file.hpp"
#include "result/result.hpp"

namespace polhode::app {
namespace {

constexpr std::size_t most_events_in_summary = 100, most_failures_in_summary = 100;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

[[noreturn]] void refuse_journal(const Journal& journal) {
  throw FileError(fmt::format("cannot read {}: it has changed since it was opened", journal.path()));
}

template <class T>
T needed(std::optional<T> record, const Journal& journal) {
  if (!record) refuse_journal(journal);
  return *std::move(record);
}

/// The table, and for an ensemble the trajectories, in the formats that were chosen.
class Tables {
 public:
  Tables(const std::string& base, const OutputChoice& choice) : base_(base), choice_(choice) {
    if (choice.hdf5) hdf5_.emplace(base + ".h5");
  }

  void begin(const std::string& file, const std::string& group, const std::vector<Column>& columns) {
    csv_.reset();
    if (choice_.csv) csv_.emplace(*files_.emplace_back(std::make_unique<OutputFile>(base_ + file)), columns);
    if (hdf5_) hdf5_->begin_table(group, columns);
  }
  void write(std::span<const double> row) {
    if (csv_) csv_->write(row);
    if (hdf5_) hdf5_->write(row);
  }
  /// All are complete before the first is put in place.
  void complete(const Summary& summary) {
    for (auto& file : files_) file->flush();
    if (hdf5_) {
      hdf5_->describe(summary);
      hdf5_->complete();
    }
  }
  void finish() {
    for (auto& file : files_) file->finish();
    if (hdf5_) hdf5_->finish();
  }

 private:
  std::string base_;
  OutputChoice choice_;
  std::vector<std::unique_ptr<OutputFile>> files_;
  std::optional<CsvWriter> csv_;
  std::optional<Hdf5Writer> hdf5_;
};

/// Calls use(event) for each event of a run that belongs to its end.
template <class Entries, class Use>
void for_each_of_run(const Entries& entries, std::uint64_t run, std::uint64_t session, const Use& use) {
  auto at = std::lower_bound(entries.begin(), entries.end(), run,
                             [](const auto& entry, std::uint64_t r) { return entry.run < r; });
  for (; at != entries.end() && at->run == run; ++at)
    if (at->session == session) use(*at);
}

/// What the summary says of how it was asked for.
void describe_scenario(Summary& s, const ScenarioFile& file, const Scenario& scenario) {
  s.version = version();
  s.title = scenario.title;
  s.scenario_name = file.name();
  s.scenario_text = file.text();
  s.units = scenario.units;
  s.euler_sequence = scenario.output.euler_sequence;
  s.in_degrees = scenario.output.in_degrees;
  s.body_words = scenario.body_words;
  s.body = scenario.body;
  s.is_free = scenario.torque.is_none() && scenario.torque.impulses().empty();
  s.torque_words = scenario.torque_words;
  s.start = scenario.start;
  s.start_time = scenario.times.start;
  s.end_time = scenario.times[scenario.times.size() - 1];
  if (!scenario.method.step) s.tolerance = scenario.method.tolerance;
  for (const Event& e : scenario.events) s.event_names.push_back(e.name);
  s.warnings = scenario.warnings;
}

/// How it was computed, in words.
std::string method_words(const SimulationReport& r) {
  if (r.engine == "series")
    return fmt::format("power series of order {}, {} steps of at most {:.6g}", r.order, r.steps, r.step);
  if (r.engine == "runge-kutta")
    return fmt::format("Dormand and Prince of order {}, {} steps of at most {:.6g}", r.order, r.steps,
                       r.step);
  if (r.splitting.empty() && r.steps == 0) return "the exact free motion as a function of time";
  const std::string steps = fmt::format("{} steps of at most {:.6g}", r.steps, r.step);
  if (r.splitting.empty()) return fmt::format("the free method {}, {}", r.free_method, steps);
  return fmt::format("the splitting {}, {}, with the free method {}", r.splitting, steps, r.free_method);
}

void describe_method(Summary& s, const SimulationReport& r) {
  s.method = method_words(r);
  s.engine = r.engine;
  s.why = r.why;
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

/// The worst run speaks for the ensemble; what is not known of one is not known of all.
void take_worse(double& worst, double value) {
  worst = std::isnan(worst) || std::isnan(value) ? nan : std::max(worst, value);
}

void add_once(std::vector<std::string>& all, const std::vector<std::string>& more) {
  for (const std::string& one : more)
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

class ResultsWriter {
 public:
  ResultsWriter(const Journal& journal, const JournalIndex& index, const ScenarioFile& file,
                const std::optional<Scenario>& first, const RunOptions& options, RunProgress& progress)
      : journal_(journal),
        index_(index),
        file_(file),
        first_(first),
        options_(options),
        progress_(progress) {}

  Summary run() {
    progress_.begin_part("writing:");
    if (file_.is_ensemble())
      write_ensemble();
    else
      write_motion();
    summary_.trusted_digits = trusted_digits(summary_.error_estimate);
    const std::string name = std::filesystem::path(options_.base).filename().string();
    std::optional<OutputFile> events;
    if (summary_.events_found > most_events_in_summary) {
      summary_.files.push_back(name + ".events.csv");
      events.emplace(options_.base + ".events.csv");
      write_events(*events);
    }
    summary_.files.push_back(name + ".json");
    OutputFile json(options_.base + ".json");
    json.write(summary_json(summary_));
    json.flush();
    if (events) events->flush();
    tables_->complete(summary_);
    // From here on only names change.
    tables_->finish();
    if (events) events->finish();
    remove_outdated(name);
    json.finish();
    return summary_;
  }

 private:
  /// What an earlier run of this name has written, and this one does not, would pass for a part of it.
  void remove_outdated(const std::string& name) {
    std::vector<std::string> earlier;
    try {
      earlier = read_summary(options_.base + ".json").files;
    } catch (const FileError&) {
    } catch (const RefusedResult&) {  // not ours: nor is what stands beside it
    }
    const auto is_in = [](const std::vector<std::string>& all, const std::string& file) {
      return std::find(all.begin(), all.end(), file) != all.end();
    };
    for (const char* kind : {".csv", ".trajectories.csv", ".events.csv", ".h5"}) {
      if (!is_in(earlier, name + kind) || is_in(summary_.files, name + kind)) continue;
      std::error_code ignored;
      if (std::filesystem::remove(options_.base + kind, ignored))
        progress_.say(
            fmt::format("{}{} of an earlier run was removed: this one writes none", options_.base, kind));
    }
  }

  EndRecord end_of(std::uint64_t run) const {
    return needed(end_record(journal_.read(index_.ends[run])), journal_);
  }

  void list_files(const OutputChoice& output, bool trajectories) {
    const std::string name = std::filesystem::path(options_.base).filename().string();
    if (output.csv) summary_.files.push_back(name + ".csv");
    if (output.csv && trajectories) summary_.files.push_back(name + ".trajectories.csv");
    if (output.hdf5) summary_.files.push_back(name + ".h5");
  }

  /// use(raw row) for each row of a run.
  template <class Use>
  void for_each_row(std::uint64_t run, const Use& use) const {
    for_each_of_run(index_.rows, run, index_.sessions[run], [&](const JournalIndex::Entry& entry) {
      stop_if_interrupted();
      const RowsRecord record = needed(rows_record(journal_.read(entry.place)), journal_);
      for (const RawRow& row : record.rows) use(row);
    });
  }

  void write_motion() {
    const Scenario& scenario = *first_;
    const StateColumns columns = columns_of(scenario);
    const EndRecord end = end_of(0);
    describe_scenario(summary_, file_, scenario);
    describe_method(summary_, end.report);
    if (end.report.stopped) summary_.stopped = {end.report.stopped->time, end.report.stopped->reason};
    add_once(summary_.warnings, columns.warnings());
    add_once(summary_.warnings, end.report.warnings);
    summary_.rows = end.rows;
    summary_.reached_time = end.rows > 0 ? end.last[0] : scenario.times.start;
    summary_.columns = columns.all();
    take_events(0, scenario);
    list_files(scenario.output, false);
    tables_.emplace(options_.base, scenario.output);
    tables_->begin(".csv", "trajectory", columns.all());
    std::vector<double> numbers(columns.size());
    std::uint64_t count = 0;
    for_each_row(0, [&](const RawRow& row) {
      columns.fill(row[0], state_of(row), numbers.data());
      tables_->write(numbers);
      if (++count % 1024 == 0)
        progress_.at(static_cast<double>(count) / static_cast<double>(end.rows), count);
    });
  }

  void write_ensemble() {
    const std::uint64_t first = first_good_run();
    const Scenario scenario = first == 0 ? *first_ : file_.scenario(first);
    const StateColumns columns = columns_of(scenario);
    describe_scenario(summary_, file_, scenario);
    describe_method(summary_, end_of(first).report);
    for (std::string* words : {&summary_.method, &summary_.body_words, &summary_.torque_words})
      if (!words->empty()) *words = fmt::format("in run {}: {}", first, *words);
    summary_.is_ensemble = true;
    summary_.runs = summary_.rows = file_.runs();
    summary_.columns = columns_of_runs(columns.all());
    summary_.reached_time = scenario.times.start;
    summary_.steps = summary_.torque_evaluations = summary_.search_evaluations = 0;
    add_once(summary_.warnings, columns.warnings());
    list_files(scenario.output, options_.trajectories);
    tables_.emplace(options_.base, scenario.output);
    tables_->begin(".csv", "runs", summary_.columns);
    std::vector<double> numbers;
    for (std::uint64_t run = 0; run < file_.runs(); ++run) {
      EndRecord end = end_of(run);
      if (end.rows > 0 && end.last_row.size() != columns.size() && end.failure.empty())
        end.failure = fmt::format("its columns are others than those of run {}", first);
      numbers.assign(summary_.columns.size(), nan);
      numbers[0] = static_cast<double>(run);
      if (!end.failure.empty()) {
        add_failure(run, end.failure);
      } else {
        fill_run(end, columns.size(), numbers);
        add_run(end, run == first);
        take_events(run, scenario);
      }
      tables_->write(numbers);
      progress_.at(static_cast<double>(run + 1) / static_cast<double>(file_.runs()), run + 1);
      stop_if_interrupted();
    }
    if (options_.trajectories) write_trajectories(columns);
  }

  /// The one whose layout and description stand for all.
  std::uint64_t first_good_run() const {
    for (std::uint64_t run = 0; run < file_.runs(); ++run)
      if (end_of(run).failure.empty()) return run;
    throw RefusedScenario(fmt::format("all {} runs failed; the first: {}", file_.runs(), end_of(0).failure));
  }

  static void fill_run(const EndRecord& end, std::size_t width, std::vector<double>& numbers) {
    if (end.rows > 0) std::copy_n(end.last_row.begin(), width, numbers.begin() + 1);
    auto to = numbers.begin() + 1 + static_cast<std::ptrdiff_t>(width);
    *to++ = end.report.step;
    *to++ = static_cast<double>(end.report.steps);
    *to++ = end.report.error_estimate;
    *to++ = end.report.conserved_excursion;
    *to++ = static_cast<double>(end.events);
    *to++ = end.report.stopped ? 1 : 0;
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
    if (end.rows > 0 && (is_first || std::abs(end.last[0] - summary_.start_time) >
                                         std::abs(summary_.reached_time - summary_.start_time)))
      summary_.reached_time = end.last[0];
    take_worse(summary_.error_estimate, r.error_estimate);
    take_worse(summary_.conserved_excursion, r.conserved_excursion);
    summary_.step = std::max(summary_.step, r.step);
    add_once(summary_.warnings, first_of_a_kind(r.warnings));
  }

  /// Warnings of many runs differ in their numbers alone: each is passed on once.
  std::vector<std::string> first_of_a_kind(const std::vector<std::string>& warnings) {
    std::vector<std::string> fresh;
    for (const std::string& text : warnings) {
      std::string shape;
      for (const char c : text)
        if (std::string_view("0123456789.+-e").find(c) == std::string_view::npos) shape += c;
      if (std::find(shapes_.begin(), shapes_.end(), shape) != shapes_.end()) continue;
      shapes_.push_back(shape);
      fresh.push_back(text);
    }
    return fresh;
  }

  void write_trajectories(const StateColumns& layout) {
    std::vector<Column> all{{"run", "run", ""}};
    all.insert(all.end(), layout.all().begin(), layout.all().end());
    tables_->begin(".trajectories.csv", "trajectories", all);
    std::vector<double> numbers(all.size());
    for (std::uint64_t run = 0; run < file_.runs(); ++run) {
      const EndRecord end = end_of(run);
      if (!end.failure.empty() || end.last_row.size() != layout.size()) continue;
      const StateColumns columns = columns_of(file_.scenario(run));
      numbers[0] = static_cast<double>(run);
      for_each_row(run, [&](const RawRow& row) {
        columns.fill(row[0], state_of(row), numbers.data() + 1);
        tables_->write(numbers);
      });
      progress_.at(static_cast<double>(run + 1) / static_cast<double>(file_.runs()), run + 1);
    }
  }

  template <class Use>
  void for_each_event(std::uint64_t run, const Use& use) const {
    for_each_of_run(index_.events, run, index_.sessions[run], [&](const JournalIndex::Entry& entry) {
      use(needed(event_record(journal_.read(entry.place)), journal_));
    });
  }

  void take_events(std::uint64_t run, const Scenario& scenario) {
    for_each_event(run, [&](const EventRecord& e) {
      ++summary_.events_found;
      if (summary_.events.size() < most_events_in_summary)
        summary_.events.push_back({run, scenario.events[e.event].name, e.row[0], state_of(e.row)});
    });
  }

  void write_events(OutputFile& file) const {
    file.write(summary_.is_ensemble ? "run,event,t,m_1,m_2,m_3,q_w,q_x,q_y,q_z\n"
                                    : "event,t,m_1,m_2,m_3,q_w,q_x,q_y,q_z\n");
    for (std::uint64_t run = 0; run < file_.runs(); ++run)
      for_each_event(run, [&](const EventRecord& e) {
        std::string line = summary_.is_ensemble ? fmt::format("{},", run) : "";
        line += csv_field(summary_.event_names[e.event]);
        for (const double number : e.row) {
          line += ',';
          append_number(line, number);
        }
        file.write(line + '\n');
      });
  }

  const Journal& journal_;
  const JournalIndex& index_;
  const ScenarioFile& file_;
  const std::optional<Scenario>& first_;  ///< of the first run
  const RunOptions& options_;
  RunProgress& progress_;
  std::optional<Tables> tables_;
  Summary summary_;
  std::vector<std::string> shapes_;
};

}  // namespace

std::vector<Column> columns_of_runs(const std::vector<Column>& of_state) {
  std::vector<Column> all{{"run", "run", ""}};
  all.insert(all.end(), of_state.begin(), of_state.end());
  for (const char* name : {"step", "steps", "error_estimate", "conserved_excursion", "events", "stopped"})
    all.push_back({name, name, ""});
  return all;
}

JournalIndex index_of(const Journal& journal, std::uint64_t runs) {
  JournalIndex index;
  index.ends.resize(static_cast<std::size_t>(runs));
  index.sessions.resize(static_cast<std::size_t>(runs));
  const auto note = [&](const RecordOwner& owner) {
    index.last_session = std::max(index.last_session, owner.session);
    return owner.run < runs;
  };
  const auto refuse = [&] { refuse_journal(journal); };
  index.end = journal.scan([&](RecordKind kind, const Journal::Place& place, std::string_view payload) {
    if (kind == RecordKind::rows || kind == RecordKind::event) {
      // Of a long journal only the owner is read.
      const auto owner = record_owner(payload);
      if (!owner || !note(*owner)) refuse();
      (kind == RecordKind::rows ? index.rows : index.events).push_back({*owner, place});
    } else if (kind == RecordKind::checkpoint) {
      index.checkpoint = place;
      index.checkpoint_end = journal.end_of(place);
    } else if (kind == RecordKind::end) {
      const auto end = end_record(payload);
      if (!end || !note(*end)) refuse();
      if (index.ends[end->run].size == 0) ++index.ended;
      index.ends[end->run] = place;
      index.sessions[end->run] = end->session;
    }
  });
  const auto by_run = [](const JournalIndex::Entry& a, const JournalIndex::Entry& b) {
    return a.run < b.run;
  };
  std::stable_sort(index.rows.begin(), index.rows.end(), by_run);
  std::stable_sort(index.events.begin(), index.events.end(), by_run);
  return index;
}

Summary write_results(const Journal& journal, const JournalIndex& index, const ScenarioFile& file,
                      const std::optional<Scenario>& first, const RunOptions& options,
                      RunProgress& progress) {
  return ResultsWriter(journal, index, file, first, options, progress).run();
}

void remove_leftovers(const std::string& base) {
  const std::filesystem::path path(base);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const std::string name = path.filename().string();
  std::error_code ignored;
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string file = entry.path().filename().string();
    for (const char* extension : {".csv.", ".events.csv.", ".trajectories.csv.", ".h5.", ".json."})
      if (file.starts_with(name + extension) && file.ends_with(".partial") &&
          file.find_first_not_of("0123456789-", name.size() + std::string_view(extension).size()) ==
              file.size() - std::string_view(".partial").size())
        found.push_back(entry.path());
  }
  for (const auto& file : found) std::filesystem::remove(file, ignored);
}

}  // namespace polhode::app
