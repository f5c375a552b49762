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
#include <vector>

#include "exit_code.hpp"
#include "files/interrupt.hpp"
#include "run/accuracy.hpp"
#include "run/problem.hpp"
#include "run/recorder.hpp"

namespace polhode::app {
namespace {

/// Hundreds of runs may be under way at once, each of which holds its own.
constexpr std::size_t states_of_ensemble_record = 128;

/// What is known of each run while it is computed, by its place in a list. The list is kept in pages: a page
/// is made when one of its runs begins, and removed when all of them have ended.
template <class T>
class Pages {
 public:
  explicit Pages(std::uint64_t size)
      : size_(size), pages_(static_cast<std::size_t>((size + width - 1) / width)) {}

  void put(std::uint64_t place, std::unique_ptr<T> entry) {
    Page& page = pages_[static_cast<std::size_t>(place / width)];
    const std::lock_guard lock(mutex_);
    if (!page.entries) page.entries = std::make_unique<Entries>();
    (*page.entries)[place % width] = std::move(entry);
  }
  /// Of a run that has been put by the same thread.
  T& operator[](std::uint64_t place) {
    return *(*pages_[static_cast<std::size_t>(place / width)].entries)[place % width];
  }
  /// Null where nothing was put.
  const T* find(std::uint64_t place) {
    const Page& page = pages_[static_cast<std::size_t>(place / width)];
    const std::lock_guard lock(mutex_);
    return page.entries ? (*page.entries)[place % width].get() : nullptr;
  }
  /// Once for each run.
  void drop(std::uint64_t place) {
    const std::uint64_t number = place / width;
    Page& page = pages_[static_cast<std::size_t>(number)];
    std::unique_ptr<T> dropped;  // destroyed after the lock is released, since that may take long
    const std::lock_guard lock(mutex_);
    if (page.entries) dropped = std::move((*page.entries)[place % width]);
    if (++page.dropped == std::min(width, size_ - number * width)) page.entries.reset();
  }

 private:
  static constexpr std::uint64_t width = 4096;
  using Entries = std::array<std::unique_ptr<T>, width>;
  struct Page {
    std::unique_ptr<Entries> entries{};
    std::uint64_t dropped = 0;
  };
  const std::uint64_t size_;
  std::vector<Page> pages_;
  std::mutex mutex_;
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
        left_(runs),
        under_way_(left_.size()) {}

  void run() {
    ManyMotionsSink sink;
    sink.begin = [this](std::uint64_t i) { begin(i); };
    sink.state = [this](std::uint64_t i, double time, const State& state) {
      stop_if_interrupted();
      under_way_[i].recorder->take_state(time, state);
    };
    sink.event = [this](std::uint64_t i, const FoundEvent& event) {
      under_way_[i].recorder->take_event(event);
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
  struct UnderWay {
    Scenario scenario;
    StateColumns columns;
    std::uint64_t begun = 0;  ///< how often the run has begun
    std::optional<MotionRecorder> recorder{};

    explicit UnderWay(Scenario s)
        : scenario(std::move(s)), columns(columns_of(scenario, exact_digits(scenario))) {}
  };

  std::optional<Problem> problem(std::uint64_t i) {
    stop_if_interrupted();
    try {
      under_way_.put(i, std::make_unique<UnderWay>(file_.scenario(left_[i])));
      return problem_of(under_way_[i].scenario);
    } catch (const RefusedScenario& refused) {
      fail(i, refused.what());
      return std::nullopt;
    }
  }

  /// Records that a run has left in the journal before it begins again do not count: their session is an
  /// earlier one.
  void begin(std::uint64_t i) {
    UnderWay& run = under_way_[i];
    run.recorder.emplace(
        journal_, RecordOwner{left_[i], session_ + ++run.begun},
        options_.trajectories ? MotionRecorder::Keeps::all_states : MotionRecorder::Keeps::last_state,
        states_of_ensemble_record);
  }

  void end(std::uint64_t i, const SimulationReport& report) {
    UnderWay& run = under_way_[i];
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

  /// What the run has written before it failed does not count either.
  void fail(std::uint64_t i, const std::string& why) {
    EndRecord end;
    end.failure = why;
    const UnderWay* run = under_way_.find(i);
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
  Pages<UnderWay> under_way_;    ///< by place in left_; each is used by one thread
};

}  // namespace

void compute_runs(const ScenarioFile& file, const RunOptions& options, const std::vector<RunRange>& runs,
                  std::uint64_t last_session, RecordSink& sink, const std::function<void()>& note_done) {
  Ensemble(file, options, runs, last_session, sink, note_done).run();
}

EnsembleProgress::EnsembleProgress(const RunOptions& options, const RunRange& all, std::uint64_t done,
                                   Journal& journal, RunProgress& progress)
    : seconds_between_syncs_(std::max(2.0, options.seconds_between_checkpoints)),
      all_(all.size()),
      done_(done),
      journal_(journal),
      progress_(progress) {}

void EnsembleProgress::note_done(std::uint64_t runs) {
  const std::lock_guard lock(mutex_);
  done_ += runs;
  progress_.at(static_cast<double>(done_) / static_cast<double>(all_), done_);
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - last_sync_;
  if (since.count() < seconds_between_syncs_) return;
  journal_.sync();
  last_sync_ = std::chrono::steady_clock::now();
}

void run_ensemble(const ScenarioFile& file, const RunOptions& options, const JournalIndex& index,
                  Journal& journal, RunProgress& progress) {
  const RunRange all = runs_of(file, options);
  EnsembleProgress told(options, all, index.ended.size(), journal, progress);
  compute_runs(file, options, index.ended.missing_in(all), index.last_session, journal,
               [&] { told.note_done(); });
  journal.sync();
}

}  // namespace polhode::app
