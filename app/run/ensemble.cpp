// SPDX-License-Identifier: MIT
#include "run/ensemble.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <polhode/core/error.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <vector>

#include "exit_code.hpp"
#include "files/interrupt.hpp"
#include "run/accuracy.hpp"
#include "run/problem.hpp"
#include "run/recorder.hpp"

namespace polhode::app {
namespace {

using Clock = std::chrono::steady_clock;

/// Hundreds of runs may be under way at once, each of which holds its own.
constexpr std::size_t states_of_ensemble_record = 128;

class Ensemble {
 public:
  Ensemble(const ScenarioFile& file, const RunOptions& options, const JournalIndex& index, Journal& journal,
           RunProgress& progress)
      : file_(file), options_(options), journal_(journal), progress_(progress), session_(index.last_session) {
    for (std::uint64_t run = 0; run < file.runs(); ++run)
      if (index.ends[run].size == 0) left_.push_back(run);
    done_ = file.runs() - left_.size();
    under_way_.resize(left_.size());
  }

  void run() {
    ManyMotionsSink sink;
    sink.begin = [this](std::uint64_t i) { begin(i); };
    sink.state = [this](std::uint64_t i, double time, const State& state) {
      stop_if_interrupted();
      under_way_[i]->recorder->take_state(time, state);
    };
    sink.event = [this](std::uint64_t i, const FoundEvent& event) {
      under_way_[i]->recorder->take_event(event);
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
    journal_.sync();
  }

 private:
  struct UnderWay {
    Scenario scenario;
    StateColumns columns;
    std::uint64_t begun = 0;  ///< how often
    std::optional<MotionRecorder> recorder{};

    explicit UnderWay(Scenario s)
        : scenario(std::move(s)), columns(columns_of(scenario, exact_digits(scenario))) {}
  };

  std::optional<Problem> problem(std::uint64_t i) {
    stop_if_interrupted();
    try {
      under_way_[i] = std::make_unique<UnderWay>(file_.scenario(left_[i]));
      return problem_of(under_way_[i]->scenario);
    } catch (const RefusedScenario& refused) {
      fail(i, refused.what());
      return std::nullopt;
    }
  }

  /// What a run that begins again has left in the journal counts no more: it is of an earlier session.
  void begin(std::uint64_t i) {
    UnderWay& run = *under_way_[i];
    run.recorder.emplace(
        journal_, RecordOwner{left_[i], session_ + ++run.begun},
        options_.trajectories ? MotionRecorder::Keeps::all_states : MotionRecorder::Keeps::last_state,
        states_of_ensemble_record);
  }

  void end(std::uint64_t i, const SimulationReport& report) {
    UnderWay& run = *under_way_[i];
    EndRecord end;
    end.report = report;
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

  void fail(std::uint64_t i, const std::string& why) {
    EndRecord end;
    end.failure = why;
    MotionRecorder(journal_, {left_[i], session_ + 1}, MotionRecorder::Keeps::last_state, 1)
        .finish(std::move(end));
    note_done(i);
  }

  void note_done(std::uint64_t i) {
    under_way_[i].reset();
    const std::lock_guard lock(mutex_);
    ++done_;
    progress_.at(static_cast<double>(done_) / static_cast<double>(file_.runs()), done_);
    const std::chrono::duration<double> since = Clock::now() - last_sync_;
    if (since.count() < std::max(2.0, options_.seconds_between_checkpoints)) return;
    journal_.sync();
    last_sync_ = Clock::now();
  }

  const ScenarioFile& file_;
  const RunOptions& options_;
  Journal& journal_;
  RunProgress& progress_;
  const std::uint64_t session_;      ///< the last one in the journal
  std::vector<std::uint64_t> left_;  ///< numbers of the runs that are to be computed
  std::mutex mutex_;
  std::vector<std::unique_ptr<UnderWay>> under_way_;  ///< by place in left_; each is used by one thread
  std::uint64_t done_ = 0;
  Clock::time_point last_sync_ = Clock::now();
};

}  // namespace

void run_ensemble(const ScenarioFile& file, const RunOptions& options, const JournalIndex& index,
                  Journal& journal, RunProgress& progress) {
  Ensemble(file, options, index, journal, progress).run();
}

}  // namespace polhode::app
