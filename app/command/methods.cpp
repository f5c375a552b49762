// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "command/command.hpp"
#include "command/method_choice.hpp"
#include "files/output.hpp"

namespace polhode::app {
namespace {

constexpr const char* help_footer =
    R"(ORDER is that of the error in the step, exact where there is none but rounding; where they differ,
that of the momentum stands before that of the attitude. KEEPS names what a step keeps to rounding:
the length |m| of the momentum, the energy E, the spatial momentum Qm. A method is explicit if no
equation is solved by iteration, reversible if a step of -h leads back, symplectic if the map of momentum and attitude is.
Of the papers' algorithms one frame, one way to the momentum and one way to the angle can be joined by +.

With --time each method takes some thousand steps of h|omega| = 0.1 on this machine; NS is the time of one.

Examples:
  polhode methods | less -S
  polhode methods --time
  polhode propagate bodies.csv --method dmv10 --step 0.01
  polhode propagate bodies.csv --method quaternion_mdot+vilmart_3_1+gauss4)";

using Row = std::vector<std::string>;

std::string columns(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += fmt::format("{:<{}}  ", row[i], widths[i]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

std::string method_list(bool timed) {
  std::vector<Row> rows{
      {"NAME", "ORDER", "KEEPS", "EXPLICIT", "REVERSIBLE", "SYMPLECTIC", "WHAT IT IS", "WHERE IT IS FROM"}};
  for (const MethodLine& line : method_lines())
    rows.push_back({line.name, line.order, line.keeps, line.is_explicit, line.is_reversible,
                    line.is_symplectic, line.summary, line.reference});
  if (timed) {
    const auto lines = method_lines();
    rows[0].insert(rows[0].begin() + 1, "NS");
    for (std::size_t i = 0; i < lines.size(); ++i)
      rows[i + 1].insert(rows[i + 1].begin() + 1, fmt::format("{:.0f}", lines[i].nanoseconds()));
  }
  return columns(rows);
}

}  // namespace

Command add_methods(CLI::App& program) {
  CLI::App* line = program.add_subcommand("methods", "the methods that --method knows");
  line->footer(help_footer);
  const auto timed = std::make_shared<bool>(false);
  line->add_flag("--time", *timed, "measure what a step of each costs here and now");
  const auto run = [timed] {
    write_to_standard_output(method_list(*timed));
    return ExitCode::ok;
  };
  return {line, run};
}

}  // namespace polhode::app
