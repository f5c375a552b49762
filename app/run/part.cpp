// SPDX-License-Identifier: MIT
#include "run/part.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "console/messages.hpp"
#include "console/progress_line.hpp"
#include "exit_code.hpp"
#include "files/claim.hpp"
#include "files/interrupt.hpp"
#include "run/identity.hpp"
#include "run/journal.hpp"
#include "run/journal_index.hpp"
#include "run/result_places.hpp"
#include "run/results.hpp"
#include "run/resume.hpp"
#include "run/run_reader.hpp"

namespace polhode::app {
namespace {

constexpr const char* part_kind = ".part";

/// The header of a journal; none if the file is not a journal, or one of another version.
std::optional<JournalIdentity> identity_in(const Journal& journal) {
  return journal.found() == Journal::Found::journal ? JournalIdentity::from_header(journal.belongs_to())
                                                    : std::nullopt;
}

/// Whether there is a part of the same scenario, which may be overwritten.
bool is_part_of(const std::string& path, const ScenarioFile& file) {
  try {
    const auto found = identity_in(Journal(path, Journal::Use::reading));
    return found && found->is_part && found->scenario_text == file.text();
  } catch (const FileError&) {
    return false;
  }
}

/// The index of this part if it exists and is complete.
std::optional<JournalIndex> complete_part(const std::string& path, const JournalIdentity& identity,
                                          const JournalShape& shape) {
  if (!file_at(path)) return std::nullopt;
  const Journal journal(path, Journal::Use::reading);
  const auto found = identity_in(journal);
  if (!found || !identity.difference_from(*found).empty()) return std::nullopt;
  JournalIndex index = index_of(journal, shape);
  const bool is_whole =
      index.scanned.how == Journal::End::whole && index.ended.size() == identity.runs.size();
  return is_whole ? std::optional(std::move(index)) : std::nullopt;
}

}  // namespace

PartDone run_part(const ScenarioFile& file, const RunOptions& options, const EnsembleWork& work) {
  ProgressLine progress("runs");
  JournaledRun run(file, options, first_scenario(file), progress);
  const std::string path = options.base + part_kind;
  const auto done = [&](const JournalIndex& index, bool was_there) {
    return PartDone{path, run.shape().runs, file.runs(), index.failed, index.first_failure, was_there};
  };
  if (options.resumes && run.journal().found() == Journal::Found::nothing)
    if (const auto there = complete_part(path, run.identity(), run.shape())) return done(*there, true);
  run.find_earlier();
  OutputClaim claim(options.is_forced);
  for (const FileDigest& read : file.files_read()) claim.reads(read.path);
  const OutputPlace place =
      claim.place(path, "polhode run", [&](const std::string& there) { return is_part_of(there, file); });
  if (place.is_written_directly() || place.path() != path)
    throw FileError(
        fmt::format("cannot write {}: a part must be a regular file, not a link or a device", path));
  PartDone result;
  run.run([&](const JournalIndex& index) { work(run, index); },
          [&](const JournalIndex& index) {
            run.journal().put(place);
            result = done(index, false);
          });
  return result;
}

namespace {

struct Part {
  std::string path;
  JournalIdentity identity;
  std::vector<JournalIndex::Stretch> stretches{};
};

[[noreturn]] void refuse(const std::string& what) { throw RefusedResult(what); }

/// NAME.part of NAME, unless a file NAME exists.
std::string path_of_part(const std::string& given) {
  if (given.ends_with(part_kind) || file_at(given)) return given;
  const std::string path = given + part_kind;
  if (!file_at(path) && file_at(given + ".journal"))
    refuse(fmt::format(
        "{} does not exist, but {}.journal does: this part is not finished. Continue its run with "
        "--resume",
        path, given));
  return path;
}

/// Opens it and looks at its header.
Part opened_part(const std::string& path) {
  if (!file_at(path)) throw FileError(fmt::format("cannot open {}: no such file", path));
  const Journal journal(path, Journal::Use::reading);
  switch (journal.found()) {
    case Journal::Found::other_version:
      refuse(fmt::format("{} was written by another version of polhode", path));
    case Journal::Found::damaged:
      refuse(fmt::format("{} is damaged: its header is invalid", path));
    case Journal::Found::nothing:
    case Journal::Found::foreign:
      refuse(fmt::format("{} is not a part of an ensemble; was it written by polhode run --runs?", path));
    case Journal::Found::journal:
      break;
  }
  auto identity = JournalIdentity::from_header(journal.belongs_to());
  if (!identity) refuse(fmt::format("{} is damaged: its header is invalid", path));
  if (!identity->is_part)
    refuse(fmt::format("{} is the journal of a whole run, not a part: finish it with polhode run --resume",
                       path));
  if (identity->runs.first >= identity->runs.last)
    refuse(fmt::format("{} is damaged: it holds no runs", path));
  return {path, *std::move(identity)};
}

/// Each run is in one part. The parts are in order.
void check_runs(const std::vector<Part>& parts, std::uint64_t runs) {
  std::vector<std::string> wrong;
  std::uint64_t next = 0;
  const Part* last = nullptr;
  for (const Part& part : parts) {
    const RunRange& range = part.identity.runs;
    if (range.first > next) wrong.push_back(words_of({next, range.first}) + " in no part");
    if (range.first < next)
      wrong.push_back(fmt::format("{} both in {} and in {}",
                                  words_of({range.first, std::min(next, range.last)}), last->path,
                                  part.path));
    if (range.last <= next) continue;
    next = range.last;
    last = &part;
  }
  if (next < runs) wrong.push_back(words_of({next, runs}) + " in no part");
  if (next > runs)
    wrong.push_back(fmt::format("{} beyond the {} of the scenario", words_of({runs, next}), runs));
  if (!wrong.empty()) refuse(with_first_lines("each run must be in one part:", wrong));
}

/// Reads its index; refuses it unless it holds all of its runs.
void read_index(Part& part, const std::optional<std::size_t>& events) {
  const Journal journal(part.path, Journal::Use::reading);
  JournalIndex index = index_of(journal, {part.identity.runs, events});
  if (index.scanned.how == Journal::End::damaged)
    refuse(fmt::format("{} is damaged from byte {} on", part.path, index.scanned.end));
  if (const auto missing = index.ended.missing_in(part.identity.runs); !missing.empty())
    refuse(fmt::format(
        "{} is incomplete: {} of its {} runs are missing, {} first. A copy may be truncated; a part that was "
        "not finished is continued with polhode run --resume",
        part.path, part.identity.runs.size() - index.ended.size(), part.identity.runs.size(),
        words_of(missing.front())));
  part.stretches = std::move(index.stretches);
}

/// Results to which a merge was giving their names when it was killed. Refuses a journal of anything else.
std::vector<FileId> placed_by_merge(const Journal& journal, const JournalIdentity& whole,
                                    const JournalShape& shape, const RunOptions& options) {
  if (journal.found() == Journal::Found::nothing) return {};
  const auto theirs = identity_in(journal);
  if (!theirs) {
    if (options.is_forced && journal.found() == Journal::Found::foreign) return {};
    throw FileError(fmt::format("{} exists and is not a journal of this merge; choose another name with -o",
                                journal.path()));
  }
  const std::string difference = whole.difference_from(*theirs);
  JournalIndex index;
  if (difference.empty()) index = index_of(journal, shape);
  if (!difference.empty() || index.is_worth_keeping())
    throw FileError(
        fmt::format("{} exists: a run was not finished. Continue it with polhode run --resume, or "
                    "choose another name with -o",
                    journal.path()));
  return index.placed;
}

}  // namespace

Summary merge_parts(const std::vector<std::string>& given, const RunOptions& asked) {
  ProgressLine progress("runs");
  const Part first_part = opened_part(path_of_part(given.front()));
  RunOptions options = asked;
  options.trajectories = first_part.identity.trajectories;
  const ScenarioFile file =
      ScenarioFile::parse(first_part.identity.scenario_text, first_part.identity.scenario_name);
  const std::optional<Scenario> first = first_scenario(file);
  const JournalIdentity whole(file, first, options);
  std::vector<Part> parts;
  std::size_t others = 0;
  for (const std::string& name : given) {
    stop_if_interrupted();
    Part& part = parts.emplace_back(opened_part(path_of_part(name)));
    if (const std::string difference = whole.difference_of_ensemble(part.identity); !difference.empty())
      refuse(fmt::format("{} cannot be merged with {}: {}", part.path, first_part.path, difference));
    if (part.identity.instructions != first_part.identity.instructions) ++others;
    // All have the text of the first.
    part.identity.scenario_text = {};
    part.identity.files = {};
  }
  std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
    return a.identity.runs.first < b.identity.runs.first;
  });
  check_runs(parts, file.runs());
  const JournalShape shape = shape_of({0, file.runs()}, first);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    stop_if_interrupted();
    read_index(parts[i], shape.events);
    progress.at(static_cast<double>(i + 1) / static_cast<double>(parts.size()), parts[i].identity.runs.last);
  }
  if (others > 0)
    progress.say(
        fmt::format("warning: {} of {} parts were computed with other instructions than {} ({}): the last "
                    "digits may differ from those of one machine",
                    others, parts.size(), first_part.path, first_part.identity.instructions));

  Journal journal(options.base + ".journal");
  const std::vector<FileId> placed = placed_by_merge(journal, whole, shape, options);
  std::vector<std::string> reads;
  std::vector<RunSource> sources;
  for (Part& part : parts) {
    reads.push_back(part.path);
    sources.push_back({part.identity.runs, std::move(part.stretches), nullptr, part.path});
  }
  const ResultPlaces places(file, first, options, placed, reads);
  if (journal.found() != Journal::Found::journal) journal.begin(whole.header());
  places.remove_leftovers();
  Summary summary;
  try {
    RunReader runs(std::move(sources), options.trajectories);
    summary = write_results(journal, runs, file, first, options, places, progress);
  } catch (...) {
    // The parts hold everything; the journal is needed only if some results may have their names.
    if (index_of(journal, shape).placed.empty()) journal.remove();
    throw;
  }
  journal.remove();
  for (const std::string& warning : summary.warnings) progress.say("warning: " + warning);
  return summary;
}

}  // namespace polhode::app
