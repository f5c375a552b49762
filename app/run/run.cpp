// SPDX-License-Identifier: MIT
#include "run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <optional>
#include <polhode/core/error.hpp>
#include <string_view>
#include <utility>

#include "exit_code.hpp"
#include "files/interrupt.hpp"
#include "run/belonging.hpp"
#include "run/conversion.hpp"
#include "run/ensemble.hpp"
#include "run/journal.hpp"
#include "run/motion.hpp"
#include "run/progress.hpp"

namespace polhode::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t rows_of_record = 2048;
constexpr auto between_syncs = std::chrono::seconds(2);

/// One motion, into the journal.
class MotionRun {
 public:
  MotionRun(const Scenario& scenario, const RunOptions& options, Journal& journal, RunProgress& progress)
      : scenario_(scenario), options_(options), journal_(journal), progress_(progress) {
    waiting_.rows.reserve(rows_of_record);
  }

  /// From the journal's last checkpoint, if there is one.
  void run(const JournalIndex& index) {
    std::optional<Checkpoint> from;
    if (index.checkpoint.size > 0) from = go_back(index);
    MotionWatch watch;
    watch.sink.state = [this](double time, const State& state) { take_state(time, state); };
    watch.sink.event = [this](const FoundEvent& event) { take_event(event); };
    watch.sink.checkpoint = [this](const Checkpoint& checkpoint) { take_checkpoint(checkpoint); };
    watch.progress = [this](double fraction) { return goes_on(fraction); };
    watch.wants_checkpoint = [this] { return wants_checkpoint(); };
    watch.resume_from = from ? &*from : nullptr;
    EndRecord end;
    end.report = compute_motion(scenario_, watch);
    flush_rows();
    end.rows = rows_;
    end.events = events_;
    end.last = last_;
    journal_.append(RecordKind::end, bytes_of(end));
    journal_.sync();
  }

  bool has_checkpoint() const noexcept { return has_checkpoint_; }

 private:
  /// What came after the checkpoint is computed again.
  std::optional<Checkpoint> go_back(const JournalIndex& index) {
    std::optional<Checkpoint> from = checkpoint_record(journal_.read(index.checkpoint));
    if (!from) return std::nullopt;
    journal_.cut_at(index.checkpoint_end);
    has_checkpoint_ = true;
    rows_ = from->next_time;
    Journal::Place last_rows;
    for (const JournalIndex::Entry& entry : index.events)
      if (entry.place.offset < index.checkpoint_end) ++events_;
    for (const JournalIndex::Entry& entry : index.rows)
      if (entry.place.offset < index.checkpoint_end) last_rows = entry.place;
    if (last_rows.size > 0)
      if (const auto rows = rows_record(journal_.read(last_rows)); rows && !rows->rows.empty())
        last_ = rows->rows.back();
    return from;
  }

  double fraction_at(double time) const {
    const double length = scenario_.times[scenario_.times.size() - 1] - scenario_.times.start;
    return length == 0 ? 1 : (time - scenario_.times.start) / length;
  }

  void take_state(double time, const State& state) {
    last_ = raw_row(time, state);
    waiting_.rows.push_back(last_);
    ++rows_;
    if (waiting_.rows.size() == rows_of_record) flush_rows();
    if (rows_ % 256 == 0) progress_.at(fraction_at(time), rows_);
  }

  void take_event(const FoundEvent& event) {
    EventRecord record;
    record.event = event.event;
    record.row = raw_row(event.time, event.state);
    journal_.append(RecordKind::event, bytes_of(record));
    ++events_;
  }

  bool goes_on(double fraction) {
    if (has_checkpoint_) {
      progress_.at(fraction, rows_);
    } else {
      progress_.prepares();
      stop_if_interrupted();
    }
    return true;
  }

  bool wants_checkpoint() {
    try {
      stop_if_interrupted();
    } catch (const Interrupted& stop) {
      interrupted_ = stop;
      return true;
    }
    const std::chrono::duration<double> since = Clock::now() - last_checkpoint_;
    return since.count() >= options_.seconds_between_checkpoints;
  }

  void take_checkpoint(const Checkpoint& checkpoint) {
    flush_rows();
    journal_.append(RecordKind::checkpoint, bytes_of(checkpoint));
    has_checkpoint_ = true;
    last_checkpoint_ = Clock::now();
    if (interrupted_ || last_checkpoint_ >= last_sync_ + between_syncs) {
      journal_.sync();
      last_sync_ = Clock::now();
    }
    if (interrupted_) throw *interrupted_;
  }

  void flush_rows() {
    if (waiting_.rows.empty()) return;
    journal_.append(RecordKind::rows, bytes_of(waiting_));
    waiting_.rows.clear();
  }

  const Scenario& scenario_;
  const RunOptions& options_;
  Journal& journal_;
  RunProgress& progress_;
  RowsRecord waiting_;
  RawRow last_{};
  std::uint64_t rows_ = 0, events_ = 0;
  bool has_checkpoint_ = false;
  std::optional<Interrupted> interrupted_;
  Clock::time_point last_checkpoint_ = Clock::now(), last_sync_ = last_checkpoint_;
};

/// As a shell takes it for one word, and the program for no option.
std::string as_word(const std::string& path) {
  const std::string name = path.starts_with('-') ? "./" + path : path;
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./+,:@%=").find(c) != std::string_view::npos ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  if (std::all_of(name.begin(), name.end(), is_plain)) return name;
  std::string quoted = "'";
  for (const char c : name) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string how_to_resume(const ScenarioFile& file, const RunOptions& options) {
  std::string words =
      fmt::format("polhode run {} --resume", file.is_standard_input() ? "-" : as_word(file.name()));
  if (options.trajectories) words += " --trajectories";
  return words + " -o " + as_word(options.base);
}

/// Takes up the journal, or begins it. Refuses one that may not be taken, or not without being told to.
void prepare_journal(Journal& journal, bool was_there, const ScenarioFile& file, const RunOptions& options,
                     RunProgress& progress) {
  const Belonging ours(file, options);
  const std::string header = journal.belongs_to();
  if (options.restarts || header.empty()) {
    if (options.resumes)
      progress.say(
          fmt::format("there is nothing to resume in {}: the run begins at its start", journal.path()));
    journal.begin(ours.header());
    return;
  }
  const std::string difference = ours.difference_from(Belonging(header));
  if (!difference.empty())
    throw FileError(
        fmt::format("{} belongs to another run: {}. Run that one with --resume, choose another name for "
                    "these results with "
                    "-o, or discard the journal with --restart",
                    journal.path(), difference));
  if (!options.resumes && was_there)
    throw FileError(fmt::format(
        "{} is there: a run of this scenario was not finished. To go on with it:\n  {}\nTo discard "
        "it and begin again, --restart instead of --resume",
        journal.path(), how_to_resume(file, options)));
}

/// What can be taken up is kept; all else is not worth a message at the next run.
template <class Work>
void keeping_what_is_good(Journal& journal, const ScenarioFile& file, const RunOptions& options,
                          RunProgress& progress, const std::function<bool()>& is_worth_keeping,
                          const Work& work) {
  try {
    work();
  } catch (const FileError& error) {
    if (!is_worth_keeping()) {
      journal.remove();
      throw;
    }
    throw FileError(fmt::format("{}\nWhat was computed so far is kept in {}. When there is room again:\n  {}",
                                error.what(), journal.path(), how_to_resume(file, options)));
  } catch (const Interrupted&) {
    if (is_worth_keeping())
      progress.say(fmt::format("stopped; what was computed so far is kept. To go on:\n  {}",
                               how_to_resume(file, options)));
    else
      journal.remove();
    throw;
  } catch (const InvalidInput& refused) {
    journal.remove();
    throw RefusedScenario(fmt::format("{}: {}", file.name(), refused.what()));
  } catch (...) {
    journal.remove();
    throw;
  }
}

}  // namespace

Summary run_scenario(const ScenarioFile& file, const RunOptions& options) {
  RunProgress progress(file.is_ensemble() ? "runs" : "rows");
  // What is wrong with the scenario is said before a file is touched.
  std::optional<Scenario> scenario;
  if (!file.is_ensemble()) {
    scenario = file.scenario();
    Columns columns(*scenario);
    for (const std::string& warning : scenario->warnings) progress.say("warning: " + warning);
  }
  const std::string path = options.base + ".journal";
  const bool was_there = Journal::exists(path);
  Journal journal(path);
  try {
    prepare_journal(journal, was_there, file, options, progress);
  } catch (...) {
    if (!was_there) journal.remove();
    throw;
  }
  remove_leftovers(options.base);
  JournalIndex index = index_of(journal, file.runs());
  Summary summary;
  bool is_complete = index.ended == file.runs();
  std::optional<MotionRun> motion;
  const auto is_worth_keeping = [&] {
    return is_complete || (motion ? motion->has_checkpoint() : file.is_ensemble());
  };
  keeping_what_is_good(journal, file, options, progress, is_worth_keeping, [&] {
    if (!is_complete) {
      if (scenario) {
        motion.emplace(*scenario, options, journal, progress);
        motion->run(index);
      } else {
        run_ensemble(file, options, index, journal, progress);
      }
      is_complete = true;
      index = index_of(journal, file.runs());
    }
    summary = convert(journal, index, file, options, progress);
  });
  journal.remove();
  for (const std::string& warning : summary.warnings)
    if (!scenario ||
        std::find(scenario->warnings.begin(), scenario->warnings.end(), warning) == scenario->warnings.end())
      progress.say("warning: " + warning);
  return summary;
}

std::string summary_text(const Summary& s, const std::string& base) {
  const std::string folder = std::filesystem::path(base).parent_path().string();
  const auto unit = [](const std::string& name) { return name.empty() ? name : " " + name; };
  std::string text;
  const auto line = [&](const char* name, const std::string& words) {
    text += fmt::format("{:<11}{}\n", name, words);
  };
  if (!s.title.empty()) text += s.title + "\n";
  line("body", s.body_words);
  if (!s.torque_words.empty()) line("torque", s.torque_words);
  if (s.is_ensemble)
    line("runs",
         fmt::format("{}{}", s.runs,
                     s.failed_run_count > 0 ? fmt::format(", of which {} failed", s.failed_run_count) : ""));
  else
    line("states", fmt::format("{} from t = {:.9g} to {:.9g}{}", s.rows, s.start_time, s.reached_time,
                               unit(s.units.time)));
  if (s.stopped) line("stopped", fmt::format("at t = {:.9g}: {}", s.stopped->time, s.stopped->reason));
  line("method", s.method);
  if (s.trusted_digits < 0)
    line("accuracy", "not known");
  else
    line("accuracy",
         fmt::format("{} digits can be trusted ({})", s.trusted_digits,
                     s.error_estimate == 0 ? "errors of rounding only"
                                           : fmt::format("estimated error {:.2g}", s.error_estimate)));
  if (!s.conserved_name.empty() && !std::isnan(s.conserved_excursion))
    line("conserved",
         s.is_ensemble ? fmt::format("{}, within {:.2g} in all runs", s.conserved_name, s.conserved_excursion)
                       : fmt::format("{} {:.9g}{}, within {:.2g}", s.conserved_name, s.conserved_start,
                                     unit(s.units.energy), s.conserved_excursion));
  if (!s.event_names.empty()) {
    std::string words = fmt::format("{} found", s.events_found);
    for (std::size_t i = 0; i < s.events.size() && i < 3 && !s.is_ensemble; ++i)
      words += fmt::format("{} {} at {:.9g}", i == 0 ? ":" : ",", s.events[i].name, s.events[i].time);
    if (s.events_found > 3 && !s.is_ensemble) words += ", ...";
    line("events", words);
  }
  std::string files;
  for (const std::string& file : s.files)
    files += (files.empty() ? "" : " ") + (std::filesystem::path(folder) / file).string();
  line("files", files);
  return text;
}

}  // namespace polhode::app
