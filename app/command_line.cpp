// SPDX-License-Identifier: MIT
#include "command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <exception>
#include <filesystem>
#include <new>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/version.hpp>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "console/messages.hpp"
#include "core/nearest.hpp"
#include "exit_code.hpp"
#include "files/interrupt.hpp"
#include "files/output.hpp"

namespace polhode::app {
namespace {

constexpr const char* footer = R"(Each subcommand has its own --help, with examples.

Exit codes:
  0  success
  1  some rows of a table, or some runs of an ensemble, failed; the others are written
  2  invalid command line
  3  a file could not be read or written
  4  invalid input: a table with missing columns, a scenario with an unknown key, an impossible body
  5  the results are written, but the run stopped before its end (not by a stopping event is not a failure), or its estimated
     error leaves no correct digit; for an ensemble: this holds for every run)";

/// The arguments as CLI11 needs them: in reverse order, `help` as an option, and numbers like -.5 as -0.5,
/// since it would take -. for an option.
std::vector<std::string> reversed_arguments(int count, char** arguments) {
  std::vector<std::string> words(arguments + 1, arguments + count);
  for (auto& word : words) {
    const bool number =
        word.size() > 2 && word.starts_with("-.") && std::isdigit(static_cast<unsigned char>(word[2]));
    if (number) word.insert(1, "0");
  }
  // "help" and "help run", as in other programs.
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    words.resize(std::min<std::size_t>(words.size(), 1));
    words.emplace_back("--help");
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

/// The subcommand that was named, if one was.
const CLI::App* chosen_of(const CLI::App& program) {
  const auto parsed = program.get_subcommands();
  return parsed.empty() ? nullptr : parsed.front();
}

[[noreturn]] void refuse_subcommand(const std::string& word, const std::vector<Command>& commands) {
  std::vector<std::string> names;
  for (const Command& known : commands) names.push_back(known.name);
  throw UsageError(fmt::format("unknown subcommand {}{}", word, suggestion(word, names)));
}

/// Refuses the first unknown word.
void refuse_unknown(const CLI::App& program, const std::vector<Command>& commands) {
  const CLI::App* chosen = chosen_of(program);
  auto words = program.remaining(true);
  // After "--" nothing is not an option.
  const auto mark = std::find(words.begin(), words.end(), "--");
  const bool is_option = mark != words.begin();
  if (mark != words.end()) words.erase(mark);
  if (words.empty()) return;
  const std::string& word = words.front();
  if (is_option && word.starts_with("-")) {
    const std::string name = word.substr(0, word.find('='));
    std::error_code ignored;
    throw UsageError(fmt::format("unknown option {}{}", name,
                                 std::filesystem::exists(word, ignored)
                                     ? "; for a file of that name write ./" + word + " or -- before it"
                                     : suggestion(name, option_names(chosen ? *chosen : program))));
  }
  if (chosen != nullptr)
    throw UsageError(fmt::format("{}: unexpected argument {}", chosen->get_name(), word));
  if (word == "fit")
    throw UsageError("fit is a command of the Python package: use python -m polhode fit (docs/python.md)");
  refuse_subcommand(word, commands);
}

/// Refuses a missing required option of the subcommand, or one with too few or too many values.
void refuse_missing(const CLI::App& program, const std::vector<Command>& commands) {
  const CLI::App* chosen = chosen_of(program);
  if (chosen == nullptr) return;
  for (const Option& option : std::ranges::find(commands, chosen->get_name(), &Command::name)->options) {
    const std::string name = option.names.substr(option.names.find_last_of(',') + 1);
    const std::size_t count = chosen->get_option(name)->count();
    if (option.is_needed && count == 0) throw UsageError(fmt::format("missing {}: {}", name, option.help));
    if (count > 0 && option.most > 0 && count < static_cast<std::size_t>(option.least))
      throw UsageError(
          fmt::format("{}: found {} value{}, expected {}", name, count, count == 1 ? "" : "s", option.least));
  }
}

std::string where_help_is(const CLI::App& program) {
  const CLI::App* chosen = chosen_of(program);
  return fmt::format("\nTry: polhode {}--help", chosen ? chosen->get_name() + " " : "");
}

void add(CLI::App& line, const Option& option) {
  if (bool* const* flag = std::get_if<bool*>(&option.to)) {
    line.add_flag(option.names, **flag, option.help);
    return;
  }
  CLI::Option* added = nullptr;
  if (std::string* const* text = std::get_if<std::string*>(&option.to)) {
    added = line.add_option(option.names, **text, option.help);
  } else {
    added = line.add_option(option.names, *std::get<std::vector<std::string>*>(option.to), option.help);
    if (option.most > 0) added->expected(option.least, option.most);
  }
  added->type_name(option.value)->required(option.is_needed);
}

void parse(CLI::App& program, std::vector<std::string> words, const std::vector<Command>& commands) {
  const bool asks_for_help = words.size() == 2 && words.front() == "--help" && !words.back().starts_with("-");
  if (asks_for_help && std::ranges::find(commands, words.back(), &Command::name) == commands.end())
    refuse_subcommand(words.back(), commands);
  try {
    program.parse(std::move(words));
  } catch (const CLI::RequiredError&) {
    refuse_unknown(program, commands);  // the missing option may be misspelt
    refuse_missing(program, commands);
    throw;
  } catch (const CLI::ArgumentMismatch&) {
    refuse_missing(program, commands);
    throw;
  }
  refuse_unknown(program, commands);
}

ExitCode run(int count, char** arguments, const std::vector<Command>& commands) {
  CLI::App program("polhode: the rotation of rigid bodies, exact to the last digits", "polhode");
  program.footer(footer);
  program.set_version_flag("--version", std::string("polhode ") + version());
  program.require_subcommand(0, 1);
  program.allow_extras();
  for (const Command& command : commands) {
    CLI::App* line = program.add_subcommand(command.name, command.summary);
    line->footer(command.footer);
    line->allow_extras();
    for (const Option& option : command.options) add(*line, option);
  }

  try {
    parse(program, reversed_arguments(count, arguments), commands);
    const CLI::App* chosen = chosen_of(program);
    if (chosen == nullptr) throw UsageError("missing subcommand");
    return std::ranges::find(commands, chosen->get_name(), &Command::name)->run();
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

int said(ExitCode code, const std::string& message) {
  say(message);
  return static_cast<int>(code);
}

}  // namespace

int run_command_line(int count, char** arguments, const std::vector<Command>& commands) {
  keep_standard_descriptors();
  note_interrupts();
  try {
    return static_cast<int>(run(count, arguments, commands));
  } catch (const UsageError& error) {
    return said(ExitCode::usage, error.what());
  } catch (const FileError& error) {
    return said(ExitCode::file, error.what());
  } catch (const RefusedInput& error) {
    return said(ExitCode::refused, error.what());
  } catch (const InvalidInput& error) {
    return said(ExitCode::refused, error.what());
  } catch (const StepFailure& error) {
    return said(ExitCode::refused, error.what());
  } catch (const ReaderGone&) {
    return static_cast<int>(ExitCode::file);
  } catch (const Interrupted& stop) {
    say("interrupted");
    die_by(stop.signal);
  } catch (const std::bad_alloc&) {
    return said(ExitCode::file, "stopped: out of memory");
  } catch (const std::exception& error) {
    return said(ExitCode::file, fmt::format("stopped: {}", error.what()));
  }
}

}  // namespace polhode::app
