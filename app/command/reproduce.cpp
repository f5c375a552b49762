// SPDX-License-Identifier: MIT
#include "command/reproduce.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "files/interrupt.hpp"

namespace polhode::app {
namespace {

constexpr const char* reproduce_help =
    R"(Each experiment writes its data (CSV), its figure (SVG and PNG) and a record (JSON) to the folder, and prints
a verdict on the paper's claim: it holds; it holds, corrected (a misprint, or data that are not printed); or it differs.
An experiment is named by its id, several by a common beginning of their ids. With --all, index.html shows every figure and
verdicts.md lists every verdict. All experiments take about half an hour on two cores; with --quick, some seconds.

Examples:
  polhode reproduce                        the list of experiments
  polhode reproduce vilmart-figure-1
  polhode reproduce mclachlan-zanna gustafsson-table-3
  polhode reproduce --all --resume         continue a run that was interrupted)";

}  // namespace

Command reproduce_command(std::function<ExitCode(const ReproductionRequest&)> run) {
  const auto request = std::make_shared<ReproductionRequest>();
  return {
      "reproduce",
      "reproduce the figures and tables of the papers",
      {{"ID", &request->names, "experiments, or the beginning of their names"},
       {"--all", &request->all, "every experiment, and a page that shows them"},
       {"--quick", &request->quick, "small versions, for a first look"},
       {"--resume", &request->resumes, "keep the experiments that an earlier run has finished in the folder"},
       {"--force", &request->is_forced, "overwrite files that no earlier run has written"},
       {"-o,--output", &request->folder, "the folder, created if it does not exist (default: reproduction)",
        "DIR"},
       {"--threads", &request->threads, "number of threads (default: all cores)", "N"}},
      reproduce_help,
      [request, run = std::move(run)] { return run(*request); }};
}

void run_reproduction_program(char** arguments) {
  std::error_code failed;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
  for (const char* place : {".", POLHODE_BIN_TO_LIBEXEC}) {
    const auto program = folder / place / "polhode-reproduce";
    if (!std::filesystem::exists(program, failed)) continue;
    stop_if_interrupted();
    execv(program.c_str(), arguments);
    throw FileError(
        fmt::format("cannot run {}: {}", program.string(), std::generic_category().message(errno)));
  }
  throw FileError("polhode-reproduce is missing; build the target polhode_reproduce");
}

}  // namespace polhode::app
