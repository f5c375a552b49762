// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <exception>
#include <polhode/core/error.hpp>
#include <polhode/core/nearest.hpp>
#include <polhode/core/version.hpp>
#include <string>
#include <vector>

#include "command/command.hpp"
#include "console/messages.hpp"
#include "exit_code.hpp"
#include "files/interrupt.hpp"
#include "files/output.hpp"

namespace {

using namespace polhode::app;

constexpr const char* footer = R"(Each subcommand has its own --help, with examples.

Exit codes:
  0  all is well
  1  some rows of a table failed; their results are empty, the others are written
  2  the command line was not understood
  3  a file could not be read or written
  4  the input was refused: a table without the columns, a scenario with an unknown key, an impossible body)";

/// The arguments as CLI11 wants them: last one first, and no number that begins with "-." , which it takes
/// for an option.
std::vector<std::string> reversed_arguments(int count, char** arguments) {
  std::vector<std::string> words(arguments + 1, arguments + count);
  for (auto& word : words) {
    const bool number =
        word.size() > 2 && word.starts_with("-.") && std::isdigit(static_cast<unsigned char>(word[2]));
    if (number) word.insert(1, "0");
  }
  std::reverse(words.begin(), words.end());
  return words;
}

std::vector<std::string> option_names(const CLI::App& line) {
  std::vector<std::string> names;
  for (const CLI::Option* option : line.get_options()) {
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    for (const auto& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

/// Refuses the first word that neither the program nor its subcommand knows.
void refuse_unknown(const CLI::App& program, const CLI::App* chosen, const std::vector<Command>& commands) {
  const auto words = program.remaining(true);
  if (words.empty()) return;
  const std::string& word = words.front();
  if (word.starts_with("-")) {
    const std::string name = word.substr(0, word.find('='));
    throw UsageError(fmt::format("unknown option {}{}", name,
                                 polhode::suggestion(name, option_names(chosen ? *chosen : program))));
  }
  if (chosen != nullptr)
    throw UsageError(fmt::format("{}: unexpected argument {}", chosen->get_name(), word));
  std::vector<std::string> names;
  for (const auto& command : commands) names.push_back(command.line->get_name());
  throw UsageError(fmt::format("unknown subcommand {}{}", word, polhode::suggestion(word, names)));
}

std::string where_help_is(const CLI::App& program) {
  const auto chosen = program.get_subcommands();
  return fmt::format("\nTry: polhode {}--help", chosen.empty() ? "" : chosen.front()->get_name() + " ");
}

ExitCode run(int count, char** arguments) {
  CLI::App program("polhode: the rotation of rigid bodies, exact to the last digits", "polhode");
  program.footer(footer);
  program.set_version_flag("--version", std::string("polhode ") + polhode::version());
  const std::vector<Command> commands{add_new(program),     add_run(program),       add_report(program),
                                      add_compare(program), add_reproduce(program), add_propagate(program),
                                      add_periods(program), add_methods(program),   add_demo(program)};
  program.require_subcommand(0, 1);
  program.allow_extras();
  for (const auto& command : commands) command.line->allow_extras();

  try {
    program.parse(reversed_arguments(count, arguments));
    const auto chosen =
        std::find_if(commands.begin(), commands.end(), [](const auto& c) { return c.line->parsed(); });
    refuse_unknown(program, chosen == commands.end() ? nullptr : chosen->line, commands);
    if (chosen == commands.end()) throw UsageError("which subcommand?");
    return chosen->run();
  } catch (const CLI::CallForHelp&) {
    write_to_standard_output(program.help());
    return ExitCode::ok;
  } catch (const CLI::CallForVersion& call) {
    write_to_standard_output(std::string(call.what()) + "\n");
    return ExitCode::ok;
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what() + where_help_is(program));
  } catch (const UsageError& error) {
    throw UsageError(error.what() + where_help_is(program));
  }
}

int told(ExitCode code, const std::string& message) {
  say(message);
  return static_cast<int>(code);
}

}  // namespace

int main(int count, char** arguments) {
  keep_standard_descriptors();
  note_interrupts();
  try {
    return static_cast<int>(run(count, arguments));
  } catch (const UsageError& error) {
    return told(ExitCode::usage, error.what());
  } catch (const FileError& error) {
    return told(ExitCode::file, error.what());
  } catch (const RefusedInput& error) {
    return told(ExitCode::refused, error.what());
  } catch (const polhode::InvalidInput& error) {
    return told(ExitCode::refused, error.what());
  } catch (const ReaderGone&) {
    return static_cast<int>(ExitCode::file);
  } catch (const Interrupted& stop) {
    say("interrupted");
    die_by(stop.signal);
  } catch (const std::exception& error) {
    return told(ExitCode::file, fmt::format("stopped: {}", error.what()));
  }
}
