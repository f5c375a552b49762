// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <polhode/simulation/simulate_many.hpp>
#include <utility>
#include <vector>

#include "core/threads.hpp"
#include "simulation/free_ends.hpp"
#include "simulation/lanes.hpp"
#include "simulation/series_lanes.hpp"

namespace polhode {

namespace {

/// At most so many motions share lanes.
constexpr std::uint64_t most_together = 256;

/// Another thread has failed, or progress has stopped all: this one need not go on.
struct Abandoned {};

struct Numbered {
  std::uint64_t number;
  Problem problem;
};

class ManyMotions {
 public:
  ManyMotions(std::uint64_t count, const std::function<std::optional<Problem>(std::uint64_t)>& problem,
              const ManyMotionsSink& sink, const ManyMotionsOptions& options)
      : count_(count), problem_(problem), sink_(sink), options_(options) {}

  bool run() {
    const unsigned wanted =
        options_.threads > 0 ? static_cast<unsigned>(options_.threads) : machine_threads();
    const auto threads =
        static_cast<unsigned>(std::clamp<std::uint64_t>(wanted, 1, std::max<std::uint64_t>(count_, 1)));
    // Where there are few, each thread gets some.
    at_once_ = std::clamp<std::uint64_t>((count_ + threads - 1) / threads, 1, most_together);
    in_threads(threads, [this] { work(); });
    return !is_stopped_;
  }

 private:
  /// Those that a thread has collected to go together.
  struct Collected {
    explicit Collected(const simulation::SeriesLanes::Sink& sink) : by_series(sink) {}

    std::map<std::uint64_t, std::vector<Numbered>> groups;
    std::vector<Numbered> free_ends;
    simulation::SeriesLanes by_series;
  };

  void work() {
    try {
      const simulation::SeriesLanes::Sink by_series{
          [this](std::uint64_t i, simulation::WaitingMotion& motion) { end(i, motion.report()); },
          [this](std::uint64_t i, const InvalidInput& refusal) { refuse(i, refusal); }};
      Collected collected(by_series);
      for (std::uint64_t i = next_++; i < count_; i = next_++) {
        stop_if_over();
        if (auto problem = made(i)) take({i, *std::move(problem)}, collected);
      }
      for (auto& [group, motions] : collected.groups) do_group(motions);
      do_free_ends(collected.free_ends);
      while (collected.by_series.size() > 0) step_series(collected);
    } catch (const Abandoned&) {
    } catch (...) {
      is_over_ = true;
      throw;
    }
  }

  void take(Numbered motion, Collected& collected) {
    const Problem& p = motion.problem;
    if (p.group > 0 && simulation::can_go_on_lanes(p.torque, p.options)) {
      auto& group = collected.groups[p.group];
      group.push_back(std::move(motion));
      if (group.size() == at_once_) do_group(group);
    } else if (simulation::is_free_end(p)) {
      collected.free_ends.push_back(std::move(motion));
      if (collected.free_ends.size() == at_once_) do_free_ends(collected.free_ends);
    } else if (simulation::may_wait(p.torque, p.options)) {
      add_series(motion, collected);
    } else {
      do_alone(motion);
    }
  }

  std::optional<Problem> made(std::uint64_t i) {
    try {
      auto problem = problem_(i);
      if (!problem) note_done(1);
      return problem;
    } catch (const InvalidInput& refusal) {
      refuse(i, refusal);
      return std::nullopt;
    }
  }

  void refuse(std::uint64_t i, const InvalidInput& refusal) {
    if (!sink_.refused) throw refusal;
    sink_.refused(i, refusal);
    note_done(1);
  }

  void begin(std::uint64_t i) const {
    if (sink_.begin) sink_.begin(i);
  }
  void give(std::uint64_t i, double time, const State& state) const {
    if (sink_.state) sink_.state(i, time, state);
  }
  void end(std::uint64_t i, const SimulationReport& report) {
    sink_.end(i, report);
    note_done(1);
  }

  /// A copy of the options, with progress of so many motions at once.
  SimulationOptions watched(SimulationOptions options, std::size_t motions) {
    options.wants_checkpoint = {};
    options.resume_from = std::nullopt;
    options.progress = [this, motions](double fraction) {
      tell(fraction * static_cast<double>(motions));
      return true;
    };
    return options;
  }

  void do_alone(const Numbered& motion) {
    const auto& [i, p] = motion;
    begin(i);
    SimulationSink sink;
    sink.state = [&, number = i](double time, const State& state) {
      stop_if_over();
      give(number, time, state);
    };
    if (sink_.event) sink.event = [&, number = i](const FoundEvent& event) { sink_.event(number, event); };
    SimulationReport report;
    try {
      report =
          polhode::simulate(p.body, p.start, p.torque, p.times, p.tolerance, sink, watched(p.options, 1));
    } catch (const InvalidInput& refusal) {
      refuse(i, refusal);
      return;
    }
    end(i, report);
  }

  void add_series(const Numbered& motion, Collected& collected) {
    const auto& [i, p] = motion;
    SimulationSink sink;
    sink.state = [this, number = i](double time, const State& state) {
      stop_if_over();
      give(number, time, state);
    };
    Problem problem = p;
    problem.options = watched(p.options, 1);
    std::unique_ptr<simulation::WaitingMotion> begun;
    try {
      begun = simulation::begin_waiting(std::move(problem), std::move(sink));
    } catch (const InvalidInput&) {
      // do_alone, below, refuses it again and reports that.
    }
    if (!begun) {
      do_alone(motion);
      return;
    }
    begin(i);
    collected.by_series.add(i, std::move(begun));
    while (collected.by_series.size() >= std::min<std::uint64_t>(at_once_, simulation::SeriesLanes::enough))
      step_series(collected);
  }

  void step_series(Collected& collected) {
    stop_if_over();
    collected.by_series.step();
  }

  void do_group(std::vector<Numbered>& motions) {
    if (motions.empty()) return;
    const std::vector<Numbered> group = std::exchange(motions, {});
    std::vector<Inertia> bodies;
    std::vector<State> starts;
    for (const auto& [i, p] : group) {
      begin(i);
      bodies.push_back(p.body);
      starts.push_back(p.start);
    }
    const Problem& first = group.front().problem;
    std::vector<std::optional<SimulationReport>> reports(group.size());
    try {
      reports = simulation::simulate_on_lanes(
          bodies, starts, first.torque, first.times, first.tolerance,
          [&](std::size_t body, double time, const State& state) {
            stop_if_over();
            give(group[body].number, time, state);
          },
          watched(first.options, group.size()));
    } catch (const InvalidInput&) {
      // Something that all have in common is refused: do_alone, below, reports it for each.
    }
    for (std::size_t k = 0; k < group.size(); ++k)
      if (reports[k])
        end(group[k].number, *reports[k]);
      else
        do_alone(group[k]);
  }

  /// Those that cannot go together go alone.
  void do_free_ends(std::vector<Numbered>& motions) {
    if (motions.empty()) return;
    const std::vector<Numbered> group = std::exchange(motions, {});
    std::vector<const Problem*> problems;
    for (const Numbered& motion : group) problems.push_back(&motion.problem);
    const std::vector<std::optional<simulation::MotionEnd>> ends = simulation::free_ends(
        problems, [&](double fraction) { tell(fraction * static_cast<double>(group.size())); });
    for (std::size_t k = 0; k < group.size(); ++k) {
      if (!ends[k]) {
        do_alone(group[k]);
        continue;
      }
      begin(group[k].number);
      give(group[k].number, problems[k]->times.back(), ends[k]->state);
      end(group[k].number, ends[k]->report);
    }
  }

  void stop_if_over() const {
    if (is_over_) throw Abandoned{};
  }

  /// partial: motions that this thread has done in part, beside those that are complete.
  void tell(double partial) {
    stop_if_over();
    if (!options_.progress) return;
    const std::unique_lock lock(telling_, std::try_to_lock);
    if (!lock) return;
    const double done = static_cast<double>(done_) + partial;
    if (options_.progress(std::min(1.0, done / static_cast<double>(count_)))) return;
    is_stopped_ = is_over_ = true;
    throw Abandoned{};
  }

  void note_done(std::uint64_t motions) {
    done_ += motions;
    tell(0);
  }

  const std::uint64_t count_;
  const std::function<std::optional<Problem>(std::uint64_t)>& problem_;
  const ManyMotionsSink& sink_;
  const ManyMotionsOptions& options_;
  std::uint64_t at_once_ = 1;
  std::atomic<std::uint64_t> next_ = 0, done_ = 0;
  std::atomic<bool> is_over_ = false, is_stopped_ = false;
  std::mutex telling_;
};

}  // namespace

bool simulate_many(std::uint64_t count, const std::function<std::optional<Problem>(std::uint64_t)>& problem,
                   const ManyMotionsSink& sink, const ManyMotionsOptions& options) {
  if (options.threads < 0)
    throw InvalidInput("number of threads", std::to_string(options.threads),
                       "at least 0, which means all of the machine's");
  return ManyMotions(count, problem, sink, options).run();
}

SimulationReport simulate(const Problem& p, const SimulationSink& sink) {
  return simulate(p.body, p.start, p.torque, p.times, p.tolerance, sink, p.options);
}

}  // namespace polhode
