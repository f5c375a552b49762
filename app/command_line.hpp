// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Parses the command line and runs the subcommand. Only command_line.cpp includes CLI11, which takes some 15
/// s to compile.

#include <vector>

#include "command/command.hpp"

namespace polhode::app {

/// The arguments are those of main(). Returns the exit code of the program; exceptions of a command become
/// messages on standard error.
int run_command_line(int count, char** arguments, const std::vector<Command>& commands);

}  // namespace polhode::app
