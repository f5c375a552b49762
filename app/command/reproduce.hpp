// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The subcommand reproduce. Its command line is here; the papers' experiments are a program of their own,
/// polhode-reproduce, which reads the same command line.

#include <functional>
#include <string>
#include <vector>

#include "command/command.hpp"

namespace polhode::app {

/// What the command line of reproduce asks for.
struct ReproductionRequest {
  std::vector<std::string> names;
  bool all = false, quick = false, resumes = false, is_forced = false;
  std::string folder = "reproduction";
  std::string threads;
};

Command reproduce_command(std::function<ExitCode(const ReproductionRequest&)> run);

/// Replaces this process by polhode-reproduce with the arguments of main(). It is looked for beside this
/// program and where `make install` puts it. Throws FileError if it is not found or cannot be run.
[[noreturn]] void run_reproduction_program(char** arguments);

}  // namespace polhode::app
