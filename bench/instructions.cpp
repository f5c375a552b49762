// SPDX-License-Identifier: MIT
// The instructions of a step, as tools/count_instructions counts them: unlike times they do not depend on
// what else the machine does.
//
//   instructions [PROGRAM]
//   of free_step, beside this program unless said otherwise; writes results/instructions.json
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "results/results.hpp"

namespace {

using namespace polhode::bench;

/// What a command prints; it must succeed.
std::string output_of(const std::string& command) {
  std::string text;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot run " + command);
  char piece[4096];
  for (std::size_t n; (n = std::fread(piece, 1, sizeof piece, pipe)) > 0;) text.append(piece, n);
  if (::pclose(pipe) != 0) throw std::runtime_error(command + " failed");
  return text;
}

const std::map<std::string, std::string> names{{"plain", "default step"},
                                               {"compensated", "default step, compensated"},
                                               {"batch", "in a batch, for each body"},
                                               {"float_batch", "in a batch in float, for each body"},
                                               {"five", "five rotations"},
                                               {"quaternions", "quaternions, R_J"}};

Table table_in(const std::string& text) {
  Table table{"instructions",
              "Instructions of one step",
              "By valgrind, as the difference of two runs; in brackets divided by those of the default step, "
              "for comparison with the ratios of times.",
              {""}};
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  std::istringstream first(line);
  std::string word;
  for (first >> word; first >> word;)
    table.headings.push_back(table.headings.size() == 1 ? "h = " + word : word);
  std::vector<double> unit;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    words >> word;
    const auto name = names.find(word);
    Row row{name == names.end() ? word : name->second, {}};
    for (double count = 0; words >> count;) {
      if (table.rows.empty()) unit.push_back(count);
      const double ratio = count / unit.at(row.cells.size());
      row.cells.push_back(
          {table.rows.empty() ? fixed(count, 0) : fmt::format("{:.0f} ({:.2f})", count, ratio), not_measured,
           ratio});
    }
    table.rows.push_back(std::move(row));
  }
  if (table.rows.empty() || unit.empty()) throw std::runtime_error("nothing was counted");
  return table;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::string program = argc > 1 ? argv[1] : (home() / "bench" / "free_step").string();
    Results results{"instructions", "Instructions",
                    "Counts of one chain of steps of the water molecule, and of a batch of 1000 of them: "
                    "these repeat, where times do not.",
                    "build/bench/bench/instructions", 70};
    results.tables = {table_in(output_of("'" POLHODE_COUNT_INSTRUCTIONS "' '" + program + "'"))};
    print(results.tables.front());
    write(results);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "instructions: %s\n", error.what());
    return 1;
  }
  return 0;
}
