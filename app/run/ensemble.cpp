// SPDX-License-Identifier: MIT
#include "run/ensemble.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <polhode/core/error.hpp>
#include <span>
#include <thread>
#include <vector>

#include "exit_code.hpp"
#include "files/interrupt.hpp"
#include "run/motion.hpp"

namespace polhode::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t rows_of_record = 2048;
/// Of runs that go together, each of which holds its own.
constexpr std::size_t rows_of_shared_record = 128;
/// So many of them.
constexpr std::size_t most_together = 256;

/// Another thread has failed: this one need not go on.
struct Abandoned {};

/// A run on its way to the journal.
class OneRun {
 public:
  OneRun(std::uint64_t run, std::uint64_t session, bool keeps_rows, std::size_t rows_of_a_record,
         Journal& journal)
      : keeps_rows_(keeps_rows), rows_of_record_(rows_of_a_record), journal_(journal) {
    end_.run = waiting_.run = run;
    end_.session = waiting_.session = session;
  }

  std::uint64_t number() const noexcept { return end_.run; }

  /// The scenario, or null: it is refused, and the run has failed.
  const Scenario* begin(const ScenarioFile& file) {
    catching([&] {
      scenario_ = file.scenario(end_.run);
      columns_.emplace(*scenario_);
    });
    return end_.failure.empty() ? &*scenario_ : nullptr;
  }

  void take_state(double time, const State& state) {
    end_.last = raw_row(time, state);
    ++end_.rows;
    if (!keeps_rows_) return;
    waiting_.rows.push_back(end_.last);
    if (waiting_.rows.size() == rows_of_record_) flush();
  }

  void take_event(const FoundEvent& event) {
    ++end_.events;
    journal_.append(
        RecordKind::event,
        bytes_of(EventRecord{{end_.run, end_.session}, event.event, raw_row(event.time, event.state)}));
  }

  /// compute() gives the report, or refuses.
  template <class Compute>
  void finish(const Compute& compute) {
    catching([&] {
      end_.report = compute();
      flush();
      if (end_.rows == 0) return;
      end_.last_row.resize(columns_->size());
      columns_->fill(end_.last[0], state_of(end_.last), end_.last_row.data());
    });
    append_end();
  }

  void append_end() { journal_.append(RecordKind::end, bytes_of(end_)); }

 private:
  template <class Work>
  void catching(const Work& work) {
    try {
      work();
    } catch (const RefusedScenario& refused) {
      end_.failure = refused.what();
    } catch (const InvalidInput& refused) {
      end_.failure = refused.what();
    }
  }

  void flush() {
    if (waiting_.rows.empty()) return;
    journal_.append(RecordKind::rows, bytes_of(waiting_));
    waiting_.rows.clear();
  }

  bool keeps_rows_;
  std::size_t rows_of_record_;
  Journal& journal_;
  EndRecord end_;
  RowsRecord waiting_;
  std::optional<Scenario> scenario_;
  std::optional<Columns> columns_;
};

/// What the others must be like to go together: the first run that is not refused, if such runs can.
std::optional<Scenario> pattern_of(const ScenarioFile& file) {
  constexpr std::uint64_t most_tried = 64;
  for (std::uint64_t run = 0; run < std::min(file.runs(), most_tried); ++run) try {
      Scenario scenario = file.scenario(run);
      if (can_go_together(scenario)) return scenario;
      return std::nullopt;
    } catch (const RefusedScenario&) {
    } catch (const InvalidInput&) {
    }
  return std::nullopt;
}

class Ensemble {
 public:
  Ensemble(const ScenarioFile& file, const RunOptions& options, const JournalIndex& index, Journal& journal,
           RunProgress& progress)
      : file_(file),
        options_(options),
        journal_(journal),
        progress_(progress),
        session_(index.last_session + 1),
        pattern_(pattern_of(file)) {
    for (std::uint64_t run = 0; run < file.runs(); ++run)
      if (index.ends[run].size == 0) left_.push_back(run);
    done_ = file.runs() - left_.size();
  }

  void run() {
    const unsigned wanted = options_.threads > 0 ? options_.threads : std::thread::hardware_concurrency();
    const auto count = std::clamp<std::size_t>(wanted, 1, std::max<std::size_t>(left_.size(), 1));
    if (pattern_) at_once_ = std::clamp<std::size_t>((left_.size() + count - 1) / count, 1, most_together);
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < count; ++i) threads.emplace_back([this] { work(); });
    }
    if (failure_) std::rethrow_exception(failure_);
    journal_.sync();
  }

 private:
  void work() noexcept {
    try {
      while (true) {
        const std::size_t next = next_.fetch_add(at_once_);
        if (next >= left_.size()) return;
        do_runs(std::span(left_).subspan(next, std::min(at_once_, left_.size() - next)));
      }
    } catch (const Abandoned&) {
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      is_over_ = true;
    }
  }

  void stop_if_told() const {
    stop_if_interrupted();
    if (is_over_) throw Abandoned{};
  }

  void do_runs(std::span<const std::uint64_t> numbers) {
    std::vector<std::unique_ptr<OneRun>> together;
    std::vector<const Scenario*> scenarios;
    for (const std::uint64_t number : numbers) {
      stop_if_told();
      auto run = std::make_unique<OneRun>(number, session_, options_.trajectories,
                                          pattern_ ? rows_of_shared_record : rows_of_record, journal_);
      const Scenario* scenario = run->begin(file_);
      if (scenario && pattern_ && go_together(*scenario, *pattern_)) {
        together.push_back(std::move(run));
        scenarios.push_back(scenario);
      } else {
        do_alone(*run, scenario);
      }
    }
    do_together(together, scenarios);
  }

  void do_alone(OneRun& run, const Scenario* scenario) {
    if (scenario)
      run.finish([&] { return computed(run, *scenario); });
    else
      run.append_end();
    note_done();
  }

  SimulationReport computed(OneRun& run, const Scenario& scenario) {
    MotionWatch watch;
    watch.sink.state = [&](double time, const State& state) {
      stop_if_told();
      run.take_state(time, state);
    };
    watch.sink.event = [&](const FoundEvent& event) { run.take_event(event); };
    watch.progress = [this](double) {
      stop_if_told();
      return true;
    };
    return compute_motion(scenario, watch);
  }

  void do_together(const std::vector<std::unique_ptr<OneRun>>& runs,
                   const std::vector<const Scenario*>& scenarios) {
    std::vector<std::optional<SimulationReport>> reports(runs.size());
    try {
      reports = compute_motions(
          scenarios,
          [&](std::size_t i, double time, const State& state) {
            stop_if_told();
            runs[i]->take_state(time, state);
          },
          [this](double) {
            stop_if_told();
            return true;
          });
    } catch (const InvalidInput&) {
      // What all have in common is refused: each of them says so.
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (reports[i]) {
        runs[i]->finish([&] { return *reports[i]; });
        note_done();
      } else {
        do_again(runs[i]->number());
      }
    }
  }

  /// By itself, for one that could not go with the others. As in a session of its own: what it has left in the journal does not count.
  void do_again(std::uint64_t number) {
    OneRun run(number, session_ + 1, options_.trajectories, rows_of_record, journal_);
    const Scenario* scenario = run.begin(file_);
    do_alone(run, scenario);
  }

  void note_done() {
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
  const std::uint64_t session_;
  const std::optional<Scenario> pattern_;
  std::size_t at_once_ = 1;
  std::vector<std::uint64_t> left_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> is_over_ = false;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  std::exception_ptr failure_;
  Clock::time_point last_sync_ = Clock::now();
};

}  // namespace

void run_ensemble(const ScenarioFile& file, const RunOptions& options, const JournalIndex& index,
                  Journal& journal, RunProgress& progress) {
  journal.cut_at(index.end);
  Ensemble(file, options, index, journal, progress).run();
}

}  // namespace polhode::app
