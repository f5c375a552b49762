// SPDX-License-Identifier: MIT
#include "run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <optional>
#include <polhode/rotation/convention.hpp>
#include <string_view>
#include <utility>

#include "console/messages.hpp"
#include "console/progress_line.hpp"
#include "exit_code.hpp"
#include "files/interrupt.hpp"
#include "result/sentences.hpp"
#include "run/ensemble.hpp"
#include "run/journal.hpp"
#include "run/journal_index.hpp"
#include "run/problem.hpp"
#include "run/recorder.hpp"
#include "run/result_places.hpp"
#include "run/results.hpp"
#include "run/resume.hpp"
#include "run/run_reader.hpp"

namespace polhode::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t states_of_record = 2048;
constexpr auto between_syncs = std::chrono::seconds(2);

/// One motion, into the journal.
class MotionRun {
 public:
  MotionRun(const Scenario& scenario, JournaledRun& run)
      : scenario_(scenario),
        options_(run.options()),
        journal_(run.journal()),
        progress_(run.progress()),
        recorder_(journal_, {}, MotionRecorder::Keeps::all_states, states_of_record) {}

  /// From the journal's last checkpoint, if there is one.
  void run(const JournalIndex& index) {
    std::optional<Checkpoint> from;
    if (index.checkpoint.size > 0) from = go_back(index);
    SimulationSink sink;
    sink.state = [this](double time, const State& state) { take_state(time, state); };
    sink.event = [this](const FoundEvent& event) { recorder_.take_event(event); };
    sink.checkpoint = [this](const Checkpoint& checkpoint) { take_checkpoint(checkpoint); };
    Problem problem = problem_of(scenario_);
    problem.options.progress = [this](double fraction) { return goes_on(fraction); };
    problem.options.wants_checkpoint = [this] { return wants_checkpoint(); };
    problem.options.resume_from = from;
    recorder_.take_report(simulate(problem, sink));
    recorder_.finish({});
    journal_.sync();
  }

 private:
  /// What came after the checkpoint is computed again.
  std::optional<Checkpoint> go_back(const JournalIndex& index) {
    std::optional<Checkpoint> from = checkpoint_record(journal_.read(index.checkpoint));
    if (!from) refuse_journal(journal_);
    // All states up to the checkpoint must be in the journal.
    if (next_time(*from) != index.rows_at_checkpoint || index.rows_at_checkpoint > scenario_.times.size())
      refuse_journal(journal_);
    journal_.cut_at(Journal::end_of(index.checkpoint));
    has_checkpoint_ = true;
    RawRow last{};
    if (index.rows_before_checkpoint.size > 0)
      if (const auto rows = from_bytes<RowsRecord>(journal_.read(index.rows_before_checkpoint));
          rows && !rows->rows.empty())
        last = rows->rows.back();
    recorder_.resume(next_time(*from), index.events_at_checkpoint, last);
    return from;
  }

  double fraction_at(double time) const {
    const double length = scenario_.times[scenario_.times.size() - 1] - scenario_.times.start;
    return length == 0 ? 1 : (time - scenario_.times.start) / length;
  }

  void take_state(double time, const State& state) {
    recorder_.take_state(time, state);
    if (recorder_.states() % 256 == 0) progress_.at(fraction_at(time), recorder_.states());
  }

  bool goes_on(double fraction) {
    if (has_checkpoint_) {
      progress_.at(fraction, recorder_.states());
    } else {
      progress_.seeks_step();
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
    recorder_.flush();
    journal_.append(RecordKind::checkpoint, checkpoint.bytes());
    has_checkpoint_ = true;
    last_checkpoint_ = Clock::now();
    if (interrupted_ || last_checkpoint_ >= last_sync_ + between_syncs) {
      journal_.sync();
      last_sync_ = Clock::now();
    }
    if (interrupted_) throw *interrupted_;
  }

  const Scenario& scenario_;
  const RunOptions& options_;
  Journal& journal_;
  ProgressLine& progress_;
  MotionRecorder recorder_;
  bool has_checkpoint_ = false;
  std::optional<Interrupted> interrupted_;
  Clock::time_point last_checkpoint_ = Clock::now(), last_sync_ = last_checkpoint_;
};

/// Warns if the results will not fit on the disk: the journal, and the table as text.
void warn_of_size(const Scenario& scenario, const RunOptions& options, ProgressLine& progress) {
  constexpr double bytes_of_number = 18, gigabyte = 1e9;
  const double rows = static_cast<double>(scenario.times.size());
  const double needed =
      rows * (sizeof(RawRow) + bytes_of_number * static_cast<double>(columns_of(scenario).size()));
  const std::filesystem::path folder = std::filesystem::path(options.base).parent_path();
  std::error_code failed;
  const auto space = std::filesystem::space(folder.empty() ? "." : folder, failed);
  if (failed || needed <= static_cast<double>(space.available)) return;
  progress.say(fmt::format("warning: {:.3g} rows take about {:.3g} GB, but only {:.3g} GB are free", rows,
                           needed / gigabyte, static_cast<double>(space.available) / gigabyte));
}

}  // namespace

RunRange runs_of(const ScenarioFile& file, const RunOptions& options) noexcept {
  return options.runs.value_or(RunRange{0, file.runs()});
}

Summary run_scenario(const ScenarioFile& file, const RunOptions& options, const EnsembleWork& work) {
  ProgressLine progress(file.is_ensemble() ? "runs" : "rows");
  // The scenario is checked before any file is written.
  const std::optional<Scenario> first = first_scenario(file);
  const bool is_single = !file.is_ensemble();
  if (is_single) {
    if (options.trajectories)
      progress.say(
          "warning: --trajectories has no effect without [ensemble]: the table of one run holds its states "
          "anyway");
    columns_of(*first);
    for (const std::string& warning : first->warnings) progress.say("warning: " + warning);
    warn_of_size(*first, options, progress);
  } else if (first && first->drawn.empty()) {
    progress.say(fmt::format("warning: nothing in {} is random or a list: its {} runs are all the same",
                             file.name(), file.runs()));
  }
  JournaledRun run(file, options, first, progress);
  run.find_earlier();
  const ResultPlaces places(file, first, options, run.placed());
  places.remove_leftovers();
  Summary summary;
  run.run(
      [&](const JournalIndex& index) {
        if (is_single)
          MotionRun(*first, run).run(index);
        else
          work(run, index);
      },
      [&](JournalIndex& index) {
        RunReader runs({{run.shape().runs, std::move(index.stretches), &run.journal()}},
                       is_single || options.trajectories);
        summary = write_results(run.journal(), runs, file, first, options, places, progress);
      });
  run.journal().remove();
  for (const std::string& warning : summary.warnings)
    if (!is_single ||
        std::find(first->warnings.begin(), first->warnings.end(), warning) == first->warnings.end())
      progress.say("warning: " + warning);
  return summary;
}

namespace {

std::string list_text(const Eigen::Vector3d& v) {
  return fmt::format("({:.9g}, {:.9g}, {:.9g})", v(0), v(1), v(2));
}

/// Mass, moments and axes that follow from the given body.
std::string properties_text(const Summary& s) {
  const auto& [i1, i2, i3] = from_eigen(s.body.moments());
  std::string text;
  if (s.matter) text = fmt::format("mass {:.9g}, centre {}, ", s.matter->mass, list_text(s.matter->centre));
  text += fmt::format("moments {:.9g}, {:.9g}, {:.9g}", i1, i2, i3);
  if (s.pivot) text += " about the pivot " + list_text(*s.pivot);
  const Eigen::Matrix3d& axes = s.body.axes();
  for (Eigen::Index k = 0; k < 3; ++k) {
    Eigen::Index nearest = 0;
    const bool is_along = axes.col(k).cwiseAbs().maxCoeff(&nearest) == 1;
    text +=
        fmt::format("{} {}", k == 0 ? ", along" : ",",
                    is_along ? std::string(1, "xyz"[nearest])
                             : fmt::format("({:.4f}, {:.4f}, {:.4f})", axes(0, k), axes(1, k), axes(2, k)));
  }
  return text;
}

std::string accuracy_text(const Summary& s) {
  if (s.trusted_digits < 0) return "not known";
  std::string cause =
      s.error_estimate == 0 ? "round-off only" : fmt::format("estimated error {:.2g}", s.error_estimate);
  if (s.is_ensemble && s.error_estimate == 0 && s.trusted_digits < 15)
    cause = "worst run, from rounding its inputs";
  if (s.is_ensemble && s.runs_looked_at > 0 && s.runs_looked_at < s.runs)
    cause += fmt::format("; rounding checked in {} of {} runs", s.runs_looked_at, s.runs);
  const double last = s.error_curve.empty() ? 0 : s.error_curve.back().error;
  if (last > std::max(10 * s.error_estimate, 1e-15))
    cause = fmt::format("error from rounding the inputs {:.1g}", last);
  return fmt::format("{} digits can be trusted ({})", s.trusted_digits, cause);
}

/// How the number of digits decreases with time; empty if it does not.
std::string falling_digits_text(const Summary& s) {
  struct Stage {
    int digits;
    double until;
  };
  std::vector<Stage> stages;
  for (const SummaryError& at : s.error_curve) {
    const int digits = trusted_digits(at.error);
    if (stages.empty() || stages.back().digits != digits) stages.push_back({digits, at.time});
    stages.back().until = at.time;
  }
  // The start is known as it was given.
  if (stages.size() > 1 && stages.front().until == s.error_curve.front().time) stages.erase(stages.begin());
  std::string text;
  if (stages.size() > 1) {
    // The method's own estimate may count more than is seen.
    if (stages.back().digits > s.trusted_digits) text = "compared with a run from rounded inputs: ";
    const std::size_t begin = text.size();
    constexpr std::size_t most = 5;
    for (std::size_t k = 0; k < stages.size(); ++k) {
      if (stages.size() > most && k >= most - 2 && k + 2 < stages.size()) continue;
      const bool is_cut = stages.size() > most && k + 2 == stages.size();
      text += fmt::format("{}{}{} until t = {}", text.size() == begin ? "" : ", ", is_cut ? "..., " : "",
                          stages[k].digits, time_text(s, stages[k].until, 6));
    }
  }
  if (std::isfinite(s.horizon))
    text += fmt::format("{}none from t = {} on", text.empty() ? "" : "; ", time_text(s, s.horizon, 3));
  return text;
}

/// The exponent of a regular motion decreases as 1 / t.
std::string divergence_text(const SummaryDivergence& d, double start, const std::string& unit) {
  constexpr double of_regular_motion = 5;
  std::string text =
      fmt::format("largest Lyapunov exponent {:.3g}{}, thirds of the run differ from it by {:.2g}",
                  d.exponent, unit.empty() ? "" : " / " + unit, d.spread);
  if (d.exponent * std::abs(d.until - start) < of_regular_motion)
    text += "; a regular motion may show as much over this time";
  return text;
}

std::string horizon_text(const Summary& s) {
  const double horizon = s.divergence->horizon;
  const std::string& unit = s.units.time;
  return std::isfinite(horizon) ? fmt::format("round-off of the start grows to 0.1 at t = {}{}",
                                              time_text(s, horizon, 6), unit.empty() ? "" : " " + unit)
                                : "round-off of the start stays below 0.1";
}

/// The change of a conserved quantity.
std::string constancy_text(const Summary& s) {
  const double size = std::abs(s.conserved_start);
  if (size > 0 && std::isfinite(s.conserved_excursion / size))
    return fmt::format("{:.2g} (relative)", s.conserved_excursion / size);
  return fmt::format("{:.2g}", s.conserved_excursion);
}

}  // namespace

std::string summary_text(const Summary& s, const std::string& base) {
  const std::string folder = std::filesystem::path(base).parent_path().string();
  const auto unit = [](const std::string& name) { return name.empty() ? name : " " + name; };
  std::string text;
  const auto line = [&](const char* name, const std::string& words) {
    text += fmt::format("{:<11}{}\n", name, printable(words));
  };
  if (!s.title.empty()) text += printable(s.title) + "\n";
  line("body", body_sentence(s));
  line("", (s.is_ensemble ? "its " : "") + properties_text(s));
  if (!torque_sentence(s).empty()) line("torque", torque_sentence(s));
  if (s.is_ensemble)
    line("runs",
         fmt::format("{}{}", s.runs,
                     s.failed_run_count > 0 ? fmt::format(", of which {} failed", s.failed_run_count) : ""));
  else
    line("states", fmt::format("{} from t = {} to {}{}", s.rows, time_text(s, s.times[0]),
                               time_text(s, s.reached_time), unit(s.units.time)));
  if (s.stopped)
    line("stopped", fmt::format("at t = {}: {}", time_text(s, s.stopped->time), s.stopped->reason));
  line("method", method_sentence(s));
  line("accuracy", accuracy_text(s));
  if (const std::string falling = falling_digits_text(s); !falling.empty()) line("", falling);
  if (s.divergence) {
    line("divergence", divergence_text(*s.divergence, s.times.start, s.units.time));
    line("", horizon_text(s));
  }
  if (!s.conserved_name.empty() && !std::isnan(s.conserved_excursion))
    line("conserved",
         s.is_ensemble
             ? fmt::format("{}, constant within {:.2g} in all runs", s.conserved_name, s.conserved_excursion)
             : fmt::format("{} {:.9g}{}, constant to {}", s.conserved_name, s.conserved_start,
                           unit(s.conserved_unit), constancy_text(s)));
  if (!s.watched.empty()) {
    std::string words = fmt::format("{} found", s.events_found);
    for (std::size_t i = 0; i < s.events.size() && i < 3 && !s.is_ensemble; ++i)
      words +=
          fmt::format("{} {} at {}", i == 0 ? ":" : ",", s.events[i].name, time_text(s, s.events[i].time));
    if (s.events_found > 3 && !s.is_ensemble) words += ", ...";
    line("events", words);
    for (const SummaryEventTimes& times : s.event_times)
      line("", fmt::format("{} in {} of {} runs, first at t = {} to {}, median {}, nine of ten from {} to {}",
                           times.name, times.runs, s.runs, time_text(s, times.earliest, 6),
                           time_text(s, times.latest, 6), time_text(s, times.part_50, 6),
                           time_text(s, times.part_5, 6), time_text(s, times.part_95, 6)));
  }
  std::string files;
  for (const std::string& file : s.files)
    files += (files.empty() ? "" : " ") + (std::filesystem::path(folder) / file).string();
  line("files", files);
  return text;
}

}  // namespace polhode::app
