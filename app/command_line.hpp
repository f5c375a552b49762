// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Reads the command line and runs the subcommand that it names. command_line.cpp is the only file that
/// includes CLI11, which takes some 15 s to compile.

#include <vector>

#include "command/command.hpp"

namespace polhode::app {

/// The arguments are those of main(). Returns the exit code of the program; what a command throws becomes a
/// message on standard error.
int run_command_line(int count, char** arguments, const std::vector<Command>& commands);

}  // namespace polhode::app
