// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The subcommand `run` with the ensemble's work done in another way: by several processes.

#include <functional>
#include <optional>
#include <string>

#include "command/command.hpp"
#include "exit_code.hpp"
#include "result/summary.hpp"
#include "run/run.hpp"
#include "scenario/scenario.hpp"

namespace polhode::app {

struct RunWork {
  EnsembleWork ensemble;
  int threads = 0;  ///< where the command line names none; 0: as many as there are
  /// Called once the command line and the scenario were read, before anything else is done. If it returns an
  /// exit code the command ends with that.
  std::function<std::optional<ExitCode>(const ScenarioFile& file, const RunOptions& options)> before{};
};

Command run_command(const RunWork& work);

/// Says what was written.
ExitCode print_results(const Summary& summary, const std::string& base);

/// The name of results without the extension of one of their files.
std::string without_result_extension(const std::string& name);

}  // namespace polhode::app
