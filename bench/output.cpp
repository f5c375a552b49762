// SPDX-License-Identifier: MIT
// What output costs: a free trajectory with all columns, as `polhode run` writes it, to CSV and to HDF5,
// against its steps alone and against writing as many bytes; and the memory that it takes.
//
//   output [STEPS]     a million unless said otherwise; writes results/output.json
//
// Each measurement is a process of its own, so that the peak of memory is its own too; the faster of two is
// taken. Files go to a folder below the current one, are made to reach the disk, as the program's do, and are
// removed.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <polhode/free/stepper.hpp>
#include <stdexcept>
#include <string>
#include <system_error>

#include "result/columns.hpp"
#include "results/results.hpp"
#include "run/run.hpp"
#include "scenario/scenario.hpp"

namespace {

using namespace polhode;
using namespace polhode::app;

const std::string folder = "output_bench";
constexpr double step = 0.1;
constexpr double most_memory = 100;  // MB

struct Cost {
  double seconds, megabytes;
  double processor;  ///< seconds: where the machine does other work as well, these say more
};

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

double seconds(const struct timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

/// The time and the peak of memory of a piece of work in a process of its own.
Cost cost_once(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    try {
      work();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
      std::_Exit(1);
    }
    std::_Exit(0);
  }
  int status = 0;
  struct rusage used {};
  if (::wait4(child, &status, 0, &used) != child) fail("wait4");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw std::runtime_error("a measurement failed");
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  return {time.count(), static_cast<double>(used.ru_maxrss) / 1024,
          seconds(used.ru_utime) + seconds(used.ru_stime)};
}

Cost cost(const std::function<void()>& work) {
  const Cost a = cost_once(work), b = cost_once(work);
  return {std::min(a.seconds, b.seconds), std::max(a.megabytes, b.megabytes),
          std::min(a.processor, b.processor)};
}

ScenarioFile scenario(std::uint64_t steps, bool csv) {
  std::string columns;
  for (const ColumnGroup& group : column_groups())
    columns += (columns.empty() ? "\"" : ", \"") + group.name + "\"";
  const std::string text =
      "[body]\nmoments = [0.4, 0.7, 1.0]\n"
      "[start]\nmomentum = [0.5, 0.2, 0.84]\nattitude = \"identity\"\n"
      "[method]\nstep = " +
      std::to_string(step) + "\n[times]\nend = " + std::to_string(step * static_cast<double>(steps)) +
      "\ncount = " + std::to_string(steps) + "\n[output]\ncolumns = [" + columns +
      "]\ncsv = " + (csv ? "true" : "false") + "\nhdf5 = " + (csv ? "false" : "true") + "\n";
  return ScenarioFile::parse(text, "bench.toml");
}

void take_steps(std::uint64_t steps) {
  const Scenario motion = scenario(steps, true).scenario();
  FreeStepper stepper(motion.body, motion.start, motion.method.summation);
  for (std::uint64_t i = 0; i < steps; ++i) stepper.step(step);
  if (!stepper.state().momentum.allFinite()) fail("the motion");  // and it is not left out
}

/// So many bytes, as plainly as can be.
void write_raw(std::uintmax_t bytes) {
  const std::string path = folder + "/raw", piece(1 << 20, '7');
  const int descriptor = ::open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
  if (descriptor < 0) fail("open");
  while (bytes > 0) {
    const auto count = ::write(descriptor, piece.data(), std::min<std::uintmax_t>(bytes, piece.size()));
    if (count <= 0) fail("write");
    bytes -= static_cast<std::uintmax_t>(count);
  }
  if (::fsync(descriptor) != 0 || ::close(descriptor) != 0) fail("fsync");
  std::filesystem::remove(path);
}

bench::Row row(const std::string& what, const Cost& c, double to_steps, double to_raw) {
  return {what,
          {bench::fixed_cell(c.processor, 2),
           {bench::fixed(c.seconds, 2), 1e9 * c.seconds},
           bench::fixed_cell(to_steps, 1),
           bench::fixed_cell(to_raw, 1),
           bench::fixed_cell(c.megabytes, 0)}};
}

bool measure(std::uint64_t steps) {
  const Cost alone = cost([&] { take_steps(steps); });
  bench::Table table{"output",
                     "Writing",
                     std::to_string(steps) + " free steps, compensated, all columns.",
                     {"", "cpu s", "seconds", "/ the steps", "/ raw bytes", "peak MB"}};
  table.rows.push_back(row("the steps alone", alone, 1, bench::not_measured));
  bool is_small = true;
  for (const bool csv : {true, false}) {
    const std::string base = folder + "/result", file = base + (csv ? ".csv" : ".h5");
    const Cost run = cost([&] {
      RunOptions options;
      options.base = base;
      options.restarts = true;
      run_scenario(scenario(steps, csv), options, {});
    });
    const std::uintmax_t bytes = std::filesystem::file_size(file);
    std::filesystem::remove(file);
    const Cost raw = cost([&] { write_raw(bytes); });
    const std::string title = std::string(csv ? "polhode run, CSV, " : "polhode run, HDF5, ") +
                              std::to_string(bytes / 1000000) + " MB";
    table.rows.push_back(row(title, run, run.seconds / alone.seconds, run.seconds / raw.seconds));
    table.rows.push_back(row("as many bytes, raw", raw, raw.seconds / alone.seconds, 1));
    is_small = is_small && run.megabytes < most_memory;
  }
  bench::Results results{"output", "What output costs",
                         "A free trajectory with all columns, as `polhode run` writes it, against its steps "
                         "alone and against writing as many bytes.",
                         "build/bench/bench/output", 90};
  results.tables = {table};
  results.findings = {"Memory below " + bench::fixed(most_memory, 0) +
                      " MB: " + (is_small ? "met." : "not met.")};
  bench::print(table);
  bench::write(results);
  return is_small;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t steps = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000000;
  if (steps == 0) {
    std::fprintf(stderr, "usage: output [STEPS]\n");
    return 2;
  }
  std::filesystem::create_directories(folder);
  try {
    const bool is_small = measure(steps);
    std::filesystem::remove_all(folder);
    return is_small ? 0 : 1;
  } catch (const std::exception& error) {
    std::filesystem::remove_all(folder);
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
