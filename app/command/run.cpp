// SPDX-License-Identifier: MIT
#include "run/run.hpp"

#include <fmt/format.h>

#include <csignal>
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

constexpr const char* help_footer =
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

struct Options {
  std::string scenario;
  std::string threads, seconds;
  RunOptions run;
};

double read_positive(const char* option, const std::string& text, double least) {
  const ReadNumber read = read_number(text);
  if (read.expected != nullptr || !(read.value >= least))
    throw UsageError(fmt::format("{}: found \"{}\", expected a number from {:g} on", option, text, least));
  return read.value;
}

std::string base_of(const Options& options) {
  if (!options.run.base.empty()) {
    const std::filesystem::path path(options.run.base);
    if (!path.has_filename())
      throw UsageError(fmt::format("-o: found \"{}\", expected a name for the results, not only a folder",
                                   options.run.base));
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

ExitCode run(Options options) {
  if (options.scenario.empty()) throw UsageError("which SCENARIO? - is standard input");
  if (options.run.resumes && options.run.restarts)
    throw UsageError("--resume goes on and --restart begins again: expected one of them");
  options.run.base = base_of(options);
  if (!options.threads.empty()) {
    const double threads = read_positive("--threads", options.threads, 1);
    if (threads != static_cast<double>(static_cast<unsigned>(threads)) || threads > 4096)
      throw UsageError(
          fmt::format("--threads: found \"{}\", expected a whole number up to 4096", options.threads));
    options.run.threads = static_cast<unsigned>(threads);
  }
  if (!options.seconds.empty())
    options.run.seconds_between_checkpoints = read_positive("--checkpoint-every", options.seconds, 0);
  // A limit on the size of files shows as an error of write, as a full disk does.
  std::signal(SIGXFSZ, SIG_IGN);
  const ScenarioFile file = ScenarioFile::read(options.scenario);
  const std::string folder = std::filesystem::path(options.run.base).parent_path().string();
  if (!folder.empty()) make_folder(folder);
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

Command add_run(CLI::App& program) {
  const auto options = std::make_shared<Options>();
  CLI::App* line = program.add_subcommand("run", "the motion that a scenario describes, to files");
  line->footer(help_footer);
  line->add_option("SCENARIO", options->scenario, "the scenario, TOML; - is standard input")->type_name("");
  line->add_option(
          "-o,--output", options->run.base,
          "the name of the results, perhaps with a folder, which is made if need be (default: that of the "
          "scenario, here)")
      ->type_name("NAME");
  line->add_flag("--resume", options->run.resumes, "go on with a run that was not finished");
  line->add_flag("--restart", options->run.restarts, "discard one, and begin again");
  line->add_flag("--trajectories", options->run.trajectories, "of an ensemble, write all states as well");
  line->add_option("--threads", options->threads,
                   "of an ensemble, runs at a time (default: as many as cores)")
      ->type_name("N");
  line->add_option("--checkpoint-every", options->seconds,
                   "how much computing a kill may cost (default: 10 s)")
      ->type_name("SECONDS");
  return {line, [options] { return run(*options); }};
}

}  // namespace polhode::app
