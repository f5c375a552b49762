// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <polhode/simulation/simulate_many.hpp>
#include <utility>

#include "core/threads.hpp"
#include "simulation/free_ends.hpp"
#include "simulation/lanes.hpp"
#include "simulation/series_lanes.hpp"
#include "simulation/simulator.hpp"
#include "simulation/strategy.hpp"

namespace polhode {

namespace simulation {

void Results::begin(std::uint64_t number) const {
  if (sink_.begin) sink_.begin(number);
}

void Results::give(std::uint64_t number, double time, const State& state) const {
  throw_if_abandoned();
  if (sink_.state) sink_.state(number, time, state);
}

void Results::end(std::uint64_t number, const SimulationReport& report) {
  sink_.end(number, report);
  note_done();
}

void Results::refuse(std::uint64_t number, const InvalidInput& refusal) {
  if (!sink_.refused) throw refusal;
  sink_.refused(number, refusal);
  note_done();
}

SimulationSink Results::sink_of(std::uint64_t number) const {
  SimulationSink sink;
  sink.state = [this, number](double time, const State& state) { give(number, time, state); };
  if (sink_.event) sink.event = [this, number](const FoundEvent& event) { sink_.event(number, event); };
  return sink;
}

SimulationOptions Results::watched(SimulationOptions options, std::size_t motions) {
  options.wants_checkpoint = {};
  options.resume_from.reset();
  options.progress = [this, motions](double fraction) {
    tell_progress(fraction * static_cast<double>(motions));
    return true;
  };
  return options;
}

void Results::tell_progress(double partial) {
  throw_if_abandoned();
  if (!options_.progress) return;
  const std::unique_lock lock(telling_, std::try_to_lock);
  if (!lock) return;
  const double done = static_cast<double>(done_) + partial;
  if (options_.progress(std::min(1.0, done / static_cast<double>(count_)))) return;
  is_stopped_ = is_abandoned_ = true;
  throw Abandoned{};
}

void Results::throw_if_abandoned() const {
  if (is_abandoned_) throw Abandoned{};
}

void Results::note_done() {
  ++done_;
  tell_progress(0);
}

namespace {

/// At most so many motions share lanes.
constexpr std::uint64_t most_together = 256;

/// Each motion by itself, as soon as it is added.
class Alone final : public Strategy {
 public:
  explicit Alone(Results& results) : results_(results) {}

  bool accepts(const Problem&) const override { return true; }
  void add(Motion motion) override {
    auto& [number, problem] = motion;
    results_.begin(number);
    problem.options = results_.watched(std::move(problem.options));
    SimulationReport report;
    try {
      report = Simulator(std::move(problem), results_.sink_of(number)).run();
    } catch (const InvalidInput& refusal) {
      results_.refuse(number, refusal);
      return;
    }
    results_.end(number, report);
  }
  void flush() override {}

 private:
  Results& results_;
};

using Problems = std::function<std::optional<Problem>(std::uint64_t number)>;

/// Takes the motions of one thread from `next` until there are none left.
void compute(std::uint64_t count, const Problems& problem_of, Results& results,
             std::atomic<std::uint64_t>& next, std::size_t together) {
  Alone alone(results);
  FreeEnds free_ends(results, alone, together);
  FixedStepLanes fixed_steps(results, alone, together);
  SeriesLanes series(results, alone, together);
  const std::array<Strategy*, 4> strategies{&free_ends, &fixed_steps, &series, &alone};
  for (std::uint64_t i = next++; i < count; i = next++) {
    results.throw_if_abandoned();
    std::optional<Problem> problem;
    try {
      problem = problem_of(i);
    } catch (const InvalidInput& refusal) {
      results.refuse(i, refusal);
      continue;
    }
    if (!problem) {
      results.leave_out();
      continue;
    }
    Strategy* const first =
        *std::ranges::find_if(strategies, [&](const Strategy* s) { return s->accepts(*problem); });
    first->add({i, *std::move(problem)});
  }
  for (Strategy* strategy : strategies) strategy->flush();
}

}  // namespace

}  // namespace simulation

bool simulate_many(std::uint64_t count, const std::function<std::optional<Problem>(std::uint64_t)>& problem,
                   const ManyMotionsSink& sink, const ManyMotionsOptions& options) {
  if (options.threads < 0)
    throw InvalidInput("number of threads", std::to_string(options.threads), "at least 0, which means all");
  const unsigned wanted = options.threads > 0 ? static_cast<unsigned>(options.threads) : machine_threads();
  const auto threads =
      static_cast<unsigned>(std::clamp<std::uint64_t>(wanted, 1, std::max<std::uint64_t>(count, 1)));
  // Where there are few, each thread gets some.
  const std::uint64_t together =
      std::clamp<std::uint64_t>((count + threads - 1) / threads, 1, simulation::most_together);
  simulation::Results results(count, sink, options);
  std::atomic<std::uint64_t> next = 0;
  in_threads(threads, [&] {
    try {
      simulation::compute(count, problem, results, next, static_cast<std::size_t>(together));
    } catch (const simulation::Results::Abandoned&) {
    } catch (...) {
      results.abandon();
      throw;
    }
  });
  return !results.were_stopped();
}

}  // namespace polhode
