// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "command/command.hpp"
#include "command/method_choice.hpp"
#include "files/output.hpp"

namespace polhode::app {
namespace {

constexpr const char* help_footer =
    R"(ORDER is that of the error in the step; exact means none but rounding. Of the papers'
algorithms one frame, one way to the momentum and one way to the angle can be joined by +.

Examples:
  polhode methods | less -S
  polhode propagate bodies.csv --method quaternion_mdot+vilmart_3_1+gauss4)";

std::string method_list() {
  auto lines = method_lines();
  lines.insert(lines.begin(), MethodLine{"NAME", "ORDER", "WHAT IT IS", "WHERE IT IS FROM"});
  std::size_t name = 0, order = 0, summary = 0;
  for (const auto& line : lines) {
    name = std::max(name, line.name.size());
    order = std::max(order, line.order.size());
    summary = std::max(summary, line.summary.size());
  }
  std::string text;
  for (const auto& line : lines)
    text += fmt::format("{:<{}}  {:<{}}  {:<{}}  {}\n", line.name, name, line.order, order, line.summary,
                        summary, line.reference);
  return text;
}

}  // namespace

Command add_methods(CLI::App& program) {
  CLI::App* line = program.add_subcommand("methods", "the methods that --method knows");
  line->footer(help_footer);
  const auto run = [] {
    write_to_standard_output(method_list());
    return ExitCode::ok;
  };
  return {line, run};
}

}  // namespace polhode::app
