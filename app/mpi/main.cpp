// SPDX-License-Identifier: MIT
// The program polhode-mpi: `polhode run` shared among the processes that mpirun starts.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "command/run.hpp"
#include "command_line.hpp"
#include "console/messages.hpp"
#include "exit_code.hpp"
#include "files/interrupt.hpp"
#include "mpi/messages.hpp"
#include "mpi/share.hpp"
#include "run/ensemble.hpp"

namespace {

using namespace polhode::app;

/// By default there is a rank for each core.
constexpr int threads_of_rank = 1;

/// Whether this process was started by mpirun, srun or a similar launcher.
bool has_launcher() {
  constexpr std::array<const char*, 5> set_by_launchers{"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK",
                                                        "PMI_SIZE", "MPI_LOCALNRANKS"};
  return std::ranges::any_of(set_by_launchers, [](const char* name) { return std::getenv(name) != nullptr; });
}

bool asks_for_help(int count, char** arguments) {
  if (count < 2) return true;
  return std::any_of(arguments + 1, arguments + count, [](std::string_view word) {
    return word == "--help" || word == "-h" || word == "help" || word == "--version";
  });
}

/// Captures the standard error of this process, so that rank 0 can print it.
class KeptMessages {
 public:
  KeptMessages() : kept_(::memfd_create("messages", MFD_CLOEXEC)) {
    if (kept_ >= 0) ::dup2(kept_, STDERR_FILENO);
  }
  std::string text() const {
    std::string all;
    std::array<char, 4096> part{};
    if (kept_ < 0 || ::lseek(kept_, 0, SEEK_SET) != 0) return all;
    for (ssize_t count = 0; (count = ::read(kept_, part.data(), part.size())) > 0;)
      all.append(part.data(), static_cast<std::size_t>(count));
    while (all.ends_with('\n')) all.pop_back();
    return all;
  }

 private:
  int kept_;
};

int lead(const mpi::Job& job, int count, char** arguments) {
  mpi::Leader leader(job);
  RunWork work;
  work.threads = threads_of_rank;
  work.before = [&](const ScenarioFile& file, const RunOptions& options) -> std::optional<ExitCode> {
    leader.receive_introductions(file, options);
    return std::nullopt;
  };
  work.ensemble = [&](JournaledRun& run, const JournalIndex& index) { leader.share(run, index); };
  const int code = run_command_line(count, arguments, {run_command(work)});
  // Ranks that are computing do not receive messages.
  if (leader.is_at_work()) mpi::Job::abort(code);
  leader.end_workers();
  return code;
}

int follow(const mpi::Job& job, int count, char** arguments) {
  mpi::Worker worker(job);
  RunWork work;
  work.threads = threads_of_rank;
  work.before = [&](const ScenarioFile& file, const RunOptions& options) -> std::optional<ExitCode> {
    worker.serve(file, options);
    return ExitCode::ok;
  };
  const KeptMessages messages;
  run_command_line(count, arguments, {run_command(work)});
  worker.tell_failure(messages.text());
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (asks_for_help(count, arguments))
    return run_command_line(count, arguments, {run_command({run_ensemble})});
  if (!has_launcher()) {
    say("polhode-mpi must be started by mpirun or srun, as several processes:\n"
        "  mpirun -np 8 polhode-mpi run SCENARIO -o NAME\n"
        "On one machine polhode run does the same with threads");
    return static_cast<int>(ExitCode::usage);
  }
  try {
    const mpi::Job job(&count, &arguments);
    return job.rank() == 0 ? lead(job, count, arguments) : follow(job, count, arguments);
  } catch (const FileError& error) {
    say(error.what());
    return static_cast<int>(ExitCode::file);
  } catch (const Interrupted& stop) {
    die_by(stop.signal);
  }
}
