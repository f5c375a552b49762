// SPDX-License-Identifier: MIT
#include "run/ensemble.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <polhode/core/error.hpp>
#include <thread>
#include <vector>

#include "exit_code.hpp"
#include "files/interrupt.hpp"
#include "run/motion.hpp"

namespace polhode::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t rows_of_record = 2048;

/// Another thread has failed: this one need not go on.
struct Abandoned {};

class Ensemble {
 public:
  Ensemble(const ScenarioFile& file, const RunOptions& options, const JournalIndex& index, Journal& journal,
           RunProgress& progress)
      : file_(file),
        options_(options),
        journal_(journal),
        progress_(progress),
        session_(index.last_session + 1) {
    for (std::uint64_t run = 0; run < file.runs(); ++run)
      if (index.ends[run].size == 0) left_.push_back(run);
    done_ = file.runs() - left_.size();
  }

  void run() {
    const unsigned wanted = options_.threads > 0 ? options_.threads : std::thread::hardware_concurrency();
    const auto count = std::clamp<std::size_t>(wanted, 1, std::max<std::size_t>(left_.size(), 1));
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
        const std::size_t next = next_++;
        if (next >= left_.size()) return;
        stop_if_told();
        do_run(left_[next]);
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

  void do_run(std::uint64_t run) {
    EndRecord end;
    end.run = run;
    end.session = session_;
    try {
      const Scenario scenario = file_.scenario(run);
      const Columns columns(scenario);
      compute(scenario, end);
      if (end.rows > 0) {
        end.last_row.resize(columns.size());
        columns.fill(end.last[0], state_of(end.last), end.last_row.data());
      }
    } catch (const RefusedScenario& refused) {
      end.failure = refused.what();
    } catch (const InvalidInput& refused) {
      end.failure = refused.what();
    }
    journal_.append(RecordKind::end, bytes_of(end));
    note_done();
  }

  void compute(const Scenario& scenario, EndRecord& end) {
    RowsRecord waiting{{end.run, end.session}, {}};
    const auto flush = [&] {
      if (waiting.rows.empty()) return;
      journal_.append(RecordKind::rows, bytes_of(waiting));
      waiting.rows.clear();
    };
    MotionWatch watch;
    watch.sink.state = [&](double time, const State& state) {
      stop_if_told();
      end.last = raw_row(time, state);
      ++end.rows;
      if (!options_.trajectories) return;
      waiting.rows.push_back(end.last);
      if (waiting.rows.size() == rows_of_record) flush();
    };
    watch.sink.event = [&](const FoundEvent& event) {
      ++end.events;
      journal_.append(
          RecordKind::event,
          bytes_of(EventRecord{{end.run, end.session}, event.event, raw_row(event.time, event.state)}));
    };
    watch.progress = [this](double) {
      stop_if_told();
      return true;
    };
    end.report = compute_motion(scenario, watch);
    flush();
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
