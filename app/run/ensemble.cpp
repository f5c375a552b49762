// SPDX-License-Identifier: MIT
#include "run/ensemble.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <polhode/core/error.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <unordered_map>
#include <vector>

#include "exit_code.hpp"
#include "files/interrupt.hpp"
#include "run/accuracy.hpp"
#include "run/problem.hpp"
#include "run/recorder.hpp"

namespace polhode::app {
namespace {

/// Small, since hundreds of runs may be computed at once, each of which holds its own record.
constexpr std::size_t states_of_ensemble_record = 128;

/// What is known of each run while it is computed, by its number. Runs that are computed at the same time
/// mostly have different locks.
template <class T>
class UnderWay {
 public:
  void put(std::uint64_t run, std::unique_ptr<T> entry) {
    Part& part = part_of(run);
    const std::lock_guard lock(part.mutex);
    part.entries[run] = std::move(entry);
  }
  /// Null if nothing was put.
  T* find(std::uint64_t run) {
    Part& part = part_of(run);
    const std::lock_guard lock(part.mutex);
    const auto at = part.entries.find(run);
    return at == part.entries.end() ? nullptr : at->second.get();
  }
  void drop(std::uint64_t run) {
    Part& part = part_of(run);
    std::unique_lock lock(part.mutex);
    const auto dropped = part.entries.extract(run);
    lock.unlock();  // to destroy it may take long
  }

 private:
  struct Part {
    std::mutex mutex;
    std::unordered_map<std::uint64_t, std::unique_ptr<T>> entries;
  };
  Part& part_of(std::uint64_t run) { return parts_[run % parts_.size()]; }
  std::array<Part, 256> parts_;
};

class Ensemble {
 public:
  Ensemble(const ScenarioFile& file, const RunOptions& options, const std::vector<RunRange>& runs,
           std::uint64_t last_session, RecordSink& sink, const std::function<void()>& note_done)
      : file_(file),
        options_(options),
        journal_(sink),
        note_run_(note_done),
        session_(last_session),
        left_(runs) {}

  void run() {
    ManyMotionsSink sink;
    sink.begin = [this](std::uint64_t i) { begin(i); };
    sink.state = [this](std::uint64_t i, double time, const State& state) {
      stop_if_interrupted();
      under_way_.find(i)->recorder->take_state(time, state);
    };
    sink.event = [this](std::uint64_t i, const FoundEvent& event) {
      under_way_.find(i)->recorder->take_event(event);
    };
    sink.end = [this](std::uint64_t i, const SimulationReport& report) { end(i, report); };
    sink.refused = [this](std::uint64_t i, const InvalidInput& refusal) { fail(i, refusal.what()); };
    ManyMotionsOptions options;
    options.threads = options_.threads;
    options.progress = [](double) {
      stop_if_interrupted();
      return true;
    };
    simulate_many(
        left_.size(), [this](std::uint64_t i) { return problem(i); }, sink, options);
  }

 private:
  struct Run {
    Scenario scenario;
    StateColumns columns;
    std::uint64_t begun = 0;  ///< how often the run has begun
    std::optional<MotionRecorder> recorder{};

    explicit Run(Scenario s)
        : scenario(std::move(s)), columns(columns_of(scenario, exact_digits(scenario))) {}
  };

  std::optional<Problem> problem(std::uint64_t i) {
    stop_if_interrupted();
    try {
      auto run = std::make_unique<Run>(file_.scenario(left_[i]));
      Problem problem = problem_of(run->scenario);
      under_way_.put(i, std::move(run));
      return problem;
    } catch (const RefusedScenario& refused) {
      fail(i, refused.what());
      return std::nullopt;
    }
  }

  /// A run that begins again gets a later session, so that its earlier records do not count.
  void begin(std::uint64_t i) {
    Run& run = *under_way_.find(i);
    run.recorder.emplace(
        journal_, RecordOwner{left_[i], session_ + ++run.begun},
        options_.trajectories ? MotionRecorder::Keeps::all_states : MotionRecorder::Keeps::last_state,
        states_of_ensemble_record);
  }

  void end(std::uint64_t i, const SimulationReport& report) {
    Run& run = *under_way_.find(i);
    EndRecord end;
    run.recorder->take_report(report);
    if (run.recorder->states() > 0) {
      end.last_row.resize(run.columns.size());
      run.columns.fill(run.recorder->last()[0], state_of(run.recorder->last()), end.last_row.data());
      for (const DrawnNumber& drawn : run.scenario.drawn) end.last_row.push_back(drawn.value);
      if (is_free_motion(run.scenario)) {
        const TumblingDescription tumbling = describe(run.scenario.body, run.scenario.start);
        end.last_row.insert(end.last_row.end(), {tumbling.polhode_period, tumbling.precession_period});
      }
    }
    run.recorder->finish(std::move(end));
    note_done(i);
  }

  /// What the run has written before it failed does not count: the session is a later one.
  void fail(std::uint64_t i, const std::string& why) {
    EndRecord end;
    end.failure = why;
    const Run* run = under_way_.find(i);
    const std::uint64_t begun = run ? run->begun : 0;
    MotionRecorder(journal_, {left_[i], session_ + begun + 1}, MotionRecorder::Keeps::last_state, 1)
        .finish(std::move(end));
    note_done(i);
  }

  void note_done(std::uint64_t i) {
    under_way_.drop(i);
    note_run_();
  }

  const ScenarioFile& file_;
  const RunOptions& options_;
  RecordSink& journal_;
  const std::function<void()>& note_run_;
  const std::uint64_t session_;  ///< the last one in the journal
  const RunList left_;           ///< the runs that are to be computed
  UnderWay<Run> under_way_;      ///< by place in left_; each is used by one thread
};

}  // namespace

void compute_runs(const ScenarioFile& file, const RunOptions& options, const std::vector<RunRange>& runs,
                  std::uint64_t last_session, RecordSink& sink, const std::function<void()>& note_done) {
  Ensemble(file, options, runs, last_session, sink, note_done).run();
}

EnsembleProgress::EnsembleProgress(JournaledRun& run, std::uint64_t done)
    : seconds_between_syncs_(std::max(2.0, run.options().seconds_between_checkpoints)),
      run_(run),
      done_(done) {}

void EnsembleProgress::note_done(std::uint64_t runs) {
  const std::lock_guard lock(mutex_);
  done_ += runs;
  run_.progress().at(static_cast<double>(done_) / static_cast<double>(run_.shape().runs.size()), done_);
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - last_sync_;
  if (since.count() < seconds_between_syncs_) return;
  run_.journal().sync();
  last_sync_ = std::chrono::steady_clock::now();
}

void run_ensemble(JournaledRun& run, const JournalIndex& index) {
  EnsembleProgress progress(run, index.ended.size());
  compute_runs(run.file(), run.options(), index.ended.missing_in(run.shape().runs), index.last_session,
               run.journal(), [&] { progress.note_done(); });
  run.journal().sync();
}

}  // namespace polhode::app
