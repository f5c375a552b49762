// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The runs of an ensemble, shared among the processes of an MPI job.
///
/// Method.     Rank 0 keeps the journal and writes the results; it computes too, in a thread of its own. The
///             other ranks ask it for runs, some at a time and fewer towards the end, and send it the records
///             of those that have ended, at least twice a second. So the journal is that of `polhode run`,
///             and goes on with any number of ranks, or without MPI; only rank 0 needs the folder of the
///             results, but a later rank 0 on another machine has to find it, so that all must see it.

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "exit_code.hpp"
#include "mpi/messages.hpp"
#include "run/journal.hpp"
#include "run/journal_index.hpp"
#include "run/progress.hpp"
#include "run/run.hpp"
#include "run/runs.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app::mpi {

/// Hands out runs, some at a time: the fewer the fewer are left.
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

/// What a worker says of itself before it works: its machine, and the header that its journal would have
/// (identity.hpp) or why it has none.
struct WorkerIntroduction {
  std::string host, header, error;
};
std::string bytes_of(const WorkerIntroduction& introduction);
std::optional<WorkerIntroduction> introduction_in(const std::string& bytes);

/// Why a rank cannot work with rank 0, whose header is `ours`; empty if it can.
std::string why_not_together(int rank, const WorkerIntroduction& theirs, const std::string& our_host,
                             const std::string& ours);

/// Rank 0.
class Leader {
 public:
  explicit Leader(const Job& job) : job_(job) {}

  /// Receives what the others are about to work on. Throws RefusedInput where one has another version or
  /// another scenario; warns of more ranks than runs.
  void receive_introductions(const ScenarioFile& file, const RunOptions& options);
  /// As run_ensemble. Throws RefusedInput where a rank does not see the folder of the results.
  void share(const ScenarioFile& file, const RunOptions& options, const JournalIndex& index, Journal& journal,
             RunProgress& progress);
  /// Ends the other ranks.
  void end_workers();
  /// Whether other ranks are computing: they cannot be ended by end_workers() then.
  bool is_at_work() const noexcept { return busy_ > 0; }

 private:
  void check_folder(const Journal& journal);

  const Job& job_;
  std::vector<std::string> hosts_;
  int introduced_ = 0;  ///< ranks that have said introduction, as each does once
  int busy_ = 0;        ///< those that compute
};

/// The other ranks.
class Worker {
 public:
  explicit Worker(const Job& job) : job_(job) {}

  /// Introduces itself and computes what rank 0 asks for until that ends it. Throws what run_ensemble does.
  void serve(const ScenarioFile& file, const RunOptions& options);
  /// For a rank that could not read the command line or the scenario: tells rank 0, and waits to be
  /// ended.
  void tell_failure(const std::string& why);

 private:
  void compute(const std::string& order, const ScenarioFile& file, const RunOptions& options);

  const Job& job_;
  bool has_introduced_itself_ = false;
};

}  // namespace polhode::app::mpi
