// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A run with its journal: begun, continued from an earlier journal, and what is kept if it ends early.

#include <functional>
#include <optional>

#include "console/progress_line.hpp"
#include "run/identity.hpp"
#include "run/journal.hpp"
#include "run/journal_index.hpp"
#include "run/run.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

/// The scenario of the first run, which is made once for all that need it; none if an ensemble's first run
/// is refused.
std::optional<Scenario> first_scenario(const ScenarioFile& file);

/// What a journal of these runs may hold.
JournalShape shape_of(const RunRange& runs, const std::optional<Scenario>& first);

/// First find_earlier() is called, then run().
class JournaledRun {
 public:
  /// `first` is the scenario of the first run. Locks NAME.journal.
  JournaledRun(const ScenarioFile& file, const RunOptions& options, const std::optional<Scenario>& first,
               ProgressLine& progress);

  /// Looks for a journal from which the run can be continued. Refuses a file that is not a journal, one of
  /// another run, a damaged one, and any journal without --resume.
  void find_earlier();
  /// Results to which an earlier session was giving their names.
  std::vector<FileId> placed() const { return found_ ? found_->placed : std::vector<FileId>{}; }
  /// Begins or continues the journal, calls compute() unless all runs have ended in it, then finish(). The
  /// journal is kept if the run can be continued, however that ends; a journal that this process has begun
  /// and that holds nothing is removed.
  void run(const std::function<void(const JournalIndex&)>& compute,
           const std::function<void(JournalIndex&)>& finish);

  const ScenarioFile& file() const noexcept { return file_; }
  const RunOptions& options() const noexcept { return options_; }
  ProgressLine& progress() noexcept { return progress_; }
  Journal& journal() noexcept { return journal_; }
  const JournalIdentity& identity() const noexcept { return identity_; }
  const JournalShape& shape() const noexcept { return shape_; }

 private:
  void keeping_journal(const std::function<void()>& work);

  const ScenarioFile& file_;
  const RunOptions& options_;
  ProgressLine& progress_;
  const JournalShape shape_;
  const JournalIdentity identity_;
  Journal journal_;
  std::optional<JournalIndex> found_;  ///< none if the run begins at its start
};

}  // namespace polhode::app
