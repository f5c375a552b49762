// SPDX-License-Identifier: MIT
#include "command/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "command/command.hpp"
#include "console/messages.hpp"
#include "files/output.hpp"
#include "result/format.hpp"
#include "run/ensemble.hpp"
#include "run/part.hpp"
#include "table/number.hpp"

namespace polhode::app {
namespace {

constexpr const char* help_before =
    R"(A scenario describes the body, its start, the torques and the output; `polhode new` writes
commented examples, docs/scenario.md lists every key. These files are written, complete or not at all:
)";

constexpr const char* help_after =
    R"(While it runs, NAME.journal holds the results so far. A run that was killed, interrupted or stopped by a full disk is
continued with --resume, to the same results bit for bit.
A result contains its scenario with the meshes and tables that it names: `polhode run NAME.json -o AGAIN` gives the
same bytes on any machine.
With --runs a part of an ensemble is computed, NAME.part; `polhode merge` merges all parts into one result.

Examples:
  polhode run top.toml
  polhode run top.toml -o results/top
  polhode run asteroid.toml --resume
  polhode run results/top.json -o again
  polhode run cloud.toml --threads 8 --trajectories
  polhode run cloud.toml --runs 0:500 -o first)";

std::string run_help() {
  std::string text = help_before;
  for (const TableFormat& format : table_formats())
    text += fmt::format("  NAME{:<10}{}\n", format.ending, format.help);
  text += "  NAME.json     the summary: body, start, method, estimated error, events, warnings\n";
  text += "  NAME.events.csv         all events, if there are more than the summary holds\n";
  for (const TableFormat& format : table_formats())
    if (!format.trajectories_ending.empty())
      text += fmt::format("  NAME{:<20}of an ensemble, with --trajectories\n", format.trajectories_ending);
  return text + help_after;
}

struct RunLine {
  std::string scenario;
  std::string threads, seconds, runs;
  RunOptions run;
};

std::string base_of(const RunLine& options) {
  if (!options.run.base.empty()) {
    const std::filesystem::path path(options.run.base);
    if (options.run.base == "-")
      throw UsageError("-o: found \"-\", expected a name, since several files are written");
    if (!path.has_filename()) {
      if (options.scenario == "-")
        throw UsageError(
            fmt::format("-o: found the folder \"{}\", expected a name in it, since standard input has none",
                        options.run.base));
      return (path / std::filesystem::path(options.scenario).stem()).string();
    }
    return without_result_extension(options.run.base);
  }
  if (options.scenario == "-")
    throw UsageError("missing -o NAME, since a scenario from standard input has no name");
  return std::filesystem::path(options.scenario).stem().string();
}

/// A:B, the runs A to B - 1 of the ensemble.
RunRange read_runs(const std::string& text, const ScenarioFile& file) {
  if (!file.is_ensemble())
    throw UsageError(
        fmt::format("--runs: {} describes one motion, expected one with [ensemble]", file.name()));
  const auto refuse = [&] {
    throw UsageError(
        fmt::format("--runs: found \"{}\", expected A:B with 0 <= A < B <= {}, for the runs A to B - 1", text,
                    file.runs()));
  };
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) refuse();
  const auto number = [&](std::string_view digits) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size()) refuse();
    return value;
  };
  const std::string_view view(text);
  const RunRange runs{number(view.substr(0, colon)), number(view.substr(colon + 1))};
  if (runs.first >= runs.last || runs.last > file.runs()) refuse();
  return runs;
}

ExitCode print_part(const PartDone& part) {
  if (!part.first_failure.empty()) {
    say(part.first_failure);
    if (part.failed > 1) say(fmt::format("{} runs failed in all", part.failed));
  }
  write_to_standard_output(
      fmt::format("{:<11}{} of {}{}{}\n{:<11}{}\n", "part", words_of(part.runs), part.of,
                  part.failed > 0 ? fmt::format(", of which {} failed", part.failed) : "",
                  part.was_there ? "; already complete" : "", "files", printable(part.path)));
  return part.failed > 0 ? ExitCode::some_rows_failed : ExitCode::ok;
}

ExitCode run(RunLine options, const RunWork& work) {
  if (options.scenario.empty()) throw UsageError("missing SCENARIO argument (use - for standard input)");
  if (options.run.resumes && options.run.restarts)
    throw UsageError("--resume continues a run and --restart begins it again: give only one of them");
  options.run.base = base_of(options);
  options.run.threads = options.threads.empty() ? work.threads : read_threads(options.threads);
  if (!options.seconds.empty())
    options.run.seconds_between_checkpoints =
        read_option("--checkpoint-every", options.seconds, "a number of seconds, at least 0",
                    [](double s) { return s >= 0; });
  const ScenarioFile file = ScenarioFile::read(options.scenario);
  if (!options.runs.empty()) options.run.runs = read_runs(options.runs, file);
  if (work.before)
    if (const auto code = work.before(file, options.run)) return *code;
  make_folder_of(options.run.base);
  if (options.run.runs) return print_part(run_part(file, options.run, work.ensemble));
  return print_results(run_scenario(file, options.run, work.ensemble), options.run.base);
}

}  // namespace

std::string without_result_extension(const std::string& name) {
  const std::filesystem::path path(name);
  const std::string extension = path.extension().string();
  // The name of one of the files stands for their common name.
  std::vector<std::string> all = readable_endings();
  all.push_back(".part");
  return std::ranges::find(all, extension) == all.end() ? name : (path.parent_path() / path.stem()).string();
}

ExitCode print_results(const Summary& summary, const std::string& base) {
  if (!summary.is_ensemble && !summary.failure.empty()) say(summary.failure);
  for (const FailedRun& failed : summary.failed_runs) {
    say(fmt::format("run {} failed: {}", failed.run, failed.reason));
    if (&failed - summary.failed_runs.data() < 2 || summary.failed_run_count < 4) continue;
    say(fmt::format("{} runs failed in all; {}.json has more of them", summary.failed_run_count, base));
    break;
  }
  write_to_standard_output(summary_text(summary, base));
  if (summary.failure.empty()) return ExitCode::ok;
  const bool has_success = summary.is_ensemble && summary.failed_run_count < summary.runs;
  return has_success ? ExitCode::some_rows_failed : ExitCode::not_reached;
}

Command run_command() { return run_command({run_ensemble}); }

Command run_command(const RunWork& work) {
  const auto options = std::make_shared<RunLine>();
  return {"run",
          "compute the motion that a scenario describes",
          {{"SCENARIO", &options->scenario,
            "a scenario (TOML), or a result (NAME.json, NAME.h5) to compute again; - is standard input"},
           {"-o,--output", &options->run.base,
            "the name of the results, with or without a folder, which is created if it does not exist; if it "
            "ends in /, only the folder (default: the name of the scenario, in the current folder)",
            "NAME"},
           {"--resume", &options->run.resumes, "continue a run that was not finished"},
           {"--restart", &options->run.restarts, "discard such a run and begin again"},
           {"--force", &options->run.is_forced, "overwrite files that no run of this scenario has written"},
           {"--runs", &options->runs,
            "of an ensemble, compute only the runs A to B - 1, as the part NAME.part", "A:B"},
           {"--trajectories", &options->run.trajectories, "of an ensemble, also write all states"},
           {"--threads", &options->threads, "of an ensemble, number of threads (default: all cores)", "N"},
           {"--checkpoint-every", &options->seconds,
            "most computing time that is lost if the run is killed (default: 10 s)", "SECONDS"}},
          run_help(),
          [options, work] { return run(*options, work); }};
}

}  // namespace polhode::app
