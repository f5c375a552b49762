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

/// Quoted for a shell if need be, and not taken for an option.
std::string shell_word(const std::string& path) {
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

/// The command that continues a run.
std::string how_to_resume(const ScenarioFile& file, const RunOptions& options) {
  std::string words =
      fmt::format("polhode run {} --resume", file.is_standard_input() ? "-" : shell_word(file.name()));
  if (options.runs) words += fmt::format(" --runs {}:{}", options.runs->first, options.runs->last);
  if (options.trajectories) words += " --trajectories";
  return words + " -o " + shell_word(options.base);
}

}  // namespace

std::optional<Scenario> first_scenario(const ScenarioFile& file) {
  try {
    return file.scenario();
  } catch (const RefusedScenario&) {
    if (!file.is_ensemble()) throw;
  }
  // The others read the same files, whose digests a journal needs.
  constexpr std::uint64_t most_asked = 16;
  for (std::uint64_t run = 1; run < std::min(file.runs(), most_asked); ++run) try {
      (void)file.scenario(run);
      break;
    } catch (const RefusedScenario&) {
    }
  return std::nullopt;
}

JournalShape shape_of(const RunRange& runs, const std::optional<Scenario>& first) {
  return {runs, first ? std::optional(first->events.size()) : std::nullopt};
}

JournaledRun::JournaledRun(const ScenarioFile& file, const RunOptions& options,
                           const std::optional<Scenario>& first, ProgressLine& progress)
    : file_(file),
      options_(options),
      progress_(progress),
      shape_(shape_of(runs_of(file, options), first)),
      identity_(file, first, options),
      journal_(options.base + ".journal") {}

void JournaledRun::find_earlier() {
  const auto refuse = [&](const std::string& what) {
    throw FileError(fmt::format("{} {}", journal_.path(), what));
  };
  constexpr const char* damaged = "is damaged: its header is invalid. --restart discards it";
  switch (journal_.found()) {
    case Journal::Found::nothing:
      if (options_.resumes)
        progress_.say(
            fmt::format("there is nothing to resume in {}: the run begins at its start", journal_.path()));
      return;
    case Journal::Found::foreign:
      if (!options_.is_forced)
        refuse("is not a journal of polhode; choose another name with -o, or --force to overwrite it");
      return;
    case Journal::Found::damaged:
      if (!options_.restarts) refuse(damaged);
      return;
    case Journal::Found::other_version:
      if (!options_.restarts)
        refuse(
            "was begun by another version of polhode; continue with that version, or discard it with "
            "--restart");
      return;
    case Journal::Found::journal:
      break;
  }
  if (options_.restarts) return;
  const auto theirs = JournalIdentity::from_header(journal_.belongs_to());
  if (!theirs) refuse(damaged);
  const std::string difference = identity_.difference_from(*theirs);
  if (!difference.empty())
    refuse(
        fmt::format("belongs to another run: {}. Continue that run with --resume, choose another name for "
                    "these results with -o, or discard the journal with --restart",
                    difference));
  if (!options_.resumes)
    refuse(
        fmt::format("exists: a run of this scenario was not finished. To continue it:\n  {}\nTo discard it "
                    "and begin again, use --restart instead of --resume",
                    how_to_resume(file_, options_)));
  found_ = index_of(journal_, shape_);
  if (found_->scanned.how == Journal::End::damaged && !options_.is_forced)
    refuse(
        fmt::format("is damaged from byte {} on. --resume --force continues from before the damage, "
                    "--restart begins again",
                    found_->scanned.end));
  if (identity_.instructions != theirs->instructions)
    progress_.say(
        fmt::format("warning: {} was begun with {} instructions, and this machine has {}: the last "
                    "digits may differ from those of one machine",
                    journal_.path(), theirs->instructions, identity_.instructions));
}

void JournaledRun::run(const std::function<void(const JournalIndex&)>& compute,
                       const std::function<void(JournalIndex&)>& finish) {
  if (found_)
    journal_.cut_at(found_->scanned.end);
  else
    journal_.begin(identity_.header());
  keeping_journal([&] {
    JournalIndex index = found_ ? *std::move(found_) : JournalIndex();
    if (index.ended.size() < shape_.runs.size()) {
      compute(index);
      index = index_of(journal_, shape_);
    }
    finish(index);
  });
}

void JournaledRun::keeping_journal(const std::function<void()>& work) {
  const bool is_begun_here = !found_;
  const auto is_kept = [&] {
    if (!is_begun_here || journal_.has_progress()) return true;
    journal_.remove();
    return false;
  };
  try {
    work();
  } catch (const Interrupted&) {
    progress_.say(is_kept() ? fmt::format("stopped; the results so far are kept. To continue:\n  {}",
                                          how_to_resume(file_, options_))
                            : "stopped before there was anything to keep");
    throw;
  } catch (const AllRunsFailed&) {
    journal_.remove();  // it is complete, and there is no result in it
    throw;
  } catch (const InvalidInput& refused) {
    is_kept();
    throw RefusedScenario(fmt::format("{}: {}", file_.name(), refused.what()));
  } catch (const RefusedInput&) {
    is_kept();
    throw;
  } catch (const std::exception& error) {
    if (!is_kept()) throw;
    const bool is_no_memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr,
               is_file = dynamic_cast<const FileError*>(&error) != nullptr;
    throw FileError(fmt::format("{}{}\nThe results so far are kept in {}. To continue{}:\n  {}",
                                is_file ? "" : "stopped: ", is_no_memory ? "out of memory" : error.what(),
                                journal_.path(), is_file ? " when the cause is removed" : "",
                                how_to_resume(file_, options_)));
  } catch (...) {
    is_kept();
    throw;
  }
}

}  // namespace polhode::app
