// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A subcommand: its part of the command line, and what it does once that has been read (command_line.hpp).

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "exit_code.hpp"

namespace polhode::app {

/// Something that the command line may say, and where it goes.
struct Option {
  std::string
      names;  ///< "-o,--output"; a word that is given without an option has a name of its own, "TABLE"
  std::variant<bool*, std::string*, std::vector<std::string>*>
      to;  ///< whether it is there, its text, or its texts
  std::string help;
  std::string value{};  ///< what stands for the text in the help
  bool is_needed = false;
  int least = 0, most = 0;  ///< how many texts; 0: any number
};

struct Command {
  std::string name, summary;
  std::vector<Option> options;
  std::string footer;             ///< of its help
  std::function<ExitCode()> run;  ///< keeps what the options point to
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

/// The number of threads that --threads names, from 1 to 4096; 0 for an empty text. Throws UsageError.
int read_threads(const std::string& text);

}  // namespace polhode::app
