// SPDX-License-Identifier: MIT
#include "run/resume.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <polhode/core/error.hpp>
#include <string_view>

#include "exit_code.hpp"
#include "files/interrupt.hpp"
#include "run/results.hpp"

namespace polhode::app {
namespace {

/// As a shell takes it for one word, and the program for no option.
std::string as_word(const std::string& path) {
  const std::string name = path.starts_with('-') ? "./" + path : path;
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./+,:@%=").find(c) != std::string_view::npos ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  if (std::all_of(name.begin(), name.end(), is_plain)) return name;
  std::string quoted = "'";
  for (const char c : name) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

std::string how_to_resume(const ScenarioFile& file, const RunOptions& options) {
  std::string words =
      fmt::format("polhode run {} --resume", file.is_standard_input() ? "-" : as_word(file.name()));
  if (options.runs) words += fmt::format(" --runs {}:{}", options.runs->first, options.runs->last);
  if (options.trajectories) words += " --trajectories";
  return words + " -o " + as_word(options.base);
}

std::optional<JournalIndex> index_to_resume(const Journal& journal, const JournalIdentity& ours,
                                            const JournalShape& shape, const ScenarioFile& file,
                                            const RunOptions& options, RunProgress& progress) {
  const auto refuse = [&](const std::string& what) {
    throw FileError(fmt::format("{} {}", journal.path(), what));
  };
  switch (journal.found()) {
    case Journal::Found::nothing:
      if (options.resumes)
        progress.say(
            fmt::format("there is nothing to resume in {}: the run begins at its start", journal.path()));
      return std::nullopt;
    case Journal::Found::foreign:
      if (!options.is_forced)
        refuse("is no journal of polhode; choose another name with -o, or --force overwrites it");
      return std::nullopt;
    case Journal::Found::damaged:
      if (!options.restarts) refuse("is damaged: its header is not what was written. --restart discards it");
      return std::nullopt;
    case Journal::Found::other_version:
      if (!options.restarts)
        refuse("was begun by another version of polhode; go on with that one, or discard it with --restart");
      return std::nullopt;
    case Journal::Found::journal:
      break;
  }
  if (options.restarts) return std::nullopt;
  const auto theirs = JournalIdentity::from_header(journal.belongs_to());
  if (!theirs) refuse("is damaged: its header is not what was written. --restart discards it");
  const std::string difference = ours.difference_from(*theirs);
  if (!difference.empty())
    refuse(
        fmt::format("belongs to another run: {}. Run that one with --resume, choose another name for "
                    "these results with -o, or discard the journal with --restart",
                    difference));
  if (!options.resumes)
    refuse(
        fmt::format("is there: a run of this scenario was not finished. To go on with it:\n  {}\nTo discard "
                    "it and begin again, --restart instead of --resume",
                    how_to_resume(file, options)));
  JournalIndex index = index_of(journal, shape);
  if (index.scanned.how == Journal::End::damaged && !options.is_forced)
    refuse(
        fmt::format("is damaged: from byte {} on it is not what was written. --resume --force goes on from "
                    "before that, --restart begins again",
                    index.scanned.end));
  if (ours.instructions != theirs->instructions)
    progress.say(
        fmt::format("warning: {} was begun with {} instructions, and this machine has {}: the last "
                    "digits may differ from those of one machine",
                    journal.path(), theirs->instructions, ours.instructions));
  return index;
}

void run_keeping_journal(Journal& journal, bool is_begun_here, const ScenarioFile& file,
                         const RunOptions& options, RunProgress& progress,
                         const std::function<void()>& work) {
  const auto is_kept = [&] {
    if (!is_begun_here || journal.has_progress()) return true;
    journal.remove();
    return false;
  };
  const auto and_how_to_go_on = [&](const char* what, const char* when) {
    return fmt::format("{}\nWhat was computed so far is kept in {}. {}:\n  {}", what, journal.path(), when,
                       how_to_resume(file, options));
  };
  try {
    work();
  } catch (const FileError& error) {
    if (!is_kept()) throw;
    throw FileError(and_how_to_go_on(error.what(), "When there is room again"));
  } catch (const Interrupted&) {
    progress.say(is_kept() ? fmt::format("stopped; what was computed so far is kept. To go on:\n  {}",
                                         how_to_resume(file, options))
                           : "stopped before there was anything to keep");
    throw;
  } catch (const InvalidInput& refused) {
    is_kept();
    throw RefusedScenario(fmt::format("{}: {}", file.name(), refused.what()));
  } catch (const AllRunsFailed&) {
    journal.remove();  // it is complete, and there is no result in it
    throw;
  } catch (const RefusedInput&) {
    is_kept();
    throw;
  } catch (const std::bad_alloc&) {
    if (!is_kept()) throw;
    throw FileError(and_how_to_go_on("stopped: there is not enough memory", "To go on"));
  } catch (const std::exception& error) {
    if (!is_kept()) throw;
    throw FileError(and_how_to_go_on(fmt::format("stopped: {}", error.what()).c_str(), "To go on"));
  } catch (...) {
    is_kept();
    throw;
  }
}

std::optional<Scenario> first_scenario(const ScenarioFile& file) {
  try {
    return file.scenario();
  } catch (const RefusedScenario&) {
    if (!file.is_ensemble()) throw;
  }
  // The others read the same files, which a journal must know.
  constexpr std::uint64_t most_asked = 16;
  for (std::uint64_t run = 1; run < std::min(file.runs(), most_asked); ++run) try {
      (void)file.scenario(run);
      break;
    } catch (const RefusedScenario&) {
    }
  return std::nullopt;
}

}  // namespace polhode::app
