// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A subcommand: its part of the command line, and what it does once that has been read.

#include <CLI/CLI.hpp>
#include <functional>

#include "exit_code.hpp"

namespace polhode::app {

struct Command {
  CLI::App* line;
  std::function<ExitCode()> run;
};

Command add_propagate(CLI::App& program);
Command add_periods(CLI::App& program);
Command add_methods(CLI::App& program);
Command add_demo(CLI::App& program);
Command add_new(CLI::App& program);
Command add_run(CLI::App& program);
Command add_report(CLI::App& program);
Command add_compare(CLI::App& program);
Command add_reproduce(CLI::App& program);

}  // namespace polhode::app
