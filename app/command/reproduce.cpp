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
    R"(Each experiment writes its data (CSV), its figure (SVG and PNG) and a record (JSON) into the folder, and says
what became of the paper's claim: it holds; it holds, corrected (a misprint, or data that are not printed); or it differs.
An experiment is named by its id, several by what their ids begin with. With --all, index.html shows every figure and
verdicts.md lists every verdict. The whole takes about half an hour on two cores; --quick some seconds.

Examples:
  polhode reproduce                        the list of experiments
  polhode reproduce vilmart-figure-1
  polhode reproduce mclachlan-zanna gustafsson-table-3
  polhode reproduce --all --resume         go on where a run was broken off)";

}  // namespace

Command reproduce_command(std::function<ExitCode(const ReproductionRequest&)> run) {
  const auto request = std::make_shared<ReproductionRequest>();
  return {
      "reproduce",
      "the papers' figures and tables, done again",
      {{"ID", &request->names, "experiments, or what their names begin with"},
       {"--all", &request->all, "every experiment, and a page that shows them"},
       {"--quick", &request->quick, "small versions, for a first look"},
       {"--resume", &request->resumes, "keep what an earlier run has finished in the folder"},
       {"--force", &request->is_forced, "write over files that no earlier run has written"},
       {"-o,--output", &request->folder, "the folder (default: reproduction); it is made if need be", "DIR"},
       {"--threads", &request->threads, "how many at once (default: as many as there are cores)", "N"}},
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
  throw FileError("polhode-reproduce is not beside the program; build the target polhode_reproduce");
}

}  // namespace polhode::app
