// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Shares the runs of an ensemble among the processes of an MPI job.
///
/// Method.     Rank 0 writes the journal and the results; it also computes, in a thread of its own. It hands
///             out blocks of runs, smaller ones towards the end, to the other ranks, which send it their
///             records at least twice a second. So the journal is that of `polhode run`, and can be continued
///             with any number of ranks, or without MPI. Only rank 0 uses the folder of the results, but all
///             machines must see it, since a later rank 0 may be on any of them.

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "console/progress_line.hpp"
#include "exit_code.hpp"
#include "mpi/messages.hpp"
#include "run/journal.hpp"
#include "run/journal_index.hpp"
#include "run/run.hpp"
#include "run/runs.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app::mpi {

/// Hands out blocks of runs, which become smaller towards the end.
class RunDispenser {
 public:
  RunDispenser(std::vector<RunRange> runs, std::uint64_t takers);
  /// May be called by many threads.
  std::optional<RunRange> next();

 private:
  std::mutex mutex_;
  std::vector<RunRange> runs_;  ///< the next one last
  std::uint64_t left_ = 0, takers_;
};

/// What a worker sends first: its machine, and the header that its journal would have (identity.hpp) or why
/// it has none.
struct WorkerIntroduction {
  std::string host, header, error;
};
template <class Bytes, class T>
requires std::is_same_v<std::remove_const_t<T>, WorkerIntroduction>
void fields(Bytes& bytes, T& introduction) {
  bytes(introduction.host);
  bytes(introduction.header);
  bytes(introduction.error);
}

/// Rank 0.
class Leader {
 public:
  explicit Leader(const Job& job) : job_(job) {}

  /// Receives the introductions of the other ranks. Throws RefusedInput if one has another version or another
  /// scenario; warns if there are more ranks than runs.
  void receive_introductions(const ScenarioFile& file, const RunOptions& options);
  /// As run_ensemble. Throws RefusedInput if a rank does not see the folder of the results.
  void share(JournaledRun& run, const JournalIndex& index);
  /// Ends the other ranks.
  void end_workers();
  /// Whether other ranks are computing: they cannot be ended by end_workers() then.
  bool is_at_work() const noexcept { return busy_ > 0; }

 private:
  void check_folder(const Journal& journal);

  const Job& job_;
  std::vector<std::string> hosts_;
  int introduced_ = 0;  ///< ranks whose introduction was received
  int busy_ = 0;        ///< ranks that compute
};

/// The other ranks.
class Worker {
 public:
  explicit Worker(const Job& job) : job_(job) {}

  /// Introduces itself and executes the orders of rank 0 until the last. Throws what run_ensemble does.
  void serve(const ScenarioFile& file, const RunOptions& options);
  /// For a rank that could not read the command line or the scenario: tells rank 0, and waits for the last
  /// order.
  void tell_failure(const std::string& why);

 private:
  void compute(const std::string& order, const ScenarioFile& file, const RunOptions& options);

  const Job& job_;
  bool has_introduced_itself_ = false;
};

}  // namespace polhode::app::mpi
