// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How many motions are computed: each goes to the first strategy that accepts it.
///
/// Convention. Which strategy that is depends on the problem alone, so that a motion's numbers do not depend
///             on the others, on its place or on the number of threads. A strategy belongs to one thread.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <polhode/simulation/simulate_many.hpp>

namespace polhode::simulation {

/// One of many motions.
struct Motion {
  std::uint64_t number;
  Problem problem;
};

/// Where all strategies, in all threads, deliver.
class Results {
 public:
  /// The arguments must outlive it.
  Results(std::uint64_t count, const ManyMotionsSink& sink, const ManyMotionsOptions& options)
      : count_(count), sink_(sink), options_(options) {}

  void begin(std::uint64_t number) const;
  void give(std::uint64_t number, double time, const State& state) const;
  void end(std::uint64_t number, const SimulationReport& report);
  void refuse(std::uint64_t number, const InvalidInput& refusal);
  /// Counts a motion as done that is left out.
  void leave_out() { note_done(); }

  /// Where simulate() delivers the states and events of one motion.
  SimulationSink sink_of(std::uint64_t number) const;
  /// The options of a motion with progress that counts for so many motions at once, and without checkpoints.
  SimulationOptions watched(SimulationOptions options, std::size_t motions = 1);
  /// @param partial  motions that this thread has done in part, beside those that are complete
  void tell_progress(double partial);

  /// Thrown where the motions need not go on: another thread has failed, or progress has stopped all.
  struct Abandoned {};
  void throw_if_abandoned() const;
  void abandon() noexcept { is_abandoned_ = true; }
  bool were_stopped() const noexcept { return is_stopped_; }

 private:
  void note_done();

  const std::uint64_t count_;
  const ManyMotionsSink& sink_;
  const ManyMotionsOptions& options_;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> is_abandoned_ = false, is_stopped_ = false;
  std::mutex telling_;
};

/// A way to compute motions, one by one or several side by side.
class Strategy {
 public:
  Strategy() = default;
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  virtual ~Strategy() = default;

  /// Whether it is for such a motion.
  virtual bool accepts(const Problem& problem) const = 0;
  /// Takes a motion that it accepts, and computes it now or later.
  virtual void add(Motion motion) = 0;
  /// Computes all that were added and are not done.
  virtual void flush() = 0;
};

}  // namespace polhode::simulation
