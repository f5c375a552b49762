// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A subcommand: its options, and what it does once the command line has been read (command_line.hpp).

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "exit_code.hpp"

namespace polhode::app {

/// An option or an argument, and the variable that it sets.
struct Option {
  std::string names;  ///< "-o,--output"; of an argument "TABLE"
  /// Whether it was given, its value, or its values.
  std::variant<bool*, std::string*, std::vector<std::string>*> to;
  std::string help;
  std::string value{};  ///< its placeholder in the help
  bool is_needed = false;
  int least = 0, most = 0;  ///< number of values; 0: any
};

struct Command {
  std::string name, summary;
  std::vector<Option> options;
  std::string footer;             ///< of its help
  std::function<ExitCode()> run;  ///< owns what the options point to
};

Command new_command();
Command run_command();
Command merge_command();
Command report_command();
Command compare_command();
Command propagate_command();
Command periods_command();
Command methods_command();
Command demo_command();
Command explorer_command();

/// The number given for an option. Throws UsageError, which says what was `expected`, unless it is allowed.
double read_option(const char* option, const std::string& text, const char* expected,
                   const std::function<bool(double)>& is_allowed);

/// The number of threads given by --threads, from 1 to 4096; 0 for an empty text. Throws UsageError.
int read_threads(const std::string& text);

}  // namespace polhode::app
