// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The records of runs, read from one journal or from several in the order of the runs.
///
/// Method.     Runs end in any order, so that their records are interleaved. A window of runs is read at a
///             time, from the stretches of the journal that hold some of them (journal_index.hpp).
/// Memory.     A window holds as many runs as fit into some MiB. The records of a run that is larger are read
///             from the journal whenever they are needed.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "run/journal.hpp"
#include "run/journal_index.hpp"
#include "run/record.hpp"
#include "run/runs.hpp"

namespace polhode::app {

/// A journal in which all of some runs have ended.
struct RunSource {
  RunRange runs{};
  std::vector<JournalIndex::Stretch> stretches{};
  const Journal* open = nullptr;  ///< null: it is opened by its path
  std::string path{};
};

class RunReader {
 public:
  /// The sources, in the order of their runs, hold each run once.
  RunReader(std::vector<RunSource> sources, bool keeps_all_states, std::size_t most_bytes = usual_bytes);

  /// How the run ended. Throws FileError if its numbers of rows and events are not those of its records.
  EndRecord end(std::uint64_t run);
  void for_each_rows(std::uint64_t run, const std::function<void(const RowsRecord&)>& use);
  void for_each_event(std::uint64_t run, const std::function<void(const EventRecord&)>& use);

  /// The journal that has the run's records, for refuse_journal.
  const Journal& journal_of(std::uint64_t run);

 private:
  static constexpr std::size_t usual_bytes = std::size_t{1} << 22;

  struct Held {
    RecordKind kind;
    std::uint64_t session;
    Journal::Place place;
    std::string payload;  ///< of a short one
  };
  struct HeldRun {
    std::string end;
    std::uint64_t session = 0;
    std::vector<Held> records;
    bool is_held = true;  ///< all of them
  };

  void load(std::uint64_t run);
  void read_window();
  HeldRun& held(std::uint64_t run);
  void check(std::uint64_t run);
  void for_each(std::uint64_t run, RecordKind kind, const std::function<void(std::string_view)>& use);
  const RunSource& source_of(std::uint64_t run) const;
  const Journal& opened(const RunSource& source);

  std::vector<RunSource> sources_;
  bool keeps_all_states_;
  std::size_t most_bytes_;
  std::unique_ptr<Journal> opened_;
  const RunSource* opened_source_ = nullptr;
  RunRange window_{0, 0};
  std::vector<HeldRun> runs_;  ///< of the window
};

}  // namespace polhode::app
