// SPDX-License-Identifier: MIT
#include "run/run.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

#include "command/command.hpp"
#include "console/messages.hpp"
#include "files/folder.hpp"
#include "files/output.hpp"
#include "table/number.hpp"

namespace polhode::app {
namespace {

constexpr const char* run_help =
    R"(A scenario says what turns, how it begins, what acts on it and what is wanted; `polhode new` writes
commented examples, docs/scenario.md has every key. Written are, complete or not at all:
  NAME.csv      the table: a row for each time; for an ensemble a row for each run, at its end
  NAME.h5       the same as HDF5, with all that is known of the run, if the scenario asks for it
  NAME.json     the summary: body, start, method, estimated error, events, warnings
  NAME.events.csv         all events, if there are more than the summary holds
  NAME.trajectories.csv   of an ensemble, with --trajectories
While it runs NAME.journal holds what is done. A run that was killed, interrupted or found the disk full goes on
with --resume, to the same results number for number.

Examples:
  polhode run top.toml
  polhode run top.toml -o results/top
  polhode run asteroid.toml --resume
  polhode run cloud.toml --threads 8 --trajectories)";

struct RunLine {
  std::string scenario;
  std::string threads, seconds;
  RunOptions run;
};

double read_seconds(const std::string& text) {
  const ReadNumber read = read_number(text);
  if (read.expected != nullptr || !(read.value >= 0))
    throw UsageError(fmt::format("--checkpoint-every: found \"{}\", expected a number from 0 on", text));
  return read.value;
}

std::string base_of(const RunLine& options) {
  if (!options.run.base.empty()) {
    const std::filesystem::path path(options.run.base);
    if (options.run.base == "-")
      throw UsageError("-o: found \"-\", expected a name, since a run writes several files");
    if (!path.has_filename()) {
      if (options.scenario == "-")
        throw UsageError(fmt::format("-o: found \"{}\", expected a name too, since standard input has none",
                                     options.run.base));
      return (path / std::filesystem::path(options.scenario).stem()).string();
    }
    // Whoever names one of the files means their common name.
    const std::string extension = path.extension().string();
    return extension == ".csv" || extension == ".json" || extension == ".h5"
               ? (path.parent_path() / path.stem()).string()
               : options.run.base;
  }
  if (options.scenario == "-")
    throw UsageError("a scenario from standard input has no name: expected -o NAME");
  return std::filesystem::path(options.scenario).stem().string();
}

ExitCode run(RunLine options) {
  if (options.scenario.empty()) throw UsageError("which SCENARIO? - is standard input");
  if (options.run.resumes && options.run.restarts)
    throw UsageError("--resume goes on and --restart begins again: expected one of them");
  options.run.base = base_of(options);
  options.run.threads = read_threads(options.threads);
  if (!options.seconds.empty()) options.run.seconds_between_checkpoints = read_seconds(options.seconds);
  const ScenarioFile file = ScenarioFile::read(options.scenario);
  make_folder_of(options.run.base);
  const Summary summary = run_scenario(file, options.run);
  for (const FailedRun& failed : summary.failed_runs) {
    say(fmt::format("run {} failed: {}", failed.run, failed.reason));
    if (&failed - summary.failed_runs.data() < 2 || summary.failed_run_count < 4) continue;
    say(fmt::format("{} runs failed in all; {}.json has more of them", summary.failed_run_count,
                    options.run.base));
    break;
  }
  write_to_standard_output(summary_text(summary, options.run.base));
  return summary.failed_run_count > 0 ? ExitCode::some_rows_failed : ExitCode::ok;
}

}  // namespace

Command run_command() {
  const auto options = std::make_shared<RunLine>();
  return {
      "run",
      "the motion that a scenario describes, to files",
      {{"SCENARIO", &options->scenario, "the scenario, TOML; - is standard input"},
       {"-o,--output", &options->run.base,
        "the name of the results, perhaps with a folder, which is made if need be; with a / at its end only "
        "the folder (default: the name of the scenario, here)",
        "NAME"},
       {"--resume", &options->run.resumes, "go on with a run that was not finished"},
       {"--restart", &options->run.restarts, "discard one, and begin again"},
       {"--force", &options->run.is_forced, "write over files that no run of this scenario has written"},
       {"--trajectories", &options->run.trajectories, "of an ensemble, write all states as well"},
       {"--threads", &options->threads, "of an ensemble, runs at a time (default: as many as cores)", "N"},
       {"--checkpoint-every", &options->seconds, "how much computing a kill may cost (default: 10 s)",
        "SECONDS"}},
      run_help,
      [options] { return run(*options); }};
}

}  // namespace polhode::app
